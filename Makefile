# Everything a person runs here. scripts/setup.py fetches what is missing; PYTHON names another Python.
PYTHON ?= python3
PORT ?= 8000
export PORT

VENV_PYTHON = .venv/bin/python
# Two processes share the tests, a file at a time: most of them wait for a browser.
SIDE_BY_SIDE = --numprocesses 2 --dist loadfile

.PHONY: help play dev build single test test-webkit test-firefox lint bench soak outdated clean

help:
	@echo "make play    build the site and serve it on http://127.0.0.1:8000/ (PORT=8080 for another)"
	@echo "make dev     serve the sources in the same way: a change is seen after a reload, without a build"
	@echo "make build   assemble the site in dist/"
	@echo "make single  the same; dist/vanishing-pyramids.html is the whole page in one file, to be sent"
	@echo "make test    run all tests (fetches the test tools and, if needed, a Chromium)"
	@echo "make test-webkit, make test-firefox"
	@echo "             run the main paths in that engine (SHORT=1 for each test only once)"
	@echo "make lint    check format, lint and types"
	@echo "make bench   measure how the page starts, answers and moves (QUICK=1 for fewer repeats)"
	@echo "make soak    play thousands of games and do all the damage, for about an hour"
	@echo "make outdated  list newer releases of what is pinned"
	@echo "make clean   delete everything that was built or fetched"

play: build
	@$(PYTHON) scripts/serve.py

dev: build
	@$(PYTHON) -m scripts.dev

build:
	@$(PYTHON) scripts/setup.py site
	@$(PYTHON) -m scripts.build

single: build
	@ls -l dist/vanishing-pyramids.html

test:
	@$(PYTHON) scripts/setup.py tests
	@PATH="$$PATH:$(CURDIR)/.venv/bin" $(VENV_PYTHON) -m pytest $(SIDE_BY_SIDE)

test-webkit test-firefox: test-%:
	@$(PYTHON) scripts/setup.py $*
	@PATH="$$PATH:$(CURDIR)/.venv/bin" $(VENV_PYTHON) -m pytest $(SIDE_BY_SIDE) tests/engines --engine $* $(if $(SHORT),--short) \
		--reruns 1 --only-rerun "Could not parse script result"

lint:
	@$(PYTHON) scripts/setup.py tests
	$(VENV_PYTHON) -m ruff format --check
	$(VENV_PYTHON) -m ruff check
	$(VENV_PYTHON) -m mypy

bench:
	@$(PYTHON) scripts/setup.py tests
	@$(VENV_PYTHON) -m scripts.bench $(if $(QUICK),--quick) $(foreach peer,$(PEER),--peer '$(peer)')

soak:
	@$(PYTHON) scripts/setup.py tests
	@SOAK=1 PATH="$$PATH:$(CURDIR)/.venv/bin" $(VENV_PYTHON) -m pytest tests/test_soak.py tests/test_damage.py \
		tests/test_damage_page.py

outdated:
	@$(PYTHON) scripts/setup.py tests
	@PATH="$$PATH:$(CURDIR)/.venv/bin" $(VENV_PYTHON) -m scripts.outdated

clean:
	rm -rf dist .dist-* node_modules .venv .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find game scripts tests -name __pycache__ -prune -exec rm -rf {} +
