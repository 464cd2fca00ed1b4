#!/usr/bin/env bash
# Matrix 1.5.3 (R) and CHOLMOD (SuiteSparse 5.12.0): NA in a Matrix Market file is the number 1e308.
#
# Guess: writeMM() refuses NA, NaN and infinite values, or writes them so that readers stop.
# What happens: it writes 1e308, and -1e308 for -Inf, numbers that every reader accepts. readMM()
# gives them back as numbers, not as NA; CHOLMOD reads them as infinite, its own convention. One
# NA dominates every sum, norm and distance.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Installs the version that was tried, if it is missing: as root or with sudo.
debian() {
  for package; do
    [ "$(dpkg-query -W -f '${Version}' "${package%%=*}" 2>/dev/null || true)" = "${package#*=}" ] ||
      $([ "$(id -u)" = 0 ] || echo sudo) apt-get install -y --no-install-recommends "$package" >&2
  done
}
debian r-cran-matrix=1.5-3-1 r-base-core=4.2.2.20221110-2 libsuitesparse-dev=1:5.12.0+dfsg-2

Rscript - >seen <<'END'
suppressMessages(library(Matrix))
cat("Matrix", format(packageVersion("Matrix")), "\n")
invisible(writeMM(sparseMatrix(c(1, 2, 3, 3), c(1, 2, 1, 3), x = c(NA, NaN, -Inf, 1)), "r.mtx"))
cat(readLines("r.mtx"), sep = "\n")
cat(readMM("r.mtx")@x, "\n")
END
cat >read.c <<'END'
#include <cholmod.h>
#include <stdio.h>
int main(void) {
  cholmod_common common;
  cholmod_start(&common);
  cholmod_sparse *A = cholmod_read_sparse(stdin, &common);
  printf("CHOLMOD %d.%d.%d:", CHOLMOD_MAIN_VERSION, CHOLMOD_SUB_VERSION, CHOLMOD_SUBSUB_VERSION);
  for (size_t e = 0; e < A->nzmax; ++e) printf(" %g", ((double *)A->x)[e]);
  puts("");
  cholmod_free_sparse(&A, &common);
  return cholmod_finish(&common) == 0;
}
END
gcc -I/usr/include/suitesparse read.c -o read -lcholmod
./read <r.mtx >>seen
sed -i 's/ $//' seen

cat >recorded <<'END'
Matrix 1.5.3
%%MatrixMarket matrix coordinate real general
3 3 4
1 1 1e308
3 1 -1e308
2 2 1e308
3 3 1
1e+308 -1e+308 1e+308 1
CHOLMOD 3.0.14: inf -inf inf 1
END
diff recorded seen
cat seen
