// The map: drawn on a canvas, found again through a grid of cells.

const map = {canvas: byId('canvas'), cell: 12, grid: new Map(), scale: 1, left: 0, top: 0, cluster: null, row: -1};

const screenX = x => map.left + x * map.scale;
const screenY = y => map.top + y * map.scale;

// As large as fits, the same scale both ways. Discs hold the documents, but for those drawn out to another cluster.
function fitMap(width, height) {
  let [west, east, north, south] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const {disc: [x, y, radius], size} of clusters) {
    if (!size) continue;
    [west, east] = [Math.min(west, x - radius), Math.max(east, x + radius)];
    [north, south] = [Math.min(north, y - radius), Math.max(south, y + radius)];
  }
  if (!(east > west)) [west, east, north, south] = [-1, 1, -1, 1];
  const margin = 16;
  map.scale = Math.min((width - 2 * margin) / (east - west), (height - 2 * margin) / (south - north));
  map.left = (width - map.scale * (west + east)) / 2;
  map.top = (height - map.scale * (north + south)) / 2;
}

function drawMap() {
  const {canvas} = map, ratio = window.devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
  if (!width || !height) return;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  fitMap(width, height);
  const size = Math.min(7, Math.max(1.4, 0.8 * Math.sqrt(width * height * 0.25 / Math.max(1, listed))));
  const members = Array.from({length: k}, () => []);
  map.grid.clear();
  for (let row = 0; row < listed; ++row) {
    if (docs.cluster[row] < 0) continue;
    members[docs.cluster[row]].push(row);
    const key = cellOf(screenX(docs.place[2 * row]), screenY(docs.place[2 * row + 1]));
    if (!map.grid.has(key)) map.grid.set(key, []);
    map.grid.get(key).push(row);
  }
  map.middles = members.map(rows => [0, 1].map(axis => [screenX, screenY][axis](rows.reduce((sum, row) => sum + docs.place[2 * row + axis], 0) / rows.length)));
  members.forEach((rows, c) => {
    context.fillStyle = colourOf(c);
    context.globalAlpha = map.cluster === null || map.cluster === c ? 0.85 : 0.12;
    context.beginPath();
    for (const row of rows) {
      const x = screenX(docs.place[2 * row]), y = screenY(docs.place[2 * row + 1]);
      if (size < 2.5) context.rect(x - size / 2, y - size / 2, size, size);
      else context.moveTo(x + size / 2, y), context.arc(x, y, size / 2, 0, 2 * Math.PI);
    }
    context.fill();
  });
  context.globalAlpha = 1;
  labelMap(context, members, width, height);
  if (map.row >= 0) ring(context, map.row, size);
}

const cellOf = (x, y) => Math.floor(x / map.cell) * 65536 + Math.floor(y / map.cell);

function ring(context, row, size) {
  context.strokeStyle = getComputedStyle(document.body).color;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(screenX(docs.place[2 * row]), screenY(docs.place[2 * row + 1]), size / 2 + 4, 0, 2 * Math.PI);
  context.stroke();
}

// The largest clusters first; a label that would lie on another becomes its number alone, or nothing.
function labelMap(context, members, width, height) {
  const style = getComputedStyle(document.body), taken = [];
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  const order = clusters.map((_, c) => c).filter(c => members[c].length && (map.cluster === null || map.cluster === c))
    .sort((a, b) => clusters[b].size - clusters[a].size);
  for (const c of order) {
    const [x, y] = map.middles[c];
    for (const lines of [[String(c), ...shownTerms(clusters[c]).slice(0, 2).map(([term]) => clipped(visible(term)))], [String(c), ...shownTerms(clusters[c]).slice(0, 1).map(([term]) => clipped(visible(term)))], [String(c)]]) {
      const font = line => `${line === 0 ? '700 14px' : '500 13px'} ${style.fontFamily}`;
      const half = Math.max(...lines.map((line, at) => { context.font = font(at); return context.measureText(line).width; })) / 2 + 3, tall = lines.length * 8 + 2;
      const centre = Math.min(Math.max(x, half), width - half);
      const box = [centre - half, y - tall, centre + half, y + tall];
      if (taken.some(other => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3])) continue;
      taken.push(box);
      lines.forEach((line, at) => {
        context.font = font(at);
        context.strokeStyle = style.getPropertyValue('--card');
        context.lineWidth = 4;
        context.globalAlpha = 0.85;
        context.strokeText(line, centre, y + 16 * (at - (lines.length - 1) / 2));
        context.globalAlpha = 1;
        context.fillStyle = style.color;
        context.fillText(line, centre, y + 16 * (at - (lines.length - 1) / 2));
      });
      break;
    }
  }
}

