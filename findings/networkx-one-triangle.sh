#!/usr/bin/env bash
# networkx 2.8.8: an undirected graph takes one triangle of a matrix that is not symmetric.
#
# Guess: from_scipy_sparse_array() refuses a matrix that is not symmetric for a Graph, or takes
# the sum, the mean or the larger of the two weights. (python3-igraph 0.10.2 refuses it.)
# What happens: each entry overwrites the one of its mirror image that came before, so that the
# weight is that of the lower triangle. A matrix of nearest neighbors, which is rarely symmetric,
# gives a graph that changes when the documents are in another order.
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
debian python3-networkx=2.8.8-1 python3-scipy=1.10.1-2 python3-igraph=0.10.2-1+b1

/usr/bin/python3 - >seen <<'END'
import igraph
import networkx
import numpy as np
import scipy.sparse

print('networkx', networkx.__version__, 'igraph', igraph.__version__)
S = np.array([[0, 1, 0], [5, 0, 2], [0, 7, 0]])
for order in ([0, 1, 2], [2, 1, 0]):
    G = networkx.from_scipy_sparse_array(scipy.sparse.csr_matrix(S[order][:, order]))
    print([(min(order[a], order[b]), max(order[a], order[b]), w)
           for a, b, w in G.edges.data('weight')])
try:
    igraph.Graph.Weighted_Adjacency(S.tolist(), mode='undirected')
except igraph.InternalError as error:
    print('igraph:', str(error).split(' -- ')[0].split(': ')[1])
END

cat >recorded <<'END'
networkx 2.8.8 igraph 0.10.2
[(0, 1, 5), (1, 2, 7)]
[(1, 2, 2), (0, 1, 1)]
igraph: Adjacency matrix should be symmetric to produce an undirected graph.
END
diff recorded seen
cat seen
