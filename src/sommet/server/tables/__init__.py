"""Tables where people play: opening, joining, playing, and what each viewer may see."""
