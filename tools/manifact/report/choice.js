// The document under the pointer, and what is beside the map: the selection, and the topics.

// What other parts of the page add to a document: functions of its row that return nodes.
const documentParts = [];

const nearnessOf = row => points ? docs.cluster[row] < 0 ? '' : `distance to its center ${short(docs.distance[row])}` :
  `cosine to its center ${(docs.cosine[row] / 1000).toFixed(2)}`;

function aboutDocument(row, isWhole) {
  const c = topicOf(row), near = nearnessOf(row), name = documentName(row), text = textOf(row);
  const of = [swatch(c), element('span', {class: 'tag'}, c < 0 ? '' : String(c)), element('bdi', {}, clusterName(c))];
  const show = content => markedText(row, content, visibleLines), whole = isWhole && text && element('p', {class: 'whole', tabindex: '0'});
  if (whole) showText(whole, row, show);
  return [
    element('p', {}, isWhole ? documentLink(row) : element('strong', {}, element('bdi', {}, clipped(name, 80)))),
    isWhole && addressOf(row) && element('p', {}, addressLink(row, `Open at ${hostOf(row)}`)),
    element('p', {}, isWhole ? clusterLink(c) : element('span', {class: 'name'}, ...of)),
    element('p', {class: 'soft'}, className(row) && element('bdi', {}, className(row)), className(row) && near && ', ', near,
      docs.period && docs.period[row] >= 0 && `, ${data.periods[docs.period[row]]}`),
    ...(points && points.of_features ? points.axes.filter(axis => 'name' in axis).map((axis, at) =>
      element('p', {}, foreign(axis.name), ` ${short(valueAt(axis, docs.place[2 * row + at]))}`)) : []),
    isWhole ? whole : text && element('p', {}, foreign(clipped(text, 240))),
    !isWhole && reasonsLine(row),
    ...(isWhole ? documentParts.flatMap(part => part(row)) : []),
  ].filter(Boolean);
}

// A topic, or all; a document to show, or none.
function choose(cluster, row) {
  map.row = row;
  select({cluster});
}

function hover(x, y) {
  const row = documentAt(x, y), tip = byId('tip');
  tip.hidden = row < 0;
  map.canvas.style.cursor = row < 0 ? 'grab' : 'pointer';
  if (row < 0) return;
  if (tip.dataset.row !== String(row)) tip.replaceChildren(...aboutDocument(row, false));
  tip.dataset.row = reading.texts || !hasTexts ? String(row) : '';
  const beside = (at, all, before, behind) => at > all / 2 ? {[before]: 'auto', [behind]: `${all - at + 14}px`} :
    {[before]: `${at + 14}px`, [behind]: 'auto'};
  const {clientWidth, clientHeight} = map.canvas;
  Object.assign(tip.style, beside(x, clientWidth, 'left', 'right'), beside(y, clientHeight, 'top', 'bottom'));
}

function hintOfMap() {
  if (data.map.by_discs)
    return 'Each dot is a document. It lies near the center of its topic if it is typical, and is shifted towards another topic if it partly belongs to ' +
      'that one. Similar topics are close to each other.';
  return 'Each dot is a document; documents with similar words are close to each other. Lines surround the places where a topic, or a group of topics, has ' +
    'the most documents.';
}

function meaningOfMap() {
  const {trustworthiness: trust, continuity} = data.map;
  return data.map.by_discs ? '' : ` Large distances have no meaning. ${trust === undefined ? '' : `Trustworthiness ${trust.toFixed(2)} and continuity ${continuity.toFixed(2)} at ` +
    '15 neighbors: 1 if the neighbors on the map are those by words, about 0.5 by chance.'}`;
}

function startMap() {
  const {canvas} = map;
  if (points) byId('map-title').textContent = 'Scatter plot';
  byId('map-hint').textContent = points ? hintOfScatter() : hintOfMap();
  byId('map-use').textContent = `Point at a dot to read it, click to select it. Drag to move, wheel or pinch to zoom, Shift and drag to draw a lasso; keys: +, −, 0, arrows, Escape. ${csvRule}${
    points ? '' : meaningOfMap()}`;
  if (listed < run.n_documents) byId('map-hint').append(say` ${whole(listed)} of ${whole(run.n_documents)} documents are shown, evenly sampled.`);
  let placed = points ? listed : 0;
  for (let row = 0; row < listed && !points; ++row) placed += hasPlace(row) ? 1 : 0;
  if (placed < listed) byId('map-hint').append(` ${counted(listed - placed, 'document')} without known words ${listed - placed === 1 ? 'is' : 'are'} not drawn.`);
  canvas.setAttribute('role', 'application');
  canvas.setAttribute('aria-roledescription', 'map');
  canvas.setAttribute('aria-describedby', 'map-hint map-use');
  canvas.setAttribute('aria-label', points ? labelOfScatter() :
    `Map of ${counted(listed, 'document')} in ${counted(k, 'topic')}; the list contains the same documents.`);
  startGestures();
  reveal('map');
  new ResizeObserver(drawMap).observe(canvas);
}
