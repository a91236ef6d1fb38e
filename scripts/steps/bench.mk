# How fast it is on this machine: every bench/*.py in turn. Speed only, never correctness.
.PHONY: bench
bench: setup ## Print the speed of everything on this machine
	@$(PYTHON) scripts/machine.py
	@set -e; for script in bench/*.py; do echo; echo "$$script"; $(PYTHON) $$script; done
