// Files of columns written and read by packages of npm: node columns_by_npm.cjs make FOLDER, or
// read FILE, which prints what each package reads as rows of JSON. Exit status 77: they are absent.
const fs = require('fs');

function load(name) {
  try {
    return require(name);
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    console.error(`${name} of npm is not installed`);
    process.exit(77);
  }
}

const arrow = load('apache-arrow'), duckdb = load('@duckdb/node-api'), parquet = load('parquet-wasm');

const subjects = [['goal', 'keeper', 'match', 'league', 'penalty'],
                  ['flour', 'oven', 'butter', 'sugar', 'dough'],
                  ['bank', 'interest', 'loan', 'credit', 'market']];
const rows = Array.from({length: 90}, (_, i) => ({
  id: `d${i}`,
  text: Array.from({length: 9}, (_, j) => subjects[i % 3][(i * 7 + j * (i % 4 + 1)) % 5]).join(' '),
  day: i % 10 === 9 ? null : 19753 + i,
  score: i % 7 === 3 ? null : i / 8,
  kind: ['small', 'large', 'Öl'][i % 2 * (i % 5)] ?? null,
}));

const vectors = () => rows.map((_, i) => [i, i / 2, -i]);

function arrowTable() {
  const columns = {
    id: arrow.vectorFromArray(rows.map(row => row.id), new arrow.Utf8()),
    text: arrow.vectorFromArray(rows.map(row => row.text), new arrow.Utf8()),
    day: arrow.vectorFromArray(rows.map(row => row.day === null ? null : new Date(row.day * 864e5)),
                               new arrow.DateDay()),
    score: arrow.vectorFromArray(rows.map(row => row.score), new arrow.Float64()),
    kind: arrow.vectorFromArray(rows.map(row => row.kind),
                                new arrow.Dictionary(new arrow.Utf8(), new arrow.Int8())),
    vector: arrow.vectorFromArray(vectors(), new arrow.FixedSizeList(
      3, new arrow.Field('item', new arrow.Float32(), true))),
    nested: arrow.vectorFromArray(rows.map((_, i) => ({a: i, b: [i, null]})), new arrow.Struct([
      new arrow.Field('a', new arrow.Int32(), true),
      new arrow.Field('b', new arrow.List(new arrow.Field('item', new arrow.Int32(), true)), true)])),
  };
  const all = new arrow.Table(columns);
  return all;
}

const plain = value => value === null || value === undefined ? null
  : typeof value === 'bigint' ? Number(value)
  : value instanceof Date ? value.toISOString()
  : typeof value === 'object' && typeof value.toJSON === 'function' ? plain(value.toJSON())
  : typeof value === 'object' && Symbol.iterator in value ? Array.from(value, plain)
  : typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(
    ([key, one]) => [key, plain(one)]))
  : value;

const printed = table => table.toArray().map(row => plain(row.toJSON()));

async function query(sql) {
  const connection = await (await duckdb.DuckDBInstance.create(':memory:')).connect();
  return (await connection.runAndReadAll(sql)).getRowObjectsJson();
}

async function make(folder) {
  const table = arrowTable();
  fs.writeFileSync(`${folder}/js.arrow`, arrow.tableToIPC(table, 'file'));
  fs.writeFileSync(`${folder}/js.arrows`, arrow.tableToIPC(table, 'stream'));
  const bytes = arrow.tableToIPC(table, 'stream');
  for (const codec of ['UNCOMPRESSED', 'SNAPPY', 'ZSTD', 'GZIP']) {
    const properties = new parquet.WriterPropertiesBuilder()
      .setCompression(parquet.Compression[codec]).setMaxRowGroupSize(40).build();
    fs.writeFileSync(`${folder}/wasm-${codec}.parquet`,
                     parquet.writeParquet(parquet.Table.fromIPCStream(bytes), properties));
  }
  fs.writeFileSync(`${folder}/rows.json`, JSON.stringify(rows.map((row, i) => ({
    ...row, vector: [i, i / 2, -i], nested: {a: i, b: [i, null]}}))));
  for (const codec of ['uncompressed', 'snappy', 'zstd'])
    await query(`copy (select * replace (date '1970-01-01' + day::integer as day) from
      read_json('${folder}/rows.json', columns = {id: 'VARCHAR', text: 'VARCHAR', day: 'INTEGER',
      score: 'DOUBLE', kind: 'VARCHAR', vector: 'FLOAT[]', nested: 'STRUCT(a INTEGER, b INTEGER[])'}))
      to '${folder}/duckdb-${codec}.parquet' (format parquet, compression '${codec}',
      row_group_size 2048)`);
}

async function read(file) {
  const bytes = fs.readFileSync(file), all = {};
  if (file.endsWith('.parquet')) {
    all.duckdb = await query(`select * from read_parquet('${file}')`);
    all.wasm = printed(arrow.tableFromIPC(parquet.readParquet(new Uint8Array(bytes)).intoIPCStream()));
  } else {
    all.arrow = printed(arrow.tableFromIPC(bytes));
  }
  console.log(JSON.stringify(all, (_, value) => typeof value === 'bigint' ? Number(value) : value));
}

(process.argv[2] === 'make' ? make : read)(process.argv[3]).catch(error => {
  console.error(error);
  process.exit(1);
});
