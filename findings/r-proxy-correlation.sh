#!/usr/bin/env bash
# proxy 0.4-27 (R): opposite rows have the correlation distance 0.
#
# Guess: the distance "correlation" is 1 minus the correlation: rows that move in opposite
# directions are at the distance 2, and "cosine" of the same package is of that kind.
# What happens: it is 1 minus the absolute correlation: opposite rows are equal. The distance
# "cosine" is 1 minus the cosine.
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
debian r-cran-proxy=0.4-27-1

cat >try.R <<'END'
suppressMessages(library(proxy))
x <- rbind(c(-1, 0, 1), c(1, 0, -1))
cat("proxy", format(packageVersion("proxy")), "\n")
for (method in c("correlation", "cosine"))
  cat(method, sprintf("%.1f", as.vector(proxy::dist(x, method = method))), "\n")
cat("1 minus cor()", sprintf("%.1f", 1 - cor(x[1, ], x[2, ])), "\n")
END
Rscript try.R | sed 's/ *$//' >seen

cat >recorded <<'END'
proxy 0.4.27
correlation 0.0
cosine 2.0
1 minus cor() 2.0
END
diff recorded seen
cat seen
