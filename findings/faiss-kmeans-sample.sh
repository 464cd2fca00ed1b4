#!/usr/bin/env bash
# FAISS 1.7.3: k-means uses 256 points a cluster, and its objective is theirs.
#
# Guess: faiss.Kmeans(d, k).train(X) fits all rows of X, and obj[-1] is the sum of their squared
# distances to the centroids.
# What happens: with more than 256 k rows a sample of 256 k is fitted, in silence in Python; obj
# is the sum over the sample, here a tenth of the sum over the data. max_points_per_centroid
# changes it.
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
X = numpy.random.RandomState(0).randn(5120, 2).astype('float32')
for options in {}, {'max_points_per_centroid': 10 ** 6}:
    kmeans = faiss.Kmeans(2, 2, niter=20, seed=1, **options)
    kmeans.train(X)
    # The objective is that of the centroids before the last update: equal to some percent.
    of_data = kmeans.index.search(X, 1)[0].sum()
    print(options, 'obj over the sum of the data: %.1f' % (kmeans.obj[-1] / of_data))
END

cat >recorded <<'END'
FAISS 1.7.3
{} obj over the sum of the data: 0.1
{'max_points_per_centroid': 1000000} obj over the sum of the data: 1.0
END
diff recorded seen
cat seen
