// The documents of each period; a drag selects periods, as do two lists.

const periods = {from: -1};
const periodsText = ([first, last]) => first === last ? data.periods[first] : `${data.periods[first]} to ${data.periods[last]}`;

function countPeriods(rows) {
  const counts = new Array(data.periods.length).fill(0);
  for (const row of rows) if (docs.period[row] >= 0) ++counts[docs.period[row]];
  return counts;
}

function drawPeriods() {
  if (!docs.period) return;
  periods.all ??= countPeriods(Array.from({length: listed}, (_, row) => row));
  const counts = isFiltered() ? countPeriods(list.rows) : periods.all, most = Math.max(1, ...periods.all);
  const bar = (_, p) => {
    const part = element('span', {class: 'part', style: `height:${100 * counts[p] / most}%`});
    return element('span', {class: list.periods && (p < list.periods[0] || p > list.periods[1]) ? 'off' : null, 'data-period': p,
      title: `${data.periods[p]}: ${counted(periods.all[p], 'document')}${isFiltered() ? `, ${whole(counts[p])} selected` : ''}`},
    element('span', {class: 'all', style: `height:${100 * periods.all[p] / most}%`}), part);
  };
  const peak = counts.indexOf(Math.max(...counts)), line = byId('period-bars');
  line.setAttribute('aria-label', `${counted(counts.reduce((sum, n) => sum + n, 0), 'document')} with a date, ${data.periods[0]} to ` +
    `${data.periods[data.periods.length - 1]}; most in ${data.periods[peak]}, ${whole(counts[peak])}`);
  line.replaceChildren(...data.periods.map(bar));
}

function choosePeriods(first, last) {
  const all = first <= 0 && last >= data.periods.length - 1;
  select({periods: all ? null : [Math.min(first, last), Math.max(first, last)]});
}

function startPeriods() {
  if (!docs.period) return;
  const choice = (id, at) => {
    byId(id).append(...data.periods.map((name, p) => element('option', {value: p}, name)));
    byId(id).value = String(at);
    byId(id).addEventListener('change', () => choosePeriods(Number(byId('period-from').value), Number(byId('period-to').value)));
  };
  choice('period-from', 0);
  choice('period-to', data.periods.length - 1);
  byId('period-ends').append(element('span', {}, data.periods[0]), element('span', {}, data.periods[data.periods.length - 1]));
  const line = byId('period-bars'), at = event => {
    const box = line.getBoundingClientRect();
    return Math.min(data.periods.length - 1, Math.max(0, Math.floor((event.clientX - box.left) / box.width * data.periods.length)));
  };
  line.addEventListener('pointerdown', event => { periods.from = at(event); });
  window.addEventListener('pointerup', event => {
    if (periods.from < 0) return;
    const from = periods.from;
    periods.from = -1;
    if (event.type === 'pointerup') choosePeriods(Math.min(from, at(event)), Math.max(from, at(event)));
  });
  byId('periods').hidden = false;
}
