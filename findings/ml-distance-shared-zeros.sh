#!/usr/bin/env bash
# ml-distance 4.0.1 (npm): features that are 0 on both sides make distances NaN.
#
# Guess: the distance of a vector of counts to itself is 0, as in SciPy, where a feature that is 0
# on both sides adds nothing.
# What happens: 0/0 is added for each of them: canberra, clark, divergence, squared, waveHedges and
# others are NaN for any two documents that both lack a word, and NaN compares as false with every
# limit.
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
npm install --silent --no-audit --no-fund ml-distance@4.0.1 >&2

cat >try.cjs <<'END'
const { distance } = require('ml-distance')
console.log('ml-distance', require('./node_modules/ml-distance/package.json').version)
const a = [3, 0, 1, 2], b = [1, 0, 2, 2]
for (const name of ['euclidean', 'manhattan', 'canberra', 'clark', 'divergence', 'squared',
    'waveHedges', 'pearson'])
  console.log(name, distance[name](a, a), distance[name](a, b).toFixed(3))
END
node try.cjs >seen
/usr/bin/python3 - >>seen <<'END'
import scipy
from scipy.spatial import distance

print('SciPy', scipy.__version__)
print('canberra', distance.canberra([3, 0, 1, 2], [3, 0, 1, 2]),
      '%.3f' % distance.canberra([3, 0, 1, 2], [1, 0, 2, 2]))
END

cat >recorded <<'END'
ml-distance 4.0.1
euclidean 0 2.236
manhattan 0 3.000
canberra NaN NaN
clark NaN NaN
divergence NaN NaN
squared NaN NaN
waveHedges NaN NaN
pearson NaN NaN
SciPy 1.10.1
canberra 0.0 0.833
END
diff recorded seen
cat seen
