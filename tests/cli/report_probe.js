// report.py inserts this into a copy of report.html. It exercises the page and posts the errors and
// the resulting state, as JSON, to the enclosing window.
'use strict';
const wrong = [];
window.addEventListener('error', event => wrong.push(`error: ${event.message || event.target}`), true);
window.addEventListener('unhandledrejection', event => wrong.push(`rejected: ${event.reason}`));
document.addEventListener('securitypolicyviolation', event => wrong.push(`fetch: ${event.blockedURI} for ${event.violatedDirective}`));
console.error = (...text) => wrong.push(`console: ${text.join(' ')}`);

const all = selector => [...document.querySelectorAll(selector)];
const count = selector => all(selector).length;
const text = selector => (document.querySelector(selector) || {textContent: ''}).textContent;
const wait = time => new Promise(done => setTimeout(done, time));
const set = (selector, value, kind) => {
  const field = document.querySelector(selector);
  field.value = value;
  field.dispatchEvent(new Event(kind, {bubbles: true}));
};

// A frame that is not in front keeps no focus: what was asked for it is remembered.
let focused = null;
const focus = HTMLElement.prototype.focus;
HTMLElement.prototype.focus = function (...options) {
  focused = this;
  focus.apply(this, options);
};

// The texts that are drawn on the canvas.
window.ticks = [];
const fillText = CanvasRenderingContext2D.prototype.fillText;
CanvasRenderingContext2D.prototype.fillText = function (drawn, ...place) {
  if (!window.ticks.includes(drawn)) window.ticks.push(drawn);
  fillText.call(this, drawn, ...place);
};

function drawnPixels() {
  const canvas = document.querySelector('canvas'), pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  let drawn = 0;
  for (let at = 0; at < pixels.length; at += 4) drawn += pixels[at] !== pixels[0] || pixels[at + 1] !== pixels[1] ? 1 : 0;
  return drawn;
}

// Pointing at a document on the map shows that document, or one that is as near.
function pointedAt() {
  const canvas = document.querySelector('canvas'), box = canvas.getBoundingClientRect(), tips = new Set();
  for (let x = 0; x < box.width; x += 6)
    for (let y = 0; y < box.height; y += 6) {
      canvas.dispatchEvent(new PointerEvent('pointermove', {clientX: box.left + x, clientY: box.top + y, bubbles: true}));
      if (!document.querySelector('#tip').hidden) tips.add(text('#tip strong'));
    }
  return tips.size;
}

async function probe() {
  while (hasTexts && !reading.texts) await wait(20);
  await wait(50);
  drawMap();  // a frame that is out of sight asks for no pictures
  const loading = ['src', 'href', 'action', 'srcset', 'data', 'poster'];
  const isAddress = attribute => loading.includes(attribute.name) && !attribute.value.startsWith('#');
  const found = {
    width: innerWidth, title: document.title, overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    sections: all('main > section:not([hidden])').map(section => section.id), links: count('#sections a'),
    headings: all('h1, h2').every(heading => heading.textContent.trim() !== ''), notices: all('.notice').map(notice => notice.textContent),
    cards: count('.card'), cardText: all('.card h3').map(heading => heading.textContent), sizes: count('#sizes tbody tr'),
    rows: count('#list tbody tr'), total: text('#documents-count'), near: count('#pairs tbody tr'), curve: count('#curve svg polyline'),
    heat: count('#confusion tbody tr'), blocks: [count('#block-heat tbody tr'), count('#block-heat thead th'), count('#block-words tbody tr')],
    covers: text('#documents-hint'), lead: text('#lead'), mapLabels: filled.map(c => labelWords(c).join(' ')),
    evaluation: [text('#evaluation-title'), text('#scores tbody th')],
    known: [text('#known-hint'), all('#known-tables h3').map(heading => heading.textContent), count('#known-tables tbody tr')],
    suggestion: [text('#suggestion-hint'), count('#suggestion-table tbody tr')],
    caption: all('#confusion caption span').every(caption => caption.getBoundingClientRect().right <= innerWidth),
    features: all('.features').map(table => [...table.querySelectorAll('tbody tr')].map(row => row.textContent)),
    plot: [text('#map-title'), document.querySelector('canvas').getAttribute('aria-label'), text('#map-hint')], ticks: window.ticks,
    words: all('header, main > section:not(#run), footer, .skip').map(part => part.innerText).join(' ').replaceAll('manifact topics apply', '').match(/\b(document|topic|term)s?\b/gi) || [],
    heatColumns: count('#confusion thead th'), options: count('#facts tbody tr'),
    pixels: drawnPixels(), pointed: pointedAt(), scripts: document.scripts.length, owned: window.owned === true,
    addresses: all('*').flatMap(one => [...one.attributes].filter(isAddress).map(is => is.value)),
    foreignElements: count('img, iframe, object, embed, link, base, b, i, form:not(#filters)'),
  };

  all('.documents a')[0]?.click();
  await wait(50);
  const here = document.querySelector('tr.here');
  found.here = [count('tr.here'), focused === here, text('.documents a') === text('tr.here th')];
  set('#by-cluster', '0', 'change');
  found.inFirst = text('#documents-count');
  set('#by-cluster', '', 'change');
  set('#order', 'near', 'change');
  found.cosines = all('#list tbody tr').map(row => Number(row.querySelector('.number').textContent));
  set('#search', window.wanted || `${document.querySelector('.features') ? 'row' : 'document'} 3`, 'input');
  await wait(400);
  found.searched = [text('#documents-count'), text('#list tbody th')];
  set('#search', 'no such words anywhere', 'input');
  await wait(400);
  found.nothing = [text('#documents-count'), count('#list tbody tr')];
  all('#chosen li button')[0].click();
  found.chosen = [count('#chosen [aria-pressed=true]'), drawnPixels()];
  document.querySelector('canvas').dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape'}));
  found.released = count('#chosen [aria-pressed=true]');
  set('#term-search', text('.terms li, .features tbody th'), 'input');
  found.groups = [count('#tree-list details')];
  for (const button of all('#tree-list button')) {
    button.click();
    found.groups.push(count('#tree-list details[open]'));
  }
  found.terms = [count('.card:not([hidden])') > 0, count('li.hit, tr.hit') > 0];
  found.overflowAfter = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  return found;
}

window.addEventListener('load', () => probe().catch(error => ({failed: String(error)}))
  .then(found => parent.postMessage(JSON.stringify({...found, wrong}), '*')));
