// The list of documents: searched and filtered in memory, shown fifty at a time, which scales to a hundred thousand.

const pageLength = 50;
const hasShares = docs.share.some(share => share > 0 && share < 1000);  // k-means has no partial memberships
const noFilters = () => ({search: '', cluster: null, class: null, periods: null, lasso: null, groups: []});
const list = {...noFilters(), area: '', order: 'number', page: 0, rows: [], here: -1, names: null, texts: null};

// The searched names and texts, made on the first search; the texts as soon as they are read.
function searched() {
  list.names ??= Array.from({length: listed}, (_, row) => documentName(row).toLowerCase());
  if (reading.texts) list.texts ??= lowerTexts();
  return (row, word) => list.names[row].includes(word) || (list.texts !== null && list.texts[row].includes(word));
}

// What the search covers: texts are kept up to a length, and end with an ellipsis if they are longer.
function covered() {
  if (!hasTexts) return inWords('the names of the documents');
  if (!reading.texts) return inWords('the names of the documents; their texts are being read');
  const longest = longestText();
  if (!longest) return inWords('the names and texts of the documents');
  const rest = files.about ? inWords(', not the rest of long ones, which a click on a document shows') : '';
  return say`the names of the documents and the first ${whole(longest)} characters of their texts${rest}`;
}

function sortRows() {
  const sign = {number: 0, near: -1, far: 1}[list.order];
  if (sign !== 0) list.rows.sort((a, b) => sign * (closeness(a) - closeness(b)) || a - b);
}

// To the center of its cluster, larger is nearer.
const closeness = row => points ? -docs.distance[row] : docs.cosine[row];
const nearnessTitle = points ? 'Distance' : 'Cosine';
const columns = [[inWords('Document')], [inWords('Topic')], ...(docs.class ? [['Label']] : []), [nearnessTitle, {number: true}],
  ...(hasShares ? [['Share', {number: true}]] : []), ...(hasTexts ? [['Begins']] : [])];

function excerptOf(row) {
  const made = element('div', {class: 'excerpt'}, foreign(clipped(textOf(row), 400)));
  if (row !== list.here) return made;
  made.setAttribute('tabindex', '0');
  showText(made, row, text => element('bdi', {}, visibleLines(text)));
  return made;
}

function documentRow(row) {
  const c = topicOf(row), permille = number => c < 0 ? '' : (number / 1000).toFixed(2);
  const cell = (title, kind, content) => element('td', {'data-title': title, class: kind}, content);
  return element('tr', {id: `row-${numberOf(row)}`, class: row === list.here ? 'here' : null, tabindex: '-1'},
    element('th', {scope: 'row'}, documentLink(row), addressOf(row) && ' ', addressOf(row) && addressLink(row, '\u2197', `Open ${documentName(row)} at ${hostOf(row)}`)),
    element('td', {}, clusterLink(c, 2)),
    docs.class && cell('Label', null, element('bdi', {}, className(row))),
    cell(nearnessTitle, 'number', points ? c < 0 ? '' : short(docs.distance[row]) : permille(docs.cosine[row])),
    hasShares && cell('Share', 'number', permille(docs.share[row])),
    hasTexts && element('td', {class: 'text'}, excerptOf(row)));
}

function turn(title, page, isPossible) {
  const go = () => {
    list.page = page;
    drawDocuments();
    byId('filters').scrollIntoView();
  };
  return element('button', {type: 'button', class: 'button', disabled: !isPossible, click: go}, title);
}

function drawDocuments() {
  const all = list.rows.length, pages = Math.max(1, Math.ceil(all / pageLength)), page = Math.min(Math.max(0, list.page), pages - 1);
  const first = page * pageLength, shown = list.rows.slice(first, first + pageLength);
  byId('documents-count').textContent = all === 0 ? inWords('No matching documents.') :
    `${whole(first + 1)}\u2013${whole(first + shown.length)} of ${counted(all, 'document')}`;
  const made = table(columns, [], {label: inWords('Table of the documents')});
  made.querySelector('tbody').append(...shown.map(documentRow));
  byId('list').replaceChildren(made);
  byId('pages').replaceChildren(turn('First', 0, page > 0), turn('Previous', page - 1, page > 0),
    `Page ${whole(page + 1)} of ${whole(pages)}`, turn('Next', page + 1, page + 1 < pages), turn('Last', pages - 1, page + 1 < pages));
}

function showFilters() {
  byId('search').value = list.search;
  byId('by-cluster').value = list.cluster === null ? '' : String(list.cluster);
  byId('by-class').value = list.class === null ? '' : String(list.class);
  showGroupFilters();
  if (!docs.period) return;
  const [first, last] = list.periods || [0, data.periods.length - 1];
  byId('period-from').value = String(first);
  byId('period-to').value = String(last);
}

// The documents of a topic; `here` is a row to show.
function showDocuments({cluster = list.cluster, here = -1} = {}) {
  list.here = here;
  if (here >= 0) map.row = here;
  select({cluster});
  if (here >= 0 && !list.rows.includes(here)) {
    map.lasso = null;
    select(noFilters());
  }
  list.page = here >= 0 ? Math.floor(list.rows.indexOf(here) / pageLength) : 0;
  if (list.page > 0) drawDocuments();
}

function fillChoices() {
  const choice = (value, text) => element('option', {value}, text);
  byId('by-cluster').append(choice('', 'all'), ...filled.map(c => choice(c, `${c} ${clusterName(c)}`)));
  if (docs.cluster.includes(-1)) byId('by-cluster').append(choice(-1, 'unassigned'));
  byId('by-class').append(choice('', 'all'));
  byId('class-label').hidden = !docs.class;
  if (!docs.class) return;
  byId('by-class').append(...data.classes.map((name, j) => choice(j, visible(name))));
  if (docs.class.includes(-1)) byId('by-class').append(choice(-1, 'unknown'));
}

function showCovered() {
  byId('documents-hint').textContent = `The search covers ${covered()}. ` +
    (points ? `Distance: from the row to the center of its cluster${scaled}.` : 'Cosine: between the document and the center of its topic.') +
    (hasShares ? inWords(' Share: the part of this topic in the memberships of the document.') : '') + (reading.failed ? ` ${reading.failed}` : '');
}

function startDocuments() {
  showCovered();
  fillChoices();
  let timer = 0;
  byId('search').addEventListener('input', event => {
    clearTimeout(timer);
    timer = setTimeout(() => select({search: event.target.value}), 150);
  });
  const chosen = event => event.target.value === '' ? null : Number(event.target.value);
  byId('by-cluster').addEventListener('change', event => showDocuments({cluster: chosen(event)}));
  byId('by-class').addEventListener('change', event => { select({class: chosen(event)}); });
  byId('order').addEventListener('change', event => { list.order = event.target.value; select({}); });
  byId('filters').addEventListener('submit', event => event.preventDefault());
  if (listed < run.n_documents) {
    byId('filters').before(element('p', {class: 'notice'},
      say`This page lists ${whole(listed)} of the ${whole(run.n_documents)} documents, evenly sampled; clusters.csv contains all of them.`));
  }
  select({});
  reveal('documents');
  withTexts(() => {
    showCovered();
    drawDocuments();
    drawChosen();
    for (const one of document.querySelectorAll('[data-text]')) one.replaceChildren(foreign(clipped(textOf(Number(one.dataset.text)), 240)));
  });
}
