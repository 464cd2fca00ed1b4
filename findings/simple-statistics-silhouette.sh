#!/usr/bin/env bash
# simple-statistics (npm): the silhouette metric of a clustering is that of its best point.
#
# Guess: silhouetteMetric() is the mean of the silhouettes, by which numbers of clusters are
# compared.
# What happens: it is the largest of them: one point in a good place hides that all others are in
# the wrong cluster.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Node.js and npm are those of the system; the package is installed in this folder.
npm install --silent --no-audit --no-fund simple-statistics@7.9.3 >&2

cat >try.cjs <<'END'
const {silhouette, silhouetteMetric} = require('simple-statistics');
console.log('simple-statistics', require('simple-statistics/package.json').version);
const points = [[0], [1], [2], [10], [11], [12]];
for (const labels of [[0, 0, 0, 1, 1, 1], [0, 1, 0, 1, 0, 1], [0, 0, 0, 0, 0, 1]]) {
  const values = silhouette(points, labels);
  console.log(labels.join(''), 'mean', (values.reduce((a, b) => a + b) / 6).toFixed(3), 'metric',
      silhouetteMetric(points, labels).toFixed(3));
}
END
node try.cjs >seen

cat >recorded <<'END'
simple-statistics 7.9.3
000111 mean 0.910 metric 0.933
010101 mean 0.152 metric 0.435
000001 mean 0.056 metric 0.618
END
diff recorded seen
cat seen
