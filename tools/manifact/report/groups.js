// How the topics differ between groups of documents, and the filters by groups.

const groupFields = (run.groups || []).filter((_, f) => docs[`group${f}`]);
const groupName = (f, g) => g < 0 ? '' : groupFields[f].groups[g];
const isInGroups = row => list.groups.every((group, f) => (group ?? null) === null || docs[`group${f}`][row] === group);
const groupReasons = () => list.groups.map((group, f) => (group ?? null) !== null && `${visible(groupFields[f].field)} ${group < 0 ? 'unknown' : visible(groupName(f, group))}`);

// A group of a field, or null for all.
function chooseGroup(f, group, more = {}) {
  const groups = groupFields.map((_, at) => at === f ? group : list.groups[at] ?? null);
  select({groups, ...more});
}

function showGroupFilters() {
  groupFields.forEach((_, f) => { byId(`by-group-${f}`).value = (list.groups[f] ?? null) === null ? '' : String(list.groups[f]); });
}

function groupFilter({field, groups}, f) {
  const option = (value, text) => element('option', {value}, text), made = element('select', {id: `by-group-${f}`, class: 'group',
    change: event => chooseGroup(f, event.target.value === '' ? null : Number(event.target.value))},
  option('', 'all'), ...groups.map((name, g) => option(g, clipped(visible(name), 40))));
  if (docs[`group${f}`].includes(-1)) made.append(option(-1, 'unknown'));
  return element('label', {}, foreign(clipped(field, 30)), ' ', made);
}

// The share of each topic in each group; the darker, the larger against all groups together.
function groupTable({field, groups, counts, p_adjusted: adjusted, least_expected: expected}, f) {
  const totals = counts.map(row => row.reduce((sum, n) => sum + n, 0)), all = totals.reduce((sum, n) => sum + n, 0);
  const shareOf = (g, c) => totals[g] > 0 ? counts[g][c] / totals[g] : 0, usual = c => counts.reduce((sum, row) => sum + row[c], 0) / Math.max(1, all);
  const cell = (g, c) => {
    if (counts[g][c] === 0) return element('td');
    const lift = usual(c) > 0 ? shareOf(g, c) / usual(c) : 0, name = visible(groups[g]);
    return element('td', {style: lift > 1 ? heat(0.55 * Math.min(1, Math.log2(lift) / 2)) : null}, element('button', {type: 'button',
      title: say`${name}: ${counted(counts[g][c], 'document')}, ${lift.toFixed(1)} times the usual share`,
      'aria-label': say`${percent(counts[g][c], totals[g])} of ${name} in topic ${c}`,
      click: () => { chooseGroup(f, g, {cluster: edits.now(c)}); byId('map').scrollIntoView(); }}, (100 * shareOf(g, c)).toFixed(1)));
  };
  const p = c => adjusted[c] === null ? '\u2013' : `${adjusted[c] < 0.001 ? '< .001' : adjusted[c].toFixed(3).replace(/^0/, '')}${expected[c] !== null && expected[c] < 5 ? ' ?' : ''}`;
  const order = [...filled].sort((a, b) => (adjusted[a] ?? 2) - (adjusted[b] ?? 2) || a - b);
  const row = c => element('tr', {}, element('th', {scope: 'row'}, clusterLink(c)), element('td', {class: 'number'}, p(c)), ...groups.map((_, g) => cell(g, c)));
  const longest = groups.reduce((most, name) => Math.max(most, name.length), 0), isTurned = longest > 4;
  const title = (name, g) => element('th', {scope: 'col'}, element('span', {title: `${visible(name)}: ${counted(totals[g], 'document')}`}, foreign(clipped(name, 30))));
  return element('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': inWords(`Topics by ${visible(field)}`)},
    element('table', {class: isTurned ? 'heat turned groups' : 'heat groups', style: `--letters:${Math.min(longest, 18)}`},
      element('caption', {}, element('span', {}, inWords('Percent of the documents of each group that are in the topic. Shaded: more than its share of all groups. A click selects them.'))),
      element('thead', {}, element('tr', {}, element('th', {scope: 'col'}, inWords('Topic')), element('th', {scope: 'col'}, isTurned ? element('span', {}, 'p') : 'p'), ...groups.map(title))),
      element('tbody', {}, ...order.map(row))));
}

// The terms that are typical of a group within a topic; made when they are opened, since they may be thousands.
function groupTerms({groups, terms}) {
  const pairs = groups.flatMap((_, g) => filled.filter(c => terms[g][c].length > 0).map(c => [g, c]));
  if (!pairs.length) return '';
  const entry = ([g, c]) => element('li', {}, foreign(clipped(groups[g], 40)), ' in ', clusterLink(c, 2), ': ', element('bdi', {}, terms[g][c].map(visible).join(', ')));
  const made = element('details', {}, element('summary', {}, inWords(`Typical terms of a group within a topic: ${whole(pairs.length)}`)));
  made.addEventListener('toggle', () => { if (made.open && made.children.length === 1) made.append(element('ul', {}, ...pairs.map(entry))); });
  return made;
}

function showGroups() {
  if (!groupFields.length) return;
  byId('map').querySelector('.controls').after(element('div', {class: 'controls', role: 'group', 'aria-label': inWords('Groups of documents')}, ...groupFields.map(groupFilter)));
  for (const [f, one] of groupFields.entries()) {
    const differ = filled.filter(c => one.p_adjusted[c] !== null && one.p_adjusted[c] < 0.05).length;
    byId('group-tables').append(element('h3', {}, foreign(one.field)), element('p', {class: 'soft'}, `${counted(one.groups.length, 'group')}; the shares differ in ` +
      `${whole(differ)} of ${counted(filled.length, 'topic')} (p < .05).`), groupTable(one, f),
      one.groups.length > 8 ? element('p', {class: 'on-paper'}, `The first 8 of ${whole(one.groups.length)} groups; groups.csv has all.`) : '', groupTerms(one));
  }
  byId('group-tables').prepend(element('p', {id: 'groups-as-fitted', class: 'soft'}, 'These tables are of the topics as they were fitted, without the merges and hides of this page.'));
  tellOfEditedGroups();
  reveal('groups');
}

function tellOfEditedGroups() {
  const told = byId('groups-as-fitted');
  if (told) told.hidden = !edits.list.some(edit => 'merge' in edit || 'hide' in edit);
}
