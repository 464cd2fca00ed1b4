// The documents that are selected: by a topic, a label, words, periods and a lasso, all at once. The map, the list, the top terms, the periods and the
// numbers follow.

const selection = {mask: null};  // a 1 for each selected row; null: all are
const isSelected = row => selection.mask === null || selection.mask[row] === 1;
const isFiltered = () => Boolean(list.search.trim()) || list.cluster !== null || list.class !== null || list.periods !== null || list.lasso !== null ||
  list.groups.some(group => (group ?? null) !== null);

function select(changes) {
  Object.assign(list, changes);
  filterDocuments();
  showFilters();
  list.page = 0;
  drawDocuments();
  drawSelection();
}

function clearSelection() {
  map.lasso = null;
  map.row = -1;
  select({...noFilters(), here: -1});
}

function filterDocuments() {
  const wanted = list.search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = wanted.length ? searched() : null, filtered = isFiltered(), mask = new Uint8Array(filtered ? listed : 0);
  const fits = row => (list.cluster === null || topicOf(row) === list.cluster) && (list.class === null || docs.class[row] === list.class) &&
    (list.periods === null || (docs.period[row] >= list.periods[0] && docs.period[row] <= list.periods[1])) &&
    (list.lasso === null || list.lasso[row] === 1) && isInGroups(row) && (found === null || wanted.every(word => found(row, word)));
  list.rows = [];
  for (let row = 0; row < listed; ++row) {
    if (filtered && !fits(row)) continue;
    list.rows.push(row);
    if (filtered) mask[row] = 1;
  }
  selection.mask = filtered ? mask : null;
  sortRows();
}

const topicOf = row => docs.cluster[row] < 0 ? -1 : edits.now(docs.cluster[row]);

function reasons() {
  return [list.cluster !== null && (list.cluster < 0 ? 'unassigned' : `${inWords('topic')} ${list.cluster}`), list.class !== null &&
    `label ${list.class < 0 ? 'unknown' : visible(data.classes[list.class])}`, list.search.trim() && `“${visible(list.search.trim())}”`, list.periods !== null &&
    periodsText(list.periods), ...groupReasons(), list.lasso !== null && list.area].filter(Boolean);
}

// The topics of the selection, as bars.
function topicShares() {
  const counts = new Map();
  for (const row of list.rows) counts.set(topicOf(row), (counts.get(topicOf(row)) || 0) + 1);
  const largest = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 6);
  const entry = ([c, count]) => element('li', {}, element('span', {class: 'part', style: `width:${100 * count / list.rows.length}%;background:${colorOf(c)}`}),
    clusterLink(c, 2), element('span', {class: 'soft'}, ` ${whole(count)}`));
  return element('ul', {class: 'parts'}, ...largest.map(entry));
}

// Without texts: the terms of the topics, by the numbers of their documents.
function termsOfTopics() {
  const scores = new Map();
  for (const row of list.rows.slice(0, 20000)) {
    const c = docs.cluster[row];
    if (c < 0) continue;
    for (const [term, share] of shownTerms(clusters[c])) scores.set(term, (scores.get(term) || 0) + (share || 1));
  }
  return [...scores].sort((a, b) => b[1] - a[1]).slice(0, 12).map(([term]) => term);
}

function selectionTerms() {
  const words = reading.texts ? frequentWords(list.rows, 12) : termsOfTopics();
  if (!words.length) return [];
  const title = reading.texts ? 'Frequent words here' : points ? 'Features of their clusters' : 'Terms of their topics';
  return [element('h4', {}, title), element('p', {class: 'words'}, ...words.map(word => element('span', {}, foreign(word))))];
}

function drawChosen() {
  const many = list.rows.length, parts = [];
  byId('selection-status').textContent = isFiltered() ? `${counted(many, 'document')} selected: ${reasons().join(', ')}` : inWords('All documents');
  if (map.row >= 0) parts.push(element('section', {class: 'document', 'aria-label': inWords('Document')}, element('h3', {}, inWords('Document')), ...aboutDocument(map.row, true)));
  if (isFiltered()) {
    const button = (text, click, title = null) => element('button', {type: 'button', class: 'button', title, click}, text);
    parts.push(element('h3', {}, `Selection: ${whole(many)}`), element('p', {class: 'soft'}, `${percent(many, listed)} of ${inWords('the documents')}: `,
      element('bdi', {}, reasons().join(', '))),
    element('div', {class: 'controls'}, button('Clear', clearSelection), button('CSV', saveSelection, csvRule)),
    element('p', {}, element('a', {href: '#documents'}, 'List of these ', inWords('documents'))));
    if (many) parts.push(topicShares(), element('div', {id: 'selection-terms'}, ...selectionTerms()));
  }
  byId('chosen').replaceChildren(...parts, element('h3', {}, titleOfLegend()), legend());
}

function drawSelection() {
  requestDraw();
  drawChosen();
  drawPeriods();
}
