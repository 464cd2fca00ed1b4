#!/usr/bin/env bash
# scikit-learn 1.2.1: points of weight 0 in KMeans.
#
# Guess: a point of weight 0 has no say: the centers are those of the other points.
# What happens: it can found a cluster, whose center is the mean of all points, those of weight 0
# too, where no point is.
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
import sklearn
from sklearn.cluster import KMeans

print('scikit-learn', sklearn.__version__)
X, weights = [[0.0], [1.0], [10.0], [12.0]], [1, 1, 0, 0]
fit = KMeans(2, n_init=10, random_state=0).fit(X, sample_weight=weights)
print('centers', sorted(fit.cluster_centers_[:, 0].tolist()), 'inertia', round(fit.inertia_, 3))
fit = KMeans(2, n_init=10, random_state=0).fit(X[:2])
print('without them', sorted(fit.cluster_centers_[:, 0].tolist()), 'inertia',
      round(fit.inertia_, 3))
END

cat >recorded <<'END'
scikit-learn 1.2.1
centers [0.5, 5.75] inertia 0.5
without them [0.0, 1.0] inertia 0.0
END
diff recorded seen
cat seen
