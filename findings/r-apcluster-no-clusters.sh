#!/usr/bin/env bash
# apcluster 1.4.10 (R): affinity propagation that does not converge has no clusters, without a
# warning.
#
# Guess: apcluster() of six points on a line, 0, 0, 1 and 10, 10, 11, finds two clusters, or warns
# after the last of its iterations.
# What happens: the messages oscillate until the last iteration; the result has no exemplars, no
# clusters, and NaN as its net similarity, where the two clusters have -164. No warning is given.
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
debian r-cran-apcluster=1.4.10-1

cat >try.R <<'END'
suppressMessages(library(apcluster))
cat("apcluster", format(packageVersion("apcluster")), "\n")
x <- c(0, 0, 1, 10, 10, 11)
similarities <- negDistMat(matrix(x, 6), r = 2)
warned <- 0
result <- withCallingHandlers(apcluster(similarities, seed = 1),
                              warning = function(w) warned <<- warned + 1)
cat("iterations", result@it, "clusters", length(result@clusters), "net similarity", result@netsim,
    "warnings", warned, "\n")
exemplars <- c(1, 1, 1, 4, 4, 4)
chosen <- seq_along(x) == exemplars
cat("of two clusters", sum(result@p * chosen) - sum((x - x[exemplars])^2), "\n")
END
Rscript try.R | sed 's/ *$//' >seen

cat >recorded <<'END'
apcluster 1.4.10
iterations 999 clusters 0 net similarity NaN warnings 0
of two clusters -164
END
diff recorded seen
cat seen
