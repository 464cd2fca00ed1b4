#!/usr/bin/env bash
# scikit-learn 1.2.1 with SciPy 1.10.1: equal documents lose the edge between them.
#
# Guess: kneighbors_graph(mode="distance") connects nearest neighbors, and S.maximum(S.T) or S +
# S.T, the usual way, makes the graph symmetric: the nearest documents of all, equal ones, stay
# connected.
# What happens: their distance 0 is stored, and is an edge for connected_components(). The symmetric
# matrix no longer stores it, and a dense one cannot. The nearer two documents are, the better they
# are connected, but equal ones are in components of their own.
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
debian python3-sklearn=1.2.1+dfsg-1 python3-scipy=1.10.1-2

/usr/bin/python3 - >seen <<'END'
import numpy as np
import scipy
import sklearn
from scipy.sparse.csgraph import connected_components
from sklearn.neighbors import kneighbors_graph

print('scikit-learn', sklearn.__version__, 'SciPy', scipy.__version__)
points = np.array([[0, 0], [0, 0], [5, 5], [5, 6]], float)
S = kneighbors_graph(points, 1, mode='distance')
for name, graph in (('as it is', S), ('maximum', S.maximum(S.T)), ('sum', S + S.T),
                    ('dense', S.toarray())):
    print(name, connected_components(graph)[1].tolist())
END

cat >recorded <<'END'
scikit-learn 1.2.1 SciPy 1.10.1
as it is [0, 0, 1, 1]
maximum [0, 1, 2, 2]
sum [0, 1, 2, 2]
dense [0, 1, 2, 2]
END
diff recorded seen
cat seen
