#!/usr/bin/env bash
# apache-arrow 21.2.0 (npm): columns of text are dictionaries.
#
# Guess: tableFromArrays() and tableFromJSON() make columns of text of the type Utf8, as in every
# other language, and whole numbers of a type of integers.
# What happens: text becomes Dictionary<Int32, Utf8>, also where each text is there once, and
# whole numbers become Float64: readers that take text columns find none, ids above 2^53 are
# rounded before they are written.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Node.js and npm are those of the system; the package is installed in this folder.
npm install --silent --no-audit --no-fund apache-arrow@21.2.0 >&2

cat >try.cjs <<'END'
const {tableFromArrays, tableFromJSON, vectorFromArray, Utf8} = require('apache-arrow');
console.log('apache-arrow',
    JSON.parse(require('fs').readFileSync('node_modules/apache-arrow/package.json')).version);
const types = table => table.schema.fields.map(field => `${field.name}: ${field.type}`).join(', ');
console.log(types(tableFromArrays({id: [1, 2], text: ['one text', 'another']})));
console.log(types(tableFromJSON([{id: 1, text: 'one text'}, {id: 2, text: 'another'}])));
console.log(types(tableFromArrays({id: new Int32Array([1, 2]), text: vectorFromArray(['one text',
    'another'], new Utf8())})));
END
node try.cjs >seen

cat >recorded <<'END'
apache-arrow 21.2.0
id: Float64, text: Dictionary<Int32, Utf8>
id: Float64, text: Dictionary<Int32, Utf8>
id: Int32, text: Utf8
END
diff recorded seen
cat seen
