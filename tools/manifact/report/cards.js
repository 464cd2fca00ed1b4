// A card for each cluster that is not empty.

// Of two clusters: their cosine, of points their distance.
const nearness = value => points ? short(value, 3) : value.toFixed(2);

function termList(title, terms) {
  const entry = ([term, share]) => element('li', {style: `--share:${share}%`, 'data-term': term.toLowerCase()}, foreign(term));
  const list = terms.length ? element('ol', {}, ...terms.map(entry)) : element('p', {class: 'soft'}, 'none');
  return element('div', {}, element('h4', {}, title), list);
}

// The features of a cluster of points: bars to the right are above the mean of all rows, those to the left below.
function featureTable(cluster) {
  const most = clusters.reduce((all, one) => one.features.reduce((high, feature) => Math.max(high, Math.abs(feature[3])), all), 1);
  const bar = z => element('td', {class: 'z', 'aria-hidden': 'true'},
    element('span', {style: `width:${50 * Math.abs(z) / most}%;${z < 0 ? 'right' : 'left'}:50%`}));
  const row = ([name, mean, overall, z]) => element('tr', {'data-term': name.toLowerCase()}, element('th', {scope: 'row'}, foreign(name)),
    element('td', {class: 'number'}, short(mean)), element('td', {class: 'number'}, short(overall)),
    element('td', {class: 'number'}, Math.abs(z) < 0.05 ? '0.0' : signed(z)), bar(z));
  const title = (name, kind) => element('th', {scope: 'col', class: kind}, name);
  return element('table', {class: 'features'},
    element('thead', {}, element('tr', {}, title('Feature'), title('Mean', 'number'), title('All', 'number'), title('z', 'number'),
      element('td', {'aria-hidden': 'true'}))),
    element('tbody', {}, ...cluster.features.map(row)));
}

function typicalDocuments(cluster) {
  const entry = row => element('li', {}, documentLink(row),
    className(row) && element('span', {class: 'soft'}, ' · ', element('bdi', {}, className(row))),
    hasTexts && element('div', {class: 'excerpt', 'data-text': row}));
  return [element('h4', {}, inWords('Typical documents')),
    element('ul', {class: 'documents'}, ...cluster.representatives.map(rowOf).filter(row => row >= 0).map(entry))];
}

function nearClusters(cluster) {
  if (!cluster.near.length) return [];
  const entry = ([d, near]) => element('li', {class: 'counted'}, clusterLink(d), ' ', element('span', {class: 'soft'}, nearness(near)));
  return [element('h4', {}, inWords('Nearest topics')), element('ul', {}, ...cluster.near.slice(0, 3).map(entry))];
}

// The documents of each period as bars, as shares of the period; a sentence states the same for screen readers.
function overTime(cluster) {
  if (!data.periods) return [];
  const totals = data.periods.map((_, p) => clusters.reduce((sum, one) => sum + one.counts[p], 0));
  const shares = cluster.counts.map((count, p) => totals[p] > 0 ? count / totals[p] : 0), most = Math.max(...shares, 1e-9);
  const bar = (share, p) => element('span', {style: `height:${100 * share / most}%`,
    title: `${data.periods[p]}: ${counted(cluster.counts[p], 'document')}, ${(100 * share).toFixed(1)}%`});
  const peak = shares.indexOf(Math.max(...shares)), last = data.periods.length - 1;
  const label = `Share of each period, ${data.periods[0]} to ${data.periods[last]}; highest in ${data.periods[peak]}, ${(100 * shares[peak]).toFixed(1)}%`;
  const terms = (name, list) => list.length ? element('p', {class: 'trend'}, `${name}: `, element('bdi', {}, list.map(visible).join(', '))) : null;
  return [element('h4', {}, 'Over time'),
    element('div', {class: 'time', role: 'img', 'aria-label': label}, ...shares.map(bar)),
    element('p', {class: 'soft ends'}, element('span', {}, data.periods[0]), element('span', {}, data.periods[last])),
    ...[terms('Rising', cluster.rising), terms('Falling', cluster.falling)].filter(Boolean)];
}

