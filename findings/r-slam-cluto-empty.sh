#!/usr/bin/env bash
# slam 0.1-50 (R): an empty document in the format of CLUTO.
#
# Guess: write_stm_CLUTO() writes a line for each row, an empty one for a row without entries, as
# the format asks for, and read_stm_CLUTO() reads it.
# What happens: rows without entries have no line: the header says 4 rows, three lines follow, and
# every document after the empty one is at the place of another. read_stm_CLUTO() stops with an
# error that names neither the file nor the row; a program that does not count lines labels the
# wrong documents.
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
debian r-cran-slam=0.1-50-1

cat >try.R <<'END'
library(slam)
cat("slam", format(packageVersion("slam")), "\n")
show <- function(rows) {
  write_stm_CLUTO(simple_triplet_matrix(rows, 1:3, c(5, 6, 7), nrow = 4, ncol = 3), "m.mat")
  cat("entries in rows", rows, "\n")
  writeLines(readLines("m.mat"))
  read <- tryCatch(as.matrix(read_stm_CLUTO("m.mat")), error = function(e) conditionMessage(e))
  cat("read again:", read, "\n")
}
show(c(1, 2, 4))
show(c(2, 3, 4))
full <- simple_triplet_matrix(1:3, 1:3, c(5, 6, 7), nrow = 3, ncol = 3)
write_stm_CLUTO(full, "m.mat")
cat("no empty row:", as.matrix(read_stm_CLUTO("m.mat")), "\n")
END
Rscript try.R | sed 's/ *$//' >seen

cat >recorded <<'END'
slam 0.1.50
entries in rows 1 2 4
4 3 3
1 5
2 6
3 7
read again: invalid 'times' value
entries in rows 2 3 4
4 3 3
1 5
2 6
3 7
read again: invalid 'times' value
no empty row: 5 0 0 0 6 0 0 0 7
END
diff recorded seen
cat seen
