// Whole texts that are too long for the page, in files beside it. Each is a script that calls reportTexts(): a page that was opened from a file may load scripts,
// but read nothing else.

const files = {about: data.texts || null, read: new Map(), waiting: new Map(), failed: new Map()};
const mostParts = 3, mostShown = 200000;  // files that are kept in memory, and characters that are shown at once
const partOf = row => files.about.firsts.findLastIndex(first => first <= row);
const fileOf = part => `report-texts-${part + 1}.js`;

// The page has the beginning of a text only; a file has the whole.
const isCut = text => files.about !== null && text.endsWith('\u2026');

// Called by the files. The key is that of the run: those of another page may have the same names.
function reportTexts(key, part, packed) {
  const waits = files.waiting.get(part);
  if (!waits) return;
  if (key === files.about.key) waits.done(packed);
  else waits.failed(`The whole text is missing: ${fileOf(part)} beside this page belongs to another report.`);
}

function loadPart(part) {
  return new Promise((done, failed) => {
    const script = element('script', {src: fileOf(part), nonce: 'report'});
    const missing = () => failed(`The whole text is missing: it is in the file ${fileOf(part)}, which must be in the folder of this page.`);
    files.waiting.set(part, {done, failed});
    script.addEventListener('error', missing);
    script.addEventListener('load', missing);  // if it has not called
    document.head.append(script);
  });
}

// Calls then() when the texts of a file are read, or `failed` has what is wrong.
async function readPart(part, then) {
  if (files.waiting.has(part)) return files.waiting.get(part).then.push(then);
  files.failed.delete(part);
  const packed = loadPart(part), waits = Object.assign(files.waiting.get(part), {then: [then]});
  try {
    files.read.set(part, decoder.decode(await unpackedTexts(await packed)).split('\0'));
    if (files.read.size > mostParts) files.read.delete(files.read.keys().next().value);
  } catch (problem) {
    files.failed.set(part, String(problem));
  }
  files.waiting.delete(part);
  for (const each of waits.then) each();
  return null;
}

// The text of a row in an element: what the page has of it, then the whole as soon as it is read. make(text) makes its node.
function showText(place, row, make) {
  const text = textOf(row), fill = () => showText(place, row, make);
  if (!isCut(text)) return place.replaceChildren(make(text));
  const part = partOf(row), texts = files.read.get(part), failed = files.failed.get(part);
  const note = (...content) => element('span', {class: 'soft note', role: 'status'}, ...content), button = (title, click) => element('button', {type: 'button', class: 'button', click}, title);
  if (!texts) {
    place.replaceChildren(note(failed || 'The whole text is being read.', failed && ' ', failed && button('Try again', () => readPart(part, fill))), make(text));
    if (!failed) readPart(part, fill);
    return null;
  }
  const whole = texts[row - files.about.firsts[part]] || text, isLong = whole.length > mostShown && !place.dataset.all;
  place.replaceChildren(make(isLong ? `${whole.slice(0, mostShown)}\u2026` : whole));
  if (isLong) {
    place.append(note(button(`Show all ${grouped.format(whole.length)} characters`, () => {
      place.dataset.all = 'yes';
      fill();
    })));
  }
  return null;
}
