// Clusters of documents beside clusters of words.

const blockName = b => data.blocks.top_terms[b].slice(0, 3).map(visible).join(', ') || 'empty';

// 1 is what chance would give: only what is above it is shaded, by its logarithm.
function blockTable(lift, order) {
  const most = Math.max(2, ...lift.flat());
  const shade = value => 0.6 * Math.max(0, Math.log(value) / Math.log(most));
  const told = (a, b) => `documents ${a}, words ${b}: ${short(lift[a][b], 3)} times the mean`;
  const cell = (a, b) => lift[a][b] === 0 ? element('td') :
    element('td', {title: told(a, b), style: lift[a][b] > 1 ? heat(shade(lift[a][b])) : null}, lift[a][b].toFixed(1));
  const row = a => element('tr', {}, element('th', {scope: 'row'}, clusterLink(a)), ...order.map(b => cell(a, b)));
  const title = b => element('th', {scope: 'col'}, element('span', {title: blockName(b)}, `${b} `, element('bdi', {}, blockName(b))));
  return element('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Clusters of documents and of words'},
    element('table', {class: 'heat turned', style: '--letters:18'},
      element('caption', {}, `How much clusters of documents (rows) use clusters of ${data.named ? 'words' : 'features'} (columns), in times of ` +
        'the mean over all; shaded above 1'),
      element('thead', {}, element('tr', {}, element('th', {scope: 'col'}, 'Cluster'), ...order.map(title))),
      element('tbody', {}, ...filled.map(row))));
}

function wordTable(lift, order) {
  const belongs = b => element('td', {}, ...data.blocks.clusters[b].slice(0, 3).flatMap(a =>
    [element('div', {}, clusterLink(a, 2), ` ${lift[a][b].toFixed(1)}`)]));
  const row = b => [String(b), whole(data.blocks.sizes[b]), belongs(b), element('td', {}, foreign(data.blocks.top_terms[b].join(', ')))];
  return table([[data.named ? 'Words' : 'Features'], ['Size', {number: true}], ['Belong to clusters, lift'], ['Top terms']], order.map(row),
    {label: 'Clusters of words'});
}

function showBlocks() {
  if (!data.blocks) return;
  const lift = data.blocks.lift, used = data.blocks.sizes.map((_, b) => b).filter(b => data.blocks.sizes[b] > 0);
  const order = classOrder(filled.map(a => lift[a]), data.blocks.sizes.length).filter(b => used.includes(b));
  byId('block-heat').append(blockTable(lift, order));
  byId('block-words').append(wordTable(lift, order));
  reveal('blocks');
}
