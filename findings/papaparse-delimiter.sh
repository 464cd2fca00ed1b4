#!/usr/bin/env bash
# papaparse 5.4.1 (npm): a tab-separated file is split at the commas of its texts.
#
# Guess: without a delimiter, Papa.parse() finds the tabs that every line has.
# What happens: it takes the first of its candidates that gives the same number of fields in each
# line and more of them: if the texts have equally many commas, the comma. The header then is one
# name with a tab in it, and the ids are part of the texts. There is no error.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Node.js and npm are those of the system; the package is installed in this folder.
npm install --silent --no-audit --no-fund papaparse@5.4.1 >&2

cat >try.mjs <<'END'
import {readFileSync} from 'node:fs';
import Papa from 'papaparse';
console.log('papaparse', JSON.parse(readFileSync('node_modules/papaparse/package.json')).version);
const text = 'id\ttext, tags, more\n1\tships, sails, tides\n2\tflour, butter, salt\n';
const {data, errors, meta} = Papa.parse(text, {header: true, skipEmptyLines: true});
console.log(JSON.stringify(meta.delimiter), errors.length, 'errors', JSON.stringify(data[0]));
END
node try.mjs >seen

cat >recorded <<'END'
papaparse 5.4.1
"," 0 errors {"id\ttext":"1\tships"," tags":" sails"," more":" tides"}
END
diff recorded seen
cat seen
