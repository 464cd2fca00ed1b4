#!/usr/bin/env bash
# simple-statistics (npm): ckmeans() puts equal values into different clusters.
#
# Guess: k-means of one dimension gives equal values the same cluster, and fewer clusters where
# there are fewer values.
# What happens: asked for three clusters of two values, it cuts one of the values in two; only
# where all values are equal there is one cluster. Labels of equal documents then differ.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Node.js and npm are those of the system; the package is installed in this folder.
npm install --silent --no-audit --no-fund simple-statistics@7.9.3 >&2

cat >try.cjs <<'END'
const {ckmeans} = require('simple-statistics');
console.log('simple-statistics', require('simple-statistics/package.json').version);
for (const values of [[1, 1, 1, 5, 5], [5, 5, 5, 5]])
  console.log(JSON.stringify(ckmeans(values, 3)));
END
node try.cjs >seen

cat >recorded <<'END'
simple-statistics 7.9.3
[[1,1,1],[5],[5]]
[[5,5,5,5]]
END
diff recorded seen
cat seen
