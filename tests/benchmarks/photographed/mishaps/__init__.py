"""What happens to tokens, golems, dice, ready cards and the mat before a picture is taken."""
