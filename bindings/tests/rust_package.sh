#!/bin/sh
# Tests of the Rust package: rust_package.sh CARGO SOURCE BUILD. pkg-config finds the library.
set -eu
cargo=$1
source=$2
build=$3
PATH=$(dirname "$cargo"):$PATH
export PATH CARGO_HOME="$build/home" CARGO_TARGET_DIR="$build/target" CARGO_TERM_COLOR=never
# What only debuggers and the next build would use.
export CARGO_PROFILE_DEV_DEBUG=0 CARGO_INCREMENTAL=0
# Cargo writes Cargo.lock beside Cargo.toml: the sources stay as they are.
mkdir -p "$build/source"
cp -a "$source/." "$build/source"
cd "$build/source"
"$cargo" test --offline --no-fail-fast
RUSTDOCFLAGS='-D warnings' "$cargo" doc --offline --quiet --no-deps
# docs.rs has no library, which otherwise is an error with a sentence.
if complaint=$(PKG_CONFIG=false CARGO_TARGET_DIR=$build/without "$cargo" doc --offline 2>&1); then
  echo 'the documentation was built without the library'
  exit 1
fi
case $complaint in
  *'libmanifact 0.2 or later is required'*) ;;
  *) echo "$complaint" && exit 1 ;;
esac
DOCS_RS=1 PKG_CONFIG=false CARGO_TARGET_DIR=$build/without RUSTDOCFLAGS='-D warnings' \
  "$cargo" doc --offline --quiet --no-deps
test -s "$build/without/doc/manifact/option/index.html"
"$cargo" metadata --offline --no-deps --format-version 1 | python3 -c '
import json, sys
wanted = ("authors", "categories", "description", "documentation", "keywords", "license", "readme")
packages = json.load(sys.stdin)["packages"]
wrong = [(each["name"], field) for each in packages for field in wanted if not each[field]]
assert len(packages) == 2 and not wrong, f"Cargo.toml has no {wrong}"'
if command -v cargo-clippy >/dev/null; then
  "$cargo" clippy --offline --quiet --all-targets -- -D warnings
else
  echo 'skipped: clippy, since cargo-clippy is not installed'
fi
if command -v rustfmt >/dev/null; then
  find . -name '*.rs' ! -name generated.rs ! -path './target/*' \
    -exec rustfmt --edition 2021 --check {} +
else
  echo 'skipped: the format, since rustfmt is not installed'
fi
