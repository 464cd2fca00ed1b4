#!/usr/bin/env bash
# tidytext 0.4.1 (R): counts of 0 are words of a document.
#
# Guess: the idf of bind_tf_idf() is the logarithm of the number of documents over the number of
# those that have the word: rows of count 0, as of a table with all combinations, do not change
# the others.
# What happens: every row is a document that has the word. With the rows of 0 all words are in
# all documents: every weight is 0, without a warning.
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
debian r-cran-tidytext=0.4.1-1

cat >try.R <<'END'
library(tidytext)
cat("tidytext", format(packageVersion("tidytext")), "\n")
words <- data.frame(document = c("a", "a", "b", "b", "c"), word = c("x", "y", "x", "x", "z"))
counts <- as.data.frame(table(words), responseName = "n", stringsAsFactors = FALSE)
show <- function(name, counts) {
  weights <- bind_tf_idf(counts, word, document, n)
  weights <- weights[weights$n > 0, ]
  cat(name, paste0(weights$document, ":", weights$word, "=", round(weights$tf_idf, 3)), "\n")
}
show("counts above 0", counts[counts$n > 0, ])
show("all counts", counts)
END
Rscript try.R | sed 's/ *$//' >seen

cat >recorded <<'END'
tidytext 0.4.1
counts above 0 a:x=0.203 b:x=0.405 a:y=0.549 c:z=1.099
all counts a:x=0 b:x=0 a:y=0 c:z=0
END
diff recorded seen
cat seen
