#!/usr/bin/env bash
# igraph 1.3.5 (R): a matrix of similarities becomes a graph without edges.
#
# Guess: graph_from_adjacency_matrix() of a matrix with positive entries has an edge for each of
# them; without weighted = TRUE it forgets the weights.
# What happens: without weighted = TRUE an entry is the number of parallel edges, cut to a whole
# number: 0.9 is no edge and 2.7 are two. Of cosines nothing is left except an edge between equal
# documents.
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
debian r-cran-igraph=1.3.5-3 r-base-core=4.2.2.20221110-2

Rscript - >seen <<'END'
suppressMessages(library(igraph))
cat("igraph", format(packageVersion("igraph")), "\n")
S <- matrix(c(0, 0.9, 0.5, 0.9, 0, 2.7, 0.5, 2.7, 0), 3)
for (weighted in list(NULL, TRUE)) {
  g <- graph_from_adjacency_matrix(S, mode = "undirected", weighted = weighted)
  cat("weighted", format(weighted), ":", ecount(g), "edges\n")
}
END
sed -i 's/ $//' seen

cat >recorded <<'END'
igraph 1.3.5
weighted NULL : 2 edges
weighted TRUE : 3 edges
END
diff recorded seen
cat seen
