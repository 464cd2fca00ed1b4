// The regions of topics on the map: where a topic has the most documents, on a grid of smoothed counts. Groups of topics likewise.

const fine = 128;  // cells on each side
const regions = {of: new Map(), fields: null};

// A square around all documents that have a place.
function extent() {
  if (map.extent) return map.extent;
  let [west, east, north, south] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let row = 0; row < listed; ++row) {
    if (!hasPlace(row)) continue;
    const x = docs.place[2 * row], y = docs.place[2 * row + 1];
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < north) north = y;
    if (y > south) south = y;
  }
  if (!(east >= west)) [west, east, north, south] = [0, 1, 0, 1];
  map.extent = {west, east, north, south};
  return map.extent;
}

// The cells of the grid: a square around the places, with a margin that smoothing and outlines need.
function gridOfRegions() {
  const {west, east, north, south} = extent(), unit = Math.max(east - west, south - north, 1) / (fine - 13);
  return {unit, x0: (west + east) / 2 - unit * fine / 2, y0: (north + south) / 2 - unit * fine / 2};
}

// Smoothed counts on a part of the grid: its first column and row, and how many there are. Outside they are 0.
const noField = {x: 0, y: 0, wide: 0, tall: 0, values: new Float32Array(0)};

// A moving mean over five cells along lines of `length` values that are `step` apart; `other` receives it.
function movingMeans(values, other, lines, across, length, step) {
  for (let line = 0; line < lines; ++line) {
    const from = line * across;
    let sum = 0;
    for (let at = 0; at < length + 2; ++at) {
      if (at < length) sum += values[from + at * step];
      if (at >= 5) sum -= values[from + (at - 5) * step];
      if (at >= 2) other[from + (at - 2) * step] = sum / 5;
    }
  }
}

// Two passes in each direction, nearly a normal distribution; in whole numbers, which are exact.
function smoothed({x, y, wide, tall, values}) {
  const other = new Float64Array(values.length), exact = Float64Array.from(values, value => 625 * value);
  for (let time = 0; time < 2; ++time) {
    movingMeans(exact, other, tall, wide, wide, 1);
    movingMeans(other, exact, wide, 1, tall, wide);
  }
  return {x, y, wide, tall, values: Float32Array.from(exact, value => value / 625)};
}

// The field of each topic, once: that of a group is the sum of those of its topics.
function fieldsOfTopics() {
  if (regions.fields) return regions.fields;
  const {unit, x0, y0} = gridOfRegions(), {place, cluster} = docs, cell = new Uint16Array(listed), boxes = Array.from({length: k}, () => [fine, -1, fine, -1]);
  for (let row = 0; row < listed; ++row) {
    if (cluster[row] < 0 || !hasPlace(row)) continue;
    const x = Math.floor((place[2 * row] - x0) / unit), y = Math.floor((place[2 * row + 1] - y0) / unit), box = boxes[cluster[row]];
    cell[row] = y * fine + x;
    if (x < box[0]) box[0] = x;
    if (x > box[1]) box[1] = x;
    if (y < box[2]) box[2] = y;
    if (y > box[3]) box[3] = y;
  }
  const fields = boxes.map(([west, east, north, south]) => east < 0 ? noField : {x: west - 5, y: north - 5, wide: east - west + 11, tall: south - north + 11,
    values: new Float32Array((east - west + 11) * (south - north + 11))});
  for (let row = 0; row < listed; ++row) {
    if (cluster[row] < 0 || !hasPlace(row)) continue;
    const field = fields[cluster[row]], y = Math.floor(cell[row] / fine);
    ++field.values[(y - field.y) * field.wide + cell[row] - y * fine - field.x];
  }
  regions.fields = fields.map(field => field.wide ? smoothed(field) : field);
  return regions.fields;
}

function sumOf(fields) {
  const some = fields.filter(field => field.wide > 0);
  if (some.length < 2) return some[0] || noField;
  const x = Math.min(...some.map(one => one.x)), y = Math.min(...some.map(one => one.y));
  const wide = Math.max(...some.map(one => one.x + one.wide)) - x, tall = Math.max(...some.map(one => one.y + one.tall)) - y, values = new Float32Array(wide * tall);
  for (const one of some)
    for (let v = 0; v < one.tall; ++v)
      for (let u = 0; u < one.wide; ++u) values[(one.y + v - y) * wide + one.x + u - x] += one.values[v * one.wide + u];
  return {x, y, wide, tall, values};
}

