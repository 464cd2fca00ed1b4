// The map, drawn on a canvas. Each document has a place, in units that do not depend on the canvas; the view is what part of them is shown.

const noPlace = 65535;
const hasPlace = row => docs.place[2 * row] !== noPlace && (points || docs.cluster[row] >= 0 || !(data.map || {}).by_discs);
const map = {canvas: byId('canvas'), view: {zoom: 1, x: 0, y: 0}, baseX: 1, baseY: 1, scaleX: 1, scaleY: 1, left: 0, top: 0, dot: 1, row: -1,
  lasso: null, extent: null, grid: null, pending: false, frames: 0};
const mostZoom = 400;

const screenX = x => map.left + x * map.scaleX;
const screenY = y => map.top + y * map.scaleY;
const rowX = row => screenX(docs.place[2 * row]);
const rowY = row => screenY(docs.place[2 * row + 1]);
const worldX = x => (x - map.left) / map.scaleX;
const worldY = y => (y - map.top) / map.scaleY;

// The whole map at zoom 1, with the same scale in both directions; of points, each axis fills the canvas.
function fitMap(width, height) {
  if (points) return fitScatter(width, height);
  const {west, east, north, south} = extent(), margin = width < 600 ? 12 : 30;
  map.baseX = map.baseY = Math.min((width - 2 * margin) / Math.max(east - west, 1), (height - 2 * margin) / Math.max(south - north, 1));
  map.middleX = (west + east) / 2;
  map.middleY = (north + south) / 2;
  map.centerX = width / 2;
  map.centerY = height / 2;
}

// The scale and the origin of the view.
function placeView(width, height) {
  fitMap(width, height);
  const {view} = map;
  map.scaleX = map.baseX * view.zoom;
  map.scaleY = map.baseY * view.zoom;
  map.left = map.centerX - (map.middleX + view.x) * map.scaleX;
  map.top = map.centerY - (map.middleY + view.y) * map.scaleY;
  map.dot = Math.min(points ? 10 : 9, dotSize(width, height) * Math.sqrt(view.zoom));
}

const dotSize = (width, height) => Math.min(7, Math.max(1.2, 0.33 * Math.sqrt(width * height / Math.max(1, listed))));

// Documents by cells of the map, for the one under the pointer: sorted by counting.
const cells = 256;
function sortIntoCells() {
  const most = points ? ends : noPlace, cell = row => {
    const x = Math.min(cells - 1, Math.floor(docs.place[2 * row] / most * cells)), y = Math.min(cells - 1, Math.floor(docs.place[2 * row + 1] / most * cells));
    return y * cells + x;
  };
  const begin = new Uint32Array(cells * cells + 1);
  for (let row = 0; row < listed; ++row) if (hasPlace(row)) ++begin[cell(row) + 1];
  for (let at = 0; at < cells * cells; ++at) begin[at + 1] += begin[at];
  const next = begin.slice(), rows = new Uint32Array(begin[cells * cells]);
  for (let row = 0; row < listed; ++row) if (hasPlace(row)) rows[next[cell(row)]++] = row;
  map.grid = {begin, rows, unit: most / cells};
}

// visit(row) for the documents in a rectangle of the canvas, and perhaps a few around it.
function eachIn(x0, y0, x1, y1, visit) {
  if (!map.grid) sortIntoCells();
  const {begin, rows, unit} = map.grid, cell = value => Math.min(cells - 1, Math.max(0, Math.floor(value / unit)));
  const [west, east] = [worldX(x0), worldX(x1)], [north, south] = [worldY(y0), worldY(y1)].sort((a, b) => a - b);
  for (let y = cell(north); y <= cell(south); ++y)
    for (let at = begin[y * cells + cell(west)]; at < begin[y * cells + cell(east) + 1]; ++at) visit(rows[at]);
}

// The document nearest to a point of the canvas, within a few pixels; -1 if none.
function documentAt(x, y) {
  const reach = Math.max(10, map.dot);
  let best = -1, nearest = reach ** 2;
  eachIn(x - reach, y - reach, x + reach, y + reach, row => {
    const distance = (rowX(row) - x) ** 2 + (rowY(row) - y) ** 2;
    if (distance < nearest && isSelected(row)) [best, nearest] = [row, distance];
  });
  return best;
}

const channels = color => {
  const [r, g, b] = color[0] === '#' ? [1, 3, 5].map(at => parseInt(color.slice(at, at + 2), 16)) : color.match(/\d+/g).map(Number);
  return {redBlue: b << 16 | r, green: g << 8};  // as in the memory of an image
};
// The pixels of a dot: their offsets, and how much of each it covers, in parts of 256.
function stampOf(size) {
  const stamp = [], radius = size / 2, reach = Math.ceil(radius - 0.5), parts = [-0.375, -0.125, 0.125, 0.375];
  for (let y = -reach; y <= reach; ++y)
    for (let x = -reach; x <= reach; ++x) {
      let covered = 0;
      for (const v of parts) for (const u of parts) covered += Math.hypot(x + u, y + v) <= radius ? 16 : 0;
      if (x === 0 && y === 0) covered = 256;
      if (covered >= 32) stamp.push(x, y, covered);
    }
  return stamp;
}

