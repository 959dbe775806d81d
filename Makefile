# `make help` lists the targets.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup demo test soak bench timing board python package archive book clean

PORTS    := 8 12 36
POLICIES := naive input-triggered input-output-triggered
# Preset with this number of ports.
preset   = examples/santos-2003$(if $(filter-out 12,$(1)),-$(1)port).toml
# --set options that select a marking policy; input-output-triggered requires a threshold.
policy   = --set marking.policy=$(1) $(if $(filter input-output-triggered,$(1)),--set marking.output_threshold=8)
# --set options that select a policy, or the congestion detectors of InfiniBand, in a switch.
marks    = $(if $(filter detector,$(1)),--set marking.by=detector,$(call policy,$(1)))
TAILBACK := cargo run --release --quiet --

SOAK_CYCLES  ?= 100000000
# Cycles of the whole switch with 12 and with 36 ports.
SWITCH_12_CYCLES ?= 10000000
SWITCH_36_CYCLES ?= 1000000
SOAK_MUTANTS ?= 250
SEED         ?= 1
# Configuration of `make timing`: the size of the hand-written modules with which it compares.
TIMING_CONFIG ?= examples/santos-2003-8port.toml
# Placement seeds, of which `make timing` reports the median.
TIMING_SEEDS  ?= 3
# Minutes of a placement with its routing: longer than any that is known to end.
TIMING_LIMIT  ?= 10

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

setup: ## install missing Debian packages
	@scripts/setup

demo: setup ## generate, lint and co-simulate the 12-port marking module and fabrics; run the papers' experiments
	@scripts/demo

test: setup build/venv-rdl/.installed ## run every check that a change must pass
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked
	if cargo nextest --version >/dev/null 2>&1; then \
	    cargo nextest run --workspace --locked --no-tests=pass --no-fail-fast && \
	    cargo test --workspace --doc --locked; \
	else \
	    cargo test --workspace --locked; \
	fi

soak: setup ## run the tests for hours: 10^8 cycles per policy and size, and mutants per policy
	cargo build --release --locked
	TAILBACK_SOAK=1 TAILBACK_KERNELS=1100 cargo test --release --workspace --locked
	$(foreach ports,$(PORTS),$(foreach rule,$(POLICIES), \
	    $(TAILBACK) cosim $(call preset,$(ports)) $(call policy,$(rule)) --cycles $(SOAK_CYCLES) --seed $(SEED) &&)) true
	$(foreach ports,12 36,$(foreach kind,fifo round-robin,$(foreach rule,$(POLICIES) detector, \
	    $(TAILBACK) cosim $(call preset,$(ports)) --module switch --set allocator.kind=$(kind) \
	        $(call marks,$(rule)) --cycles $(SWITCH_$(ports)_CYCLES) --seed $(SEED) &&))) true
	$(foreach rule,$(POLICIES), \
	    $(TAILBACK) mutants $(call preset,8) $(call policy,$(rule)) --count $(SOAK_MUTANTS) &&) true

bench: setup ## measure the speed of co-simulation, model, kernel and engine, and the time of gen
	cargo build --release --locked
	@rm -rf build/bench
	@TIMEFORMAT="gen, 36 ports: %R s"; time \
	    "$${CARGO_TARGET_DIR:-target}/release/tailback" gen $(call preset,36) --out build/bench >/dev/null
	cargo bench --locked -p tailback-testbench --bench cosim
	cargo bench --locked -p tailback-model --bench marking
	cargo bench --locked -p tailback-model --bench fabric
	cargo bench --locked -p tailback-model --bench switch

timing: setup build/venv/.installed ## measure area and Fmax beside hand-written Verilog, and write docs/timing.md
	$(TAILBACK) timing $(TIMING_CONFIG) --seeds $(TIMING_SEEDS) --limit $(TIMING_LIMIT) --markdown docs/timing.md

# Scenario and board of `make board`.
BOARD_SCENARIO ?= examples/boards/fig2.toml
BOARD          ?= ulx3s-85f

board: setup build/venv/.installed ## build the bitstream of a fabric for a board, into build/board, and run the fabric in simulation
	$(TAILBACK) build $(BOARD_SCENARIO) --board $(BOARD) --out build/board
	$(TAILBACK) board $(BOARD_SCENARIO) --simulate

# The virtual environment of `make python`.
PYTHON := build/venv-python/bin/python

python: setup build/venv-python/.installed ## build the Python wheel; run its tests, the notebooks, and cocotb and DPI-C
	@rm -rf build/wheels
	$(PYTHON) -m maturin build --release --locked --quiet -m python/Cargo.toml -i python3 --out build/wheels
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps build/wheels/tailback-*.whl
	$(PYTHON) -m pytest -q python/tests examples/cocotb
	$(PYTHON) examples/notebooks/execute.py
	cargo build --release --locked --quiet -p tailback-c
	@scripts/dpi

# Crates that only tests use, and those for other languages, are not published.
package: ## make and build the packages of all published crates
	cargo package --workspace --locked --exclude tailback-harness --exclude tailback-kernels \
	    --exclude tailback-python --exclude tailback-c

archive: setup ## pack the command, its manual pages, completions and examples into build/release
	@scripts/archive

book: ## build the book from docs/ into build/book; installs mdBook if it is missing
	@scripts/book

build/venv/.installed: requirements-timing.txt
	python3 -m venv build/venv
	build/venv/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

build/venv-rdl/.installed: requirements-registers.txt
	python3 -m venv build/venv-rdl
	build/venv-rdl/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

build/venv-python/.installed: requirements-python.txt
	python3 -m venv build/venv-python
	build/venv-python/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

clean: ## remove all build products
	cargo clean
	rm -rf build
