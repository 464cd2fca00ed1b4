#!/usr/bin/env bash
# mclust 6.0.0, igraph 1.3.5, clue 0.3-64 (R), scikit-learn 1.2.1: a partition and itself.
#
# Guess: every index of agreement of a partition with itself is 1, also if it is one cluster or
# only clusters of one.
# What happens: scikit-learn has 1. The adjusted Rand index is NaN for one cluster in igraph and
# clue, for clusters of one in mclust; clue has NaN for the mutual information of one cluster, and
# igraph refuses labels 1 to n of n documents, since it counts them from 0. A mean over runs is NaN
# with a single such run.
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
debian r-cran-mclust=6.0.0-1 r-cran-igraph=1.3.5-3 r-cran-clue=0.3-64-1 python3-sklearn=1.2.1+dfsg-1

cat >try.R <<'END'
suppressMessages({library(mclust); library(igraph); library(clue)})
one <- rep(1, 6)
single <- 1:6
p <- as.cl_partition(one)
cat("mclust", format(packageVersion("mclust")), adjustedRandIndex(one, one),
    adjustedRandIndex(single, single), "\n")
cat("igraph", format(packageVersion("igraph")), compare(one, one, "adjusted.rand"),
    compare(one, one, "nmi"), "\n")
refused <- tryCatch(compare(single, single, "nmi"), error = function(e) conditionMessage(e))
cat("igraph:", sub("^.*: Membership", "Membership", refused), "\n")
cat("clue", format(packageVersion("clue")), cl_agreement(p, p, "cRand"),
    cl_agreement(p, p, "NMI"), "\n")
END
Rscript try.R | sed 's/ *$//' >seen
/usr/bin/python3 - >>seen <<'END'
import sklearn
from sklearn.metrics import adjusted_rand_score as ari, normalized_mutual_info_score as nmi

one, single = [1] * 6, [1, 2, 3, 4, 5, 6]
print('scikit-learn', sklearn.__version__, ari(one, one), ari(single, single), nmi(one, one),
      nmi(single, single))
END

cat >recorded <<'END'
mclust 6.0.0 1 NaN
igraph 1.3.5 NaN 1
igraph: Membership indices should be less than total number of vertices. Found member of cluster 6, but only 6 vertices. Invalid value
clue 0.3.64 NaN NaN
scikit-learn 1.2.1 1.0 1.0 1.0 1.0
END
diff recorded seen
cat seen
