# Each target is a short list of commands, which can also be typed by hand.

CARGO ?= cargo
EXAMPLE := examples/shop.robots.txt

.PHONY: help run run-page run-command wasm wasm-test wasm-bench python wheel python-test sdist-test spark-test spark-all python-bench table-bench web tester web-test web-e2e web-e2e-all needs built modules page format test test-all test-core workspace-tests test-long lint deny advisories notices lab bench simulate simulate-mutants fuzz schema-fuzz schema-fuzz-all minimum-rust exhaustive hook-test peer-readers peer-readers-all features package public-api release release-dry-run deb container-test packaging-test vscode docs site pictures doc-open

# One line of at most 100 columns for each target; a test of the documents holds it. Longer explanations stand above a
# target, or in docs/design/build.md.
help: ## print this list
	@sed -nE 's/^([a-z0-9-]+):.*## (.*)/\1 \2/p' $(MAKEFILE_LIST) | while read -r target text; do printf '%-17s%s\n' "$$target" "$$text"; done

run: ## build page and command, check a real file, then start the service
	@echo "building maycrawl and its page: some minutes on two cores, the first time"
	@$(MAKE) --no-print-directory -j2 run-page run-command
	@scripts/run

# The command reads the page from its folder, so neither waits for the other. The first page has no engine, which takes as
# long as the command: it asks the service. It is older than what it is made of, so `make web` makes another.
run-page:
	@if ! command -v npm >/dev/null; then echo "npm is not installed: building maycrawl without its tester page"; \
	elif [ -f $(ENGINE) ]; then $(MAKE) --no-print-directory web; \
	else $(MAKE) --no-print-directory $(WEB_MODULES) && npm --prefix web run build && touch -d 2000-01-01 $(PAGE); fi

run-command:
	@env -u MAKEFLAGS $(CARGO) build --profile try --locked -p maycrawl-cli

# Nothing is built twice in CI, so what would make a second build fast only costs time and space there.
ifdef CI
export CARGO_INCREMENTAL := 0
# A failure says its file and line without it.
export CARGO_PROFILE_DEV_DEBUG := false
endif

PAGE := crates/maycrawl-server/page/index.html
# The engine of the page. Where it cannot be built, the page asks the service, and says so.
ENGINE := web/src/engine/engine.wasm
# What decides in the static tester until the engine is there: the module of `maycrawl/check`.
EARLY := web/src/engine/check.wasm
# What the page loads when an access log is given to it.
AUDIT := web/src/audit/audit.wasm
WEB_MODULES := web/node_modules/.package-lock.stamp

# Needs Node 20.19 or later.
web: $(PAGE) ## build the tester page, which the service embeds

$(ENGINE): $(shell find bindings/wasm/src $(wildcard crates/maycrawl-[elqu]*/src) crates/maycrawl-lint/lints crates/maycrawl-lint/build.rs crates/maycrawl/src crates/maycrawl-language/languages -type f) bindings/wasm/Cargo.lock
	@scripts/wasm $@ || { [ $$? -eq 3 ] && echo "the page will ask the service about drafts"; }

# A tester without it waits for its engine.
$(EARLY): $(shell find bindings/wasm/src crates/maycrawl/src -type f) bindings/wasm/Cargo.lock
	@scripts/wasm $@ || [ $$? -eq 3 ]

$(AUDIT): $(shell find bindings/wasm/src bindings/wasm/build.rs crates/maycrawl/src crates/maycrawl-uses/src crates/maycrawl-policy/src crates/maycrawl-audit/src -type f) bindings/wasm/Cargo.lock
	@scripts/wasm $@ || { [ $$? -eq 3 ] && echo "the page will read no access logs"; }

$(PAGE): $(WEB_MODULES) $(ENGINE) $(AUDIT) web/index.html web/vite.config.ts web/scripts/sizes.js $(shell find web/src web/public -type f -not -name '*.wasm')
	npm --prefix web run build

$(WEB_MODULES): web/package-lock.json
	npm --prefix web ci --ignore-scripts
	@touch $@

# A folder that any web host serves: target/tester. With SERVICE=https://check.shop.example the page fetches live sites
# through that service.
tester: $(WEB_MODULES) $(ENGINE) $(EARLY) $(AUDIT) ## build the static tester in target/tester (SERVICE=URL fetches live sites)
	@scripts/tester

web-test: $(WEB_MODULES) $(ENGINE) $(EARLY) $(AUDIT) ## check the sources of the tester page and run its unit tests
	npm --prefix web run check

