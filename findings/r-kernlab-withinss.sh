#!/usr/bin/env bash
# kernlab 0.9-32 (R): the sums of squares within clusters are not those of the clusters.
#
# Guess: withinss() of specc() and kkmeans(), "the within-cluster sum of squares for each cluster",
# are the squared distances of the rows of a cluster to its center, as of kmeans().
# What happens: the center is subtracted column by column, as R recycles a vector: the first number
# of the center is taken from the first row, the second from the second row. On iris the sums are up
# to 637 times too large, and they change with the order of the rows. The centers are right.
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
show <- function(name, x, model) {
  rows <- lapply(1:3, function(j) x[model@.Data == j, , drop = FALSE])
  means <- lapply(rows, colMeans)
  inertia <- mapply(function(a, m) sum(sweep(a, 2, m)^2), rows, means)
  recycled <- mapply(function(a, m) sum((a - m)^2), rows, means)
  is_same <- function(a, b) isTRUE(all.equal(a, b, check.attributes = FALSE))
  cat(name, "centers are means", is_same(centers(model), do.call(rbind, means)),
      "sums of squares", is_same(withinss(model), inertia),
      "of a recycled center", is_same(withinss(model), recycled),
      "ratio", round(max(withinss(model) / inertia)),
      "of all", round(sum(withinss(model))), "\n")
}
x <- as.matrix(iris[, 1:4])
for (rows in list(x, x[order(x[, 1]), ])) {
  set.seed(1)
  show("specc", rows, specc(rows, centers = 3))
  set.seed(1)
  show("kkmeans", rows, kkmeans(rows, centers = 3))
}
END
Rscript try.R | sed 's/ *$//' >seen

cat >recorded <<'END'
kernlab 0.9.32
specc centers are means TRUE sums of squares FALSE of a recycled center TRUE ratio 637 of all 3976
Using automatic sigma estimation (sigest) for RBF or laplace kernel
kkmeans centers are means TRUE sums of squares FALSE of a recycled center TRUE ratio 87 of all 3999
specc centers are means TRUE sums of squares FALSE of a recycled center TRUE ratio 637 of all 3916
Using automatic sigma estimation (sigest) for RBF or laplace kernel
kkmeans centers are means TRUE sums of squares FALSE of a recycled center TRUE ratio 87 of all 3932
END
diff recorded seen
cat seen
