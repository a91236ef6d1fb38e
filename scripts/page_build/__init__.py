"""What makes the parts of the page that come from Python: protocol schema, rulebook, lessons."""
