#!/usr/bin/env bash
# parquet-wasm 0.8.0 (npm), by the crates arrow and parquet: moments in seconds become whole
# numbers.
#
# Guess: a column of Arrow with dates or moments is one in the Parquet file that is written from it.
# What happens: Parquet has days, and moments in milliseconds and finer. Moments in seconds and
# dates in milliseconds are written as INT64 without a logical type; their type is only in the
# base64 of ARROW:schema in the footer, which libraries of Arrow read. Others, such as DuckDB, see
# numbers.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Node.js and npm are those of the system; the packages are installed in this folder.
npm install --silent --no-audit --no-fund apache-arrow@21.2.0 parquet-wasm@0.8.0 \
  @duckdb/node-api@1.5.6-r.1 >&2

cat >try.mjs <<'END'
import {readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import * as Arrow from 'apache-arrow';
import {DuckDBInstance} from '@duckdb/node-api';
const Parquet = createRequire(import.meta.url)('parquet-wasm/node');
for (const name of ['parquet-wasm', '@duckdb/node-api'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version);
const days = [new Date('2024-01-31T00:00:00Z')];
const table = new Arrow.Table({
  day: Arrow.vectorFromArray(days, new Arrow.DateDay()),
  milli: Arrow.vectorFromArray(days, new Arrow.DateMillisecond()),
  second: Arrow.vectorFromArray(days, new Arrow.TimestampSecond())});
const bytes = Parquet.writeParquet(Parquet.Table.fromIPCStream(Arrow.tableToIPC(table, 'stream')));
writeFileSync('a.parquet', bytes);
const again = Arrow.tableFromIPC(Parquet.readParquet(bytes).intoIPCStream());
console.log('Arrow:', again.schema.fields.map(field => field.type.toString()).join(', '));
const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
const read = await duckdb.runAndReadAll(
  "select typeof(day), typeof(milli), typeof(second), second from 'a.parquet'");
console.log('DuckDB:', read.getRows()[0].join(', '));
END
node try.mjs >seen

cat >recorded <<'END'
parquet-wasm 0.8.0
@duckdb/node-api 1.5.6-r.1
Arrow: Date32<DAY>, Date64<MILLISECOND>, Timestamp<SECOND>
DuckDB: DATE, BIGINT, BIGINT, 1706659200
END
diff recorded seen
cat seen
