#!/usr/bin/env bash
# NLTK 3.8: of repeated k-means the result is not the one with the least error.
#
# Guess: KMeansClusterer(k, distance, repeats=10) keeps the best of ten runs, so that more repeats
# are never worse.
# What happens: it keeps the means that are most like those of the other runs. Here ten repeats
# give an error of 401, though the first five of them are those that gave 1.5.
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
debian python3-nltk=3.8-1 python3-numpy=1:1.24.2-1+deb12u1

/usr/bin/python3 - >seen <<'END'
import random
import nltk, numpy
from nltk.cluster import KMeansClusterer, euclidean_distance

print('NLTK', nltk.__version__)
X = numpy.array([[x, 0.0] for x in (0, 1, 20, 21, 40, 41)])
for repeats in 1, 5, 10:
    labels = numpy.array(KMeansClusterer(3, euclidean_distance, repeats=repeats,
        rng=random.Random(4)).cluster(list(X), True))
    error = sum(((X[labels == c] - X[labels == c].mean(0)) ** 2).sum() for c in set(labels))
    print('repeats', repeats, 'error', error)
END

cat >recorded <<'END'
NLTK 3.8
repeats 1 error 401.0
repeats 5 error 1.5
repeats 10 error 401.0
END
diff recorded seen
cat seen
