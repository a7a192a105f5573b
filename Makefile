# make play   opens the front door in the browser
# make demo   plays a whole game on the simulated table
# make test   checks and tests everything, as CI does
# make bench  measures, and prints the table kept in docs/benchmarks.md
# make help   lists the rest

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null || echo .uv/bin/uv)
ARGS ?=
# Processes that share the tests: one more than the cores of CI, since those that drive a browser often wait.
JOBS ?= 3
PACKAGES := boards calibration controller firmware_bridge hardware

.PHONY: help play demo test coverage mutants check style api-docs hooks wheel wheel-check bench eye eye-places eye-placements eye-bare eye-causes eye-detect eye-proof calibration-proof torture storm lock format golden fonts pictures looks clean install messages build-golem page-types system-packages

help:
	@grep -E '^# make|^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^# //; s/:.*## /\t/' | expand -t 14

play: $(VENV)/.run ## open the front door in the browser: play now, set up a table, watch (ARGS="--port 0 --no-browser")
	@$(BIN)/golem $(ARGS)

demo: $(VENV)/.run ## play a whole game on the simulated table (ARGS="--players 4")
	@$(BIN)/golem demo $(ARGS)

install: $(VENV)/.run ## set up the locked environment that `golem` runs in

# Types are checked in one process, beside the tests: alone it would leave cores idle.
test: $(VENV)/.dev system-packages style ## everything that CI does
	@echo "$(BIN)/mypy & $(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(ARGS)"
	@$(BIN)/mypy & types=$$!; $(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(ARGS); tested=$$?; \
		wait $$types || { echo "the types do not agree: see above"; exit 1; }; exit $$tested

# On Python 3.11 the tests take nearly twice as long when every line is counted: not in `make test`.
coverage: $(VENV)/.dev system-packages ## which lines the tests reach
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -n $(JOBS) --dist worksteal $(ARGS)
	@# A process that was killed leaves a file that is no data; the tests have judged already.
	-$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --format=total | sed 's/^/coverage (%): /'

mutants: $(VENV)/.dev ## change a room in small ways: does a test notice? (ARGS="safety --sample 200 --seed 14"; docs/mutants.md)
	@VIRTUAL_ENV=$(VENV) $(UV) pip install --quiet --only-binary :all: --require-hashes -r requirements/mutants.txt
	$(BIN)/python -m tests.mutants $(ARGS)

check: $(VENV)/.dev ## format, lint, types, imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

style: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports

bench: $(VENV)/.dev ## measure, and print the table of docs/benchmarks.md
	$(BIN)/python -m tests.benchmarks $(ARGS)

eye: $(VENV)/.dev ## rows told wrongly, clear rows not told: by condition, in pictures of two renderers (ARGS="--pictures 500 --jobs 3"; it goes on where it was)
	$(BIN)/python -m tests.benchmarks.eye_rows $(ARGS)
	$(if $(ARGS),,$(BIN)/python -m tests.benchmarks.eye_places)

eye-places: $(VENV)/.dev ## cells of the mat, ready cards and dice told wrongly or not told, by condition and renderer (ARGS="--pictures 50 --jobs 3"); `make eye` runs it, too
	$(BIN)/python -m tests.benchmarks.eye_places $(ARGS)

eye-placements: $(VENV)/.dev ## the first proving ground: twelve conditions, things and markers counted (ARGS="--placements 100000" for an hour; it goes on where it was)
	$(BIN)/python -m tests.benchmarks.eye_ground $(ARGS)

eye-detect: $(VENV)/.dev ## measure the marker detector by condition, beside OpenCV, with its defaults and tuned
	$(BIN)/python -m tests.benchmarks eye_detect

eye-causes: $(VENV)/.dev ## is a card that is not read told for the right reason? (ARGS="glare --cases 300")
	$(BIN)/python -m tests.benchmarks.eye_causes $(ARGS)

eye-bare: $(VENV)/.dev ## is anything told to lie where nothing lies? bare tables in twelve conditions (ARGS="--seeds 40")
	$(BIN)/python -m tests.benchmarks.eye_bare $(ARGS)

eye-proof: $(VENV)/.dev ## no wrong id, no card where none is (ARGS="--markers 1000000 --frames 100000" takes two hours, and goes on where it was)
	$(BIN)/python -m tests.benchmarks.eye_proof $(ARGS)

calibration-proof: $(VENV)/.dev ## golems placed through lenses that `golem calibrate` measured, beside the true lens
	$(BIN)/python -m tests.benchmarks calibration

torture: $(VENV)/.dev ## a million commands on bad lines with restarts and crashes, a broker killed 100 times; writes docs/torture.md
	$(BIN)/python -m tests.torture $(ARGS)

page-types: $(VENV)/.dev ## make the page's types anew from the structs that it is sent
	$(BIN)/python -m controller.console.page_types

storm: $(VENV)/.dev ## try to break it for an hour: files, wires, brokers, bots, leagues, kills, phones, clocks ...; goes on where it was (ARGS="--minutes 10 bots")
	$(BIN)/python -m tests.storm $(ARGS)

messages: $(VENV)/.dev ## bring the catalogues of translations up to date, and say what remains (ARGS="--new de" begins one)
	@$(BIN)/python -m tests.messages $(ARGS)

format: $(VENV)/.dev ## put the code in shape
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

pictures: $(VENV)/.dev ## play the five games and photograph their pages, and the front door, for README and docs (needs chromium)
	$(BIN)/python -m tests.pictures --stage --doors $(ARGS)

looks: $(VENV)/.dev ## photograph each state of each page, into build/looks (ARGS="--languages pl --schemes dark --only replay"; needs chromium)
	$(BIN)/python -m tests.pictures.looks $(ARGS)

fonts: $(VENV)/.dev ## make the typeface of the pages anew, from boards/fonts and the rules in shared/theme.css
	$(BIN)/python -m tests.fonts

golden: $(VENV)/.dev ## write the golden files anew; look at the difference before you commit it
	$(BIN)/python -m tests.golden
	$(BIN)/python -m tests.support.golden_scenes

firmware: ## build the golem's own program and say how large it is (needs avr-gcc; see docs/firmware.md)
	@$(MAKE) --no-print-directory -C hardware/firmware BUILD=$(CURDIR)/build/firmware

api-docs: $(VENV)/.dev ## pages of all modules, classes and functions, from their docstrings, into build/api
	@# A module that cannot be imported would be left out; an annotation that only a type checker can resolve is shown as written.
	$(BIN)/python -W "error:Couldn't import" -W "ignore:Error parsing type annotation" -m pdoc --no-show-source \
		--docformat restructuredtext --template-directory docs/api -o build/api $(PACKAGES)
	@echo "open build/api/index.html"

hooks: $(VENV)/.dev ## check format, lint, types and imports before every commit of yours
	$(BIN)/pre-commit install --hook-type pre-commit --hook-type commit-msg

wheel: $(VENV)/.dev ## build the wheel into dist/
	@rm -rf dist
	$(BIN)/hatchling build -t wheel -d dist

# An environment of the wheel and the locked dependencies, outside this folder: only what the wheel holds is found there.
wheel-check: wheel ## install the wheel, and use it as a stranger does (ARGS=--firmware: its firmware, too)
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT \
		&& $(MAKE) --no-print-directory VENV=$$folder/venv $$folder/venv/.run \
		&& VIRTUAL_ENV=$$folder/venv $(UV) pip install --quiet --no-deps dist/*.whl \
		&& $(BIN)/python -m tests.packaging $$folder/venv/bin/python $(ARGS)

build-golem: $(VENV)/.dev ## the golem's printed parts (into build/golem), pictures and parts list (needs openscad)
	$(BIN)/python -m hardware.build

# Browser tests need a real browser, MQTT tests a real broker, the firmware its compiler and emulator: installed where
# we may, named where not.
system-packages:
	@sh .ci/system-packages

lock: $(UV) ## resolve the dependencies anew (hashes, no addresses)
	$(UV) pip compile -q --upgrade --universal --generate-hashes --no-emit-index-url --python-version 3.11 pyproject.toml requirements/build.in -o requirements/run.txt
	$(UV) pip compile -q --upgrade --universal --generate-hashes --no-emit-index-url --python-version 3.11 --extra dev --extra league -c requirements/run.txt pyproject.toml requirements/build.in -o requirements/dev.txt
	$(UV) pip compile -q --upgrade --universal --generate-hashes --no-emit-index-url --python-version 3.11 -c requirements/dev.txt requirements/mutants.in -o requirements/mutants.txt
	$(UV) pip compile -q --upgrade --universal --generate-hashes --no-emit-index-url --python-version 3.11 requirements/uv.in -o requirements/uv.txt
	$(UV) pip compile -q --upgrade --universal --generate-hashes --no-emit-index-url --python-version 3.11 --no-deps requirements/headless.in -o requirements/headless.txt
	$(UV) pip compile -q --upgrade --universal --generate-hashes --no-emit-index-url --python-version 3.11 requirements/cobs-build.in -o requirements/cobs-build.txt

# uv in a private folder, where there is none yet.
.uv/bin/uv: requirements/uv.txt
	@$(PYTHON) -m venv .uv || { echo; echo "Python's venv module is missing. On Debian, Ubuntu and Raspberry Pi OS:"; echo "    sudo apt-get install python3-venv"; echo "then run this command again."; rm -rf .uv; exit 2; }
	@.uv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
	@touch $@

$(VENV)/bin/python: | $(UV)
	@$(UV) venv --quiet --allow-existing $(VENV)

# cobs has wheels for Windows only. Where there is no C compiler, or no Python.h, it builds itself without its quick part.
FROM_SOURCE = --only-binary :all: --no-binary cobs --build-constraints requirements/cobs-build.txt

# opencv-python needs the system's libGL; where there is none (a server, a container), the build without windows serves.
HEADLESS = $(BIN)/python -c 'import cv2' 2>/dev/null || VIRTUAL_ENV=$(VENV) $(UV) pip install --quiet --no-deps --only-binary :all: --require-hashes --reinstall -r requirements/headless.txt

# The build compiles the catalogues of translations; so does this, when one has changed since.
CATALOGUES := $(wildcard boards/base/locale/*/LC_MESSAGES/golem.po)

