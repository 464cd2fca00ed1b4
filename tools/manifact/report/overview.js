// Summary line and tiles, warnings, cluster sizes.

const tile = (name, value, more) => element('div', {}, element('dt', {}, inWords(name)), element('dd', {}, value, more && element('small', {}, ` ${more}`)));

function tiles() {
  const topics = clusters.map((_, c) => c).filter(c => edits.now(c) === c), empty = topics.filter(c => sizeOf(c) === 0).length;
  const unassigned = run.n_documents - topics.reduce((sum, c) => sum + sizeOf(c), 0);
  const weak = run.topic_numbers.weak.length, periodsOf = data.periods || [];
  return element('dl', {id: 'tiles', class: 'tiles'},
    tile('Documents', whole(run.n_documents)),
    tile('Topics', whole(topics.length), [topics.length < k && `${whole(k)} before edits`, empty > 0 && `${empty} empty`].filter(Boolean).join(', ')),
    tile('Outliers', whole(unassigned), unassigned > 0 && `${percent(unassigned, run.n_documents)} without a ${inWords('topic')}`),
    tile('Weak topics', whole(weak), weak > 0 && 'see their cards'),
    periodsOf.length > 0 && tile('Period', periodsOf.length > 1 ? `${periodsOf[0]} – ${periodsOf[periodsOf.length - 1]}` : periodsOf[0]));
}

// What engineers ask about a run.
function runTiles() {
  const course = run.converged ? 'converged' : run.diagnostics.stopped_by === 'iteration limit' ? 'not converged' : '';
  const rounds = run.diagnostics.adaptive_rounds ?? run.diagnostics.eigen_rounds;  // of methods without iterations
  const numbers = run.topic_numbers, layout = data.map || {};
  return element('dl', {class: 'tiles'},
    tile(data.features_named ? 'Terms' : 'Features', whole(run.n_terms)),
    run.n_text_terms && tile('Terms', whole(run.n_text_terms), 'of the texts'),
    numbers.coherence !== null && tile('Coherence', numbers.coherence.toFixed(2), 'of top terms'),
    numbers.diversity !== null && !points && tile('Diversity', numbers.diversity.toFixed(2), 'of top terms'),
    numbers.separation !== null && tile('Separation', numbers.separation.toFixed(2), inWords('of the topics')),
    (numbers.stability ?? null) !== null && tile('Stability', numbers.stability.toFixed(2), 'in samples'),
    layout.trustworthiness !== undefined && tile('Trustworthiness', layout.trustworthiness.toFixed(3), 'of the map'),
    layout.continuity !== undefined && tile('Continuity', layout.continuity.toFixed(3), 'of the map'),
    run.iterations === 0 && rounds !== undefined ? tile('Rounds', whole(rounds), course) : tile('Iterations', whole(run.iterations), course),
    tile('Time', `${run.seconds < 10 ? run.seconds.toFixed(2) : whole(Math.round(run.seconds))} s`),
    run.peak_bytes > 0 && tile('Memory', megabytes(run.peak_bytes), 'peak'));
}

function showOverview() {
  const title = say`Topics of ${data.input ? visible(data.input) : counted(run.n_documents, 'document')}`;
  document.title = title;
  byId('title').textContent = title;
  byId('lead').textContent = `${counted(run.n_documents, 'document')} in ${counted(k, 'topic')}`;
  byId('tiles').replaceWith(tiles());
  const warning = text => element('p', {class: 'notice'}, element('strong', {}, 'Warning: '), foreign(text));
  byId('warnings').append(...run.warnings.map(warning));
  reveal('overview');
}

const orders = {
  cluster: (a, b) => a - b,
  size: (a, b) => sizeOf(b) - sizeOf(a) || a - b,
  cohesion: (a, b) => clusters[b].cohesion - clusters[a].cohesion || a - b,
  spread: (a, b) => clusters[b].spread - clusters[a].spread || a - b,
};

// What edits change.
const overview = {drawSizes: null};
function redrawOverview() {
  byId('tiles').replaceWith(tiles());
  overview.drawSizes();
}

// The first twenty, until the others are requested.
function showSizes() {
  const few = 20;
  let all = k <= few + 5, shown = 'cluster';
  const [compactness, named] = points ? ['spread', 'Spread'] : ['cohesion', 'Cohesion'];
  const draw = by => {
    const every = clusters.map((_, c) => c).filter(c => edits.now(c) === c), largest = every.reduce((most, c) => Math.max(most, sizeOf(c)), 1);
    const bar = c => element('span', {'data-cluster': c, style: `width:${100 * sizeOf(c) / largest}%;background:${colorOf(c)}`});
    const row = c => [clusterLink(c, 5), element('td', {class: 'bar'}, sizeOf(c) > 0 && bar(c)), whole(sizeOf(c)),
      percent(sizeOf(c), run.n_documents), edits.isMerged(c) ? '\u2013' : clusters[c][compactness].toFixed(2)];
    shown = by;
    const title = (name, text) => element('button', {type: 'button', 'data-by': name, click: () => draw(name)}, text);
    const columns = [[title('cluster', inWords('Topic'))], [inWords('Documents')], [title('size', 'Size'), {number: true}], ['Share', {number: true}],
      [title(compactness, named), {number: true}]];
    const made = table(columns, every.sort(orders[by]).slice(0, all ? k : few).map(row), {label: inWords('Sizes of the topics')});
    made.querySelector(`[data-by=${by}]`).parentNode.setAttribute('aria-sort', by === 'cluster' ? 'ascending' : 'descending');
    const more = () => {
      all = true;
      draw(by);
    };
    const button = element('button', {type: 'button', class: 'button', click: more}, say`Show all ${whole(k)} topics`);
    byId('sizes').replaceChildren(made, all ? '' : button);
  };
  draw('cluster');
  overview.drawSizes = () => draw(shown);
  reveal('size');
}
