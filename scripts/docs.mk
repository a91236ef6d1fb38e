.PHONY: draw-rules
draw-rules: setup ## Draw the pictures of the rules again (docs/rules/img)
	@$(PYTHON) scripts/draw_rules.py
