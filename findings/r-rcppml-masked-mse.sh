#!/usr/bin/env bash
# RcppML 0.3.7 (R): the mean error of the entries that count is divided by the number of all.
#
# Guess: mse(A, w, d, h, mask_zeros = TRUE), "handle zeros as missing values", is "the mean of all
# values" that are not missing.
# What happens: the sum is over those, the division by rows times columns, as in the formula of the
# help page, which is for all entries: the sparser the matrix, the better the fit. With a tenth of
# the entries it is a tenth of the mean, and fits of different sparsity cannot be compared.
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
debian r-cran-rcppml=0.3.7-2 r-cran-matrix=1.5-3-1

cat >try.R <<'END'
suppressMessages({ library(Matrix); library(RcppML) })
cat("RcppML", format(packageVersion("RcppML")), "\n")
set.seed(1)
for (density in c(0.5, 0.1)) {
  A <- rsparsematrix(60, 40, density, rand.x = function(n) runif(n, 1, 2))
  w <- matrix(runif(60 * 3), 60)
  h <- matrix(runif(3 * 40), 3)
  residual <- as.matrix(A) - w %*% h
  given <- as.matrix(A) != 0
  cat("density", density, "mean", round(mean(residual[given]^2), 4), "over all",
      round(sum(residual[given]^2) / length(given), 4), "mse()",
      round(mse(A, w, rep(1, 3), h, mask_zeros = TRUE), 4), "\n")
}
END
Rscript try.R | sed 's/ *$//' >seen

cat >recorded <<'END'
RcppML 0.3.7
density 0.5 mean 0.7581 over all 0.379 mse() 0.379
density 0.1 mean 0.8486 over all 0.0849 mse() 0.0849
END
diff recorded seen
cat seen