// Dots are blended one by one, so that a place with many documents is stronger.
function paintDots(context, width, height, ratio) {
  const image = context.getImageData(0, 0, width, height), pixels = new Uint32Array(image.data.buffer);
  const stamp = stampOf(map.dot * ratio), one = currentPaint(), colors = Array.from({length: one.count + 1}, (_, c) => channels(paintColor(one, c - 1)));
  const strong = map.dot > 3 ? 190 : listed > 20000 ? 110 : 140, faint = 14, {place, cluster} = docs, {numbers} = one;
  const scaleX = map.scaleX * ratio, scaleY = map.scaleY * ratio, left = map.left * ratio, top = map.top * ratio;
  const reach = Math.ceil(map.dot * ratio / 2) + 1;
  for (const pass of selection.mask ? [0, 1] : [1]) {
    for (let row = 0; row < listed; ++row) {
      if (selection.mask && selection.mask[row] !== pass) continue;
      const px = place[2 * row];
      if (px === noPlace || (points && cluster[row] < 0)) continue;
      const x = Math.round(left + px * scaleX), y = Math.round(top + place[2 * row + 1] * scaleY);
      if (x < reach || y < reach || x >= width - reach || y >= height - reach) continue;
      const {redBlue, green} = colors[numbers[row] + 1];
      for (let at = 0; at < stamp.length; at += 3) {
        const alpha = (pass ? strong : faint) * stamp[at + 2] >> 8, rest = 256 - alpha, p = (y + stamp[at + 1]) * width + x + stamp[at], old = pixels[p];
        pixels[p] = 0xff000000 | (redBlue * alpha + (old & 0xff00ff) * rest) >>> 8 & 0xff00ff | (green * alpha + (old & 0xff00) * rest) >>> 8 & 0xff00;
      }
    }
  }
  context.putImageData(image, 0, 0);
}

function drawRing(context, row) {
  context.strokeStyle = getComputedStyle(document.body).color;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(rowX(row), rowY(row), map.dot / 2 + 4, 0, 2 * Math.PI);
  context.stroke();
}

function drawLasso(context) {
  if (!map.lasso || map.lasso.length < 2) return;
  context.strokeStyle = getComputedStyle(document.body).color;
  context.setLineDash([5, 4]);
  context.lineWidth = 1.5;
  context.beginPath();
  for (const [x, y] of map.lasso) context.lineTo(screenX(x), screenY(y));
  context.closePath();
  context.stroke();
  context.setLineDash([]);
}

function drawMap() {
  const {canvas} = map, ratio = Math.min(2, window.devicePixelRatio || 1), width = canvas.clientWidth, height = canvas.clientHeight;
  map.pending = false;
  if (!width || !height) return;
  ++map.frames;
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d', {willReadFrequently: true}), style = getComputedStyle(document.body);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = style.getPropertyValue('--card');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  map.levels ??= levelsOfTree();
  placeView(width, height);
  if (points) drawBelowPoints(context, width, height);
  paintDots(context, canvas.width, canvas.height, ratio);
  if (!points) drawOutlines(context);
  map.labels = labelsFor(context, width, height);
  for (const label of map.labels) drawLabel(context, label, style);
  drawLasso(context);
  if (map.row >= 0 && hasPlace(map.row)) drawRing(context, map.row);
  if (map.frames > 1) return;
  mark('map-drawn');
  setTimeout(() => mark('map-interactive'));
}

// At most once for each frame of the screen.
function requestDraw() {
  if (map.pending) return;
  map.pending = true;
  requestAnimationFrame(drawMap);
}

// By a factor, around a point of the canvas.
function zoomBy(factor, x = map.canvas.clientWidth / 2, y = map.canvas.clientHeight / 2) {
  const {view} = map, zoom = Math.min(mostZoom, Math.max(1, view.zoom * factor)), [u, v] = [worldX(x), worldY(y)];
  const scaleX = map.baseX * zoom, scaleY = map.baseY * zoom;
  view.x = u - (x - map.centerX) / scaleX - map.middleX;
  view.y = v - (y - map.centerY) / scaleY - map.middleY;
  view.zoom = zoom;
  if (zoom === 1) view.x = view.y = 0;
  map.canvas.style.touchAction = zoom > 1 ? 'none' : 'pan-y';
  placeView(map.canvas.clientWidth, map.canvas.clientHeight);
  requestDraw();
}
function moveBy(dx, dy) {
  map.view.x -= dx / map.scaleX;
  map.view.y -= dy / map.scaleY;
  placeView(map.canvas.clientWidth, map.canvas.clientHeight);
  requestDraw();
}
