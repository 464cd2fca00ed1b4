#!/usr/bin/env bash
# networkx 2.8.8 (Python) and igraph 1.3.5 (R): one list of edges, two orders of the vertices.
#
# Guess: a list of edges between documents 0, 1, 2, ... gives an adjacency matrix in that order;
# at least two libraries agree.
# What happens: both take the order of first appearance, networkx line by line, igraph the whole
# first column and then the second. Labels or a matrix in the order of the documents are then
# those of other documents. nodelist=sorted(G) and graph_from_data_frame(vertices = ...) give the
# right order.
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
debian python3-networkx=2.8.8-1 r-cran-igraph=1.3.5-3 r-base-core=4.2.2.20221110-2

printf '2 0 1\n0 3 2\n1 2 4\n' >edges
/usr/bin/python3 - >seen <<'END'
import networkx

print('networkx', networkx.__version__)
G = networkx.read_weighted_edgelist('edges', nodetype=int)
print(list(G), networkx.to_numpy_array(G).astype(int).tolist()[0])
END
Rscript - >>seen <<'END'
suppressMessages(library(igraph))
cat("igraph", format(packageVersion("igraph")), "\n")
g <- graph_from_data_frame(read.table("edges", col.names = c("from", "to", "weight")), FALSE)
cat(V(g)$name, ":", as_adjacency_matrix(g, attr = "weight", sparse = FALSE)[1, ], "\n")
END
sed -i 's/ $//' seen

cat >recorded <<'END'
networkx 2.8.8
[2, 0, 3, 1] [0, 1, 0, 4]
igraph 1.3.5
2 0 1 3 : 0 1 4 0
END
diff recorded seen
cat seen
