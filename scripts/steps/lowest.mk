# The lowest versions that pyproject.toml allows, tried out by the tests that lean on them.
# Not with them: how much memory a game takes. Older versions fill their caches for longer (25 kB for each of the first
# hundred games, 14 for each of the third hundred), and the promise is for the versions that are pinned.
# Nor the extras gpu, which needs one, and learn, whose lowest version takes 5 GB: torch 2.3.0 with numpy 2.0.0 passed
# tests/learn by hand, 2.2 does not know numpy 2. Installed in place: what Ray's tests train with is compiled from engine/.
LOWEST := build/lowest
LOWEST_TESTS := tests/server/web/test_server_transport.py tests/server/web/test_server_http_guard.py \
  tests/server/web/test_server_admission.py tests/server/web/test_server_records.py \
  tests/server/community/test_server_accounts.py tests/server/community/test_server_ratings.py \
  tests/server/community/test_client_bots.py tests/server/community/tournaments tests/server/community/notices \
  tests/server/storage/test_server_storage.py tests/server/storage/test_server_append_line.py \
  tests/server/storage/test_server_processes.py tests/server/tables/test_server_online.py \
  tests/adapters/test_adapters_pettingzoo.py tests/adapters/test_adapters_pettingzoo_guards.py \
  tests/adapters/test_adapters_gymnasium.py tests/adapters/test_adapters_batch.py tests/adapters/test_adapters_pictures.py \
  tests/adapters/test_adapters_open_spiel.py tests/adapters/test_adapters_alpha_zero.py tests/workers/test_workers_ray.py \
  tests/match tests/tablebase/test_tablebase_packing.py tests/cli/test_cli_arena.py

.PHONY: lowest
lowest: setup postgresql ## Run the tests that lean on dependencies with the lowest versions allowed
	@echo "Installing the lowest versions allowed …"
	@$(UV) venv --quiet --clear --python $(PYTHON) $(LOWEST)
	@$(UV) pip install --quiet --python $(LOWEST)/bin/python --resolution lowest-direct --editable '.[server,postgres,client,pettingzoo,gymnasium,open-spiel,cluster]'
	@$(UV) pip install --quiet --python $(LOWEST)/bin/python pytest pytest-asyncio pytest-xdist hypothesis
	@$(UV) pip list --quiet --python $(LOWEST)/bin/python
	$(LOWEST)/bin/pytest -q -n 2 -p no:cacheprovider -m "not soak" $(LOWEST_TESTS) \
	  --deselect tests/server/web/test_server_transport.py::test_an_idle_game_is_small
