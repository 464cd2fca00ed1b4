#!/usr/bin/env bash
# kernlab 0.9-32 (R): the sums of squares within clusters are not those of the clusters.
#
# Guess: withinss() of specc() and kkmeans(), "the within-cluster sum of squares for each cluster",
# are the squared distances of the rows of a cluster to its center, as of kmeans().
# What happens: the center is subtracted column by column, as R recycles a vector: the first number
# of the center is taken from the first row, the second from the second row. The sums are up to
# hundreds of times too large, and change with the order of the rows. The labels, the sizes and the
# centers are right.
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
debian r-cran-kernlab=0.9-32-1

cat >try.R <<'END'
library(kernlab)
cat("kernlab", format(packageVersion("kernlab")), "\n")
set.seed(1)
x <- as.matrix(iris[, 1:4])
model <- specc(x, centers = 3)
rows <- lapply(1:3, function(j) x[model@.Data == j, , drop = FALSE])
means <- lapply(rows, colMeans)
show <- function(name, values) cat(name, format(values, digits = 2, nsmall = 2, trim = TRUE), "\n")
cat("centers are the means:", isTRUE(all.equal(centers(model), do.call(rbind, means),
                                               check.attributes = FALSE)), "\n")
inertia <- mapply(function(a, m) sum(sweep(a, 2, m)^2), rows, means)
recycled <- mapply(function(a, m) sum((a - m)^2), rows, means)
cat("withinss() is the sum of squares:", isTRUE(all.equal(withinss(model), inertia)), "\n")
cat("withinss() is that of a recycled center:", isTRUE(all.equal(withinss(model), recycled)), "\n")
cat("largest ratio:", round(max(withinss(model) / inertia)), "\n")
END
Rscript try.R | sed 's/ *$//' >seen

cat >recorded <<'END'
kernlab 0.9.32
centers are the means: TRUE
withinss() is the sum of squares: FALSE
withinss() is that of a recycled center: TRUE
largest ratio: 637
END
diff recorded seen
cat seen
