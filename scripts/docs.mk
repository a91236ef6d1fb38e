.PHONY: draw-rules
draw-rules: setup ## Draw the pictures of the rules again (docs/rules/img)
	@echo "Drawing the pictures of the rules …"
	@$(PYTHON) scripts/draw_rules.py
