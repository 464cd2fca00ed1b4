#!/usr/bin/env bash
# scikit-learn 1.2.1: masked arrays of NumPy.
#
# Guess: masked entries are refused like NaN, or are left out of means as NumPy leaves them out.
# What happens: the numbers below the mask are used, in KMeans, StandardScaler and the neighbors:
# a masked 1e6 is a point at 1e6.
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
debian python3-sklearn=1.2.1+dfsg-1

/usr/bin/python3 - >seen 2>/dev/null <<'END'
import numpy
import sklearn
from sklearn.cluster import KMeans
from sklearn.neighbors import NearestNeighbors
from sklearn.preprocessing import StandardScaler

print('scikit-learn', sklearn.__version__)
X = numpy.ma.masked_array([[1e6], [0.0], [1.0], [8.0], [9.0]], mask=[[1], [0], [0], [0], [0]])
print('mean of NumPy', X.mean(), 'of StandardScaler', StandardScaler().fit(X).mean_[0])
labels = KMeans(2, n_init=10, random_state=0).fit(X).labels_
print('clusters', sorted([i for i, l in enumerate(labels) if l == c] for c in range(2)))
print('distance', NearestNeighbors(n_neighbors=1).fit(X[1:]).kneighbors(X[:1])[0][0, 0])
END

cat >recorded <<'END'
scikit-learn 1.2.1
mean of NumPy 4.5 of StandardScaler 200003.6
clusters [[0], [1, 2, 3, 4]]
distance 999991.0
END
diff recorded seen
cat seen
