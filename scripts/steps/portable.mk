# The core for other systems: compiled with every warning, never run.
.PHONY: portable
portable: setup ## Compile the core for Linux, macOS and Windows on x86-64 and ARM (zig, 80 MB, into .venv)
	@echo "Compiling the core for other systems …"
	@$(UV) pip install --quiet --python $(PYTHON) --require-hashes -r requirements/portable.txt
	@$(PYTHON) scripts/portable.py
