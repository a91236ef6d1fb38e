.PHONY: learning-benchmark alpha-zero ppo
learning-benchmark: setup ## Train and judge the baselines of the exact Pylos benchmark
	@echo "Training and judging the baselines …"
	@OPENBLAS_NUM_THREADS=1 $(PYTHON) -m sommet.learn.pylos_benchmark

alpha-zero: setup ## Train OpenSpiel's AlphaZero on Pylos for 5 minutes and judge it by exact values
	@echo "Training AlphaZero on Pylos for five minutes …"
	@$(PYTHON) -m sommet.learn.pylos_benchmark --minutes 5 \
	  --player sommet.adapters.open_spiel.alpha_zero:train_player

ppo: setup ## Train a PPO of skrl on Pacal solo and compare it with building at random
	@echo "Training a PPO on Pacal solo …"
	@$(PYTHON) bench/agents/ppo_solo.py
