#!/usr/bin/env bash
# apache-arrow 21.2.0 (npm): a file that it writes does not begin with the schema.
#
# Guess: a file of Arrow is the word ARROW1, padding, a stream, and a footer, as the specification
# says, so that a reader of streams can read it from byte 8 on.
# What happens: the schema is in the footer alone. The first message is a batch of records, or a
# dictionary, and a reader of streams, its own among them, fails on it. A reader has to begin at
# the end of the file.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Node.js and npm are those of the system; the package is installed in this folder.
npm install --silent --no-audit --no-fund apache-arrow@21.2.0 >&2

cat >try.mjs <<'END'
import {readFileSync} from 'node:fs';
import {Table, tableFromIPC, tableToIPC, vectorFromArray, Utf8} from 'apache-arrow';
console.log('apache-arrow',
            JSON.parse(readFileSync('node_modules/apache-arrow/package.json')).version);
const table = new Table({text: vectorFromArray(['oven', 'goal'], new Utf8())});
const kinds = ['none', 'schema', 'dictionary', 'batch of records'];
function first(bytes) {  // the field header_type of Message
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const root = 8 + view.getUint32(8, true), fields = root - view.getInt32(root, true);
  return kinds[view.getUint8(root + view.getUint16(fields + 6, true))];
}
const file = tableToIPC(table, 'file');
console.log('the stream begins with a', first(tableToIPC(table, 'stream')));
console.log('the file begins with a', first(file.slice(8)));
try {
  console.log('rows from byte 8 on:', tableFromIPC(file.slice(8)).numRows);
} catch (error) {
  console.log('from byte 8 on:', error.message);
}
console.log('rows of the file:', tableFromIPC(file).numRows);
END
node try.mjs >seen

cat >recorded <<'END'
apache-arrow 21.2.0
the stream begins with a schema
the file begins with a batch of records
from byte 8 on: Cannot read properties of undefined (reading 'fields')
rows of the file: 2
END
diff recorded seen
cat seen
