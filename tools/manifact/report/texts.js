// The texts of the documents: compressed in the page, and read in the background.

const reading = {texts: null, links: null, isDone: false, failed: '', waiting: []};
const hasTexts = Boolean(docs.text), decoder = new TextDecoder();

// Bytes, and where each text ends. A text is decoded when it is shown.
function textOf(row) {
  if (!reading.texts) return '';
  const {bytes, ends} = reading.texts;
  return decoder.decode(bytes.subarray(row > 0 ? ends[row - 1] + 1 : 0, ends[row]));
}
const lowerTexts = () => decoder.decode(reading.texts.bytes).toLowerCase().split('\0');

async function unpackedTexts(packed) {
  const at = packed.indexOf(':'), bytes = bytesOf(packed.slice(at + 1));
  if (packed.slice(0, at) === 'plain') return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Each text ends with a 0.
async function readOwnTexts() {
  const bytes = await unpackedTexts(docs.text), ends = new Uint32Array(listed);
  for (let row = 0, from = 0; row < listed; ++row, from = ends[row - 1] + 1) ends[row] = bytes.indexOf(0, from);
  reading.texts = {bytes, ends};
}

// The texts and addresses.
async function readTexts() {
  try {
    if (docs.link) reading.links = decoder.decode(await unpackedTexts(docs.link)).split('\0');
    if (hasTexts) await readOwnTexts();
  } catch (error) {
    reading.failed = typeof DecompressionStream === 'undefined' ? 'This browser is too old to show the texts of the documents.' :
      `The texts of the documents cannot be read: ${error}`;
  }
  delete docs.text;
  reading.isDone = true;
  mark('texts-read');
  for (const then of reading.waiting.splice(0)) then();
}

// Now, or as soon as the texts are read.
function withTexts(then) {
  if (reading.isDone || !(hasTexts || docs.link)) then();
  else reading.waiting.push(then);
}

// Of the texts that were cut, which end with an ellipsis: the characters of the longest; 0 if none was.
function longestText() {
  const {bytes, ends} = reading.texts, letters = (begin, end) => {
    let count = 0;
    for (let at = begin; at < end; ++at) count += (bytes[at] & 0xc0) !== 0x80 ? 1 : 0;
    return count;
  };
  let most = 0;
  for (let row = 0, begin = 0; row < listed; begin = ends[row++] + 1) {
    const end = ends[row];
    if (end - begin - 3 <= most || bytes[end - 3] !== 0xe2 || bytes[end - 2] !== 0x80 || bytes[end - 1] !== 0xa6) continue;
    most = Math.max(most, letters(begin, end - 3));
  }
  return most;
}

// The words that are more frequent in some documents than in all: by documents, of at most `most` of each, evenly chosen.
const wordsOf = text => new Set(text.toLowerCase().match(/[\p{L}\p{M}][\p{L}\p{M}\p{N}'-]{2,}/gu) || []);
function countWords(rows, most) {
  const counts = new Map(), step = Math.max(1, rows.length / most);
  let documents = 0;
  for (let at = 0; at < rows.length; at += step, ++documents)
    for (const word of wordsOf(textOf(rows[Math.floor(at)]))) counts.set(word, (counts.get(word) || 0) + 1);
  return {counts, documents};
}
const background = {words: null};
function frequentWords(rows, count) {
  background.words ??= countWords(Array.from({length: listed}, (_, row) => row), 4000);
  const here = countWords(rows, 2000), all = background.words;
  const score = ([word, n]) => {
    const share = n / here.documents, usual = ((all.counts.get(word) || 0) + 1) / (all.documents + 2);
    return share > usual ? share * Math.log(share / usual) : 0;
  };
  return [...here.counts].filter(([, n]) => n > 1 || here.documents < 3).map(entry => [entry[0], score(entry)])
    .filter(([, s]) => s > 0).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, count).map(([word]) => word);
}
