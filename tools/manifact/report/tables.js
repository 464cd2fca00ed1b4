// Clusters beside clusters, and beside the classes that the documents came with.

function showNearest() {
  const filled = clusters.map((_, c) => c).filter(c => clusters[c].near.length);
  if (!filled.length) return;
  const count = Math.min(3, Math.max(...filled.map(c => clusters[c].near.length)));
  const columns = [['Cluster'], ...Array.from({length: count}, (_, at) => [['Nearest'], ['Second'], ['Third']][at]).flatMap(([title]) => [[title], ['Cosine', {number: true}]])];
  const cells = c => clusters[c].near.slice(0, count).flatMap(([d, cosine]) => [clusterLink(d),
    element('td', {class: 'number', style: `background:rgb(var(--heat) / ${(0.8 * Math.max(0, cosine)).toFixed(3)})`}, cosine.toFixed(2))]);
  const rows = filled.map(c => {
    const made = cells(c);
    while (made.length < 2 * count) made.push('');
    return [clusterLink(c), ...made];
  });
  byId('pairs').append(table(columns, rows, {label: 'Nearest clusters'}));
  reveal('nearest');
}

// The classes in such an order that the large cells run down the diagonal: each cluster in turn takes its largest class that is still free.
function classOrder(counts, many) {
  const order = [], free = new Set(Array.from({length: many}, (_, j) => j));
  for (const row of counts) {
    const best = [...free].sort((a, b) => row[b] - row[a] || a - b)[0];
    if (best !== undefined && row[best] > 0) order.push(best), free.delete(best);
  }
  return [...order, ...[...free].sort((a, b) => a - b)];
}

function showEvaluation() {
  const found = data.evaluation;
  if (!found) return;
  byId('scores').append(table([['Score'], ['Value', {number: true}], ['What it is']], [
    ['Accuracy', found.accuracy.toFixed(4), 'share of documents on the best one-to-one matching of clusters to labels'],
    ['NMI', found.nmi.toFixed(4), 'mutual information over the larger entropy: 1 the same partition, 0 independent'],
    ['ARI', found.ari.toFixed(4), 'pairs of documents treated alike, corrected for chance'],
    ['Purity', found.purity.toFixed(4), 'share of documents in the largest label of their cluster; grows with the number of clusters'],
  ], {kind: '', label: 'Scores'}));
  const rows = clusters.map((_, c) => c).filter(c => clusters[c].size);
  const order = classOrder(rows.map(c => found.table[c]), found.classes.length);
  if (found.table[k].some(count => count > 0)) rows.push(-1);
  const heat = rows.map(c => {
    const counts = found.table[c < 0 ? k : c], all = counts.reduce((sum, count) => sum + count, 0);
    return element('tr', {}, element('th', {scope: 'row'}, clusterLink(c)), ...order.map(j => element('td', counts[j] ? {
      style: `background:rgb(var(--heat) / ${(0.75 * counts[j] / all).toFixed(3)})`, title: `${percent(counts[j], all)} of cluster ${c}: ${visible(found.classes[j])}`} : {},
      counts[j] ? whole(counts[j]) : '')));
  });
  const longest = Math.max(...found.classes.map(name => name.length));
  byId('confusion').append(element('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Clusters and labels'}, element('table', {class: longest > 4 ? 'heat turned' : 'heat', style: `--letters:${Math.min(longest, 18)}`},
    element('caption', {}, 'Documents of each cluster (rows) with each label (columns); the darker, the larger the part of the cluster'),
    element('thead', {}, element('tr', {}, element('th', {scope: 'col'}, 'Cluster'), ...order.map(j => element('th', {scope: 'col'},
      element('span', {title: visible(found.classes[j])}, foreign(found.classes[j])))))),
    element('tbody', {}, ...heat))));
  reveal('evaluation');
}
