#!/usr/bin/env bash
# Eigen 3.4.0, GSL 2.7.1: readers of Matrix Market files.
#
# Guess: a file that says "symmetric" gives the whole matrix, as in SciPy, R, Octave and
# Armadillo; an array is read or refused.
# What happens: both read the triangle that is in the file and nothing else; a graph of neighbors
# loses half of its edges. loadMarket() of Eigen has no sign of it in what it returns, and takes
# an array of numbers as a matrix of zeros and returns true.
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
debian libeigen3-dev=3.4.0-4 libgsl-dev=2.7.1+dfsg-5+deb12u1

printf '%%%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 1\n2 1 0.5\n3 2 0.25\n' \
    >symmetric.mtx
printf '%%%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n' >array.mtx
cat >eigen.cpp <<'END'
#include <cstdio>
#include <unsupported/Eigen/SparseExtra>

int main() {
  std::printf("Eigen %d.%d.%d\n", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION);
  for (const char* name : {"symmetric.mtx", "array.mtx"}) {
    Eigen::SparseMatrix<double> A;
    const bool read = Eigen::loadMarket(A, name);
    std::printf("%s: %s, A(0,1) %g, A(1,0) %g, sum %g\n", name,
        read ? "true" : "false", A.coeff(0, 1), A.coeff(1, 0), A.sum());
  }
}
END
cat >gsl.c <<'END'
#include <stdio.h>
#include <gsl/gsl_spmatrix.h>
#include <gsl/gsl_version.h>

int main(void) {
  FILE* file = fopen("symmetric.mtx", "r");
  gsl_spmatrix* A = gsl_spmatrix_fscanf(file);
  printf("GSL %s\n", GSL_VERSION);
  printf("symmetric.mtx: A(0,1) %g, A(1,0) %g\n", gsl_spmatrix_get(A, 0, 1),
      gsl_spmatrix_get(A, 1, 0));
  return 0;
}
END
g++ -I/usr/include/eigen3 eigen.cpp -o eigen
gcc gsl.c -o gsl -lgsl -lgslcblas -lm
./eigen >seen 2>/dev/null
./gsl >>seen

cat >recorded <<'END'
Eigen 3.4.0
symmetric.mtx: true, A(0,1) 0, A(1,0) 0.5, sum 1.75
array.mtx: true, A(0,1) 0, A(1,0) 0, sum 0
GSL 2.7.1
symmetric.mtx: A(0,1) 0, A(1,0) 0.5
END
diff recorded seen
cat seen
