// What was done, in a line and in tiles; warnings; how large the clusters are.

function showOverview() {
  const input = data.input === '-' ? 'standard input' : visible(data.input), title = `Topics of ${input.replace(/\/+$/, '').split('/').pop()}`;
  document.title = title;
  byId('title').textContent = title;
  const empty = clusters.filter(cluster => !cluster.size).length;
  byId('lead').textContent = `${counted(run.n_documents, 'document')} in ${counted(k, 'cluster')} from ${input}, by the method ${run.method}`;
  const course = run.converged ? 'converged' : run.diagnostics.stopped_by === 'iteration limit' ? 'not converged' : 'as many as asked for';
  const tile = (name, value, more) => element('div', {}, element('dt', {}, name), element('dd', {}, value, more && element('small', {}, ` ${more}`)));
  const unassigned = run.n_documents - clusters.reduce((sum, cluster) => sum + cluster.size, 0);
  byId('tiles').replaceWith(element('dl', {id: 'tiles'},
    tile('Documents', whole(run.n_documents), unassigned > 0 && `${whole(unassigned)} unassigned`),
    tile(data.named ? 'Terms' : 'Features', whole(run.n_terms)),
    tile('Clusters', whole(k), empty > 0 && `${empty} empty`),
    data.evaluation && tile('Accuracy', data.evaluation.accuracy.toFixed(3), 'on given labels'),
    tile('Iterations', whole(run.iterations), course),
    tile('Time', `${run.seconds < 10 ? run.seconds.toFixed(2) : whole(Math.round(run.seconds))} s`),
    run.peak_bytes > 0 && tile('Memory', megabytes(run.peak_bytes), 'at most')));
  byId('warnings').append(...run.warnings.map(text => element('p', {class: 'notice'}, element('strong', {}, 'Warning: '), foreign(text))));
  reveal('overview');
}

// The first twenty, until the others are asked for.
function showSizes() {
  const few = 20;
  let all = k <= few + 5;
  const largest = Math.max(1, ...clusters.map(cluster => cluster.size));
  const row = c => [clusterLink(c, 5),
    element('td', {class: 'bar'}, clusters[c].size > 0 && element('span', {'data-cluster': c, style: `width:${100 * clusters[c].size / largest}%;background:${colourOf(c)}`})),
    whole(clusters[c].size), percent(clusters[c].size, run.n_documents), clusters[c].cohesion.toFixed(2)];
  const orders = {size: (a, b) => clusters[b].size - clusters[a].size || a - b, cohesion: (a, b) => clusters[b].cohesion - clusters[a].cohesion || a - b,
    cluster: (a, b) => a - b};
  const draw = by => {
    const button = (name, title) => element('button', {type: 'button', click: () => draw(name), title: `Order by ${title.toLowerCase()}`}, title);
    const made = table([[button('cluster', 'Cluster')], ['', {}], [button('size', 'Size'), {number: true}], ['Share', {number: true}],
      [button('cohesion', 'Cohesion'), {number: true}]], clusters.map((_, c) => c).sort(orders[by]).slice(0, all ? k : few).map(row), {label: 'Sizes of the clusters'});
    made.querySelectorAll('thead th').forEach((th, at) => {
      if (at === ['cluster', '', 'size', '', 'cohesion'].indexOf(by)) th.setAttribute('aria-sort', by === 'cluster' ? 'ascending' : 'descending');
    });
    made.querySelectorAll('thead th')[1].append('Documents');
    byId('sizes').replaceChildren(made, all ? '' : element('button', {type: 'button', class: 'button', click: () => { all = true; draw(by); }}, `Show all ${whole(k)} clusters`));
  };
  draw('cluster');
  reveal('size');
}
