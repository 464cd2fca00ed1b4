#!/usr/bin/env bash
# cluster 2.1.4 (R): a matrix of distances is taken for coordinates.
#
# Guess: pam() of a square, symmetric matrix of zeros on the diagonal takes it for distances, or
# asks.
# What happens: its rows become points: the distances are those between rows of distances, and
# medoids, clusters and widths of silhouettes are of another problem. as.dist(), or diss = TRUE, is
# needed; fanny() and agnes() are alike.
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
debian r-cran-cluster=2.1.4-1

cat >try.R <<'END'
library(cluster)
x <- c(0, 1, 2, 3, 4, 5, 12, 13, 16, 30)
d <- dist(x)
cat("cluster", format(packageVersion("cluster")), "\n")
show <- function(name, fit)
  cat(name, "medoids", x[fit$id.med], "width", sprintf("%.3f", fit$silinfo$avg.width), "\n")
show("dist", pam(d, 2))
show("matrix", pam(as.matrix(d), 2))
show("matrix, diss = TRUE", pam(as.matrix(d), 2, diss = TRUE))
cat("agnes", sprintf("%.2f", c(max(agnes(d)$height), max(agnes(as.matrix(d))$height))), "\n")
END
Rscript try.R | sed 's/ *$//' >seen

cat >recorded <<'END'
cluster 2.1.4
dist medoids 2 16 width 0.648
matrix medoids 2 13 width 0.608
matrix, diss = TRUE medoids 2 16 width 0.648
agnes 23.78 63.08
END
diff recorded seen
cat seen
