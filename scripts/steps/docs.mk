.PHONY: draw-rules report
draw-rules: setup ## Draw the pictures of the rules again (docs/rules/img)
	@echo "Drawing the pictures of the rules …"
	@$(PYTHON) scripts/pictures/draw_rules.py

report: setup ## Count the report's figures anew and list their commands (docs/report.md)
	@echo "Counting the figures of the report …"
	@$(PYTHON) scripts/data/report.py
