#!/usr/bin/env bash
# ml-hclust 4.0.0 (npm), SciPy 1.10.1: centroid linkage of one is not that of the other.
#
# Guess: with centroids, {0, 2} and 10 join at the distance of 1 and 10, which is 9.
# What happens: ml-hclust joins them at 8.5: the update of Lance and Williams for centroids is one
# of squared distances, and it is given the distances themselves. Which clusters join can change
# with it; "ward" is of the same kind, "ward2" is right.
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
debian python3-scipy=1.10.1-2

# Node.js and npm are those of the system; the package is installed in this folder.
npm install --silent --no-audit --no-fund ml-hclust@4.0.0 >&2

cat >try.mjs <<'END'
import {readFileSync} from 'fs';
import {agnes} from 'ml-hclust';
console.log('ml-hclust', JSON.parse(readFileSync('node_modules/ml-hclust/package.json')).version);
for (const method of ['centroid', 'ward', 'ward2'])
  console.log(method, agnes([[0], [2], [10]], {method}).height.toFixed(3));
END
node try.mjs >seen
/usr/bin/python3 - >>seen <<'END'
import scipy
from scipy.cluster.hierarchy import linkage

print('SciPy', scipy.__version__)
for method in 'centroid', 'ward':
    print(method, '%.3f' % linkage([[0], [2], [10]], method)[-1, 2])
END

cat >recorded <<'END'
ml-hclust 4.0.0
centroid 8.500
ward 11.333
ward2 10.392
SciPy 1.10.1
centroid 9.000
ward 10.392
END
diff recorded seen
cat seen
