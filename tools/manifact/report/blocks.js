// Clusters of documents and clusters of words.

const blockName = b => data.blocks.top_terms[b].slice(0, 3).map(visible).join(', ') || 'empty';

// 1 is the value expected by chance; only larger values are shaded, on a logarithmic scale.
function blockTable(lift, order) {
  const most = Math.max(2, ...lift.flat());
  const shade = value => 0.6 * Math.max(0, Math.log(value) / Math.log(most));
  const caption = (a, b) => say`documents ${a}, words ${b}: ${short(lift[a][b], 3)} times the mean`;
  const cell = (a, b) => lift[a][b] === 0 ? element('td') :
    element('td', {title: caption(a, b), style: lift[a][b] > 1 ? heat(shade(lift[a][b])) : null}, lift[a][b].toFixed(1));
  const row = a => element('tr', {}, element('th', {scope: 'row'}, clusterLink(a)), ...order.map(b => cell(a, b)));
  const title = b => element('th', {scope: 'col'}, element('span', {title: blockName(b)}, `${b} `, element('bdi', {}, blockName(b))));
  return element('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': inWords('Topics and clusters of words')},
    element('table', {class: 'heat turned', style: '--letters:18'},
      element('thead', {}, element('tr', {}, element('th', {scope: 'col'}, inWords('Topic')), ...order.map(title))),
      element('tbody', {}, ...filled.map(row))));
}

function wordTable(lift, order) {
  const belongs = b => element('td', {}, ...data.blocks.clusters[b].slice(0, 3).flatMap(a =>
    [element('div', {}, clusterLink(a, 2), ` ${lift[a][b].toFixed(1)}`)]));
  const name = b => element('span', {}, element('span', {class: 'tag'}, String(b)), ' ', foreign(data.blocks.top_terms[b].join(', ') || 'empty'));
  const row = b => [name(b), whole(data.blocks.sizes[b]), belongs(b)];
  return table([[data.features_named ? 'Words' : 'Features'], ['Size', {number: true}], [inWords('Topics, lift')]], order.map(row), {label: 'Clusters of words'});
}

function showBlocks() {
  if (!data.blocks) return;
  const lift = data.blocks.lift, used = data.blocks.sizes.map((_, b) => b).filter(b => data.blocks.sizes[b] > 0);
  const order = classOrder(filled.map(a => lift[a]), data.blocks.sizes.length).filter(b => used.includes(b));
  byId('block-hint').textContent = `${data.features_named ? 'Words' : 'Features'} were clustered together with the ${inWords('documents')}. Each number is the lift of a block, the ` +
    say`documents of a topic (row) and a cluster of ${data.features_named ? 'words' : 'features'} (column): its mean divided by the mean of all blocks. Values above 1 are shaded.`;
  byId('block-heat').append(blockTable(lift, order));
  byId('block-words').append(wordTable(lift, order));
  reveal('blocks');
}
