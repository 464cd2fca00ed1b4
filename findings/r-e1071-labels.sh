#!/usr/bin/env bash
# e1071 1.7-13 (R): files with labels cannot be read.
#
# Guess: `read.matrix.csr()` reads the files of LIBSVM, at least those that `write.matrix.csr()`
# wrote.
# What happens: any file that begins its rows with a label is refused with a message about the
# types of an inner call; the same rows without labels are read.
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
debian r-cran-e1071=1.7-13-1 r-cran-sparsem=1.81-1

cat >try.R <<'END'
library(e1071)
library(SparseM)
cat("e1071", format(packageVersion("e1071")), "\n")
x <- as.matrix.csr(rbind(c(1, 0, 2), c(0, 3, 1)))
for (labels in list(NULL, c(1, 2))) {
  write.matrix.csr(x, "file", y = labels)
  seen <- tryCatch({ read.matrix.csr("file"); "read" },
      error = function(e) strsplit(conditionMessage(e), ",")[[1]][1])
  cat(readLines("file")[1], ":", seen, "\n")
}
END
Rscript try.R 2>log | sed 's/ *$//' >seen

cat >recorded <<'END'
e1071 1.7.13
1:1 3:2  : read
1 1:1 3:2  : values must be type 'double'
END
diff recorded seen
cat seen
