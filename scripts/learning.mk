.PHONY: learning-benchmark ppo
learning-benchmark: setup ## Train and judge the baselines of the exact Pylos benchmark
	@OPENBLAS_NUM_THREADS=1 $(PYTHON) -m sommet.learn.pylos_benchmark

# Torch is large, so what needs it is installed beside the tools and not among them.
AGENTS := build/agents
ppo: setup $(AGENTS)/.installed ## Train a small PPO on Pacal solo and compare it with random building
	@PYTHONPATH=$(AGENTS) $(PYTHON) bench/agents/ppo_solo.py

$(AGENTS)/.installed: requirements/agents.txt | $(VENV)/.tools
	@$(PYTHON) -m pip install --quiet --upgrade --target $(AGENTS) --requirement $<
	@touch $@
