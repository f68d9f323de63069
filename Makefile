PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
SUPPORTED := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))

.PHONY: env demo test bench train package pictures

env: $(READY)

$(READY): pyproject.toml setup/system_libraries.sh
	@$(PYTHON) -c '$(SUPPORTED)' 2>/dev/null || { \
	    echo "Python 3.11, 3.12 or 3.13 is needed as $(PYTHON); name another one with: make PYTHON=python3.12" >&2; exit 1; }
	@sh setup/system_libraries.sh $(PYTHON)
	@echo "Making the environment in .venv; the first time this downloads for a while ..."
	@$(PYTHON) -m venv .venv
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(READY)

demo: env
	@$(BIN)/companion demo

test: env
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -q -n 4 --dist worksteal

bench: env
	$(BIN)/python -m models.bench
	$(BIN)/python -m models.bench_games
	$(BIN)/python -m models.bench_words
	$(BIN)/python -m models.bench_play
	$(BIN)/python -m models.bench_app

train: env
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[train]'
	$(BIN)/python -m models.train $(if $(PHOTOS),--photos $(PHOTOS))

package: env
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[package]'
	KIVY_LOG_MODE=PYTHON $(BIN)/pyinstaller --noconfirm --log-level WARN --distpath dist --workpath build/pyinstaller packaging/companion.spec
	@echo "The companion is in dist/companion; the whole folder belongs to it."

pictures: env
	$(BIN)/python -m tests.app_pictures
