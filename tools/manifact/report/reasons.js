// Why a document is in its topic: the features with the largest parts of its score, on a click and under the pointer, and marked in its text.

// Of a row: [term, part of the score], the largest first; a part may be negative.
function reasonsOf(row) {
  if (!data.reasons || docs.cluster[row] < 0) return [];
  const {each, terms} = data.reasons, found = [];
  for (let at = row * each; at < (row + 1) * each; ++at)
    if (docs.reason[at] < terms.length) found.push([terms[docs.reason[at]], docs.reason_part[at] / 1000]);
  return found;
}

const partText = part => `${part < 0 ? '\u2212' : '+'}${Math.abs(100 * part) < 9.95 ? Math.abs(100 * part).toFixed(1) : Math.round(Math.abs(100 * part))}%`;

function reasonsLine(row) {
  const found = reasonsOf(row).filter(([, part]) => part > 0).slice(0, 3);
  return found.length > 0 && element('p', {class: 'soft'}, 'Here for ', element('bdi', {}, found.map(([term]) => visible(term)).join(', ')));
}

documentParts.push(row => {
  const found = reasonsOf(row), most = Math.max(0.001, ...found.map(([, part]) => Math.abs(part)));
  if (!found.length) return [];
  const entry = ([term, part]) => element('li', {}, element('span', {class: part < 0 ? 'part against' : 'part', style: `width:${100 * Math.abs(part) / most}%`}), foreign(term),
    element('span', {class: 'soft'}, ` ${partText(part)}`));
  return [element('h4', {}, inWords('Why in this topic')), element('ul', {class: 'parts reasons'}, ...found.map(entry)),
    edits.now(docs.cluster[row]) !== docs.cluster[row] || edits.isMerged(docs.cluster[row]) ? element('p', {class: 'soft'}, inWords(`For topic ${docs.cluster[row]}, before the edits.`)) : null,
    element('details', {class: 'soft'}, element('summary', {}, 'What this is'),
      element('p', {}, inWords('The parts of the score of the topic that these terms contribute; the others of the document make up the rest. Score: '), visible(data.reasons.rule), '.'))].filter(Boolean);
});

// The text with the terms of the reasons marked: a term of several words is a run of words.
function markedText(row, text, show = visible) {
  const parts = new Map(reasonsOf(row).map(([term, part]) => [term.toLowerCase(), part])), made = element('bdi');
  const words = parts.size ? [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)] : [];
  let done = 0;
  for (let at = 0; at < words.length; ++at)
    for (let many = Math.min(3, words.length - at); many > 0; --many) {
      const last = words[at + many - 1], begin = words[at].index, end = last.index + last[0].length;
      const part = parts.get(words.slice(at, at + many).map(([word]) => word.toLowerCase()).join(' '));
      if (part === undefined) continue;
      made.append(show(text.slice(done, begin)), element('mark', {class: part < 0 ? 'against' : null, title: `${partText(part)} of the score`}, show(text.slice(begin, end))));
      done = end;
      at += many - 1;
      break;
    }
  made.append(show(text.slice(done)));
  return made;
}
