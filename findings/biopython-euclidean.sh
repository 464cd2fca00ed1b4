#!/usr/bin/env bash
# Biopython 1.80, SciPy 1.10.1: the Euclidean distance of Bio.Cluster.
#
# Guess: dist='e', documented as the Euclidean distance, is that of SciPy: the root of the sum of
# squares.
# What happens: it is the mean of the squares: 12.5 for (0, 0) and (3, 4), 3.125 once six features
# that are 0 everywhere are added. Average linkage averages squares, so that heights, and the
# trees that are cut at them, are others; the error of kcluster() is a sum of such means.
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
debian python3-biopython=1.80+dfsg-4+b1 python3-scipy=1.10.1-2

cat >try.py <<'END'
import Bio, scipy
from Bio import Cluster
import numpy as np
from scipy.cluster.hierarchy import linkage
from scipy.spatial.distance import pdist

def distances(X):
    return [float(d) for row in Cluster.distancematrix(X, dist='e') for d in row]

X = np.array([[0., 0], [3, 4], [6, 8]])
print('Biopython', Bio.__version__, *distances(X))
print('SciPy', scipy.__version__, *pdist(X))
print('with six features of zeros:', *distances(np.hstack([X, np.zeros((3, 6))])))
line = np.array([[0.], [1], [3], [6]])
tree = Cluster.treecluster(line, method='a', dist='e')
print('average linkage, Biopython:', *(f'{tree[i].distance:.4g}' for i in range(3)))
print('average linkage, SciPy:', *(f'{height:.4g}' for height in linkage(line, 'average')[:, 2]))
print('k-means, error:', Cluster.kcluster(X, 2, npass=10)[1])
END
/usr/bin/python3 try.py >seen

cat >recorded <<'END'
Biopython 1.80 12.5 50.0 12.5
SciPy 1.10.1 5.0 10.0 5.0
with six features of zeros: 3.125 12.5 3.125
average linkage, Biopython: 1 6.5 23.33
average linkage, SciPy: 1 2.5 4.667
k-means, error: 6.25
END
diff recorded seen
cat seen
