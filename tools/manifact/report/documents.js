// The list of documents: searched and filtered in memory, shown fifty at a time, which scales to a hundred thousand.

const pageLength = 50;
const hasShares = docs.share.some(share => share > 0 && share < 1000);  // k-means has no partial memberships
const list = {search: '', cluster: null, class: null, order: 'number', page: 0, rows: [], here: -1, texts: null};

// The searched text, built on the first search.
function texts() {
  list.texts ??= Array.from({length: listed}, (_, row) => `${documentName(row)} ${docs.excerpt ? docs.excerpt[row] : ''}`.toLowerCase());
  return list.texts;
}

// What the search covers: texts are kept up to a length, and end with an ellipsis if they are longer.
function covered() {
  if (!docs.excerpt) return inWords('the names of the documents');
  const longest = docs.excerpt.reduce((most, text) => text.endsWith('…') ? Math.max(most, [...text].length - 1) : most, 0);
  return longest ? say`the names of the documents and the first ${whole(longest)} characters of their texts` : inWords('the names and texts of the documents');
}

function filterDocuments() {
  const wanted = list.search.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = row => (list.cluster === null || docs.cluster[row] === list.cluster) &&
    (list.class === null || docs.class[row] === list.class) && (!wanted.length || wanted.every(word => texts()[row].includes(word)));
  list.rows = [];
  for (let row = 0; row < listed; ++row) {
    if (fits(row)) list.rows.push(row);
  }
  const sign = {number: 0, near: -1, far: 1}[list.order];
  if (sign !== 0) list.rows.sort((a, b) => sign * (closeness(a) - closeness(b)) || a - b);
}

// To the center of its cluster, larger is nearer.
const closeness = row => points ? -docs.distance[row] : docs.cosine[row];
const nearnessTitle = points ? 'Distance' : 'Cosine';
const columns = [[inWords('Document')], [inWords('Topic')], ...(docs.class ? [['Label']] : []), [nearnessTitle, {number: true}],
  ...(hasShares ? [['Share', {number: true}]] : []), ...(docs.excerpt ? [['Begins']] : [])];

function documentRow(row) {
  const c = docs.cluster[row], permille = number => c < 0 ? '' : (number / 1000).toFixed(2);
  const cell = (title, kind, content) => element('td', {'data-title': title, class: kind}, content);
  return element('tr', {id: `row-${numberOf(row)}`, class: row === list.here ? 'here' : null, tabindex: '-1'},
    element('th', {scope: 'row'}, documentLink(row)),
    element('td', {}, clusterLink(c, 2)),
    docs.class && cell('Label', null, element('bdi', {}, className(row))),
    cell(nearnessTitle, 'number', points ? c < 0 ? '' : short(docs.distance[row]) : permille(docs.cosine[row])),
    hasShares && cell('Share', 'number', permille(docs.share[row])),
    docs.excerpt && element('td', {class: 'text'}, element('div', {class: 'excerpt'}, foreign(docs.excerpt[row]))));
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
  const made = table(columns, [], {label: inWords('Documents')});
  made.querySelector('tbody').append(...shown.map(documentRow));
  byId('list').replaceChildren(made);
  byId('pages').replaceChildren(turn('First', 0, page > 0), turn('Previous', page - 1, page > 0),
    `Page ${whole(page + 1)} of ${whole(pages)}`, turn('Next', page + 1, page + 1 < pages), turn('Last', pages - 1, page + 1 < pages));
}

// Applies new filters; `here` is a row to show.
function showDocuments({cluster = list.cluster, here = -1} = {}) {
  list.cluster = cluster;
  list.here = here;
  filterDocuments();
  if (here >= 0 && !list.rows.includes(here)) {
    Object.assign(list, {search: '', cluster: null, class: null});
    filterDocuments();
  }
  byId('search').value = list.search;
  byId('by-cluster').value = list.cluster === null ? '' : String(list.cluster);
  byId('by-class').value = list.class === null ? '' : String(list.class);
  list.page = here >= 0 ? Math.floor(list.rows.indexOf(here) / pageLength) : 0;
  drawDocuments();
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

function startDocuments() {
  byId('documents-hint').textContent = `The search covers ${covered()}. ` +
    (points ? `Distance: from the row to the center of its cluster${scaled}.` : 'Cosine: between the document and the center of its topic.') +
    (hasShares ? inWords(' Share: the part of this topic in the memberships of the document.') : '');
  fillChoices();
  let timer = 0;
  byId('search').addEventListener('input', event => {
    clearTimeout(timer);
    timer = setTimeout(() => { list.search = event.target.value; showDocuments(); }, 150);
  });
  const chosen = event => event.target.value === '' ? null : Number(event.target.value);
  byId('by-cluster').addEventListener('change', event => showDocuments({cluster: chosen(event)}));
  byId('by-class').addEventListener('change', event => { list.class = chosen(event); showDocuments(); });
  byId('order').addEventListener('change', event => { list.order = event.target.value; showDocuments(); });
  byId('filters').addEventListener('submit', event => event.preventDefault());
  if (listed < run.n_documents) {
    byId('filters').before(element('p', {class: 'notice'},
      say`This page lists ${whole(listed)} of the ${whole(run.n_documents)} documents, evenly sampled; clusters.csv contains all of them.`));
  }
  showDocuments();
  reveal('documents');
}
