# What deploy/ says about containers, tried out. Not part of `make test`: it needs a container engine.
.PHONY: containers
containers: setup ## Build the image, run deploy/compose.yaml and play through it (needs an engine)
	@echo "Building the image and playing through it …"
	@$(PYTHON) scripts/try_containers.py

.PHONY: images
images: ## Pin the images of deploy/ by digest (asks their registry; needs docker or skopeo)
	@echo "Asking the registry for the images' digests …"
	@scripts/pin_images
