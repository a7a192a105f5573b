"""The catalogues of translations: extracted from the source, merged, checked (``make messages``)."""
