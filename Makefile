# Everything a newcomer, a developer and CI do. `make help` lists it.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

GOLANGCI_VERSION := v2.15.0

CACHE := $(CURDIR)/.cache
# The version is in the path: another pin is another file, never a stale one.
GOLANGCI := $(CACHE)/bin/golangci-lint-$(GOLANGCI_VERSION)

# Arguments for `make run` and `make bench`, as in: make run ARGS='--listen :9000'
ARGS ?=

##@ Use
.PHONY: run
run: build ## start the server on the embedded database with demo data
	exec bin/holdfast demo $(ARGS)

.PHONY: build
build: ## compile bin/holdfast, one static binary with the web app in it
	scripts/web build
	CGO_ENABLED=0 go build -buildvcs=false -trimpath -ldflags='-s -w' -o bin/holdfast ./cmd/holdfast

##@ Prove
.PHONY: test
test: build ## every test: unit, both databases, race detector, end to end
	scripts/test

.PHONY: check
check: build $(GOLANGCI) ## vet, linter, format, house rules, generated files, module files
	scripts/check $(GOLANGCI)

.PHONY: bench
bench: build ## measure against the baselines and write docs/BENCHMARKS.md
	scripts/bench $(ARGS)

##@ Change
.PHONY: generate
generate: build ## write the files that are generated from the code
	mkdir -p api
	bin/holdfast openapi > bin/openapi.json
	mv bin/openapi.json api/openapi.json
	scripts/web client

.PHONY: format
format: ## gofmt and Prettier over everything
	gofmt -l -w $$(scripts/go-files)
	scripts/web format

.PHONY: lint
lint: $(GOLANGCI) ## the linter alone
	$(GOLANGCI) run --allow-parallel-runners ./...

.PHONY: clean
clean: ## remove what was built; data/ stays
	rm -rf bin .cache web/node_modules web/.svelte-kit
	find web/dist -mindepth 1 ! -name .gitkeep -delete

.PHONY: help
help: ## this list
	@awk 'BEGIN {FS = ":.*## "} /^##@ / {printf "\n%s\n", substr($$0, 5)} /^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(GOLANGCI):
	mkdir -p $(dir $(GOLANGCI))
	GOBIN=$(CACHE)/install GOFLAGS=-mod=mod go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_VERSION)
	mv $(CACHE)/install/golangci-lint $(GOLANGCI)
	rmdir $(CACHE)/install
