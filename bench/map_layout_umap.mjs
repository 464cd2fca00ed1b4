// Positions of the coordinates of map_layout.cpp by umap-js, with its defaults for 15 neighbors.
//
//   npm install umap-js
//   node map_layout_umap.mjs COORDINATES POSITIONS
import {readFileSync, writeFileSync} from 'node:fs';
import {UMAP} from 'umap-js';

const bytes = readFileSync(process.argv[2]), shape = new BigInt64Array(bytes.buffer, bytes.byteOffset, 2).slice();
const rows = Number(shape[0]), columns = Number(shape[1]);
const values = new Float32Array(bytes.buffer.slice(bytes.byteOffset + 16, bytes.byteOffset + 16 + 4 * rows * columns));
const data = Array.from({length: rows}, (_, i) => Array.from(values.subarray(i * columns, (i + 1) * columns)));
let state = 1;
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 4294967296;
};
const before = process.cpuUsage();
const positions = new UMAP({nNeighbors: 15, random}).fit(data);
const used = process.cpuUsage(before);
console.log(`umap-js: ${((used.user + used.system) / 1e6).toFixed(2)} s of CPU time`);
const out = new Float32Array(positions.flat());
writeFileSync(process.argv[3], Buffer.concat([Buffer.from(new BigInt64Array([BigInt(rows), 2n]).buffer), Buffer.from(out.buffer)]));
