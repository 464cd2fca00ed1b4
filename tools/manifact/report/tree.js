// The tree over the clusters: groups that open and close.

function showTree() {
  if (!data.tree || k < 3) return;
  const leaves = node => node.children ? node.children.flatMap(leaves) : [node.topic];
  const documentsOf = topics => topics.reduce((sum, c) => sum + clusters[c].size, 0);
  const branch = (node, depth) => {
    if (!node.children) return element('li', {class: 'counted'}, clusterLink(node.topic, 5), ' ', element('span', {class: 'soft'}, whole(clusters[node.topic].size)));
    const topics = leaves(node), largest = [...topics].sort((a, b) => clusters[b].size - clusters[a].size || a - b).slice(0, 2);
    return element('li', {}, element('details', {open: depth < 2},
      element('summary', {}, node.title ? element('strong', {}, element('bdi', {}, node.title), ' ') : null, say`${whole(topics.length)} topics, ${counted(documentsOf(topics), 'document')}: `,
        element('bdi', {}, largest.map(c => clusterName(c, 2)).join('; ')), topics.length > 2 ? '; …' : null),
      element('ul', {}, ...node.children.map(child => branch(child, depth + 1)))));
  };
  const tree = element('ul', {class: 'tree'}, branch(data.tree, 0));
  const button = (title, open) => element('button', {type: 'button', class: 'button', click: () => {
    for (const group of tree.querySelectorAll('details')) group.open = open;
  }}, title);
  byId('tree-list').append(element('div', {class: 'controls'}, button('Open all', true), button('Close all', false)), tree);
  reveal('tree');
}