# Screenshots go to target/screenshots.
web-e2e: built web tester ## test the tester page and the static tester in a real browser
	npm --prefix web run sizes
	npm --prefix web run e2e
	npm --prefix web run e2e:static

web-e2e-all: built web tester # all walks with the static tester
	npm --prefix web run e2e:static-all

# `make test` and `make test-all` compile, lint and document our crates in one go (scripts/compile); other targets compile as
# users do. A target folder holds both, and what they depend on once.
TARGET := $(abspath $(or $(CARGO_TARGET_DIR),target))
test test-all part-%: export RUSTC_WORKSPACE_WRAPPER := $(abspath scripts/compile)
# Here and not in scripts/compile: cargo compares it with its own environment, and would compile everything again.
test test-all part-%: export CLIPPY_ARGS := -Dwarnings__CLIPPY_HACKERY__

# The parts of `make test`, in the order in which they begin: what takes longest, or is waited for, comes first.
PARTS := format built web-test web-e2e wheel workspace-tests wasm-test spark-test python-test lab deny public-api container-test \
	hook-test peer-readers schema-fuzz
# What only a change of its own files can break, and larger counts of what `make test` asks already (docs/design/build.md).
MORE_PARTS := features package packaging-test web-e2e-all sdist-test spark-all peer-readers-all schema-fuzz-all minimum-rust exhaustive

# Four parts at a time on two processors: one that waits for a socket leaves its place. The table is printed after a failure too.
define run_parts
	@scripts/part --start
	@IN_ORDER=1 $(MAKE) --no-print-directory -k -j4 --output-sync=line $(addprefix part-,$(1)) || { scripts/part --table; exit 1; }
	@scripts/part --table
endef

# Format, lints, dependencies, page, crates, API, hooks, other programs, Python, npm, Spark, attacks, fuzz targets, documents.
# Which part is here and which in `test-all`: docs/design/build.md.
test: needs ## check and test everything that any change can break: what CI runs
	$(call run_parts,$(PARTS))

# Adds: each feature alone, packages, two versions of Spark, the oldest Rust, more questions to other programs.
test-all: needs ## as make test, and what only a release needs: the weekly workflow runs it
	$(call run_parts,$(PARTS) $(MORE_PARTS))

# What parts need has run before them: `-o` says to make that it is not to be made again, but by the part that makes it.
MADE := needs built web tester wheel
part-page: MADE := needs built wheel
part-%:
	@scripts/part $* $(MAKE) --no-print-directory $(addprefix -o ,$(filter-out $*,$(MADE))) $*

part-web-e2e: part-built part-page
part-page: part-modules
part-web-test: part-modules
part-built: part-format
part-wheel part-workspace-tests: part-built
part-package part-packaging-test part-web-e2e-all: part-built part-page part-web-e2e
part-spark-test part-python-test: part-wheel
# They need no wheel, but they are short: what is long and waits for the wheel begins before them.
ifdef IN_ORDER
part-lab part-public-api part-container-test part-hook-test part-peer-readers part-schema-fuzz: part-wheel
endif
part-lab part-public-api part-container-test part-hook-test part-peer-readers part-schema-fuzz: part-built
# They share a folder of npm packages, or write the same files.
part-wasm-test: part-built part-modules
part-deny: part-modules
part-sdist-test part-spark-all: part-wheel part-python-test part-spark-test
part-peer-readers-all: part-peer-readers
part-schema-fuzz-all: part-schema-fuzz
part-features part-minimum-rust part-exhaustive: part-built

modules: $(WEB_MODULES) $(ENGINE) $(EARLY) $(AUDIT)

page: web tester

# Builds with the features and the profile of the tests, so that nothing is compiled twice. Documents as well under `make test`.
built:
	@mkdir -p $(TARGET)/doc
	DOCUMENTED=$(TARGET)/doc $(CARGO) test --workspace --all-features --locked --no-run

# Most of the long ones wait for a socket or a process, so there are four at a time.
workspace-tests: built
	RUST_TEST_THREADS=4 $(CARGO) test --workspace --all-features --locked

# Without the tests of their documentation.
test-core: ## test the engine and the four crates above it alone
	$(CARGO) test -p maycrawl -p maycrawl-uses -p maycrawl-effects -p maycrawl-readers -p maycrawl-lint --all-features --locked --lib --tests

features: ## check that each feature of the library crates compiles alone
	@scripts/features

package: web ## package the crates as they are published, and compile each package
	@scripts/package

# For TARGET (default: this machine), in target/dist; signed with MAYCRAWL_SIGNING_KEY.
release: web ## build the archive of a release and its bill of materials in target/dist
	@scripts/release

