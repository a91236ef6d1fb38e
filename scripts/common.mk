# Extra make fragments live in scripts/*.mk

.PHONY: pins
pins: ## Pin every tool again (requirements/dev.txt)
	$(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --custom-compile-command 'make pins' requirements/dev.in -o requirements/dev.txt
