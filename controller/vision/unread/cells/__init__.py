"""Whether each cell of the mat is wholly explained: by things that were read, or by print that is seen."""
