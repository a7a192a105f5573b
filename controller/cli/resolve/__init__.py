"""`golem resolve`: one document, or many lines on several processes."""
