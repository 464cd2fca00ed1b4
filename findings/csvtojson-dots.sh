#!/usr/bin/env bash
# csvtojson 2.0.14 (npm): columns with a dot in their name are gone.
#
# Guess: the columns of the header are the keys of the objects, and all values are text.
# What happens: a dot makes an object or an array: `x.0` and `x.1`, as tables of vectors name
# their columns, become one array `x`, `tf.idf` an object. A count of the keys is no count of the
# columns.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Node.js and npm are those of the system; the package is installed in this folder.
npm install --silent --no-audit --no-fund csvtojson@2.0.14 >&2

cat >try.cjs <<'END'
const csv = require('csvtojson');
console.log('csvtojson', require('csvtojson/package.json').version);
csv().fromString('id,x.0,x.1,tf.idf\n007,0.5,0.25,3\n').then(rows => {
  console.log(JSON.stringify(rows[0]));
  console.log('keys', Object.keys(rows[0]).join(' '));
});
END
node try.cjs >seen

cat >recorded <<'END'
csvtojson 2.0.14
{"id":"007","x":["0.5","0.25"],"tf":{"idf":"3"}}
keys id x tf
END
diff recorded seen
cat seen
