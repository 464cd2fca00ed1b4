#!/usr/bin/env bash
# clue 0.3-64, igraph 1.3.5 (R): the normalized mutual information of one is not that of the other.
#
# Guess: normalized mutual information is one number, up to rounding.
# What happens: clue divides the information by the geometric mean of the two entropies, igraph
# (as scikit-learn by default) by their arithmetic mean. Papers also divide by the larger entropy.
# The further the numbers of clusters are apart, the further the figures: .62, .56 and .39 for one
# pair of partitions here.
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
debian r-cran-clue=0.3-64-1 r-cran-igraph=1.3.5-3

cat >try.R <<'END'
library(clue)
suppressMessages(library(igraph))
a <- c(1, 1, 1, 1, 1, 1, 1, 1)
b <- c(1, 1, 1, 1, 2, 2, 2, 3)
a[8] <- 2
h <- function(x) { p <- table(x) / length(x); -sum(p * log(p)) }
information <- h(a) + h(b) - h(paste(a, b))
cat("clue", format(packageVersion("clue")), sprintf("%.4f", cl_agreement(as.cl_partition(a),
    as.cl_partition(b), "NMI")), "\n")
cat("igraph", format(packageVersion("igraph")), sprintf("%.4f", compare(a, b, "nmi")), "\n")
cat("geometric", sprintf("%.4f", information / sqrt(h(a) * h(b))), "\n")
cat("arithmetic", sprintf("%.4f", information / ((h(a) + h(b)) / 2)), "\n")
cat("larger", sprintf("%.4f", information / max(h(a), h(b))), "\n")
END
Rscript try.R | sed 's/ *$//' >seen

cat >recorded <<'END'
clue 0.3.64 0.6219
igraph 1.3.5 0.5577
geometric 0.6219
arithmetic 0.5577
larger 0.3867
END
diff recorded seen
cat seen
