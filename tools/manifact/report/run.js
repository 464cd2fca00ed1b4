// The objective by iteration, and the settings that determined the result.

function svg(name, attributes, text) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

// For any number of values; a function call has a limited number of arguments.
const lowest = values => values.reduce((low, value) => Math.min(low, value), Infinity);

// The values from iteration `first` on, as a line chart.
function chart(history, first) {
  const width = 640, height = 220, left = 64, right = width - 12, top = 12, bottom = height - 34, last = history.length - 1;
  const drawn = history.slice(first), low = lowest(drawn), high = -lowest(drawn.map(value => -value));
  const x = t => left + (right - left) * (t - first) / Math.max(1, last - first);
  const y = value => high > low ? top + (bottom - top) * (high - value) / (high - low) : (top + bottom) / 2;
  const made = svg('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img',
    'aria-label': `The objective over ${last} iterations, from ${short(history[0])} to ${short(history[last])}`});
  for (const value of high > low ? [low, (low + high) / 2, high] : [low]) {
    made.append(svg('line', {class: 'axis', x1: left, x2: right, y1: y(value), y2: y(value)}));
    made.append(svg('text', {x: left - 8, y: y(value) + 4, 'text-anchor': 'end'}, short(value)));
  }
  for (const t of new Set([first, Math.round((first + last) / 2), last])) {
    const anchor = t === first ? 'start' : t === last ? 'end' : 'middle';
    made.append(svg('text', {x: x(t), y: height - 12, 'text-anchor': anchor}, String(t)));
  }
  const points = drawn.map((value, at) => `${x(first + at).toFixed(1)},${y(value).toFixed(1)}`);
  made.append(svg('polyline', {class: 'line', points: points.join(' ')}));
  made.append(svg('circle', {class: 'dot', cx: x(last), cy: y(history[last]), r: 3.5}));
  return made;
}

function showCurve() {
  const history = data.history.filter(Number.isFinite), last = history.length - 1, low = lowest(history);
  if (last < 1) return;
  let first = 0;  // a random start may lie so far above the other values that the rest of the curve would be flat
  while (first + 2 < last && history[first] - low > 20 * (history[first + 1] - low)) ++first;
  const change = Math.abs(history[last - 1] - history[last]) / Math.max(Math.abs(history[last]), 1e-300);
  const caption = `Objective by iteration: from ${short(history[0], 6)} to ${short(history[last], 6)}; relative change in the last step ` +
    `${change > 0 && change < 0.001 ? change.toExponential(1) : short(change, 2)}; ` +
    `stopped by: ${visible(String(run.diagnostics.stopped_by))}.${first > 0 ? ` Drawn from iteration ${first}.` : ''}`;
  byId('curve').append(element('figcaption', {}, caption), chart(history, first));
}

function showRun() {
  showCurve();
  const shown = value => Number.isInteger(value) || typeof value !== 'number' ? String(value) : short(value, 8);
  const row = ([name, value]) => [name.replaceAll('_', ' '), element('td', {}, foreign(shown(value)))];
  byId('run-tiles').append(runTiles());
  byId('facts').append(
    table([['Option'], ['Value']], Object.entries(run.options).map(row), {caption: `Options of ${run.method}`}),
    table([['Finding'], ['Value']], Object.entries({status: run.status, ...run.diagnostics}).map(row), {caption: 'Diagnostics'}));
  reveal('run');
  byId('foot').textContent = say`Documents${data.named ? '' : ', features'} and topics are counted from 0, as in labels.txt and ` +
    say`clusters.csv. Made by Manifact ${run.version}; the same input, options and seed give the same topics.`;
}
