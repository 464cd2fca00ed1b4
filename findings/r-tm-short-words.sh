#!/usr/bin/env bash
# tm 0.7-11 (R): words of one or two letters are dropped, but not beside punctuation.
#
# Guess: DocumentTermMatrix() counts the words of the texts; punctuation separates them.
# What happens: the default is wordLengths = c(3, Inf): EU, AI, R and words of two characters in
# Chinese and Japanese are dropped. Punctuation stays in the words and counts for their lengths:
# "EU," is the term "eu,", "market" and "market." are two terms.
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
debian r-cran-tm=0.7-11-1 r-base-core=4.2.2.20221110-2

Rscript - >seen <<'END'
suppressMessages(library(tm))
cat("tm", format(packageVersion("tm")), "\n")
texts <- c("AI in the EU market", "the market. The EU, R and AI.")
found <- as.matrix(DocumentTermMatrix(VCorpus(VectorSource(texts))))
for (i in 1:2) cat(paste0(colnames(found), "=", found[i, ])[found[i, ] > 0], "\n")
END
sed -i 's/ $//' seen

cat >recorded <<'END'
tm 0.7.11
market=1 the=1
ai.=1 and=1 eu,=1 market.=1 the=2
END
diff recorded seen
cat seen
