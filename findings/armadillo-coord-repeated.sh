#!/usr/bin/env bash
# Armadillo 11.4.2: of entries that are given twice, the last one counts.
#
# Guess: coord_ascii, "row column value" a line, adds entries that are repeated, as SciPy's
# coo_matrix does: counts of words in pieces of a document are given so.
# What happens: the last value replaces those before it.
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
debian libarmadillo-dev=1:11.4.2+dfsg-1 python3-scipy=1.10.1-2

printf '0 0 5\n1 1 6\n1 1 7\n' >counts.txt
cat >load.cpp <<'END'
#include <armadillo>
#include <iostream>
int main() {
  arma::sp_mat X;
  X.load("counts.txt", arma::coord_ascii);
  std::cout << "Armadillo " << arma::arma_version::as_string() << ": " << X(0, 0) << ' ' << X(1, 1)
      << '\n';
}
END
g++ -std=c++17 load.cpp -o load -larmadillo
./load >seen
/usr/bin/python3 - >>seen <<'END'
import numpy, scipy
row, column, value = numpy.loadtxt('counts.txt', unpack=True)
X = scipy.sparse.coo_matrix((value, (row.astype(int), column.astype(int)))).toarray()
print(f'SciPy {scipy.__version__}: {X[0, 0]:g} {X[1, 1]:g}')
END

cat >recorded <<'END'
Armadillo 11.4.2 (Ship of Theseus): 5 7
SciPy 1.10.1: 5 13
END
diff recorded seen
cat seen
