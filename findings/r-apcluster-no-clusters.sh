#!/usr/bin/env bash
# apcluster 1.4.10 (R): points that are there twice leave affinity propagation without clusters, and
# without a warning.
#
# Guess: apcluster() of six points on a line, 0, 0, 1 and 10, 10, 11, finds two clusters, or warns
# that it found none.
# What happens: the messages settle where no point is an exemplar: no clusters, and NaN as the net
# similarity, where the two clusters have -164. No warning is given. The noise that is added to
# similarities against ties is in proportion to them, and they are 0 here; with .001 and 10.001 for
# the second points the two clusters are found.
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
show <- function(name, x) {
  warned <- 0
  result <- withCallingHandlers(apcluster(negDistMat(matrix(x), r = 2), seed = 1),
                                warning = function(w) warned <<- warned + 1)
  exemplars <- x[c(1, 1, 1, 4, 4, 4)]
  cat(name, "clusters", length(result@clusters), "net similarity", round(result@netsim),
      "of two clusters", round(2 * result@p - sum((x - exemplars)^2)), "warnings", warned, "\n")
}
show("twice", c(0, 0, 1, 10, 10, 11))
show("moved", c(0, 0.001, 1, 10, 10.001, 11))
END
Rscript try.R | sed 's/ *$//' >seen

cat >recorded <<'END'
apcluster 1.4.10
twice clusters 0 net similarity NaN of two clusters -164 warnings 0
moved clusters 2 net similarity -164 of two clusters -164 warnings 0
END
diff recorded seen
cat seen
