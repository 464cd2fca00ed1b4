#!/usr/bin/env bash
# pvclust 2.2-0 (R): it clusters the columns.
#
# Guess: the rows of a matrix or data frame are clustered, as by hclust(dist(x)), kmeans(x) and
# the rest of R, with Euclidean distances.
# What happens: the columns are, and by their correlation: documents in rows give p-values for
# groups of words.
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
debian r-cran-pvclust=2.2-0-2

cat >try.R <<'END'
library(pvclust)
set.seed(1)
x <- matrix(rnorm(40), 8, 5, dimnames = list(paste0("document", 1:8), paste0("word", 1:5)))
cat("pvclust", format(packageVersion("pvclust")), "\n")
fit <- pvclust(x, nboot = 10, quiet = TRUE)
cat(fit$hclust$labels, "\n")
cat(fit$hclust$dist.method, "\n")
cat("hclust", hclust(dist(x))$labels[1:2], "...\n")
END
Rscript try.R | sed 's/ *$//' >seen

cat >recorded <<'END'
pvclust 2.2.0
word1 word2 word3 word4 word5
correlation
hclust document1 document2 ...
END
diff recorded seen
cat seen