const clipped = text => text.length > 18 ? `${text.slice(0, 17)}\u2026` : text;

// The document nearest to a point of the canvas, within some pixels.
function documentAt(x, y, reach = 12) {
  let best = -1, nearest = reach * reach;
  for (let dx = -1; dx <= 1; ++dx)
    for (let dy = -1; dy <= 1; ++dy)
      for (const row of map.grid.get(cellOf(x + dx * map.cell, y + dy * map.cell)) || []) {
        const distance = (screenX(docs.place[2 * row]) - x) ** 2 + (screenY(docs.place[2 * row + 1]) - y) ** 2;
        if (distance < nearest && (map.cluster === null || docs.cluster[row] === map.cluster)) [best, nearest] = [row, distance];
      }
  return best;
}

function aboutDocument(row, link) {
  return [element('p', {}, link ? documentLink(row) : element('strong', {}, element('bdi', {}, documentName(row)))),
    element('p', {}, link ? clusterLink(docs.cluster[row]) : element('span', {class: 'name'}, swatch(docs.cluster[row]), element('span', {class: 'tag'}, String(docs.cluster[row])), element('bdi', {}, clusterName(docs.cluster[row])))),
    element('p', {class: 'soft'}, className(row) && element('bdi', {}, `${className(row)} · `), `cosine to its centre ${(docs.cosine[row] / 1000).toFixed(2)}`),
    docs.excerpt && element('p', {}, foreign(docs.excerpt[row]))].filter(Boolean);
}

function choose(cluster, row) {
  map.cluster = cluster;
  map.row = row;
  drawMap();
  const parts = [];
  if (row >= 0) parts.push(element('h3', {}, 'Document'), ...aboutDocument(row, true));
  if (cluster !== null) parts.push(element('p', {}, element('a', {href: '#documents', click: () => showDocuments({cluster})}, `Documents of cluster ${cluster}`), ' '),
    element('p', {}, element('button', {type: 'button', class: 'button', click: () => choose(null, -1)}, 'Show all clusters')));
  parts.push(element('h3', {}, 'Clusters'), element('ul', {}, ...clusters.map((one, c) => one.size > 0 && element('li', {}, element('button',
    {type: 'button', 'aria-pressed': String(cluster === c), click: () => choose(cluster === c ? null : c, -1)}, swatch(c), element('span', {class: 'tag'}, String(c)), element('bdi', {}, clusterName(c))))).filter(Boolean)));
  byId('chosen').replaceChildren(...parts);
}

function pointAt(event) {
  const box = map.canvas.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

function hover(event) {
  const [x, y] = pointAt(event), row = documentAt(x, y), tip = byId('tip');
  tip.hidden = row < 0;
  if (row < 0) return;
  tip.replaceChildren(...aboutDocument(row, false));
  const right = x > map.canvas.clientWidth / 2, low = y > map.canvas.clientHeight / 2;
  Object.assign(tip.style, {left: right ? 'auto' : `${x + 14}px`, right: right ? `${map.canvas.clientWidth - x + 14}px` : 'auto',
    top: low ? 'auto' : `${y + 14}px`, bottom: low ? `${map.canvas.clientHeight - y + 14}px` : 'auto'});
}

function startMap() {
  const {canvas} = map;
  byId('map-hint').textContent = 'Every dot is a document, in the middle of its cloud when it is typical, drawn towards another cloud when it belongs there too. ' +
    'Clouds are as large as their clusters and near to those they are like; distances are a picture, not a measure. Point at a dot to read it, click to choose it.' +
    (listed < run.n_documents ? ` ${whole(listed)} of ${whole(run.n_documents)} documents are drawn, evenly taken.` : '');
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', `Map of ${counted(listed, 'document')} in ${counted(k, 'cluster')}; the list of documents holds the same.`);
  canvas.addEventListener('pointermove', hover);
  canvas.addEventListener('pointerleave', () => { byId('tip').hidden = true; });
  canvas.addEventListener('click', event => {
    const row = documentAt(...pointAt(event));
    choose(row < 0 ? null : map.cluster, row);
  });
  canvas.addEventListener('keydown', event => {
    if (event.key === 'Escape') choose(null, -1);
  });
  reveal('map');
  choose(null, -1);
  new ResizeObserver(drawMap).observe(canvas);
}
