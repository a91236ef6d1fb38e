# The documentation site, built without the network; warnings are errors.
.PHONY: docs
docs: setup ## Build the documentation site (build/site/index.html)
	@NO_MKDOCS_2_WARNING=1 DISABLE_MKDOCS_2_WARNING=true $(BIN)/mkdocs build --strict --quiet

check: docs
browser: docs
