// What the dots are colored by: the topics, or the labels, periods or groups of the documents; and the legend.

const paint = {by: 0};

// Periods are in order, from blue to red; other kinds have the colors of topics.
const inOrder = (at, count) => oklch(isDark() ? 0.72 : 0.6, 0.14, 260 - 235 * (count > 1 ? at / (count - 1) : 0));
const paints = [
  {title: inWords('topic'), numbers: docs.cluster, count: k, color: colorOf},
  ...(docs.class && data.classes.length > 1 ? [{title: 'label', numbers: docs.class, count: data.classes.length, name: j => data.classes[j],
    isChosen: j => list.class === j, choose: j => select({class: j})}] : []),
  ...(docs.period && data.periods.length > 1 ? [{title: 'period', numbers: docs.period, count: data.periods.length, name: p => data.periods[p], isOrdered: true,
    isChosen: p => list.periods !== null && list.periods[0] === p && list.periods[1] === p, choose: p => select({periods: p === null ? null : [p, p]})}] : []),
  ...groupFields.map(({field, groups}, f) => ({title: field, numbers: docs[`group${f}`], count: groups.length, name: g => groups[g],
    isChosen: g => list.groups[f] === g, choose: g => chooseGroup(f, g)})),
];
const currentPaint = () => paints[paint.by];
function paintColor(one, at) {
  if (one.color) return one.color(at);
  return at < 0 ? noColor() : one.isOrdered ? inOrder(at, one.count) : shade(at, one.count);
}

function legend() {
  const one = currentPaint(), button = (at, isChosen, pick, ...content) => element('li', {}, element('button', {type: 'button', 'aria-pressed': String(isChosen), click: pick,
    'data-topic': one.name ? null : at}, ...content));
  const ofTopic = c => button(c, list.cluster === c, () => choose(list.cluster === c ? null : c, -1), swatch(c), element('span', {class: 'tag'}, String(c)), element('bdi', {}, clusterName(c)));
  const ofOther = at => button(at, one.isChosen(at), () => one.choose(one.isChosen(at) ? null : at),
    element('span', {class: 'swatch', style: `background:${paintColor(one, at)}`, 'aria-hidden': 'true'}), foreign(clipped(one.name(at), 60)));
  return element('ul', {class: 'legend'}, ...(one.name ? Array.from({length: one.count}, (_, at) => ofOther(at)) : filled.filter(c => edits.now(c) === c).map(ofTopic)));
}
const titleOfLegend = () => currentPaint().name ? visible(currentPaint().title) : inWords('Topics');

function startPaint() {
  if (paints.length < 2) return;
  const made = element('select', {id: 'color-by', change: event => {
    paint.by = Number(event.target.value);
    drawSelection();
  }}, ...paints.map(({title}, at) => element('option', {value: at}, clipped(visible(title), 30))));
  byId('selection-status').before(element('label', {}, 'Color by ', made));
}
