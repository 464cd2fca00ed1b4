// A card for each cluster that is not empty.

function termList(title, terms) {
  const entry = ([term, share]) => element('li', {style: `--share:${share}%`, 'data-term': term.toLowerCase()}, foreign(term));
  const list = terms.length ? element('ol', {}, ...terms.map(entry)) : element('p', {class: 'soft'}, 'none');
  return element('div', {}, element('h4', {}, title), list);
}

function typicalDocuments(cluster) {
  const entry = row => element('li', {}, documentLink(row),
    className(row) && element('span', {class: 'soft'}, ' · ', element('bdi', {}, className(row))),
    docs.excerpt && element('div', {class: 'excerpt'}, foreign(docs.excerpt[row])));
  return [element('h4', {}, 'Typical documents'),
    element('ul', {class: 'documents'}, ...cluster.representatives.map(rowOf).filter(row => row >= 0).map(entry))];
}

function nearClusters(cluster) {
  if (!cluster.near.length) return [];
  const entry = ([d, cosine]) => element('li', {}, clusterLink(d), ' ', element('span', {class: 'soft'}, cosine.toFixed(2)));
  return [element('h4', {}, 'Nearest clusters'), element('ul', {}, ...cluster.near.slice(0, 3).map(entry))];
}

const known = (name, value) => value === null ? '' : `, ${name} ${value.toFixed(2)}`;

function card(c) {
  const cluster = clusters[c];
  return element('article', {class: 'card', id: `cluster-${c}`, 'data-cluster': c, style: `--color:${colorOf(c)}`, tabindex: '-1'},
    element('h3', {}, element('span', {class: 'tag'}, `${c} `), element('bdi', {}, clusterName(c))),
    element('p', {}, `${counted(cluster.size, 'document')}, ${percent(cluster.size, run.n_documents)}; `,
      `cohesion ${cluster.cohesion.toFixed(2)}${known('coherence', cluster.coherence)}${known('separation', cluster.separation)} `,
      element('a', {href: '#documents', click: () => showDocuments({cluster: c})}, 'all documents')),
    cluster.weak ? element('p', {class: 'hint'}, `Weak: ${cluster.weak}.`) : null,
    element('div', {class: 'terms'}, termList('Top terms', shownTerms(cluster)), termList('Heaviest', cluster.concept)),
    ...typicalDocuments(cluster), ...nearClusters(cluster));
}

// Shows the cards that contain the term and highlights it.
function findTerm(cards, wanted) {
  let found = 0;
  for (const one of cards) {
    let hits = 0;
    for (const entry of one.querySelectorAll('[data-term]')) {
      const hit = wanted !== '' && entry.dataset.term.includes(wanted);
      entry.classList.toggle('hit', hit);
      hits += hit ? 1 : 0;
    }
    one.hidden = wanted !== '' && hits === 0;
    found += one.hidden ? 0 : 1;
  }
  byId('cards-count').textContent = wanted ? counted(found, 'cluster') : '';
}

function showCards() {
  byId('clusters-hint').textContent = `Distinctive ${data.named ? 'terms' : 'features'} have a larger weight in the cluster than in the whole corpus. ` +
    `Heaviest ${data.named ? 'terms' : 'features'} have the largest weight in the cluster and may be shared with others. Bars are relative to the first. ` +
    'Cohesion is the mean cosine of the documents to the center of their cluster: 1 if all are identical, near 0 if they have nothing in common.';
  const cards = filled.map(card);
  byId('cards').append(...cards);
  byId('term-search').addEventListener('input', event => findTerm(cards, event.target.value.trim().toLowerCase()));
  reveal('clusters');
}