$(VENV)/.run: $(VENV)/.run-installed hatch_build.py $(CATALOGUES)
	@$(BIN)/python hatch_build.py
	@touch $@

$(VENV)/.dev: $(VENV)/.dev-installed hatch_build.py $(CATALOGUES)
	@$(BIN)/python hatch_build.py
	@touch $@ $(VENV)/.run

$(VENV)/.run-installed: requirements/run.txt pyproject.toml | $(UV) $(VENV)/bin/python
	@test -e $(VENV)/.dev-installed || VIRTUAL_ENV=$(VENV) $(UV) pip install --quiet $(FROM_SOURCE) --require-hashes -r requirements/run.txt
	@VIRTUAL_ENV=$(VENV) $(UV) pip install --quiet --no-deps --no-build-isolation -e .
	@$(HEADLESS)
	@touch $@

$(VENV)/.dev-installed: requirements/dev.txt pyproject.toml | $(UV) $(VENV)/bin/python
	@VIRTUAL_ENV=$(VENV) $(UV) pip install --quiet $(FROM_SOURCE) --require-hashes -r requirements/dev.txt
	@VIRTUAL_ENV=$(VENV) $(UV) pip install --quiet --no-deps --no-build-isolation -e .
	@$(HEADLESS)
	@touch $@ $(VENV)/.run-installed

clean: ## remove what the commands above made
	rm -rf $(VENV) .uv out build dist .coverage* .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache mutants
