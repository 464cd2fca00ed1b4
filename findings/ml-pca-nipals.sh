#!/usr/bin/env bash
# ml-pca 4.1.1 (npm): the explained variance of NIPALS.
#
# Guess: the method decides how components are found: their eigenvalues and their shares of the
# variance are those of the default method, for as many components as are computed.
# What happens: with NIPALS the shares are those among the computed components: two of four
# explain everything, whatever is left over, and one always does. The eigenvalues are the sums of
# squares, n - 1 times the variances that the other methods return.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Node.js and npm are those of the system; the package is installed in this folder.
npm install --silent --no-audit --no-fund ml-pca@4.1.1 >&2

cat >try.cjs <<'END'
const { PCA } = require('ml-pca')
console.log('ml-pca', require('./node_modules/ml-pca/package.json').version)
const rows = [
  [1, 2, 3, 5], [2, 1, 0, 7], [5, 3, 2, 1], [7, 8, 1, 0], [2, 2, 9, 4], [0, 1, 1, 1]]
const show = (name, options) => {
  const pca = new PCA(rows, options)
  const digits = (n) => (v) => v.toFixed(n)
  console.log(name, 'explained', ...pca.getExplainedVariance().map(digits(3)),
    'eigenvalues', ...pca.getEigenvalues().map(digits(2)))
}
show('SVD', {})
show('covarianceMatrix', { method: 'covarianceMatrix' })
show('NIPALS, two', { method: 'NIPALS', nCompNIPALS: 2 })
show('NIPALS, one', { method: 'NIPALS', nCompNIPALS: 1 })
END
node try.cjs >seen

cat >recorded <<'END'
ml-pca 4.1.1
SVD explained 0.545 0.308 0.124 0.023 eigenvalues 17.55 9.92 3.98 0.75
covarianceMatrix explained 0.545 0.308 0.124 0.023 eigenvalues 17.55 9.92 3.98 0.75
NIPALS, two explained 0.639 0.361 eigenvalues 87.73 49.59
NIPALS, one explained 1.000 eigenvalues 87.73
END
diff recorded seen
cat seen
