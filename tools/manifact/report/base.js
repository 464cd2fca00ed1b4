'use strict';
// Text in the data is untrusted: it enters the page only as text nodes, never as HTML.

const data = JSON.parse(document.getElementById('data').textContent);

// "i16:AAEC..": little-endian numbers in base64.
function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const text = atob(base64), bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; ++at) bytes[at] = text.charCodeAt(at);
  return bytes;
}
const numberTypes = {i16: Int16Array, u16: Uint16Array, i32: Int32Array, f32: Float32Array};
function unpacked(column) {
  const type = typeof column === 'string' && numberTypes[column.slice(0, 3)];
  return type ? new type(bytesOf(column.slice(4)).buffer) : column;
}
const docs = Object.fromEntries(Object.entries(data.documents).map(([name, column]) => [name, unpacked(column)]));
const run = data.run, clusters = data.clusters, k = clusters.length, listed = docs.count;
const filled = clusters.map((_, c) => c).filter(c => clusters[c].size > 0);
const bySize = [...filled].sort((a, b) => clusters[b].size - clusters[a].size || a - b);

// For measurements of how the page opens.
const mark = name => performance.mark(name);

const byId = id => document.getElementById(id);

// The words of the page: points are rows with features, in clusters. say`...` replaces words of the page, not those of the data.
const points = data.points || null;
const pointWords = {document: 'row', topic: 'cluster', term: 'feature'};
const inWords = text => !points ? text : text.replace(/\b(document|topic|term)(?=s?\b)/gi, word => {
  const other = pointWords[word.toLowerCase()];
  return word[0] === word[0].toUpperCase() ? other[0].toUpperCase() + other.slice(1) : other;
});
const say = (parts, ...values) => parts.map((part, at) => inWords(part) + (at < values.length ? values[at] : '')).join('');
// Of points, what distances are measured in.
const scaled = run.options.scaling === 'z-score' || run.options.scaling === 'min-max' ? `, with the features scaled (${run.options.scaling})` : ', in the units of the input';
if (points) {  // before the data are on the page
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, node => ['script', 'code'].includes(node.parentNode.localName) ? 2 : 1);
  while (texts.nextNode()) texts.currentNode.data = inWords(texts.currentNode.data);
  for (const one of document.querySelectorAll('[aria-label]')) one.setAttribute('aria-label', inWords(one.getAttribute('aria-label')));
}

// element('p', {class: 'soft'}, 'text', child...): functions become listeners; null, undefined, false and "" are omitted.
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(key, value);
    else if (value !== null && value !== false) made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.filter(child => child || child === 0));
  return made;
}

// Untrusted text: isolated in its writing direction, on one line, with other control characters made visible.
const foreign = text => element('bdi', {}, visible(text));
const visibleLines = text => text.split(/\r\n?|\n/).map(visible).join('\n');
const visible = text => text.replace(/[\t-\r]+/g, ' ').replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');

const grouped = new Intl.NumberFormat('en-US');  // toLocaleString() makes one each time
const whole = number => grouped.format(number);
const counted = (number, thing) => `${whole(number)} ${inWords(thing)}${number === 1 ? '' : 's'}`;
const percent = (part, all) => all > 0 ? `${(100 * part / all).toFixed(1)}%` : '';
const short = (number, digits = 4) => {
  if (!Number.isFinite(number)) return '\u2013';
  const size = Math.abs(number);
  return size !== 0 && (size >= 1e7 || size < 1e-4) ? number.toExponential(2) : String(Number(number.toPrecision(digits)));
};
const megabytes = bytes => bytes >= 1e9 ? `${(bytes / 1e9).toFixed(2)} GB` : `${(bytes / 1e6).toFixed(0)} MB`;

// Points: the features whose mean is not that of all rows, with their z-scores.
const signed = number => `${number < 0 ? '\u2212' : '+'}${Math.abs(number).toFixed(1)}`;
const scored = cluster => cluster.features.filter(feature => Math.abs(feature[3]) >= 0.05).map(([name, , , z]) => [`${name} ${signed(z)}`]);
const shownTerms = cluster => points ? scored(cluster) : cluster[run.options['term-score']] ?? cluster.exclusivity;
const ownName = (c, count = 3) => clusters[c].name ? visible(clusters[c].name) :
  shownTerms(clusters[c]).slice(0, count).map(([term]) => visible(term)).join(', ') ||
  (clusters[c].size ? points ? 'like all rows' : 'no terms' : 'empty');
function clusterName(c, count = 3) {
  if (c < 0) return 'unassigned';
  if (edits.name(c) !== null) return visible(edits.name(c));
  const largest = [...edits.parts(c)].sort((a, b) => clusters[b].size - clusters[a].size || a - b);
  if (largest.length < 2 || edits.now(c) !== c) return ownName(c, count);
  return `${ownName(largest[0], count)} + ${ownName(largest[1], count)}${largest.length > 2 ? ` + ${largest.length - 2} more` : ''}`;
}

