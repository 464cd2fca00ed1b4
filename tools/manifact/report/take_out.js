// What is taken out of the page: the selection as a table, the map as a picture.

function save(name, type, ...parts) {
  const address = URL.createObjectURL(new Blob(parts, {type}));
  element('a', {href: address, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// Programs for spreadsheets take a cell that begins with = + - or @ for a formula: such a text begins with an apostrophe here, unless it is a number.
const csvRule = 'In the CSV, texts that begin with = + - @ or a tab begin with an apostrophe, so that spreadsheets take them for text; numbers stay numbers.';
const isNumber = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const guarded = value => /^[=+\-@\t\r]/.test(value) && !isNumber.test(value) ? `'${value}` : value;
const csvCell = value => {
  const safe = guarded(value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

function csvOf(rows) {
  const fields = [['document', row => String(numberOf(row))], ...(docs.id ? [['id', row => docs.id[row]]] : []),
    [inWords('topic'), row => String(topicOf(row))], ['title', row => clusterName(topicOf(row))],
    ...(docs.class ? [['label', row => docs.class[row] < 0 ? '' : data.classes[docs.class[row]]]] : []),
    ...(docs.period ? [['period', row => data.periods[docs.period[row]] || '']] : []),
    ...groupFields.map(({field}, f) => [field, row => groupName(f, docs[`group${f}`][row])]),
    ...(reading.links ? [['link', addressOf]] : []),
    points ? ['distance', row => String(docs.distance[row])] : ['cosine', row => String(docs.cosine[row] / 1000)],
    ['share', row => String(docs.share[row] / 1000)], ...(reading.texts ? [['text', row => textOf(row)]] : [])];
  const line = cells => `${cells.map(csvCell).join(',')}\n`;
  return [line(fields.map(([name]) => name)), ...rows.map(row => line(fields.map(([, value]) => value(row))))];
}
const saveSelection = () => withTexts(() => save('selection.csv', 'text/csv', ...csvOf(list.rows)));

// What drawBelowPoints() draws.
function svgOfAxes(width, height, style) {
  const {lines, texts} = axesOf(width, height, text => 6.5 * text.length), group = svg('g', {'font-family': 'sans-serif', 'font-size': 12, fill: style.getPropertyValue('--soft')});
  group.append(svg('path', {d: lines.map(([x, y, u, v]) => `M${x} ${y}L${u} ${v}`).join(''), stroke: style.getPropertyValue('--line'), fill: 'none'}));
  const anchors = {left: 'start', center: 'middle', right: 'end'};
  for (const {text, x, y, align, baseline, turned} of texts)
    group.append(svg('text', {x, y, 'text-anchor': anchors[align], 'dominant-baseline': baseline === 'top' ? 'hanging' : 'central', transform: turned ? `rotate(-90 ${x} ${y})` : 'rotate(0)'}, text));
  const crosses = crossesOf().map(([x, y, half]) => `M${x - half} ${y - half}l${2 * half} ${2 * half}M${x - half} ${y + half}l${2 * half} ${-2 * half}`);
  if (crosses.length) group.append(svg('path', {d: crosses.join(''), stroke: colorOf(-1), 'stroke-width': 1.5, fill: 'none'}));
  return group;
}

// The view as SVG: a path for each topic, whose segments have no length and round ends.
function svgOf() {
  const {clientWidth: width, clientHeight: height} = map.canvas, style = getComputedStyle(document.body), card = style.getPropertyValue('--card');
  const root = svg('svg', {viewBox: `0 0 ${width} ${height}`, width, height});
  root.append(svg('title', {}, document.title), svg('rect', {width, height, fill: card}));
  if (points) root.append(svgOfAxes(width, height, style));
  const painted = currentPaint(), paths = Array.from({length: 2 * (painted.count + 1)}, () => []);
  for (let row = 0; row < listed; ++row) {
    const x = rowX(row), y = rowY(row);
    if (hasPlace(row) && !(points && docs.cluster[row] < 0) && x >= 0 && y >= 0 && x <= width && y <= height)
      paths[2 * (painted.numbers[row] + 1) + (isSelected(row) ? 1 : 0)].push(`M${x.toFixed(1)} ${y.toFixed(1)}h0`);
  }
  paths.forEach((parts, at) => parts.length && root.append(svg('path', {d: parts.join(''), stroke: paintColor(painted, Math.floor(at / 2) - 1), 'stroke-width': map.dot.toFixed(2),
    'stroke-linecap': 'round', fill: 'none', 'stroke-opacity': at % 2 ? 0.6 : 0.08})));
  for (const {words, size, font, x, y} of map.labels)
    words.forEach((word, at) => root.append(svg('text', {x: x.toFixed(1), y: (y + (size + 3) * (at - (words.length - 1) / 2)).toFixed(1), 'text-anchor': 'middle',
      'dominant-baseline': 'central', 'font-family': 'sans-serif', 'font-size': size, 'font-weight': font.split(' ')[0], fill: style.color, stroke: card,
      'stroke-width': 4, 'stroke-opacity': 0.88, 'paint-order': 'stroke', 'stroke-linejoin': 'round'}, word)));
  return new XMLSerializer().serializeToString(root);
}

function startTakingOut() {
  byId('save-svg').addEventListener('click', () => save('map.svg', 'image/svg+xml', svgOf()));
  byId('save-png').addEventListener('click', () => map.canvas.toBlob(blob => save('map.png', 'image/png', blob)));
}
