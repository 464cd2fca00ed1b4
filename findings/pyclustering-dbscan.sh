#!/usr/bin/env bash
# pyclustering 0.10.1.2, scikit-learn 1.2.1: a point of DBSCAN counts itself in one of them.
#
# Guess: the number of points that make a core point includes the point itself, as in the paper,
# scikit-learn, and dbscan of R.
# What happens: dbscan() of pyclustering counts the other points only: a run with the numbers of
# scikit-learn finds noise where that finds a cluster; one less gives the same clusters.
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
debian python3-pyclustering=0.10.1.2-2 python3-sklearn=1.2.1+dfsg-1

/usr/bin/python3 - >seen 2>errors <<'END' || { cat errors; exit 1; }
import pyclustering, sklearn
from pyclustering.cluster.dbscan import dbscan
from sklearn.cluster import DBSCAN

X = [[0.0], [1.0], [2.0], [10.0]]
print('pyclustering', pyclustering.__version__)
for points in 3, 2:
    run = dbscan(X, 1.5, points, ccore=False)
    run.process()
    print(points, 'clusters', [sorted(c) for c in run.get_clusters()], 'noise',
        sorted(run.get_noise()))
print('scikit-learn', sklearn.__version__)
print(3, DBSCAN(eps=1.5, min_samples=3).fit(X).labels_.tolist())
END

cat >recorded <<'END'
pyclustering 0.10.1.2
3 clusters [] noise [0, 1, 2, 3]
2 clusters [[0, 1, 2]] noise [3]
scikit-learn 1.2.1
3 [0, 0, 0, -1]
END
diff recorded seen
cat seen
