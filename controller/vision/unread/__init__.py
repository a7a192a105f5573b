"""Why something on the table was not read, measured on its pixels."""
