"""Fair play: how precisely somebody played, compared with what their rating predicts."""
