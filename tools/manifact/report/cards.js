// A card for each cluster.

function termList(title, terms, colour) {
  return element('div', {}, element('h4', {}, title), terms.length ? element('ol', {}, ...terms.map(([term, share]) =>
    element('li', {style: `--share:${share}%`, 'data-term': term.toLowerCase()}, foreign(term)))) : element('p', {class: 'soft'}, 'none'));
}

function card(c) {
  const cluster = clusters[c];
  const representatives = cluster.representatives.map(rowOf).filter(row => row >= 0);
  return element('article', {class: 'card', id: `cluster-${c}`, 'data-cluster': c, style: `--colour:${colourOf(c)}`, tabindex: '-1'},
    element('h3', {}, element('span', {class: 'tag'}, `${c} `), element('bdi', {}, clusterName(c))),
    element('p', {}, `${counted(cluster.size, 'document')}, ${percent(cluster.size, run.n_documents)}; cohesion ${cluster.cohesion.toFixed(2)} `,
      cluster.size > 0 && element('a', {href: `#documents`, click: () => showDocuments({cluster: c})}, 'all documents')),
    element('div', {class: 'terms'}, termList('Sets it apart', cluster.lift), termList('Weighs most', cluster.concept)),
    representatives.length > 0 && element('h4', {}, 'Typical documents'),
    representatives.length > 0 && element('ul', {class: 'documents'}, ...representatives.map(row => element('li', {}, documentLink(row),
      className(row) && element('span', {class: 'soft'}, ' · ', element('bdi', {}, className(row))),
      docs.excerpt && element('div', {class: 'excerpt'}, foreign(docs.excerpt[row]))))),
    cluster.near.length > 0 && element('h4', {}, 'Nearest clusters'),
    cluster.near.length > 0 && element('ul', {}, ...cluster.near.slice(0, 3).map(([d, cosine]) =>
      element('li', {}, clusterLink(d), ' ', element('span', {class: 'soft'}, cosine.toFixed(2))))));
}

function showCards() {
  byId('clusters-hint').textContent = `"Sets it apart": ${data.named ? 'terms' : 'features'} that weigh more here than in the whole corpus. ` +
    '"Weighs most": those heaviest in the cluster, shared with others or not. Bars are shares of the first. ' +
    'Cohesion is the mean cosine of the documents to the centre of their cluster: 1 if all were the same, near 0 if they had nothing in common.';
  const cards = clusters.map((_, c) => c).filter(c => clusters[c].size).map(card);
  byId('cards').append(...cards);
  byId('term-search').addEventListener('input', event => {
    const wanted = event.target.value.trim().toLowerCase();
    let found = 0;
    for (const one of cards) {
      let hits = 0;
      for (const li of one.querySelectorAll('[data-term]')) {
        const hit = wanted !== '' && li.dataset.term.includes(wanted);
        li.classList.toggle('hit', hit);
        hits += hit ? 1 : 0;
      }
      one.hidden = wanted !== '' && hits === 0;
      found += one.hidden ? 0 : 1;
    }
    byId('cards-count').textContent = wanted ? counted(found, 'cluster') : '';
  });
  reveal('clusters');
}
