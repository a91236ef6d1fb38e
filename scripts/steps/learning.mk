# JAX is used by the long run and by what trains on it, and is a quarter of all that would be installed.
$(VENV)/.jax: requirements/jax.txt | setup
	@echo "Installing JAX and what trains on it (0.5 GB) …"
	@$(UV) pip install --quiet --python $(PYTHON) --require-hashes -r requirements/jax.txt
	@touch $@

.PHONY: learning-benchmark alpha-zero ppo
learning-benchmark: setup ## Train and judge the baselines of the exact Pylos benchmark
	@echo "Training and judging the baselines …"
	@OPENBLAS_NUM_THREADS=1 $(PYTHON) -m sommet.learn.pylos_benchmark

alpha-zero: $(VENV)/.jax ## Train OpenSpiel's AlphaZero on Pylos for 5 minutes and judge it by exact values
	@echo "Training AlphaZero on Pylos for five minutes …"
	@$(PYTHON) -m sommet.learn.pylos_benchmark --minutes 5 \
	  --player sommet.adapters.open_spiel.alpha_zero:train_player

ppo: $(VENV)/.jax ## Train a PPO of skrl on Pacal solo and compare it with building at random
	@echo "Training a PPO on Pacal solo …"
	@$(PYTHON) bench/agents/ppo_solo.py

# Clients of the environments that only the long tests use. sb3-contrib brings PyTorch: 5 GB with its libraries for GPUs,
# less than 1 GB where PyTorch's own index is reached. MoviePy writes Gymnasium's videos.
CLIENTS := build/clients
CLIENTS_NEED := --quiet --python $(PYTHON) --constraints requirements/jax.txt \
  sb3-contrib==2.9.2 torch==2.15.0 moviepy==1.0.3
$(CLIENTS)/.installed: scripts/steps/learning.mk | setup
	@echo "Installing sb3-contrib, PyTorch and MoviePy into $(CLIENTS) (up to 5 GB) …"
	@rm -rf $(CLIENTS)
	@$(UV) pip install --target $(CLIENTS) --torch-backend cpu $(CLIENTS_NEED) 2> /dev/null \
	  || $(UV) pip install --target $(CLIENTS) $(CLIENTS_NEED)
	@touch $@

.PHONY: maskable-ppo
maskable-ppo: $(CLIENTS)/.installed ## Train MaskablePPO of sb3-contrib on Pacal solo and compare it with building at random
	@echo "Training MaskablePPO on Pacal solo …"
	@PYTHONPATH=$(CLIENTS) $(PYTHON) bench/agents/maskable_ppo_solo.py

soak: $(CLIENTS)/.installed $(VENV)/.jax
