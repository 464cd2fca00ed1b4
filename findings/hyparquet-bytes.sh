#!/usr/bin/env bash
# hyparquet 1.33.0 (npm): vectors that are stored as bytes come back as damaged text.
#
# Guess: a Parquet column of BYTE_ARRAY without a logical type is bytes: float32 vectors are
# kept so.
# What happens: by default such a column is decoded as UTF-8 and bytes that are none are
# replaced by U+FFFD; 1.5 and -2 can no longer be told from other numbers. With utf8: false the
# bytes come back.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Node.js and npm are those of the system; the packages are installed in this folder.
npm install --silent --no-audit --no-fund hyparquet@1.33.0 hyparquet-writer@0.17.0 >&2

cat >try.mjs <<'END'
import {readFileSync} from 'node:fs';
import {parquetReadObjects} from 'hyparquet';
import {parquetWriteBuffer} from 'hyparquet-writer';
for (const name of ['hyparquet', 'hyparquet-writer'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const vector = new Uint8Array(new Float32Array([1.5, -2]).buffer);
const file = parquetWriteBuffer({columnData: [{name: 'vector', data: [vector],
    type: 'BYTE_ARRAY'}]});
const show = value => typeof value === 'string'
  ? `text with ${[...value].filter(letter => letter === '\ufffd').length} replaced bytes`
  : `numbers ${[...new Float32Array(value.slice().buffer)].join(' ')}`;
console.log('by default:', show((await parquetReadObjects({file}))[0].vector));
console.log('utf8: false:', show((await parquetReadObjects({file, utf8: false}))[0].vector));
END
node try.mjs >seen

cat >recorded <<'END'
hyparquet 1.33.0
hyparquet-writer 0.17.0
by default: text with 2 replaced bytes
utf8: false: numbers 1.5 -2
END
diff recorded seen
cat seen
