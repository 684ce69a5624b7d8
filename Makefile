# Everything starts from Python >= 3.11 and make; each target does its own set-up, and quickly when it is done.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV   := .venv
BIN    := $(VENV)/bin
STAMPS := $(VENV)/.stamps
OUT    ?= out
BOARDS ?= 300
# Tests of one module share a worker, and so its servers.
PYTEST_ARGS ?= -n 2 --dist loadfile
# Some wait more than they compute, so there is one worker more; the order is that of tests/conftest.py.
TEST_ARGS   ?= -n 3 --dist loadfile --no-loadscope-reorder

PROTOS     := $(shell find proto -name '*.proto')
GENERATED  := clients/python/src/euchre/py.typed
GOOGLEAPIS := .build/googleapis/.copied
BASELINE   := proto/baseline.binpb
NODE       := tests/clients/node
NODE_READY := $(NODE)/node_modules/.package-lock.json
WEB        := clients/web
WEB_READY  := $(WEB)/node_modules/.package-lock.json
WEB_PAGES  := service/euchre_referee/web/index.html
WEB_SOURCE := $(shell find $(WEB)/src $(WEB)/public $(WEB)/*.* clients/javascript/verifier/src -type f 2>/dev/null)
TYPESCRIPT := clients/typescript
TYPESCRIPT_READY  := $(TYPESCRIPT)/node_modules/.package-lock.json
TYPESCRIPT_BUILT  := $(TYPESCRIPT)/dist/index.js
TYPESCRIPT_SOURCE := $(shell find $(TYPESCRIPT)/src -name '*.ts' -not -path '*/gen/*' 2>/dev/null)
UV_COMPILE := $(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
              --no-header --no-annotate --no-emit-package euchre-client --quiet

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup proto node-client test mutants chaos tournament strength bench bench-rules lock baseline clean \
        check check-format check-lint check-types check-layers check-dead-code check-dependencies check-contract

help: ## what can be made
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "make %-18s %s\n", $$1, $$2}'

setup: $(STAMPS)/installed $(GENERATED) ## .venv with the locked packages and both distributions (.venv/bin/euchre)

proto: $(GENERATED) ## the package euchre.v1 from proto/

test: setup node-client ## all tests, but those of `make test-web` and `make test-ops`
	$(BIN)/python -m pytest $(TEST_ARGS) --ignore tests/web --ignore tests/operations

.PHONY: test-web
test-web: setup ## the HTTP API tried by programs of others: a fuzzer that reads its document, Envoy, browsers
	$(BIN)/python -m pytest $(PYTEST_ARGS) tests/web
	$(MAKE) check-typescript test-typescript
	$(MAKE) check-web test-browser

.PHONY: test-ops
test-ops: setup ## what is in deploy/, tried by the programs it is for; needs Debian's Prometheus, Alertmanager, node exporter, Redis
	$(BIN)/python -m pytest $(PYTEST_ARGS) tests/operations

.PHONY: dashboards
dashboards: setup ## Grafana's dashboards anew, and the pictures of them from a run of a minute that Prometheus looks at
	$(BIN)/python -m tests.operations.pictures

.PHONY: ops-demo
ops-demo: setup $(WEB_PAGES) ## two referees, Envoy, Valkey and Prometheus; plays a tournament and says where to look
	$(BIN)/python -m tests.operations.demo --out $(OUT)/ops-demo

# Which mutants, with wildcards: MUTANTS='euchre_referee.rules.judge.*'; none named are all not yet tried.
MUTANTS  ?=
MUTATION := .build/mutation

mutants: $(STAMPS)/mutation ## mutation testing of the rules (hours; docs/testing.md); what survives in out/mutants.txt
	@mkdir -p $(MUTATION)/tests $(OUT)
	@rm -rf $(MUTATION)/mutants/tests
	ln -sfn ../../pyproject.toml $(MUTATION)/pyproject.toml
	ln -sfn ../../service $(MUTATION)/src
	ln -sfn ../../../tests/rules $(MUTATION)/tests/rules
	ln -sfn ../../../tests/conformance $(MUTATION)/tests/conformance
	cd $(MUTATION) && $(abspath $(BIN))/mutmut run --max-children 2 $(MUTANTS)
	cd $(MUTATION) && $(abspath $(BIN))/mutmut results | sed '/: not checked$$/d' > $(abspath $(OUT))/mutants.txt

MINUTES ?= 10

chaos: setup ## all that can break breaks while bots play, for MINUTES (10); counts what was lost, doubled or wrong
	$(BIN)/python -m tests.chaos.run --minutes $(MINUTES)

tournament: setup ## a demonstration: bots play Euchre and Buck Euchre; results in out/tournament
	rm -rf $(OUT)/tournament
	$(BIN)/euchre tournament run --rules euchre --bots random,greedy,careful --boards $(BOARDS) --out $(OUT)/tournament/euchre
	$(BIN)/euchre tournament run --rules buck --bots random,greedy,careful --boards $(BOARDS) --out $(OUT)/tournament/buck

.PHONY: tournament-kills tournament-long
tournament-kills: setup ## kills runner, referee and store of tournaments 20 times, and holds the results against others
	$(BIN)/python -m tests.tournament.kills

tournament-long: setup ## the memory of runner and referee in matches of 1,000 and 10,000 boards
	$(BIN)/python -m tests.tournament.long

strength: setup ## how much each built-in bot beats the next weaker one, on duplicate boards in memory
	$(BIN)/python -m tests.bots.strength

bench: setup ## measures the service; JSON in out/bench.json
	$(BIN)/python -m tests.load.bench --out $(OUT)/bench.json

bench-rules: setup ## measures the rules engine beside OpenSpiel's Euchre; JSON in out/bench-rules.json
	$(BIN)/python -m tests.load.bench_rules --out $(OUT)/bench-rules.json

.PHONY: bench-capacity
bench-capacity: setup ## what a referee and a store can carry, and what a game costs; JSON in out/capacity.json
	$(BIN)/python -m tests.load.capacity --out $(OUT)/capacity.json

.PHONY: simulate-plan
simulate-plan: setup ## the plan for a million games (docs/capacity.md), simulated; JSON
	$(BIN)/python -m tests.load.plan

.PHONY: boards-needed
boards-needed: setup ## how many boards tell one built-in bot from another, with and without duplicate ones
	$(BIN)/python -m tests.bots.boards_needed

check: check-format check-lint check-types check-layers check-dead-code check-dependencies check-contract ## all checks

check-format: setup
	$(BIN)/ruff format --check .

check-lint: setup
	$(BIN)/ruff check .

check-types: setup
	$(BIN)/mypy

check-layers: setup
	$(BIN)/lint-imports

check-dead-code: setup
	$(BIN)/vulture

check-dependencies: setup
	$(BIN)/deptry service
	cd clients/python && ../../$(BIN)/deptry src

check-contract: setup $(GOOGLEAPIS)
	$(BIN)/buf lint proto
	$(BIN)/buf breaking proto --against $(BASELINE)

lock: $(STAMPS)/locked ## the locks anew from pyproject.toml and package.json (UPGRADE=--upgrade for newer versions)
	$(UV_COMPILE) $(UPGRADE) --output-file requirements/runtime.txt
	$(UV_COMPILE) $(UPGRADE) --extra tracing --group dev --constraint requirements/runtime.txt --output-file requirements/dev.txt
	$(UV_COMPILE) $(UPGRADE) --extra tracing --constraint requirements/dev.txt --output-file requirements/image.txt
	$(subst pyproject.toml,--group image,$(UV_COMPILE)) $(UPGRADE) --constraint requirements/dev.txt --output-file requirements/image-build.txt
	$(UV_COMPILE) $(UPGRADE) --group mutation --constraint requirements/dev.txt --output-file requirements/mutation.txt
	cd $(NODE) && PATH="$(abspath $(BIN)):$$PATH" npm install --package-lock-only --ignore-scripts
	cd $(TYPESCRIPT) && PATH="$(abspath $(BIN)):$$PATH" npm install --package-lock-only --ignore-scripts
	cd $(WEB) && PATH="$(abspath $(BIN)):$$PATH" npm install --package-lock-only --ignore-scripts

baseline: setup $(GOOGLEAPIS) ## records proto/ as released: what `make check` lets no later contract break
	$(BIN)/buf build proto --exclude-source-info --output $(BASELINE)

.PHONY: openapi-examples
openapi-examples: setup ## records the examples of the OpenAPI document anew
	$(BIN)/python -m tests.web.openapi.record

node-client: $(NODE_READY) ## the packages of the test client on Node

.PHONY: web check-web test-browser
web: $(WEB_PAGES) ## the pages that `euchre serve` shows in a browser

check-web: $(WEB_PAGES) ## types and unit tests of the pages
	cd $(WEB) && PATH="$(abspath $(BIN)):$$PATH" npm run check
	cd $(WEB) && PATH="$(abspath $(BIN)):$$PATH" npm test

test-browser: setup $(WEB_PAGES) ## games played on the pages in Chromium
	cd $(WEB) && PATH="$(abspath $(BIN)):$$PATH" npm run test:browser

.PHONY: typescript-client check-typescript test-typescript
typescript-client: $(TYPESCRIPT_BUILT) ## the client for browsers and Node (clients/typescript/dist)

check-typescript: $(TYPESCRIPT_BUILT) ## format, lint and types of the TypeScript client
	cd $(TYPESCRIPT) && PATH="$(abspath $(BIN)):$$PATH" npm run check

test-typescript: setup $(TYPESCRIPT_BUILT) ## tests of the TypeScript client against a referee
	cd $(TYPESCRIPT) && PATH="$(abspath $(BIN)):$$PATH" npm test

clean: ## all that was made, but not .venv
	rm -rf .build $(OUT) dist clients/python/dist clients/python/src/euchre $(NODE)/node_modules
	rm -rf $(TYPESCRIPT)/node_modules $(TYPESCRIPT)/src/gen $(TYPESCRIPT)/dist
	rm -rf $(WEB)/node_modules $(dir $(WEB_PAGES))

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python >= 3.11 is needed (found: $(PYTHON)); name one: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

# pip brings uv; uv then takes away what an older lock had installed.
$(STAMPS)/locked: requirements/dev.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r $<
	$(BIN)/uv pip sync --quiet --python $(BIN)/python --require-hashes $<
	@mkdir -p $(@D) && touch $@

$(STAMPS)/mutation: requirements/mutation.txt $(STAMPS)/installed
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r $<
	@touch $@

# Without isolation: the build then runs with the locked packages.
$(STAMPS)/installed: pyproject.toml clients/python/pyproject.toml $(STAMPS)/locked | $(GENERATED)
	$(BIN)/uv pip install --quiet --python $(BIN)/python --offline --no-deps --no-build-isolation -e clients/python -e .
	@touch $@

$(GENERATED): $(PROTOS) clients/python/hatch_build.py $(STAMPS)/locked
	$(BIN)/python clients/python/hatch_build.py

# buf finds imports only inside its workspace.
$(GOOGLEAPIS): $(STAMPS)/locked
	@mkdir -p $(@D)/google/api $(@D)/google/rpc
	protos=$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/google \
	  && cp $$protos/api/*.proto $(@D)/google/api && cp $$protos/rpc/*.proto $(@D)/google/rpc
	@touch $@

$(NODE_READY): $(NODE)/package.json $(NODE)/package-lock.json $(NODE)/.npmrc $(STAMPS)/locked
	cd $(NODE) && PATH="$(abspath $(BIN)):$$PATH" npm ci --ignore-scripts
	@touch $@

$(TYPESCRIPT_READY): $(TYPESCRIPT)/package.json $(TYPESCRIPT)/package-lock.json $(TYPESCRIPT)/.npmrc $(STAMPS)/locked
	cd $(TYPESCRIPT) && PATH="$(abspath $(BIN)):$$PATH" npm ci --ignore-scripts
	@touch $@

$(TYPESCRIPT_BUILT): $(TYPESCRIPT_READY) $(TYPESCRIPT_SOURCE) $(TYPESCRIPT)/tsconfig.json $(TYPESCRIPT)/buf.gen.yaml $(PROTOS) $(GOOGLEAPIS)
	cd $(TYPESCRIPT) && PATH="$(abspath $(BIN)):$$PATH" npm run contract && PATH="$(abspath $(BIN)):$$PATH" npm run build

$(WEB_READY): $(WEB)/package.json $(WEB)/package-lock.json $(WEB)/.npmrc $(STAMPS)/locked
	cd $(WEB) && PATH="$(abspath $(BIN)):$$PATH" npm ci --ignore-scripts
	@touch $@

$(WEB_PAGES): $(WEB_READY) $(WEB_SOURCE) $(TYPESCRIPT_BUILT)
	cd $(WEB) && PATH="$(abspath $(BIN)):$$PATH" npm run build
	@touch $@