const known = (name, value) => (value ?? null) === null ? '' : `, ${name}\u00a0${value.toFixed(2)}`;

// The size and the measures; of a merged topic, its size and what it consists of. What was merged or hidden says so.
function numbersOf(c) {
  const cluster = clusters[c], now = edits.now(c), size = sizeOf(c);
  if (now < 0) return ['Hidden: its ', inWords('documents'), ' are unassigned.'];
  if (now !== c) return ['Merged into ', clusterLink(now), '.'];
  const all = element('a', {href: '#documents', click: () => showDocuments({cluster: c})}, inWords('all\u00a0documents')), some = `${counted(size, 'document')}, ${percent(size, run.n_documents)}; `;
  if (edits.isMerged(c)) return [some, `merged of ${edits.parts(c).join(', ')}; terms and ${inWords('documents')} below are of ${c} alone. `, all];
  return [some, points ? `spread\u00a0${cluster.spread.toFixed(2)}` : `cohesion\u00a0${cluster.cohesion.toFixed(2)}`,
    ...['coherence', ...(points ? [] : ['diversity']), 'separation', 'stability'].map(name => known(name, cluster[name])), ' ', all];
}

function card(c) {
  const cluster = clusters[c];
  return element('article', {class: 'card', id: `cluster-${c}`, 'data-cluster': c, style: `--color:${colorOf(c)}`, tabindex: '-1'},
    element('h3', {}, element('span', {class: 'tag'}, `${c} `), element('bdi', {'data-name': c, 'data-terms': 3}, clusterName(c))),
    element('p', {class: 'note'}),
    element('p', {class: 'numbers'}, ...numbersOf(c)),
    cluster.weak ? element('p', {class: 'hint'}, `Weak: ${inWords(cluster.weak)}.`) : null,
    points ? featureTable(cluster) :
      element('div', {class: 'terms'}, termList('Top terms', shownTerms(cluster)), termList('Heaviest', cluster.concept)),
    ...overTime(cluster), ...typicalDocuments(cluster), ...nearClusters(cluster), editForm(c));
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
  byId('cards-count').textContent = wanted ? counted(found, 'topic') : '';
}

const hintOfPoints = () => 'Mean is that of the rows of the cluster, All that of all rows, in the units of the input. z is their difference over the ' +
  'standard deviation of all rows; features are sorted by its size. Spread is the root mean square distance of the rows to the center of their cluster, ' +
  'relative to that of all rows to their mean: 0 if all are identical, near 1 if the cluster is as wide as the data. ' +
  'Separation: the share of the nearest neighbors of its rows that belong to it.' +
  ((run.topic_numbers.stability ?? null) === null ? '' : ' Stability: how well fits of samples find the cluster again, from 0 to 1.');

function showCards() {
  byId('clusters-hint').textContent = points ? hintOfPoints() : `Top ${data.named ? 'terms' : 'features'} have much weight in the topic and little in the others. ` +
    `Heaviest ${data.named ? 'terms' : 'features'} have the largest weight in the topic and may be shared with others. Bars are relative to the first. ` +
    'Cohesion is the mean cosine of the documents to the center of their topic: 1 if all are identical, near 0 if they have nothing in common.' +
    (run.topic_numbers.coherence === null ? '' : ' Coherence: how often the top terms occur together, from −1 to 1, 0 by chance.') +
    (run.topic_numbers.diversity === null ? '' : ' Diversity: the share of them that are top terms of no other topic.') +
    ' Separation: 1 minus the largest cosine of its center to that of another topic.' +
    ((run.topic_numbers.stability ?? null) === null ? '' : ' Stability: how well fits of samples find the topic again, from 0 to 1.');
  const cards = filled.map(card);
  byId('cards').append(...cards);
  byId('term-search').addEventListener('input', event => findTerm(cards, event.target.value.trim().toLowerCase()));
  reveal('clusters');
}
