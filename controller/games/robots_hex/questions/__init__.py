"""The question language of Robots on hexagons: lexicon, grammar, parser, evaluation."""
