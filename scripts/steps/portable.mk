# The core for other systems: compiled with every warning; run for ARM only, where qemu-aarch64 is.
.PHONY: portable
portable: setup ## Compile the core for Linux, macOS and Windows on x86-64 and ARM
	@echo "Compiling the core for other systems …"
	@$(PYTHON) scripts/portable.py
