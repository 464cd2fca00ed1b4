// The selection on the map, and the tooltip.

function aboutDocument(row, withLinks) {
  const c = docs.cluster[row], near = points ? c < 0 ? '' : `distance to its center ${short(docs.distance[row])}` :
    `cosine to its center ${(docs.cosine[row] / 1000).toFixed(2)}`;
  const name = [swatch(c), element('span', {class: 'tag'}, String(c)), element('bdi', {}, clusterName(c))];
  return [
    element('p', {}, withLinks ? documentLink(row) : element('strong', {}, element('bdi', {}, documentName(row)))),
    element('p', {}, withLinks ? clusterLink(c) : element('span', {class: 'name'}, ...name)),
    element('p', {class: 'soft'}, className(row) && element('bdi', {}, className(row)), className(row) && near && ', ', near),
    ...(points && points.of_features ? points.axes.filter(axis => 'name' in axis).map((axis, at) =>
      element('p', {}, foreign(axis.name), ` ${short(valueAt(axis, docs.place[2 * row + at]))}`)) : []),
    ...(docs.excerpt ? [element('p', {}, foreign(docs.excerpt[row]))] : []),
  ];
}

function legend() {
  const entry = c => element('li', {}, element('button', {type: 'button', 'aria-pressed': String(map.cluster === c),
    click: () => choose(map.cluster === c ? null : c, -1)},
  swatch(c), element('span', {class: 'tag'}, String(c)), element('bdi', {}, clusterName(c))));
  return element('ul', {}, ...filled.map(entry));
}

function choose(cluster, row) {
  map.cluster = cluster;
  map.row = row;
  drawMap();
  const parts = row >= 0 ? [element('h3', {}, inWords('Document')), ...aboutDocument(row, true)] : [];
  if (cluster !== null) {
    const documents = element('a', {href: '#documents', click: () => showDocuments({cluster})}, say`Documents of topic ${cluster}`);
    const back = element('button', {type: 'button', class: 'button', click: () => choose(null, -1)}, inWords('Show all topics'));
    parts.push(element('p', {}, documents), element('p', {}, back));
  }
  byId('chosen').replaceChildren(...parts, element('h3', {}, inWords('Topics')), legend());
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
  const beside = (at, all, before, behind) => at > all / 2 ? {[before]: 'auto', [behind]: `${all - at + 14}px`} :
    {[before]: `${at + 14}px`, [behind]: 'auto'};
  const {clientWidth, clientHeight} = map.canvas;
  Object.assign(tip.style, beside(x, clientWidth, 'left', 'right'), beside(y, clientHeight, 'top', 'bottom'));
}

function startMap() {
  const {canvas} = map;
  if (points) byId('map-title').textContent = 'Scatter plot';
  byId('map-hint').textContent = points ? hintOfScatter() : 'Each dot is a document. It lies near the center of its topic if it is typical, and is shifted towards another topic ' +
    'if it partly belongs to that one. The area of a disc is the size of the topic; similar topics are close to each other, but distances are ' +
    'only approximate. Point at a dot to read it, click to select it.';
  if (listed < run.n_documents) byId('map-hint').append(say` ${whole(listed)} of ${whole(run.n_documents)} documents are shown, evenly sampled.`);
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', points ? labelOfScatter() :
    `Map of ${counted(listed, 'document')} in ${counted(k, 'topic')}; the list contains the same documents.`);
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