// Documents are identified by their number in the input; the page may list only some of them.
const numberOf = row => docs.number ? docs.number[row] : row;
const rowOf = docs.number ? (index => number => index.get(number) ?? -1)(new Map(Array.from(docs.number, (number, row) => [number, row]))) :
  number => number < listed ? number : -1;
const documentName = row => (docs.id && visible(docs.id[row])) || say`document ${numberOf(row)}`;
const className = row => docs.class && docs.class[row] >= 0 ? visible(data.classes[docs.class[row]]) : '';

// Colors in OKLCH, for equal perceived strength: up to ten take equal steps of hue; more follow the golden angle and cycle through five lightnesses
// (near hues recur after 8, 13, 21, 34 steps and then differ in lightness). Beyond about thirty clusters, labels distinguish them, not colors.
function oklch(lightness, chroma, degrees) {
  const a = chroma * Math.cos(degrees * Math.PI / 180), b = chroma * Math.sin(degrees * Math.PI / 180);
  const [l, m, s] = [lightness + 0.3963377774 * a + 0.2158037573 * b, lightness - 0.1055613458 * a - 0.0638541728 * b,
    lightness - 0.0894841775 * a - 1.2914855480 * b].map(x => x ** 3);
  const linear = [4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s];
  const gamma = x => x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055;
  return `rgb(${linear.map(x => Math.round(255 * gamma(Math.min(1, Math.max(0, x))))).join(' ')})`;
}
const darkness = matchMedia('(prefers-color-scheme: dark)'), paper = {isPrinted: false};
const isDark = () => darkness.matches && !paper.isPrinted;
function colorOf(topic) {
  const c = edits.now(topic);
  return c < 0 ? noColor() : shade(c, k);
}
const noColor = () => isDark() ? '#70757f' : '#9a9da5';
function shade(c, count) {
  const few = count <= 10;
  const hue = few ? 255 + 360 * ((c * (count % 3 ? 3 : 7)) % 10) / 10 : 255 + c * 137.50776;
  const step = few ? [0, 0.07][c % 2] : [0, 0.13, -0.09, 0.07, -0.04][c % 5];
  return oklch((isDark() ? 0.7 : 0.6) + step, few ? 0.14 : [0.14, 0.1, 0.12, 0.15, 0.09][c % 5], hue);
}

const swatch = c => element('span', {class: 'swatch', 'data-cluster': c, style: `background:${colorOf(c)}`, 'aria-hidden': 'true'});
function clusterLink(c, count = 3) {
  if (c < 0 || !sizeOf(c)) return element('span', {class: 'name'}, swatch(c), c < 0 ? 'unassigned' : `${c} empty`);
  const name = [element('span', {class: 'tag'}, String(c)), ' ', element('bdi', {'data-name': c, 'data-terms': count}, clusterName(c, count))];
  return element('span', {class: 'name'}, swatch(c), element('a', {href: `#cluster-${c}`}, ...name));
}
// Where a document can be read: only addresses of the web, which leave the page.
function addressOf(row) {
  const address = (reading.links && reading.links[row]) || (docs.id && docs.id[row]) || '';
  return /^https?:\/\/[^\s]+$/i.test(address) && URL.canParse(address) ? address : '';
}
const hostOf = row => visible(new URL(addressOf(row)).host);
const addressLink = (row, text, label = null) => element('a', {class: 'address', href: addressOf(row), rel: 'noreferrer noopener', target: '_blank', title: visible(addressOf(row)), 'aria-label': label}, text);
const documentLink = row => element('a', {href: `#document-${numberOf(row)}`}, element('bdi', {}, documentName(row)));

// Columns: [title, {number: true}?]. Rows: arrays of cells, each text, a node, or a ready td.
function table(columns, rows, {caption = null, kind = 'wide', label} = {}) {
  const numeric = at => (columns[at][1] || {}).number ? 'number' : null;
  const title = ([content], at) => element('th', {scope: 'col', class: numeric(at)}, content);
  const cell = (content, at) => content instanceof HTMLTableCellElement ? content :
    at === 0 ? element('th', {scope: 'row', class: numeric(at)}, content) : element('td', {class: numeric(at)}, content);
  const made = element('table', {class: kind}, caption && element('caption', {}, caption),
    element('thead', {}, element('tr', {}, ...columns.map(title))),
    element('tbody', {}, ...rows.map(row => element('tr', {}, ...row.map(cell)))));
  return element('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': label || caption || 'table'}, made);
}

const sections = [['overview', 'Overview'], ['map', points ? 'Scatter plot' : 'Map'], ['edits', 'Edits'], ['size', 'Sizes'], ['clusters', 'Topics'], ['groups', 'Groups'], ['blocks', 'Words'], ['known', 'Known'],
  ['evaluation', 'Agreement'], ['tree', 'Tree'], ['nearest', 'Nearest topics'], ['suggestion', 'Number'], ['documents', 'Documents'], ['run', 'Run']];
function reveal(id) {
  byId(id).hidden = false;
  byId('sections').append(element('a', {href: `#${id}`}, inWords(sections.find(([name]) => name === id)[1])));
}
