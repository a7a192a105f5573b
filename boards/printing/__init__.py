"""Documents to print: sheets, the assembly guide, the manifest."""