deb: web ## as release, and the Debian package too (needs cargo-deb)
	@scripts/release --deb

# For this machine. Each file of the release is installed in a fresh environment. PROFILE=try compiles without optimisation.
release-dry-run: web ## make a whole release without publishing, and install each file of it
	@scripts/release-dry-run

packaging-test: built ## test archive, unit, container files, the GitHub step and the hooks
	@scripts/packaging-test

# The last stage of the image, without root and with a read-only root.
container-test: built ## build the last stage of the container image, and run it
	@scripts/container-test

# `scripts/public-api` writes docs/public-api.
public-api: ## check the documentation of the crates, and their API against docs/public-api
	@scripts/public-api --check $(if $(RUSTC_WORKSPACE_WRAPPER),--made)

needs: ## install the programs that the tests start
	@scripts/ensure-installed redis-server=redis-server npm=npm chromium=chromium ip=iproute2 valgrind=valgrind

format: ## check the format and the limits of size, and count examples
	@scripts/limits
	@scripts/examples
	@scripts/answer-types --check
	$(CARGO) fmt --all --check
	$(CARGO) fmt --manifest-path fuzz/libfuzzer/Cargo.toml --check
	$(CARGO) fmt --manifest-path bindings/python/Cargo.toml --check
	$(CARGO) fmt --manifest-path bindings/wasm/Cargo.toml --check

lint: format ## check format and limits, and run clippy with warnings as errors
	$(CARGO) clippy --workspace --all-targets --all-features --locked -- -D warnings
	$(CARGO) clippy --manifest-path bindings/python/Cargo.toml --target-dir target --locked -- -D warnings

# By deny.toml, also of the Python library and of npm packages; and the notices.
deny: ## check licences, duplicates, sources and advisories of all dependencies
	@scripts/deny
	@scripts/notices --check

advisories: ## as deny, with the whole RustSec database (downloaded) and with npm audit
	@scripts/deny --fetch

notices: $(WEB_MODULES) ## write the third-party notices that `maycrawl licenses` prints
	@scripts/notices

# In a network namespace where every address is local.
lab: built ## test the address guard, and attacks on command and service
	@scripts/lab

# All patterns of up to 8 letters, 38 million paths of changed files, 1,000,000 answers about uses, 1,000,000 edits, shorter
# files and recipes that keep uses, 1,000,000 requests of simulated logs, certificates, each damaged once, 500 kills of a
# writer, 500 faults of Redis, 1,000,000 questions to each program of `maycrawl check --as`, the paths of `maycrawl readers` for
# 500 real files, and the check that the simulator finds each attack.
test-long: needs ## run the exhaustive tests with their full counts; takes minutes
	$(CARGO) test --release -p maycrawl --test integration --locked -- --ignored exhaustive
	MAYCRAWL_LONG=1 $(CARGO) test --release -p maycrawl-effects -p maycrawl-lint --all-features --test integration --locked -- effects certificates
	MAYCRAWL_LONG=1 $(CARGO) test --release -p maycrawl-site --test integration --locked uses_model
	MAYCRAWL_LONG=1 $(CARGO) test --release -p maycrawl-audit --test integration --locked
	$(CARGO) test -p maycrawl-fetch --locked --tests -- --ignored --nocapture
	$(CARGO) build --release --locked -p maycrawl-readers -p maycrawl-bench --example ask_readers --example ask_crates
	ASK_READERS=$${CARGO_TARGET_DIR:-target}/release/examples/ask_readers scripts/ask-readers 1000000 1 500
	@scripts/simulate-mutants --patches

# SIMULATE_SECONDS=60 for a minute, SIMULATE_FROM=1000000 for other seeds.
SIMULATE_SECONDS ?= 3600
SIMULATE_FROM ?= 0
simulate: ## simulate fleets with faults and attacks for an hour of processor time
	$(CARGO) run --release --locked -p maycrawl-simulation -- --seconds $(SIMULATE_SECONDS) --threads $$(nproc) --from $(SIMULATE_FROM)

# Takes an hour: a minute of processor time for each change. MUTANTS=3 for three changes.
MUTANTS ?= 60
simulate-mutants: ## measure how many changes of the code the simulator finds; takes an hour
	@scripts/simulate-mutants --count $(MUTANTS)

