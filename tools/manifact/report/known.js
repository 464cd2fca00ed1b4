// What was known of some documents, and what the clusters keep of it.

const longestKnown = 50;
const knownName = name => typeof name === 'number' ? element('span', {}, `document ${name}`) : foreign(name);

// At most so many rows; the rest is in summary.json, or only counted there.
function knownTable(title, hint, many, columns, rows) {
  if (many === 0) return [];
  const more = many > longestKnown ? element('p', {class: 'hint'}, `${whole(many - longestKnown)} more, see summary.json.`) : null;
  return [element('h3', {}, `${title}: ${whole(many)}`), element('p', {class: 'hint'}, hint),
    table(columns, rows.slice(0, longestKnown), {label: title}), ...(more ? [more] : [])];
}

const pairRow = ([first, second, weight]) => [knownName(first), knownName(second), short(weight)];
const pairColumns = [['Document'], ['Document'], ['Weight', {number: true}]];

function showKnown() {
  const known = run.constraints;
  if (!known) return;
  const notKept = known.n_violated_labels + known.n_violated_pairs, all = known.n_labeled + known.n_pairs;
  byId('known-hint').textContent = `${counted(known.n_labeled, 'label')}${known.n_labeled ? ` of ${whole(known.n_classes)} ${known.n_classes === 1 ? 'class' : 'classes'}` : ''} ` +
    `and ${counted(known.n_pairs, 'pair')} steered the clustering, which keeps ${whole(all - notKept)} of these ${whole(all)}. They are evidence, not orders.`;
  byId('known-tables').append(
    ...knownTable('Labels not kept', 'Documents outside the cluster of their label.', known.n_violated_labels, [['Document']],
      known.violated_labels.map(name => [knownName(name)])),
    ...knownTable('Pairs not kept', 'A weight above 0 asked for one cluster, below 0 for two.', known.n_violated_pairs, pairColumns, known.violated_pairs.map(pairRow)),
    ...knownTable('Contradictions', 'Said to belong together and apart, by other pairs or by labels; the weight is the mean of the pairs.', known.n_contradictions,
      pairColumns, known.contradictions.map(pairRow)),
    ...knownTable('Conflicts', 'To be apart, but a chain of others, to be together, joins them.', known.n_conflicts, pairColumns, known.conflicts.map(pairRow)));
  reveal('known');
}