// visit(cell of the field, cell of the grid) for all.
function eachCell({x, y, wide, tall}, visit) {
  for (let v = 0; v < tall; ++v)
    for (let u = 0; u < wide; ++u) visit(v * wide + u, (y + v) * fine + x + u);
}

// The segments of the line where a field is 0, as x, y, x, y in units of cells: marching squares.
function contour(values, wide, tall) {
  const segments = [], cut = (a, b) => a / (a - b);
  for (let y = 0; y + 1 < tall; ++y)
    for (let x = 0; x + 1 < wide; ++x) {
      const at = y * wide + x, a = values[at], b = values[at + 1], c = values[at + wide + 1], d = values[at + wide];
      const inside = (a > 0) + 2 * (b > 0) + 4 * (c > 0) + 8 * (d > 0);
      if (inside === 0 || inside === 15) continue;
      const edges = [];
      if ((a > 0) !== (b > 0)) edges.push(x + cut(a, b), y);
      if ((b > 0) !== (c > 0)) edges.push(x + 1, y + cut(b, c));
      if ((c > 0) !== (d > 0)) edges.push(x + 1 - cut(c, d), y + 1);
      if ((d > 0) !== (a > 0)) edges.push(x, y + 1 - cut(d, a));
      for (let e = 0; e + 3 < edges.length; e += 4) segments.push(edges[e], edges[e + 1], edges[e + 2], edges[e + 3]);
    }
  return segments;
}

// members: the topics of each group. For each group: the place where it is densest, and the outline.
function regionsOf(members) {
  const {unit, x0, y0} = gridOfRegions(), topics = fieldsOfTopics(), fields = members.map(some => sumOf(some.map(c => topics[c])));
  const most = new Float32Array(fine * fine), second = new Float32Array(fine * fine), first = new Int32Array(fine * fine).fill(-1);
  fields.forEach((field, g) => eachCell(field, (at, cell) => {
    const value = field.values[at];
    if (value > most[cell]) {
      second[cell] = most[cell];
      most[cell] = value;
      first[cell] = g;
    } else if (value > second[cell]) {
      second[cell] = value;
    }
  }));
  let occupied = 0, sum = 0;
  for (const value of most) {
    sum += value;
    occupied += value > 0 ? 1 : 0;
  }
  const least = 0.5 * sum / Math.max(1, occupied);
  return fields.map((field, g) => {
    const own = new Float32Array(field.values.length);
    let best = -1, peak = 0;
    eachCell(field, (at, cell) => {
      const value = field.values[at], lead = value - (first[cell] === g ? second[cell] : most[cell]), score = lead > 0 ? value + lead : 0.01 * value;
      own[at] = Math.min(value - least, lead - 1e-6);
      if (score > peak) [best, peak] = [cell, score];
    });
    const lines = contour(own, field.wide, field.tall);
    const outline = Float32Array.from(lines, (value, at) => at % 2 ? y0 + (value + field.y + 0.5) * unit : x0 + (value + field.x + 0.5) * unit);
    return {x: x0 + (best % fine + 0.5) * unit, y: y0 + (Math.floor(best / fine) + 0.5) * unit, shown: best >= 0, outline};
  });
}

// Levels of the tree, from the coarsest: at most seven groups, then the topics with those that were merged into them.
function levelsOfTree() {
  const leaves = node => node.children ? node.children.flatMap(leaves) : [node.topic];
  const single = Array.from({length: k}, (_, c) => c), levels = [];
  if (data.tree && k > 12) {
    let nodes = [data.tree];
    while (nodes.length < 7) {
      const open = nodes.filter(node => node.children).sort((a, b) => b.height - a.height)[0];
      if (!open) break;
      nodes = nodes.flatMap(node => node === open ? node.children : [node]);
    }
    levels.push({members: nodes.map(leaves)});
  }
  const members = single.map(() => []);
  for (const c of single) if (edits.now(c) >= 0) members[edits.now(c)].push(c);
  levels.push({members});
  return levels;
}

function levelRegions(level) {
  if (!regions.of.has(level)) regions.of.set(level, regionsOf(level.members));
  return regions.of.get(level);
}
