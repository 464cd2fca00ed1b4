// What speaks for each number of clusters, where it was not given.

function showSuggestion() {
  const suggested = run.suggestion;
  if (!suggested) return;
  const rows = suggested.table;
  byId('suggestion-hint').textContent = `${counted(suggested.k, 'cluster')} suggested of ${rows[0].k} to ${rows[rows.length - 1].k}: ${visible(suggested.reason)}. ` +
    'Gap: how far the next eigenvalue of the graph is, from 0 to 1. Stability: how alike the clusterings of samples of the documents are, 1 the same, 0 as by ' +
    'chance. A help and no truth: compare two or three numbers.';
  const value = number => number === null ? '\u2013' : number.toFixed(3);
  const row = each => [String(each.k), each.eigenvalue === null ? '\u2013' : short(each.eigenvalue), value(each.gap), value(each.stability), value(each.score),
    each.k === suggested.k ? 'suggested' : visible(each.why || '')];
  byId('suggestion-table').append(table([['Clusters', {number: true}], ['Eigenvalue', {number: true}], ['Gap', {number: true}], ['Stability', {number: true}],
    ['Score', {number: true}], ['']], rows.map(row), {label: 'How many clusters'}));
  reveal('suggestion');
}
