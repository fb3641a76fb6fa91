# Everything a newcomer, a developer and CI do. `make help` lists it.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

# One way to build everything, wherever the clone lies, so that Go's cache serves
# all of them: no cgo, no paths and no version of Git in what is compiled.
export CGO_ENABLED := 0
export GOFLAGS := -buildvcs=false -trimpath

# Arguments for `make run`, `make bench` and `make prove`, as in:
# make run ARGS='--listen :9000'
ARGS ?=

##@ Use
.PHONY: run
run: build ## start the server on the embedded database with demo data
	exec bin/holdfast demo $(ARGS)

.PHONY: build
build: ## compile bin/holdfast, one static binary with the web app in it
	scripts/web build
	scripts/binary

##@ Prove
.PHONY: test
test: ## what CI runs: check, unit tests, both databases, race detector, end to end
	scripts/test test $(ARGS)

.PHONY: prove
prove: ## the same promises with large counts, for hours; PROVE_MINUTES=30 bounds it
	scripts/test prove $(ARGS)

.PHONY: check
check: build ## linter, format, our own rules, generated files, module files, the web app
	scripts/check

.PHONY: bench
bench: build ## measure against the baselines and write docs/BENCHMARKS.md
	scripts/bench $(ARGS)

##@ Change
.PHONY: generate
generate: build ## write the files that are generated from the code
	mkdir -p api
	bin/holdfast openapi > bin/openapi.json
	mv bin/openapi.json api/openapi.json
	go test ./internal/api -run "ClosedLists|SecurityActionsAreOne" -update
	go test ./internal/page -run AppTexts -update
	scripts/web client

.PHONY: format
format: ## gofmt and Prettier over everything
	gofmt -l -w $$(scripts/go-files)
	scripts/web format

.PHONY: lint
lint: ## the linter alone
	$$(scripts/linter) run --allow-parallel-runners ./...

.PHONY: clean
clean: ## remove what was built; data/ stays
	rm -rf bin .cache web/node_modules web/.svelte-kit
	find web/dist -mindepth 1 ! -name .gitkeep -delete

.PHONY: help
help: ## this list
	@awk 'BEGIN {FS = ":.*## "} /^##@ / {printf "\n%s\n", substr($$0, 5)} /^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
