# Each target is a command that anyone could type.

CARGO ?= cargo
EXAMPLE := examples/shop.robots.txt

.PHONY: help run web web-test web-e2e needs built test test-long lint deny advisories notices lab bench fuzz schema-fuzz hook-test peer-readers doc docs

help: ## this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

run: ## build the tester page and the command, ask it about a real file, then serve
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory web; else \
		echo "npm is not here: maycrawl is built without its tester page"; fi
	@echo "building maycrawl: about two minutes on two cores, the first time"
	$(CARGO) build --profile try --locked -p maycrawl-cli
	@scripts/run

PAGE := crates/maycrawl-server/page/index.html
WEB_MODULES := web/node_modules/.package-lock.stamp

web: $(PAGE) ## the tester page, for the service to embed (needs node 20.19 or later)

$(PAGE): $(WEB_MODULES) web/index.html web/vite.config.ts $(shell find web/src web/public -type f)
	npm --prefix web run build

$(WEB_MODULES): web/package-lock.json
	npm --prefix web ci --ignore-scripts
	@touch $@

web-test: $(WEB_MODULES) ## types, lints, format and unit tests of the tester page
	npm --prefix web run check

web-e2e: needs web built ## the walk through the tester page in a real browser; pictures go to target/screenshots
	npm --prefix web run e2e

# With the same features and profile as the tests, so that nothing is compiled twice.
built:
	$(CARGO) test --workspace --all-features --locked --no-run

test: needs lint deny web-test web-e2e schema-fuzz hook-test peer-readers lab ## everything: format, lints, dependencies, tests of the page, the crates, the API's description and the hooks, recipes read by others, attacks in a network namespace, docs, fuzz targets type-checked
	@scripts/notices --check
	$(CARGO) test --workspace --all-features --locked
	$(CARGO) test -p maycrawl --no-default-features --locked --lib
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --all-features --no-deps --locked
	@# Only types: the fuzzer's own library, which wants a C++ compiler, is not built.
	CUSTOM_LIBFUZZER_PATH=/unused/libfuzzer.a $(CARGO) check --manifest-path fuzz/Cargo.toml --locked

needs: ## the programs that the tests start
	@scripts/needs redis-server=redis-server npm=npm chromium=chromium ip=iproute2 valgrind=valgrind

lint: ## format and clippy, warnings denied
	$(CARGO) fmt --all --check
	$(CARGO) fmt --manifest-path fuzz/Cargo.toml --check
	$(CARGO) clippy --workspace --all-targets --all-features --locked -- -D warnings

deny: ## licences, duplicates, sources and recorded advisories of all dependencies, as deny.toml says
	@scripts/deny

advisories: ## the same with the whole RustSec database, which is downloaded
	@scripts/deny --fetch

notices: $(WEB_MODULES) ## the third-party notices that `maycrawl licenses` prints
	@scripts/notices

lab: built ## the address guard and attacks on the command and the service, in a network namespace where every address is local
	@scripts/lab

test-long: needs ## the exhaustive test at full length, 500 kills of a writer, 500 faults of Redis: minutes
	$(CARGO) test --release -p maycrawl --test integration --locked -- --ignored exhaustive
	$(CARGO) test -p maycrawl-fetch --locked --tests -- --ignored --nocapture

bench: needs ## measure against peers, hostile files, broken servers, kills, faults and load (MAYCRAWL_LOAD_SECONDS=600 for ten minutes of it); writes bench/RESULTS.md
	mkdir -p target
	$(CARGO) test -p maycrawl-fetch --locked --tests -- --ignored --nocapture kill_9_for_long a_long_storm >target/faults.txt
	$(CARGO) build --release --locked -p maycrawl-cli -p maycrawl-bench
	$(CARGO) run --release --locked -p maycrawl-bench -- --remarks target/faults.txt --out bench/RESULTS.md

FUZZ_SECONDS ?= 60
fuzz: ## each fuzz target for a minute (FUZZ_SECONDS=1800 for half an hour)
	@scripts/fuzz $(FUZZ_SECONDS)

SCHEMA_EXAMPLES ?= 150
schema-fuzz: built ## what the OpenAPI document says against what the service does: about a minute
	@scripts/schema-fuzz $(SCHEMA_EXAMPLES)

hook-test: built ## the hooks for pre-commit, run by pre-commit itself
	@scripts/hook-test

peer-readers: built ## what recipes write, read by Python's urllib.robotparser and protego
	@scripts/peer-readers

docs: ## the documentation site, into target/site: lints, result codes, profiles, crawlers, recipes
	$(CARGO) run --locked -p maycrawl-docs -- target/site

doc: ## the library's documentation
	$(CARGO) doc -p maycrawl --all-features --no-deps --open
