// The map: drawn on a canvas; documents are found through a grid of cells.

const map = {canvas: byId('canvas'), cell: 12, grid: new Map(), scaleX: 1, scaleY: 1, left: 0, top: 0, dot: 1, members: [], outside: [], cluster: null, row: -1};

const screenX = x => map.left + x * map.scaleX;
const screenY = y => map.top + y * map.scaleY;
const rowX = row => screenX(docs.place[2 * row]);
const rowY = row => screenY(docs.place[2 * row + 1]);
const cellOf = (x, y) => Math.floor(x / map.cell) * 65536 + Math.floor(y / map.cell);
const isShown = c => map.cluster === null || map.cluster === c;

// As large as possible, with the same scale in both directions. Discs contain the documents, except those shifted towards another cluster.
function fitMap(width, height) {
  let [west, east, north, south] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const {disc: [x, y, radius], size} of clusters) {
    if (!size) continue;
    [west, east] = [Math.min(west, x - radius), Math.max(east, x + radius)];
    [north, south] = [Math.min(north, y - radius), Math.max(south, y + radius)];
  }
  if (!(east > west)) [west, east, north, south] = [-1, 1, -1, 1];
  const margin = 16;
  map.scaleX = map.scaleY = Math.min((width - 2 * margin) / (east - west), (height - 2 * margin) / (south - north));
  map.left = (width - map.scaleX * (west + east)) / 2;
  map.top = (height - map.scaleY * (north + south)) / 2;
  map.dot = dotSize(width, height);
}

const dotSize = (width, height) => Math.min(7, Math.max(1, 0.4 * Math.sqrt(width * height / Math.max(1, listed))));

function sortIntoCells() {
  map.members = Array.from({length: k}, () => []);
  map.outside = [];
  map.grid.clear();
  for (let row = 0; row < listed; ++row) {
    if (docs.cluster[row] < 0 && !points) continue;
    (map.members[docs.cluster[row]] || map.outside).push(row);
    const cell = cellOf(rowX(row), rowY(row));
    if (!map.grid.has(cell)) map.grid.set(cell, []);
    map.grid.get(cell).push(row);
  }
}

function drawCluster(context, c) {
  context.fillStyle = colorOf(c);
  context.globalAlpha = isShown(c) ? 0.85 : 0.12;
  context.beginPath();
  for (const row of map.members[c]) {
    const x = rowX(row), y = rowY(row);
    if (map.dot < 2.5) {
      context.rect(x - map.dot / 2, y - map.dot / 2, map.dot, map.dot);
    } else {
      context.moveTo(x + map.dot / 2, y);
      context.arc(x, y, map.dot / 2, 0, 2 * Math.PI);
    }
  }
  context.fill();
  context.globalAlpha = 1;
}

function drawRing(context, row) {
  context.strokeStyle = getComputedStyle(document.body).color;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(rowX(row), rowY(row), map.dot / 2 + 4, 0, 2 * Math.PI);
  context.stroke();
}

function drawMap() {
  const {canvas} = map, ratio = window.devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
  if (!width || !height) return;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  points ? fitScatter(width, height) : fitMap(width, height);
  sortIntoCells();
  if (points) drawBelowPoints(context, width, height);
  for (let c = 0; c < k; ++c) drawCluster(context, c);
  drawLabels(context, width);
  if (map.row >= 0) drawRing(context, map.row);
}

const clipped = text => text.length > 18 ? `${text.slice(0, 17)}\u2026` : text;

// A name in at most two lines; a word that does not fit into a line is clipped.
function nameLines(name) {
  const lines = [];
  for (const word of name.split(' ')) {
    const joined = lines.length ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length && joined.length <= 18) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines.length <= 2 ? lines : [lines[0], lines.slice(1).join(' ')];
}

// What a label says beside the number: the name that the topic was given, else its top terms; at most `most` lines.
const labelWords = (c, most) => (clusters[c].renamed ? nameLines(clusterName(c)) : points ? [] : shownTerms(clusters[c]).map(([term]) => visible(term)))
  .slice(0, most).map(clipped);

// The lines of a label and its position: above the center of the documents, of points above a typical row, but inside the canvas.
function labelOf(context, c, terms, width, family) {
  const typical = points ? rowOf(clusters[c].representatives[0] ?? -1) : -1;
  const mean = of => typical >= 0 ? of(typical) : map.members[c].reduce((sum, row) => sum + of(row), 0) / map.members[c].length;
  const lines = [String(c), ...labelWords(c, terms)]
    .map((text, at) => ({text, font: `${at === 0 ? '700 14px' : '500 13px'} ${family}`}));
  const widths = lines.map(({text, font}) => {
    context.font = font;
    return context.measureText(text).width;
  });
  const half = Math.max(...widths) / 2 + 3, tall = 8 * lines.length + 2, y = mean(rowY);
  const x = Math.min(Math.max(mean(rowX), half), width - half);
  return {lines, x, y, west: x - half, east: x + half, north: y - tall, south: y + tall};
}

function drawLabel(context, {lines, x, y}, style) {
  lines.forEach(({text, font}, at) => {
    const baseline = y + 16 * (at - (lines.length - 1) / 2);
    context.font = font;
    context.strokeStyle = style.getPropertyValue('--card');
    context.lineWidth = 4;
    context.globalAlpha = 0.85;
    context.strokeText(text, x, baseline);
    context.globalAlpha = 1;
    context.fillStyle = style.color;
    context.fillText(text, x, baseline);
  });
}

// The largest clusters first, with two terms, one, or none, until the label overlaps no other; otherwise there is no label.
function drawLabels(context, width) {
  const style = getComputedStyle(document.body), taken = [];
  Object.assign(context, {textAlign: 'center', textBaseline: 'middle', lineJoin: 'round'});
  const isFree = label => taken.every(other => label.east <= other.west || other.east <= label.west ||
    label.south <= other.north || other.south <= label.north);
  for (const c of bySize.filter(c => map.members[c].length && isShown(c))) {
    for (const terms of [2, 1, 0]) {
      const label = labelOf(context, c, terms, width, style.fontFamily);
      if (!isFree(label)) continue;
      taken.push(label);
      drawLabel(context, label, style);
      break;
    }
  }
}

// The document nearest to a point of the canvas, within one cell; -1 if none.
function documentAt(x, y) {
  let best = -1, nearest = map.cell ** 2;
  for (const dx of [-1, 0, 1]) {
    for (const dy of [-1, 0, 1]) {
      for (const row of map.grid.get(cellOf(x + dx * map.cell, y + dy * map.cell)) || []) {
        const distance = (rowX(row) - x) ** 2 + (rowY(row) - y) ** 2;
        if (distance < nearest && isShown(docs.cluster[row])) [best, nearest] = [row, distance];
      }
    }
  }
  return best;
}
