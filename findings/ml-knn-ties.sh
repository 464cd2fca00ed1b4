#!/usr/bin/env bash
# ml-knn 3.0.0 (npm): equal votes go to the farther neighbor.
#
# Guess: with k = 2 and one neighbor of each class, the nearer one decides, so that points of the
# training set keep their class; k is 1 or 5 unless it is set.
# What happens: the farther neighbor decides: a training point whose two nearest points are itself
# and one of another class gets that class, and a query next to a gets b. k is by default the
# number of classes plus one, an even number for three or five classes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Node.js and npm are those of the system; the package is installed in this folder.
npm install --silent --no-audit --no-fund ml-knn@3.0.0 >&2

cat >try.cjs <<'END'
const KNN = require('ml-knn')
console.log('ml-knn', require('./node_modules/ml-knn/package.json').version)
const points = [[0], [1], [10], [11]]
for (const k of [1, 2]) {
  const model = new KNN(points, ['a', 'a', 'b', 'b'], { k })
  console.log('k', k, 'at 5.4 and 5.6:', ...model.predict([[5.4], [5.6]]))
}
const three = [[0], [1], [10]]
console.log('k 2, three classes, itself:',
  ...new KNN(three, ['a', 'b', 'c'], { k: 2 }).predict(three))
console.log('default k of three classes:', new KNN(three, ['a', 'b', 'c']).k)
END
node try.cjs >seen

cat >recorded <<'END'
ml-knn 3.0.0
k 1 at 5.4 and 5.6: a b
k 2 at 5.4 and 5.6: b a
k 2, three classes, itself: b a b
default k of three classes: 4
END
diff recorded seen
cat seen
