#!/usr/bin/env bash
# CHOLMOD (SuiteSparse 5.12.0): the edges of a symmetric pattern get the weight -1.
#
# Guess: a Matrix Market file of the field "pattern" has no values; a reader that has to invent them
# gives 1 to each entry.
# What happens: cholmod_read_sparse() does so if the pattern is general. If it is symmetric,
# entries off the diagonal are -1, and those on it so large that the matrix is positive definite.
# A graph without weights is read with the weight -1 of each edge.
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
debian libsuitesparse-dev=1:5.12.0+dfsg-2

cat >read.c <<'END'
#include <cholmod.h>
#include <stdio.h>
int main(int argc, char **argv) {
  cholmod_common common;
  cholmod_start(&common);
  cholmod_sparse *A = cholmod_read_sparse(stdin, &common);
  cholmod_triplet *T = cholmod_sparse_to_triplet(A, &common);
  printf("CHOLMOD %d.%d.%d, %s:", CHOLMOD_MAIN_VERSION, CHOLMOD_SUB_VERSION, CHOLMOD_SUBSUB_VERSION,
         argv[argc - 1]);
  for (size_t e = 0; e < T->nnz; ++e)
    printf(" (%d,%d) %g", ((int *)T->i)[e] + 1, ((int *)T->j)[e] + 1, ((double *)T->x)[e]);
  puts("");
  return 0;
}
END
gcc -I/usr/include/suitesparse read.c -o read -lcholmod
for kind in general symmetric; do
  printf '%%%%MatrixMarket matrix coordinate pattern %s\n3 3 3\n1 1\n2 1\n3 2\n' $kind |
    ./read $kind
done >seen

cat >recorded <<'END'
CHOLMOD 3.0.14, general: (1,1) 1 (2,1) 1 (3,2) 1
CHOLMOD 3.0.14, symmetric: (1,1) 2 (1,2) -1 (2,3) -1
END
diff recorded seen
cat seen
