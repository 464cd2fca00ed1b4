#!/usr/bin/env bash
# FAISS 1.7.3: spherical k-means does not normalize the rows.
#
# Guess: Kmeans(spherical=True) is the spherical k-means of the literature: a row counts by its
# direction.
# What happens: the centroids get the length 1, the rows keep theirs: one long row outweighs many
# short ones, and the centroid points to it. Rows normalized before give the centroid that was
# expected.
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
debian python3-faiss=1.7.3-2+b1

/usr/bin/python3 - >seen <<'END'
import faiss, numpy

print('FAISS', faiss.__version__)
X = numpy.array([[100, 10]] + 5 * [[1, -0.5]] + 6 * [[0, 1]], 'float32')
unit = X / numpy.linalg.norm(X, axis=1, keepdims=True)
for name, rows in ('rows as given', X), ('rows of length 1', unit):
    kmeans = faiss.Kmeans(2, 2, niter=20, spherical=True, seed=1, min_points_per_centroid=1)
    kmeans.train(rows)
    print(name, [['%.2f' % abs(v) if abs(v) < 0.005 else '%.2f' % v for v in c]
                 for c in sorted(kmeans.centroids.tolist(), reverse=True)])
END

cat >recorded <<'END'
FAISS 1.7.3
rows as given [['1.00', '0.07'], ['0.00', '1.00']]
rows of length 1 [['0.93', '-0.36'], ['0.00', '1.00']]
END
diff recorded seen
cat seen
