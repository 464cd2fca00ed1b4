#!/usr/bin/env bash
# FNN 1.1.3.1 (R): the nearest neighbors of equal points are the points themselves.
#
# Guess: get.knn(X, k) gives the k nearest other points, whichever algorithm finds them.
# What happens: where points are equal, all algorithms but "CR" list some points as their own
# neighbors, at the distance 0: the default, "kd_tree", gives all three copies the neighbors 2 and
# 1. A graph made of it has loops instead of edges. get.knn() of these points with "CR" is right,
# and so is kNN() of the package dbscan.
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
debian r-base-core=4.2.2.20221110-2 r-cran-fnn=1.1.3.1-1

Rscript - >seen <<'END'
suppressMessages(library(FNN))
cat("FNN", format(packageVersion("FNN")), "\n")
X <- matrix(c(0, 0, 0, 5, 6))
for (algorithm in c("kd_tree", "cover_tree", "brute", "CR")) {
  neighbors <- get.knn(X, 2, algorithm = algorithm)$nn.index
  cat(algorithm, ": points that are their own neighbors:",
      which(rowSums(neighbors == row(neighbors)) > 0), "\n")
}
END
sed -i 's/ $//' seen

cat >recorded <<'END'
FNN 1.1.3.1
kd_tree : points that are their own neighbors: 1 2
cover_tree : points that are their own neighbors: 2 3
brute : points that are their own neighbors: 2 3
CR : points that are their own neighbors: 
END
diff recorded seen
cat seen
