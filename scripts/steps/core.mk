# The core in the page: engine/bindings/web compiled to WebAssembly. The modules are committed, so
# that playing needs no extra compiler; core-check compiles them again and compares.
.PHONY: core core-check

core: $(VENV)/.tools ## Compile the core for the page (web/src/core/wasm)
	@echo "Compiling the core for the page …"
	@$(PYTHON) scripts/build-core

core-check: $(VENV)/.tools ## Fail where the page's core is not what its sources give
	@echo "Compiling the page's core again and comparing …"
	@$(PYTHON) scripts/build-core --check --again
