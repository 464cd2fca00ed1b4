// The list of documents: searched and filtered in memory, shown fifty at a time, so that a hundred thousand do no harm.

const pageLength = 50;
const hasShares = docs.share.some(share => share > 0 && share < 1000);  // k-means knows whole documents only
const list = {search: '', cluster: null, class: null, order: 'number', page: 0, rows: [], here: -1, texts: null};

// What is searched: made once, on the first search.
function texts() {
  list.texts ??= Array.from({length: listed}, (_, row) => `${documentName(row)} ${docs.excerpt ? docs.excerpt[row] : ''}`.toLowerCase());
  return list.texts;
}

function filterDocuments() {
  const wanted = list.search.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = [];
  for (let row = 0; row < listed; ++row) {
    if (list.cluster !== null && docs.cluster[row] !== list.cluster) continue;
    if (list.class !== null && docs.class[row] !== list.class) continue;
    if (wanted.length && !wanted.every(word => texts()[row].includes(word))) continue;
    rows.push(row);
  }
  if (list.order !== 'number') {
    const sign = list.order === 'near' ? -1 : 1;
    rows.sort((a, b) => sign * (docs.cosine[a] - docs.cosine[b]) || a - b);
  }
  list.rows = rows;
}

function documentRow(row) {
  const cell = (title, attributes, ...children) => element('td', {'data-title': title, ...attributes}, ...children);
  const c = docs.cluster[row];
  return element('tr', {id: `row-${numberOf(row)}`, class: row === list.here ? 'here' : null, tabindex: '-1'},
    element('th', {scope: 'row'}, documentLink(row)),
    element('td', {}, clusterLink(c, 2)),
    docs.class && cell('Label', {}, element('bdi', {}, className(row))),
    cell('Cosine', {class: 'number'}, c < 0 ? '' : (docs.cosine[row] / 1000).toFixed(2)),
    hasShares && cell('Share', {class: 'number'}, c < 0 ? '' : (docs.share[row] / 1000).toFixed(2)),
    docs.excerpt && element('td', {class: 'text'}, element('div', {class: 'excerpt'}, foreign(docs.excerpt[row]))));
}

function drawDocuments() {
  const pages = Math.max(1, Math.ceil(list.rows.length / pageLength));
  list.page = Math.min(Math.max(0, list.page), pages - 1);
  const first = list.page * pageLength, shown = list.rows.slice(first, first + pageLength);
  byId('documents-count').textContent = list.rows.length ? `${whole(first + 1)}\u2013${whole(first + shown.length)} of ${counted(list.rows.length, 'document')}` : 'No document fits.';
  const columns = [['Document'], ['Cluster'], ...(docs.class ? [['Label']] : []), ['Cosine', {number: true}], ...(hasShares ? [['Share', {number: true}]] : []), ...(docs.excerpt ? [['Begins']] : [])];
  const made = table(columns, [], {label: 'Documents'});
  made.querySelector('tbody').append(...shown.map(documentRow));
  byId('list').replaceChildren(made);
  const turn = (title, page, possible) => element('button', {type: 'button', class: 'button', disabled: !possible, click: () => {
    list.page = page;
    drawDocuments();
    byId('filters').scrollIntoView();
  }}, title);
  byId('pages').replaceChildren(turn('First', 0, list.page > 0), turn('Previous', list.page - 1, list.page > 0), `Page ${whole(list.page + 1)} of ${whole(pages)}`,
    turn('Next', list.page + 1, list.page + 1 < pages), turn('Last', pages - 1, list.page + 1 < pages));
}

// With new filters; `here` is a row to turn to.
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

function startDocuments() {
  byId('documents-hint').textContent = `Cosine: to the centre of its cluster.${hasShares ? ' Share: the part of this cluster in the memberships of the document.' : ''}`;
  const choice = (value, text) => element('option', {value}, text);
  byId('by-cluster').append(choice('', 'all'), ...clusters.map((_, c) => choice(c, `${c} ${clusterName(c)}`)), ...(docs.cluster.includes(-1) ? [choice(-1, 'unassigned')] : []));
  byId('by-class').append(choice('', 'all'));
  if (docs.class) {
    byId('class-label').hidden = false;
    byId('by-class').append(...data.evaluation.classes.map((name, j) => choice(j, visible(name))), ...(docs.class.includes(-1) ? [choice(-1, 'unknown')] : []));
  }
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
  if (listed < run.n_documents) byId('filters').before(element('p', {class: 'notice'},
    `This page lists ${whole(listed)} of the ${whole(run.n_documents)} documents, evenly taken; clusters.csv has them all.`));
  showDocuments();
  reveal('documents');
}
