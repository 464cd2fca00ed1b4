// The table of candidate numbers of clusters, with -k auto.

function showSuggestion() {
  const suggested = run.suggestion;
  if (!suggested) return;
  const rows = suggested.table;
  byId('suggestion-hint').textContent = `${counted(suggested.k, 'topic')} suggested (range ${rows[0].k} to ${rows[rows.length - 1].k}): ${visible(suggested.reason)}. ` +
    inWords('Gap: relative distance to the next eigenvalue of the graph, from 0 to 1. Stability: agreement of clusterings of random samples of the documents, 1 if identical, ') +
    `0 as by chance. Levels: ${suggested.levels.map(each => `${each.k} (${each.stability === null ? '\u2013' : each.stability.toFixed(2)}, ${each.sureness})`).join(', ')}. ` +
    'The suggestion is a heuristic: compare two or three numbers.';
  const value = number => number === null ? '\u2013' : number.toFixed(3);
  const row = each => [String(each.k), each.eigenvalue === null ? '\u2013' : short(each.eigenvalue), value(each.gap), value(each.stability), value(each.score),
    each.k === suggested.k ? 'suggested' : visible(each.why || '')];
  byId('suggestion-table').append(table([[inWords('Topics'), {number: true}], ['Eigenvalue', {number: true}], ['Gap', {number: true}], ['Stability', {number: true}],
    ['Score', {number: true}], ['']], rows.map(row), {label: inWords('Number of topics')}));
  reveal('suggestion');
}
