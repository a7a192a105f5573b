"""What every room stands on: messages and their catalogues."""
