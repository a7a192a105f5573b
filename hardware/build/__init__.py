"""How to build the reference golem: pins, parts, places, and the pictures drawn from them."""
