"""Fair play: how precisely a person played, compared with what their rating predicts."""
