#!/usr/bin/env bash
# pyclustering 0.10.1.2, scikit-learn 1.2.1: the silhouettes of one are not those of the other.
#
# Guess: the silhouette of a point is (b - a) / max(a, b) of Euclidean distances, and 0 for a
# cluster of one point.
# What happens: silhouette() of pyclustering takes squared distances unless told otherwise, so
# that clusters look far better than in other programs, and clusters of one point are NaN, with
# them the mean.
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
from pyclustering.cluster.silhouette import silhouette
from sklearn.metrics import silhouette_samples

X = [[0.0], [1.0], [4.0], [6.0], [20.0]]
print('pyclustering', pyclustering.__version__)
print(['%.3f' % s for s in silhouette(X, [[0, 1], [2, 3], [4]], ccore=False).process().get_score()])
print('scikit-learn', sklearn.__version__)
print(['%.3f' % s for s in silhouette_samples(X, [0, 0, 1, 1, 2])])
END

cat >recorded <<'END'
pyclustering 0.10.1.2
['0.962', '0.941', '0.680', '0.869', 'nan']
scikit-learn 1.2.1
['0.800', '0.750', '0.429', '0.636', '0.000']
END
diff recorded seen
cat seen
