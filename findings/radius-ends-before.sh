#!/usr/bin/env bash
# density-clustering 1.3.0 (npm), FAISS 1.7.3, scikit-learn 1.2.1: points at just the radius.
#
# Guess: neighbors within a radius of 1 are those at a distance of at most 1, as in the definition
# of DBSCAN.
# What happens: in density-clustering and in range_search() of FAISS they are those below 1, so
# that 0, 1, 2, 3 with the radius 1 are all noise, or have no neighbors; in scikit-learn they are
# one cluster. Counts, ranks and other whole numbers are at just the radius often.
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
debian python3-faiss=1.7.3-2+b1 python3-sklearn=1.2.1+dfsg-1

# Node.js and npm are those of the system; the package is installed in this folder.
npm install --silent --no-audit --no-fund density-clustering@1.3.0 >&2

cat >try.cjs <<'END'
const {DBSCAN} = require('density-clustering');
console.log('density-clustering', require('density-clustering/package.json').version);
for (const radius of [1, 1.001])
  console.log(radius, JSON.stringify(new DBSCAN().run([[0], [1], [2], [3]], radius, 2)));
END
node try.cjs >seen
/usr/bin/python3 - >>seen <<'END'
import faiss, numpy, sklearn
from sklearn.cluster import DBSCAN

X = numpy.array([[0], [1], [2], [3]], 'float32')
print('FAISS', faiss.__version__)
index = faiss.IndexFlatL2(1)
index.add(X)
for radius in 1, 1.001:
    print(radius, index.range_search(X[:1], radius ** 2)[2].tolist())
print('scikit-learn', sklearn.__version__)
print(1, DBSCAN(eps=1, min_samples=2).fit(X).labels_.tolist())
END

cat >recorded <<'END'
density-clustering 1.3.0
1 []
1.001 [[0,1,2,3]]
FAISS 1.7.3
1 [0]
1.001 [0, 1]
scikit-learn 1.2.1
1 [0, 0, 0, 0]
END
diff recorded seen
cat seen
