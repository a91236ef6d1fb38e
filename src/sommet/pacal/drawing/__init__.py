"""Pictures of a round or a solo: SVG and text, from one description of what is to be seen."""
