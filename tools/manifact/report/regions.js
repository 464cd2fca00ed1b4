// The regions of topics on the map: where a topic has the most documents, on a grid of smoothed counts. Groups of topics likewise.

const fine = 128;  // cells on each side
const regions = {of: new Map()};

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

// Three passes of a moving mean in each direction, nearly a normal distribution.
function smoothed(counts) {
  const radius = 2, pass = (from, to, stride, across) => {
    for (let line = 0; line < fine; ++line)
      for (let at = 0; at < fine; ++at) {
        let sum = 0;
        for (let d = -radius; d <= radius; ++d)
          if (at + d >= 0 && at + d < fine) sum += from[line * across + (at + d) * stride];
        to[line * across + at * stride] = sum / (2 * radius + 1);
      }
  };
  const other = new Float32Array(counts.length);
  for (let time = 0; time < 2; ++time) {
    pass(counts, other, 1, fine);
    pass(other, counts, fine, 1);
  }
  return counts;
}

// The segments of the line where a field on the grid is 0, as x, y, x, y in units of cells: marching squares.
function contour(field) {
  const segments = [], cut = (a, b) => a / (a - b);
  for (let y = 0; y + 1 < fine; ++y)
    for (let x = 0; x + 1 < fine; ++x) {
      const at = y * fine + x, [a, b, c, d] = [field[at], field[at + 1], field[at + fine + 1], field[at + fine]];
      const inside = (a > 0) + 2 * (b > 0) + 4 * (c > 0) + 8 * (d > 0);
      if (inside === 0 || inside === 15) continue;
      const edges = [];
      if ((a > 0) !== (b > 0)) edges.push([x + cut(a, b), y]);
      if ((b > 0) !== (c > 0)) edges.push([x + 1, y + cut(b, c)]);
      if ((c > 0) !== (d > 0)) edges.push([x + 1 - cut(c, d), y + 1]);
      if ((d > 0) !== (a > 0)) edges.push([x, y + 1 - cut(d, a)]);
      for (let e = 0; e + 1 < edges.length; e += 2) segments.push(...edges[e], ...edges[e + 1]);
    }
  return segments;
}

// group: of each topic, -1 for none. For each group: the place where it is densest, and the outline.
function regionsOf(group, count) {
  const {west, east, north, south} = extent(), size = Math.max(east - west, south - north, 1);
  const unit = size / (fine - 13), x0 = (west + east) / 2 - unit * fine / 2, y0 = (north + south) / 2 - unit * fine / 2;
  const counts = Array.from({length: count}, () => new Float32Array(fine * fine));
  for (let row = 0; row < listed; ++row) {
    const g = docs.cluster[row] < 0 ? -1 : group[docs.cluster[row]];
    if (g < 0 || !hasPlace(row)) continue;
    const x = Math.floor((docs.place[2 * row] - x0) / unit), y = Math.floor((docs.place[2 * row + 1] - y0) / unit);
    ++counts[g][y * fine + x];
  }
  const most = new Float32Array(fine * fine), second = new Float32Array(fine * fine), first = new Int32Array(fine * fine).fill(-1);
  counts.forEach((field, g) => {
    smoothed(field);
    for (let at = 0; at < field.length; ++at) {
      if (field[at] > most[at]) {
        second[at] = most[at];
        most[at] = field[at];
        first[at] = g;
      } else if (field[at] > second[at]) {
        second[at] = field[at];
      }
    }
  });
  const occupied = most.filter(value => value > 0), least = 0.5 * occupied.reduce((sum, value) => sum + value, 0) / Math.max(1, occupied.length);
  return counts.map((field, g) => {
    let best = -1, peak = 0;
    for (let at = 0; at < field.length; ++at) {
      const lead = field[at] - (first[at] === g ? second[at] : most[at]), score = lead > 0 ? field[at] + lead : 0.01 * field[at];
      if (score > peak) [best, peak] = [at, score];
    }
    const own = field.map((value, at) => Math.min(value - least, value - (first[at] === g ? second[at] : most[at]) - 1e-6));
    const outline = Float32Array.from(contour(own), (value, at) => (at % 2 ? y0 : x0) + (value + 0.5) * unit);
    return {x: x0 + (best % fine + 0.5) * unit, y: y0 + (Math.floor(best / fine) + 0.5) * unit, shown: best >= 0, outline};
  });
}

// Levels of the tree, from the coarsest: at most seven groups, then the topics.
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
    const group = new Array(k).fill(-1), members = nodes.map(leaves);
    members.forEach((topics, g) => topics.forEach(c => { group[c] = g; }));
    levels.push({group, members});
  }
  levels.push({group: single.map(c => edits.now(c)), members: single.map(c => [c])});
  return levels;
}

function levelRegions(level) {
  if (!regions.of.has(level)) regions.of.set(level, regionsOf(level.group, level.members.length));
  return regions.of.get(level);
}
