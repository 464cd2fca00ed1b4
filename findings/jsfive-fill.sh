#!/usr/bin/env bash
# jsfive 0.4.2 (npm), h5py 3.7.0: values of HDF5 that were never written.
#
# Guess: a dataset with a fill value has that value where nothing was written, as h5py and every
# program on the library of HDF5 say.
# What happens: chunks without data are holes of the array: undefined, which sums as NaN. 64-bit
# integers are rounded to doubles beyond 2^53, so that ids change.
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
debian python3-h5py=3.7.0-8

# Node.js and npm are those of the system; the package is installed in this folder.
npm install --silent --no-audit --no-fund jsfive@0.4.2 >&2

/usr/bin/python3 - >seen <<'END'
import h5py

print('h5py', h5py.__version__)
with h5py.File('x.h5', 'w') as file:
    file.create_dataset('weights', shape=(6,), chunks=(2,), dtype='f8', fillvalue=1.0)[:2] = [3, 4]
    file['ids'] = [9007199254740993]
    print(file['weights'][:].tolist(), file['ids'][:].tolist())
END
cat >try.mjs <<'END'
import {readFileSync} from 'fs';
import {File} from 'jsfive';
console.log('jsfive', JSON.parse(readFileSync('node_modules/jsfive/package.json')).version);
const bytes = readFileSync('x.h5');
const file = new File(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
    'x.h5');
console.log(Array.from(file.get('weights').value, String).join(', '), '|',
    file.get('ids').value.join(', '));
END
node try.mjs >>seen

cat >recorded <<'END'
h5py 3.7.0
[3.0, 4.0, 1.0, 1.0, 1.0, 1.0] [9007199254740993]
jsfive 0.4.2
3, 4, undefined, undefined, undefined, undefined | 9007199254740992
END
diff recorded seen
cat seen
