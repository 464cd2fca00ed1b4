#!/usr/bin/env bash
# fpc 2.2-10 (R): the index of Calinski and Harabasz depends on the numbers of the clusters.
#
# Guess: calinhara(x, clustering) is that of the partition, whatever its clusters are called.
# What happens: the largest number is taken for the number of clusters. With 1 and 3 instead of 1
# and 2 the index is about a third, with 1 and 6 it is 0; with 0 and 1, as Python counts, it is
# infinite. cluster.stats() of the same package renumbers the clusters, with a warning.
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
debian r-cran-fpc=2.2-10-1

cat >try.R <<'END'
suppressMessages(library(fpc))
cat("fpc", format(packageVersion("fpc")), "\n")
x <- matrix(c(0, 1, 2, 10, 11, 12))
show <- function(clustering) {
  stats <- suppressWarnings(cluster.stats(dist(x), clustering))
  cat("clusters", clustering, "calinhara", round(calinhara(x, clustering), 3),
      "cluster.stats", round(stats$ch, 3), "\n")
}
show(c(1, 1, 1, 2, 2, 2))
show(c(1, 1, 1, 3, 3, 3))
show(c(1, 1, 1, 6, 6, 6))
show(c(0, 0, 0, 1, 1, 1))
END
Rscript try.R | sed 's/ *$//' >seen

cat >recorded <<'END'
fpc 2.2.10
clusters 1 1 1 2 2 2 calinhara 150 cluster.stats 150
clusters 1 1 1 3 3 3 calinhara 56.25 cluster.stats 150
clusters 1 1 1 6 6 6 calinhara 0 cluster.stats 150
clusters 0 0 0 1 1 1 calinhara Inf cluster.stats 150
END
diff recorded seen
cat seen
