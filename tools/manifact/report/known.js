// Prior knowledge of some documents, and how far the clustering satisfies it.

const longestKnown = 50;
const knownName = name => typeof name === 'number' ? element('span', {}, say`document ${name}`) : foreign(name);

// At most `longestKnown` rows; the rest is in summary.json, or only counted there.
function knownTable(title, hint, many, columns, rows) {
  if (many === 0) return [];
  const more = many > longestKnown ? element('p', {class: 'hint'}, `${whole(many - longestKnown)} more, see summary.json.`) : null;
  return [element('h3', {}, `${title}: ${whole(many)}`), element('p', {class: 'hint'}, hint),
    table(columns, rows.slice(0, longestKnown), {label: title}), ...(more ? [more] : [])];
}

const pairRow = ([first, second, weight]) => [knownName(first), knownName(second), short(weight)];
const pairColumns = [[inWords('Document')], [inWords('Document')], ['Weight', {number: true}]];

function showKnown() {
  const known = run.constraints;
  if (!known) return;
  const notKept = known.n_violated_labels + known.n_violated_pairs, all = known.n_labeled + known.n_pairs;
  const names = known.classes || [], shown = names.slice(0, longestKnown).join(', ') + (names.length > longestKnown ? ' ...' : '');
  byId('known-hint').textContent = `${counted(known.n_labeled, 'label')}${known.n_labeled ? ` of ${whole(known.n_classes)} ${known.n_classes === 1 ? 'class' : 'classes'}` : ''}${names.length ? ` (${shown})` : ''} ` +
    `and ${counted(known.n_pairs, 'pair')} were given; the clustering satisfies ${whole(all - notKept)} of these ${whole(all)}. They are soft constraints.`;
  byId('known-tables').append(
    ...knownTable('Violated labels', inWords('Documents outside the topic of their label.'), known.n_violated_labels,
      names.length ? [[inWords('Document')], ['Label']] : [[inWords('Document')]],
      known.violated_labels.map((name, i) => [knownName(name), ...(names.length ? [foreign(known.violated_label_classes[i])] : [])])),
    ...knownTable('Violated pairs', inWords('A weight above 0 means the same topic, below 0 different topics.'), known.n_violated_pairs, pairColumns, known.violated_pairs.map(pairRow)),
    ...knownTable('Contradictions', 'Given both as together and as apart, by other pairs or by labels; the weight is the mean of the pairs.', known.n_contradictions,
      pairColumns, known.contradictions.map(pairRow)),
    ...knownTable('Conflicts', 'Given as apart, but connected by a chain of pairs given as together.', known.n_conflicts, pairColumns, known.conflicts.map(pairRow)));
  reveal('known');
}
