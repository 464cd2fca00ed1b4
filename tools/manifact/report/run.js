// The course of the objective, and everything that decided the result.

function curve() {
  const history = data.history.filter(Number.isFinite);
  if (history.length < 2) return;
  const width = 640, height = 220, left = 64, right = 12, top = 12, bottom = 34;
  const svg = (name, attributes, text) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const last = history.length - 1, low = Math.min(...history);
  let first = 0;  // a random start may lie so far above all others that nothing else would be seen
  while (first + 2 < last && history[first] - low > 20 * (history[first + 1] - low)) ++first;
  const high = Math.max(...history.slice(first));
  const x = t => left + (width - left - right) * (t - first) / Math.max(1, last - first);
  const y = value => high > low ? top + (height - top - bottom) * (high - value) / (high - low) : (top + height - bottom) / 2;
  const chart = svg('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `The objective over ${last} iterations, from ${short(history[0])} to ${short(history[last])}`});
  for (const value of high > low ? [low, (low + high) / 2, high] : [low]) {
    chart.append(svg('line', {class: 'axis', x1: left, x2: width - right, y1: y(value), y2: y(value)}));
    chart.append(svg('text', {x: left - 8, y: y(value) + 4, 'text-anchor': 'end'}, short(value)));
  }
  for (const t of new Set([first, Math.round((first + last) / 2), last])) chart.append(svg('text', {x: x(t), y: height - 12, 'text-anchor': t === first ? 'start' : t === last ? 'end' : 'middle'}, String(t)));
  chart.append(svg('polyline', {class: 'line', points: history.slice(first).map((value, at) => `${x(first + at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}));
  chart.append(svg('circle', {class: 'dot', cx: x(last), cy: y(history[last]), r: 3.5}));
  const change = Math.abs(history[last - 1] - history[last]) / Math.max(Math.abs(history[last]), 1e-300);
  byId('curve').append(element('figcaption', {}, `Objective by iteration: from ${short(history[0], 6)} to ${short(history[last], 6)}; the last step changed it by ` +
    `${change < 0.001 ? change.toExponential(1) : short(change, 2)} of its value; stopped by the ${visible(String(run.diagnostics.stopped_by))}.` +
    (first > 0 ? ` Drawn from iteration ${first}.` : '')), chart);
}

function showRun() {
  curve();
  const rows = object => Object.entries(object).map(([name, value]) => [name.replaceAll('_', ' '), element('td', {}, foreign(Number.isInteger(value) || typeof value !== 'number' ? String(value) : short(value, 8)))]);
  byId('facts').append(table([['Option'], ['In force']], rows(run.options), {caption: `Options of ${run.method}`}),
    table([['Finding'], ['Value']], rows({status: run.status, ...run.diagnostics}), {caption: 'Diagnostics'}));
  reveal('run');
  byId('foot').textContent = `Documents${data.named ? '' : ', features'} and clusters are counted from 0, as in labels.txt and clusters.csv. Made by Manifact ${run.version}; ` +
    'the same input, options and seed make the same clusters.';
}

// "#document-17" turns the list to that document; "#cluster-3" is a card, which a search may have hidden.
function follow() {
  const [, kind, number] = /^#(document|cluster)-(\d+)$/.exec(location.hash) || [];
  if (kind === 'document' && rowOf(Number(number)) >= 0) {
    showDocuments({here: rowOf(Number(number))});
    const row = byId(`row-${number}`);
    row.scrollIntoView({block: 'center'});
    row.focus({preventScroll: true});
  } else if (kind === 'cluster' && byId(`cluster-${number}`)) {
    const card = byId(`cluster-${number}`);
    card.hidden = false;
    card.scrollIntoView();
    card.focus({preventScroll: true});
  }
}

function recolour() {
  for (const one of document.querySelectorAll('.swatch, .bar span')) one.style.background = colourOf(Number(one.dataset.cluster));
  for (const one of document.querySelectorAll('.card')) one.style.setProperty('--colour', colourOf(Number(one.dataset.cluster)));
  drawMap();
}

showOverview();
startMap();
showSizes();
showCards();
showEvaluation();
showNearest();
startDocuments();
showRun();
darkness.addEventListener('change', recolour);
window.addEventListener('hashchange', follow);
document.addEventListener('click', event => {
  const link = event.target.closest && event.target.closest('a[href^="#"]');
  if (link && link.getAttribute('href') === location.hash) follow();  // the same link again is no change of the hash
});
follow();
