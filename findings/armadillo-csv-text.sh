#!/usr/bin/env bash
# Armadillo 11.4.2: text, NA and empty cells of a CSV file are zeros, the header is a row of
# zeros.
#
# Guess: load(file, csv_ascii), the reader of many C++ programs, refuses a cell that is no
# number, or makes it NaN.
# What happens: it reports success. A header becomes a first row of zeros, "NA", "x9" and
# nothing become 0: a point that nobody measured, at the origin.
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
debian libarmadillo-dev=1:11.4.2+dfsg-1

printf 'length,width,height\n1,2,3\n4,,NA\n7,x9,8\n' >points.csv
cat >load.cpp <<'END'
#include <armadillo>
#include <iostream>
int main() {
  arma::mat X;
  const bool read = X.load("points.csv", arma::csv_ascii);
  std::cout << "Armadillo " << arma::arma_version::as_string()
      << (read ? ": read\n" : ": refused\n");
  for (arma::uword i = 0; i < X.n_rows; ++i)
    std::cout << X(i, 0) << ' ' << X(i, 1) << ' ' << X(i, 2) << '\n';
}
END
g++ -std=c++17 load.cpp -o load -larmadillo
./load >seen

cat >recorded <<'END'
Armadillo 11.4.2 (Ship of Theseus): read
0 0 0
1 2 3
4 0 0
7 0 8
END
diff recorded seen
cat seen
