# The lowest versions that pyproject.toml allows, tried out by the tests that lean on them.
LOWEST := build/lowest
LOWEST_TESTS := tests/server/web/test_server_transport.py tests/server/web/test_server_http_guard.py \
  tests/server/web/test_server_admission.py tests/server/web/test_server_records.py \
  tests/server/storage/test_server_storage.py tests/match tests/tablebase/test_tablebase_packing.py tests/cli/test_cli_arena.py

.PHONY: lowest
lowest: setup postgresql ## Run the tests that lean on dependencies with the lowest versions allowed
	@echo "Installing the lowest versions allowed …"
	@$(UV) venv --quiet --clear --python $(PYTHON) $(LOWEST)
	@$(UV) pip install --quiet --python $(LOWEST)/bin/python --resolution lowest-direct '.[server,postgres]'
	@$(UV) pip install --quiet --python $(LOWEST)/bin/python pytest pytest-asyncio pytest-xdist hypothesis httpx
	@$(UV) pip list --quiet --python $(LOWEST)/bin/python
	$(LOWEST)/bin/pytest -q -n 2 -p no:cacheprovider -m "not soak" $(LOWEST_TESTS)
