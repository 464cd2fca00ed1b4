#!/usr/bin/env bash
# ml-distance 4.0.1 (npm): some of its distances are similarities.
#
# Guess: the functions of `distance` are smallest for equal vectors: a search for the nearest one
# finds the vector itself.
# What happens: for shares of words, which sum to 1, `ruzicka`, `fidelity`, `harmonicMean` and
# `innerProduct` are largest for equal vectors, and the nearest one is the least alike; `motyka` is
# .5 for equal ones. soergel = 1 - ruzicka is a distance; `similarity` has neither ruzicka nor
# innerProduct.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Node.js and npm are those of the system; the package is installed in this folder.
npm install --silent --no-audit --no-fund ml-distance@4.0.1 >&2

cat >try.cjs <<'END'
const { distance, similarity } = require('ml-distance')
console.log('ml-distance', require('./node_modules/ml-distance/package.json').version)
const a = [.5, .2, .2, .1], near = [.4, .3, .2, .1], far = [.1, .1, .2, .6]
for (const name of ['soergel', 'ruzicka', 'fidelity', 'harmonicMean', 'innerProduct', 'motyka',
    'bhattacharyya', 'intersection']) {
  const values = [a, near, far].map(each => distance[name](a, each))
  const nearest = ['itself', 'near', 'far'][values.indexOf(Math.min(...values))]
  console.log(name, ...values.map(value => value.toFixed(2)), 'nearest:', nearest)
}
console.log('similarity:', 'ruzicka' in similarity, 'innerProduct' in similarity)
END
node try.cjs >seen

cat >recorded <<'END'
ml-distance 4.0.1
soergel 0.00 0.18 0.67 nearest: itself
ruzicka 1.00 0.82 0.33 nearest: far
fidelity 1.00 0.99 0.81 nearest: far
harmonicMean 1.00 0.98 0.67 nearest: far
innerProduct 0.34 0.31 0.17 nearest: far
motyka 0.50 0.55 0.75 nearest: itself
bhattacharyya 0.00 0.01 0.21 nearest: itself
intersection 0.00 0.10 0.50 nearest: itself
similarity: false false
END
diff recorded seen
cat seen
