#!/usr/bin/env bash
# Builds the fuzz targets as OSS-Fuzz asks for it: with its compiler, flags and engine (CC, CXX,
# CFLAGS, CXXFLAGS, LIB_FUZZING_ENGINE), from SRC to OUT, with inputs to begin with. The targets run
# where these packages are not installed, so the libraries that they load go with them, except
# glibc. scripts/oss-fuzz runs it in Debian.
set -euo pipefail
cd "$SRC/manifact"

# The C++ libraries of the system are linked with that of GCC.
export CXXFLAGS=${CXXFLAGS//-stdlib=libc++/}
build=$WORK/build
if [[ ! -f $build/build.ninja ]]; then
  meson setup "$build" -Dfuzzers=true "-Dfuzz_engine=$LIB_FUZZING_ENGINE" -Dtests=false -Dunity=on \
    -Dbuildtype=plain -Db_pch=false -Dcld2=disabled
fi
targets=()
for corpus in tests/fuzz/corpus/*/; do
  targets+=("fuzz_$(basename "$corpus")")
done
ninja -C "$build" "${targets[@]/#/tests/fuzz/}"

mkdir -p "$OUT/lib"
for target in "${targets[@]}"; do
  cp "$build/tests/fuzz/$target" "$OUT"
  zip --quiet --junk-paths --filesync "$OUT/${target}_seed_corpus.zip" \
    tests/fuzz/corpus/"${target#fuzz_}"/*
  ldd "$OUT/$target" | awk '$2 == "=>" { print $3 }'
done | sort --unique | grep --invert-match --extended-regexp \
  '/(libc|libm|libdl|librt|libpthread|libresolv)\.so\.' | xargs cp --dereference --target "$OUT/lib"
