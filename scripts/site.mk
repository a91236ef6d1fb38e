# The documentation site, built without the network; warnings are errors.
.PHONY: docs
docs: $(VENV)/.docs $(VENV)/.built ## Build the documentation site (build/site/index.html)
	@echo "Building the documentation …"
	@NO_MKDOCS_2_WARNING=1 DISABLE_MKDOCS_2_WARNING=true $(BIN)/mkdocs build --strict --quiet

$(VENV)/.docs: requirements/docs.txt | $(VENV)/.play
	@echo "Installing what the documentation is built with …"
	@$(UV) pip install --quiet --python $(PYTHON) --require-hashes -r requirements/docs.txt
	@touch $@

check: docs
browser: docs
