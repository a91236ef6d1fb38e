"""Fair play: how exactly somebody played, compared with what their rating makes likely."""
