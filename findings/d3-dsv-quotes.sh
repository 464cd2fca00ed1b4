#!/usr/bin/env bash
# d3-dsv 3.0.1 (npm): a quote at the beginning of a field of a TSV file cuts the field, or
# swallows rows.
#
# Guess: tsvParse() reads tab-separated values as PostgreSQL's COPY, MariaDB's OUTFILE and most
# corpora write them: a quote is a character like others.
# What happens: quotes mean what they mean in CSV. A field that begins with one ends at the next
# one, and the rest of the field is dropped; if there is no next one, all rows that follow become
# part of it. There is no error.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Node.js and npm are those of the system; the package is installed in this folder.
npm install --silent --no-audit --no-fund d3-dsv@3.0.1 >&2

printf 'id\ttext\n1\t"Yes" she said\n2\tplain\n3\t"open\n4\tlost\n' >texts.tsv
cat >try.mjs <<'END'
import {readFileSync} from 'node:fs';
import {tsvParse} from 'd3-dsv';
console.log('d3-dsv', JSON.parse(readFileSync('node_modules/d3-dsv/package.json')).version);
for (const row of tsvParse(readFileSync('texts.tsv', 'utf8'))) console.log(JSON.stringify(row));
END
node try.mjs >seen

cat >recorded <<'END'
d3-dsv 3.0.1
{"id":"1","text":"Yes"}
{"id":"2","text":"plain"}
{"id":"3","text":"open\n4\tlost\n"}
END
diff recorded seen
cat seen
