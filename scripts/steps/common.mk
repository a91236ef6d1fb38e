# Pins: requirements/NAME.in says what is needed, requirements/NAME.txt pins it with hashes.
# play.txt, container.txt and docs.txt are parts of test.txt, in the same versions; jax.txt holds what the long run adds to it. node.txt: Node.
COMPILE := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-emit-index-url --no-emit-find-links --custom-compile-command 'make pins'

.PHONY: pins
pins: ## Pin every tool again (requirements/*.txt)
	@scripts/make-venv $(VENV)
	@echo "Pinning what the tests need …"
	@$(COMPILE) requirements/test.in -o requirements/test.txt
	@for part in play container docs jax; do \
	  echo "Pinning what $$part needs …"; \
	  $(COMPILE) requirements/$$part.in --constraints requirements/test.txt -o requirements/$$part.txt; \
	done
	@echo "Pinning node …"
	@$(COMPILE) requirements/node.in -o requirements/node.txt
