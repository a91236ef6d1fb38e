# What the page teaches, written from the engine and the docs.
.PHONY: lessons
lessons: setup ## Write the lessons, rules and offers of the page again, from the engine and docs/rules
	@echo "Writing the lessons, rules and offers of the page …"
	@PYTHONPATH=scripts $(PYTHON) -m page_build.lessons
	@PYTHONPATH=scripts $(PYTHON) -m page_build.rulebook
	@PYTHONPATH=scripts $(PYTHON) -m page_build.catalogue
