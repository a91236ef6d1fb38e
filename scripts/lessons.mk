# What the page teaches, written from the engine and the docs.
.PHONY: lessons
lessons: setup ## Write the lessons and rules of the page again, from the engine and docs/rules
	@$(PYTHON) -m sommet.server.lessons
	@$(PYTHON) -m sommet.server.rulebook
