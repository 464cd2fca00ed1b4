#!/usr/bin/env bash
# skmeans 0.11.3 (npm): points in two places end in one cluster.
#
# Guess: with two clusters and points in two places only, k-means++ has one cluster for each
# place: the second center is drawn with a probability that grows with the distance, which is 0 at
# the first place.
# What happens: in more than a quarter of the runs all points share a cluster: a center can be
# drawn where one is already, and the center of a cluster without points is moved to the origin.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Node.js and npm are those of the system; the package is installed in this folder.
npm install --silent --no-audit --no-fund skmeans@0.11.3 >&2

cat >try.cjs <<'END'
const skmeans = require('skmeans');
const points = [[1, 1], [1, 1], [1, 1], [2, 2]];
let merged = 0;
for (let run = 0; run < 1000; ++run)
  merged += new Set(skmeans(points, 2, 'kmpp').idxs).size == 1;
console.log('skmeans', require('skmeans/package.json').version);
console.log('one cluster in more than a quarter of 1000 runs:', merged > 250);
END
node try.cjs >seen

cat >recorded <<'END'
skmeans 0.11.3
one cluster in more than a quarter of 1000 runs: true
END
diff recorded seen
cat seen
