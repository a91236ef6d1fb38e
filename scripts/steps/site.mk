# The documentation site, built without the network; warnings are errors.
SITE_SOURCES := mkdocs.yml scripts/docs_hooks.py CHANGELOG.md $(shell find docs -type f) $(shell find src/sommet -name '*.py' -o -name '*.pyi')

.PHONY: docs
docs: build/site/index.html ## Build the documentation site (build/site/index.html), if something changed

build/site/index.html: $(SITE_SOURCES) $(VENV)/.docs $(VENV)/.built
	@echo "Building the documentation …"
	@NO_MKDOCS_2_WARNING=1 DISABLE_MKDOCS_2_WARNING=true $(TIMED) "The documentation" $(BIN)/mkdocs build --strict --quiet
	@touch $@

$(VENV)/.docs: requirements/docs.txt | $(VENV)/.built
	@echo "Installing what the documentation is built with …"
	@$(UV) pip install --quiet --python $(PYTHON) --require-hashes -r requirements/docs.txt
	@touch $@

check: docs
browser: docs
