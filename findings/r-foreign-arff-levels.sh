#!/usr/bin/env bash
# foreign 0.8-84 (R): classes of ARFF files get another order.
#
# Guess: a nominal attribute {sport, money} becomes a factor with the levels sport, money, so that
# codes are those of Weka and of SciPy.
# What happens: the levels are sorted, and values that no row has are lost: as.integer() gives
# other numbers than every other reader, and differs between the parts of one data set.
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
debian r-base-core=4.2.2.20221110-2 r-cran-foreign=0.8.84-1

printf '%s\n' '@relation r' '@attribute x numeric' '@attribute class {sport,money,arts}' @data \
    1,money 2,sport >train.arff
Rscript - >seen <<'END'
library(foreign)
cat("foreign", format(packageVersion("foreign")), "\n")
class <- read.arff("train.arff")$class
cat("levels:", levels(class), "codes:", as.integer(class), "\n")
END
sed -i 's/ $//' seen

cat >recorded <<'END'
foreign 0.8.84
levels: money sport codes: 1 2
END
diff recorded seen
cat seen
