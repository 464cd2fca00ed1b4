#!/usr/bin/env bash
# npyjs 1.2.0 (npm), NumPy 1.24.2: arrays in the order of Fortran.
#
# Guess: entry (i, j) of a matrix of shape [n, d] is data[i * d + j], for every file that is read.
# What happens: in files that NumPy saved from a transposed array or from an array of Fortran
# order the data stay column by column, with the shape of the rows; only a flag, fortranOrder,
# tells it. Rows of vectors are mixed up in silence by who does not look at it.
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
debian python3-numpy=1:1.24.2-1+deb12u1

# Node.js and npm are those of the system; the package is installed in this folder.
npm install --silent --no-audit --no-fund npyjs@1.2.0 >&2

/usr/bin/python3 -c '
import numpy
X = numpy.arange(6.0).reshape(2, 3)
numpy.save("rows.npy", X)
numpy.save("columns.npy", numpy.vstack(X.T.copy()).T)
'
cat >try.mjs <<'END'
import {readFileSync} from 'fs';
import {load} from 'npyjs';
console.log('npyjs', JSON.parse(readFileSync('node_modules/npyjs/package.json')).version);
for (const name of ['rows', 'columns']) {
  const bytes = readFileSync(name + '.npy');
  const {data, shape, fortranOrder} = await load(bytes.buffer.slice(bytes.byteOffset,
      bytes.byteOffset + bytes.length));
  console.log(name, JSON.stringify(shape), 'first row',
      Array.from(data.slice(0, shape[1])).join(' '), 'fortranOrder', fortranOrder);
}
END
node try.mjs >seen

cat >recorded <<'END'
npyjs 1.2.0
rows [2,3] first row 0 1 2 fortranOrder false
columns [2,3] first row 0 3 1 fortranOrder true
END
diff recorded seen
cat seen
