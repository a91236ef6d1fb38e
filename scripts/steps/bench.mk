# How fast it is on this machine: every bench/*.py in turn. Speed only, never correctness.
.PHONY: bench
bench: setup web-build chromium postgresql ## Print the speed of everything on this machine
	@$(PYTHON) scripts/machine.py
	@missed=; for script in bench/*.py; do echo; echo "$$script"; $(PYTHON) $$script || missed="$$missed $$script"; done; \
	  if [ -n "$$missed" ]; then echo; echo "Failed, or missed a bar:$$missed"; exit 1; fi
