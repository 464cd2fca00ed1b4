#!/usr/bin/env bash
# OpenBLAS 0.3.21 and reference BLAS 3.11.0: 0 times NaN is 0 or NaN, by the library.
#
# Guess: dscal with the factor 0 is a multiplication, so that NaN and infinity in the vector are
# NaN afterwards and a fault upstream stays visible.
# What happens: OpenBLAS fills with zeros, the reference multiplies. The alternatives system of
# Debian changes the one for the other below a program that was not touched. A vector that is
# "cleared" by a factor 0 is clear with one of them only.
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
debian libopenblas0-pthread=0.3.21+ds-4 libopenblas-dev=0.3.21+ds-4 libblas3=3.11.0-2

cat >scale.c <<'END'
#include <cblas.h>
#include <math.h>
#include <stdio.h>
int main(int argc, char **argv) {
  double x[3] = {NAN, INFINITY, 1};
  cblas_dscal(3, 0., x, 1);
  printf("%s: %g %g %g\n", argv[argc - 1], fabs(x[0]), fabs(x[1]), x[2]);
  return 0;
}
END
triplet=$(gcc -dumpmachine)
gcc scale.c -o scale -L/usr/lib/$triplet/blas -lblas -lm
LD_LIBRARY_PATH=/usr/lib/$triplet/openblas-pthread ./scale 'OpenBLAS 0.3.21' >seen
LD_LIBRARY_PATH=/usr/lib/$triplet/blas ./scale 'reference 3.11.0' >>seen

cat >recorded <<'END'
OpenBLAS 0.3.21: 0 0 0
reference 3.11.0: nan nan 0
END
diff recorded seen
cat seen
