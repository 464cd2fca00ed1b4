// The cosines of clusters, and clusters against the given labels.

const heat = share => `background:rgb(var(--heat) / ${share.toFixed(3)})`;

function showNearest() {
  const count = Math.min(3, Math.max(0, ...filled.map(c => clusters[c].near.length)));
  if (count === 0) return;
  const titles = ['Nearest', 'Second', 'Third'].slice(0, count);
  const columns = [[inWords('Topic')], ...titles.flatMap(title => [[title], [points ? 'Distance' : 'Cosine', {number: true}]])];
  const least = filled.reduce((low, c) => clusters[c].near.length ? Math.min(low, clusters[c].near[0][1]) : low, Infinity);
  const strength = near => points ? near > 0 ? least / near : 1 : Math.max(0, near);
  const pair = ([d, near]) => [clusterLink(d),
    element('td', {class: 'number', style: heat(0.55 * strength(near))}, nearness(near))];
  if (points) document.querySelector('#nearest .hint').textContent = `The distance of the centers of two clusters${scaled}. ` +
    'Pairs that are much closer than the others may be a single cluster split in two.';
  const row = c => [clusterLink(c), ...clusters[c].near.slice(0, count).flatMap(pair)];
  byId('pairs').append(table(columns, filled.map(row), {label: inWords('Table of the nearest topics')}));
  reveal('nearest');
}

function scoreTable() {
  const row = ({name, meaning, value}) => [name, value.toFixed(4), inWords(meaning)];
  return table([['Score'], ['Value', {number: true}], ['Meaning']], data.scores.map(row), {kind: '', label: 'Scores'});
}

// Orders the classes so that the large cells lie on the diagonal: each cluster in turn takes its largest class that is still free.
function classOrder(counts, many) {
  const order = [], free = new Set(Array.from({length: many}, (_, j) => j));
  for (const row of counts) {
    const best = [...free].sort((a, b) => row[b] - row[a] || a - b)[0];
    if (best === undefined || row[best] === 0) continue;
    order.push(best);
    free.delete(best);
  }
  return [...order, ...free];
}

function confusionTable(counts, classes) {
  const rows = counts[k].some(count => count > 0) ? [...filled, -1] : filled;
  const order = classOrder(filled.map(c => counts[c]), classes.length), longest = classes.reduce((most, name) => Math.max(most, name.length), 0);
  const row = c => {
    const of = counts[c < 0 ? k : c], all = of.reduce((sum, count) => sum + count, 0);
    const attributes = j => ({style: heat(0.55 * of[j] / all), title: say`${percent(of[j], all)} of topic ${c}: ${visible(classes[j])}`});
    const cell = j => of[j] === 0 ? element('td') : element('td', attributes(j), whole(of[j]));
    return element('tr', {}, element('th', {scope: 'row'}, clusterLink(c)), ...order.map(cell));
  };
  const title = j => element('th', {scope: 'col'}, element('span', {title: visible(classes[j])}, foreign(classes[j])));
  return element('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': inWords('Topics and labels')},
    element('table', {class: longest > 4 ? 'heat turned' : 'heat', style: `--letters:${Math.min(longest, 18)}`},
      element('caption', {}, element('span', {}, points ? `Number of rows of each cluster ${data.of_folders ? 'in each folder' : 'with each label'}; darker cells are a larger part of the cluster` : `Documents of each topic (rows) ${data.of_folders ? 'in each folder' : 'with each label'} (columns); darker cells are a larger part of the topic`)),
      element('thead', {}, element('tr', {}, element('th', {scope: 'col'}, inWords('Topic')), ...order.map(title))),
      element('tbody', {}, ...rows.map(row))));
}

function showEvaluation() {
  if (!data.scores) return;
  if (data.of_folders) {
    byId('evaluation-title').textContent = 'Agreement with the folders';
    byId('evaluation-hint').textContent = inWords('The folders of the documents were not used for clustering. They need not be topics.');
  }
  byId('scores').append(scoreTable());
  byId('confusion').append(confusionTable(data.confusion, data.classes));
  reveal('evaluation');
}
