# Faults at their full size; `make test` runs most of the same tests at a size that it can afford.
FAULT_TESTS := tests/server/faults/test_server_faults.py tests/server/faults/test_server_fault_clients.py \
  tests/server/faults/test_server_fault_clocks.py tests/server/faults/test_server_fault_frames.py \
  tests/server/faults/test_server_fault_tables.py tests/server/tables/test_server_seats.py \
  tests/server/storage/test_server_failover.py tests/server/storage/test_server_volume.py tests/workers/test_workers_nodes.py tests/workers/test_workers_ray.py \
  tests/server/storage/test_server_earlier.py tests/fuzz/test_fuzz_files.py tests/fuzz/test_fuzz_formats.py \
  tests/match/test_match_record_safety.py tests/server/web/test_server_description.py

.PHONY: faults
faults: setup postgresql ## Every fault that a site must survive, at full size (docs/faults.md)
	@echo "Faults at full size (about half an hour) …"
	@SOMMET_FAULTS=full $(BIN)/pytest --durations=0 --durations-min=1 $(FAULT_TESTS)

soak: faults
