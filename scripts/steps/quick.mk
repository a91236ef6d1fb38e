# A first answer while one works: less than a minute. `make test` stays the judge.
QUICK_TESTS := tests/pylos tests/pacal tests/match tests/playthroughs tests/common tests/docs tests/bots/test_bots_simple.py \
  tests/bots/test_bots_registry.py

.PHONY: quick fast-tests
quick: setup ## Format, lint, types and the fast tests, in less than a minute
	@echo "Checking format, lint, types and the fast tests …"
	+@$(TOGETHER) fast-tests types lint

fast-tests: setup
	@echo "The fast tests: rules, notation, records, examples of the docs …"
	@$(BIN)/pytest -q -n 2 --dist worksteal -m "not soak" --ignore-glob='*_twin.py' --ignore-glob='*_fuzz.py' $(QUICK_TESTS)