# Peers, an earlier commit, hostile files, broken servers, kills, faults and load; writes bench/RESULTS.md.
# MAYCRAWL_LOAD_SECONDS=600 for ten minutes of load.
bench: needs ## measure speed, load and faults, against peers too; writes bench/RESULTS.md
	mkdir -p target
	$(CARGO) test -p maycrawl-fetch --locked --tests -- --ignored --nocapture kill_9_for_long a_long_storm >target/remarks.txt
	$(CARGO) build --release --locked -p maycrawl-cli -p maycrawl-bench
	@scripts/bench-before >>target/remarks.txt
	$(CARGO) run --release --locked -p maycrawl-bench -- --remarks target/remarks.txt --out bench/RESULTS.md

# FUZZ_SECONDS=1800 for half an hour. Needs a C++ compiler.
FUZZ_SECONDS ?= 60
fuzz: ## run each fuzz target for a minute (FUZZ_SECONDS); needs a C++ compiler
	@scripts/fuzz $(FUZZ_SECONDS)

# SCHEMA_EXAMPLES of each operation; schema-fuzz-all: 150.
SCHEMA_EXAMPLES ?= 30
schema-fuzz: built ## check the OpenAPI document, and test the service against it
	@scripts/schema-fuzz $(SCHEMA_EXAMPLES)

schema-fuzz-all: built
	@scripts/schema-fuzz 150

minimum-rust: # each crate with its oldest compiler, where rustup has it
	@scripts/minimum-rust

exhaustive: # all patterns of up to 8 letters against the specification
	$(CARGO) test --release -p maycrawl --test integration --locked -- --ignored exhaustive

hook-test: built ## run the pre-commit hooks with the pre-commit program
	@scripts/hook-test

# Reads the files of all recipes with Python's urllib.robotparser and protego, and asks each program of `maycrawl check --as`
# 2,000 questions and the paths of `maycrawl readers`; peer-readers-all: 20,000.
peer-readers: built ## compare recipes and readers with the other programs themselves
	@scripts/peer-readers 2000 4

peer-readers-all: built
	@scripts/peer-readers 20000 20

# With the command in it. Needs Rust 1.94 and Node. PROFILE=try compiles without optimisation.
python: web ## build the Python wheel in target/wheels (needs Rust 1.94 and node)
	@scripts/python-wheel release

wheel: built # the wheel of this machine, as quickly as it compiles
	@scripts/python-wheel dev

# Each of the two environments has more than 1 GB. A run of CI once ended because the disk was full.
python-test: wheel ## test the wheel, also with the tests of Scrapy, protego and CPython
	@scripts/python-test
	@$(if $(CI),rm -rf $(TARGET)/python-test)

wasm: ## build the npm package: bindings/wasm/npm (needs a Rust toolchain and node)
	@scripts/wasm

wasm-test: built ## build the npm package and test it in Node, also with the tests of robots-parser
	@scripts/wasm-test

wasm-bench: ## compare the npm package with robots-parser; prints ratios (builds the package)
	@scripts/wasm
	@node bindings/wasm/npm/test/bench.js

sdist-test: ## install the Python package from its sources
	@PROFILE=dev scripts/install-test sdist "$$(scripts/python-wheel sdist 2>/dev/null)"

# On a cluster on this machine, with a worker that is killed.
spark-test: wheel ## test maycrawl.spark on a local cluster (needs a Java runtime)
	@scripts/spark-test
	@$(if $(CI),rm -rf $(TARGET)/spark-test)

spark-all: wheel # Spark Connect and the oldest Spark
	@scripts/spark-test others

python-bench: ## compare the Python package with its peers; writes bindings/python/BENCH.md
	@scripts/python-bench

# `maycrawl bulk` on 20 million URLs, and protego in PySpark.
table-bench: ## measure maycrawl bulk; writes bench/TABLES.md; takes half an hour
	@scripts/table-bench

vscode: ## build the extension for VS Code: target/vscode (needs node 20 or later)
	@scripts/vscode

# Tutorial, how-to, explanation and reference, with a search and the tester.
docs: $(WEB_MODULES) $(ENGINE) $(EARLY) $(AUDIT) ## build the documentation site in target/site
	@# Status 3: the engine cannot be built here. The site is then without the tester.
	@scripts/tester || [ $$? = 3 ]
	$(CARGO) run --locked -p maycrawl-docs --bin maycrawl-docs -- target/site $$(ls -d target/tester 2>/dev/null)

site: docs

# For docs/pictures, and the icons of the static tester.
pictures: needs web built ## take the pictures of the tester page that the documentation shows
	node --test web/e2e/pictures.js

doc-open: ## build the library's API documentation and open it
	$(CARGO) doc -p maycrawl --all-features --no-deps --open
