# Faults at their full size; `make test` runs the same tests at a size that it can afford.
.PHONY: faults
faults: setup postgresql ## Every fault that a site must survive, at full size (docs/faults.md)
	SOMMET_FAULTS=full $(BIN)/pytest --durations=0 --durations-min=1 tests/server/test_server_faults.py \
	  tests/server/test_server_fault_clients.py tests/server/test_server_fault_clocks.py

soak: faults
