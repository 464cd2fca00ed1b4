#!/usr/bin/env bash
# amap 0.8-19 (R): the distance "pearson" is not 1 minus the correlation of Pearson.
#
# Guess: Dist(X, "pearson"), and Kmeans() and hcluster() with it, use 1 - cor(), which does not
# change when a row is shifted.
# What happens: "pearson" is 1 minus the cosine, without centering; 1 - cor() is "correlation".
# Two rows that differ by a shift are at a distance above 0, and rows that fall while others rise
# are near them.
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
debian r-base-core=4.2.2.20221110-2 r-cran-amap=0.8-19-1

Rscript - >seen <<'END'
suppressMessages(library(amap))
cat("amap", format(packageVersion("amap")), "\n")
X <- rbind(c(1, 2, 3), c(11, 12, 13), c(13, 12, 11))
show <- function(name, D) cat(name, formatC(abs(as.vector(D)), digits = 4, format = "f"), "\n")
show("pearson", Dist(X, "pearson"))
show("correlation", Dist(X, "correlation"))
show("1 - cor()", as.dist(1 - cor(t(X))))
length <- sqrt(rowSums(X^2))
show("1 - cosine", as.dist(1 - tcrossprod(X) / outer(length, length)))
END
sed -i 's/ $//' seen

cat >recorded <<'END'
amap 0.8.19
pearson 0.0507 0.1020 0.0092
correlation 0.0000 2.0000 2.0000
1 - cor() 0.0000 2.0000 2.0000
1 - cosine 0.0507 0.1020 0.0092
END
diff recorded seen
cat seen
