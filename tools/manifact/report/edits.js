// Names, merges, hidden topics and notes made in the page. They change what the page shows; saved as edits.json, `manifact topics apply` makes them in
// the model. The browser keeps those that are not saved.

// A merged topic has the number of the first and their documents together. Its name is the one that was given to it, else the first that was given to
// a topic in it, by their numbers; without one it shows the titles of its two largest topics until `apply` makes a title from its documents.
const edits = {
  list: [], to: Array.from({length: k}, (_, c) => c), names: new Map(), notes: new Map(), members: new Map(),
  now: c => c < 0 ? -1 : edits.to[c],
  name: c => edits.names.get(c) ?? null,
  parts: c => edits.members.get(c) ?? [c],
  isMerged: c => edits.parts(c).length > 1,
};
const sizeOf = c => edits.parts(c).reduce((sum, d) => sum + clusters[d].size, 0);
// Of this page only: another fit has other topics.
const editsKey = `manifact edits ${k} ${run.n_documents} ${run.objective} ${run.version} ${clusters.map(cluster => cluster.size).join('.')}`.slice(0, 400);

// What the list makes of the topics.
function applyEdits() {
  edits.to = Array.from({length: k}, (_, c) => c);
  edits.names.clear();
  edits.notes.clear();
  const move = (from, to) => { edits.to = edits.to.map(c => c === from ? to : c); };
  clusters.forEach((cluster, c) => { if (cluster.renamed) edits.names.set(c, cluster.name); });
  for (const edit of edits.list) {
    if ('rename' in edit) edits.names.set(edits.now(edit.rename) < 0 ? edit.rename : edits.now(edit.rename), edit.name);
    if ('note' in edit) edits.notes.set(edit.note, edit.text);
    if ('merge' in edit) {
      const target = edits.now(edit.merge[0]), named = edit.merge.map(edits.now).filter(c => edits.names.has(c)).sort((a, b) => a - b)[0];
      if (named !== undefined) edits.names.set(target, edits.names.get(named));
      for (const c of edit.merge.slice(1)) if (edits.now(c) !== target && edits.now(c) >= 0) move(edits.now(c), target);
    }
    if ('hide' in edit) for (const c of edit.hide) move(edits.now(c), -1);
  }
  edits.members.clear();
  edits.to.forEach((to, c) => {
    if (to < 0) return;
    if (!edits.members.has(to)) edits.members.set(to, []);
    edits.members.get(to).push(c);
  });
}

function keepEdits() {
  try {
    if (edits.list.length) localStorage.setItem(editsKey, JSON.stringify(edits.list));
    else localStorage.removeItem(editsKey);
  } catch { byId('edits-kept').textContent = 'This browser does not keep edits: save them before you close the page.'; }
}

// What was kept is checked: it may be from anywhere.
function isEdit(edit) {
  const isTopic = c => Number.isInteger(c) && c >= 0 && c < k, isText = text => typeof text === 'string' && text.length <= 10000;
  return edit && typeof edit === 'object' && ['rename', 'note', 'merge', 'hide'].filter(key => key in edit).length === 1 && ((isTopic(edit.rename) && isText(edit.name)) || (isTopic(edit.note) && isText(edit.text)) ||
    (Array.isArray(edit.merge) && edit.merge.length > 1 && edit.merge.every(isTopic)) || (Array.isArray(edit.hide) && edit.hide.every(isTopic)));
}
function readEdits() {
  try {
    const kept = JSON.parse(localStorage.getItem(editsKey) || '[]');
    edits.list = Array.isArray(kept) ? kept.filter(isEdit) : [];
    applyEdits();
  } catch {
    edits.list = [];
    applyEdits();
  }
}

// The last name and note of a topic; an empty note is none. A hidden topic needs no name.
function addEdit(edit) {
  const topics = edit.merge || edit.hide || [edit.rename ?? edit.note], hidden = topics.find(c => edits.now(c) < 0);
  if (hidden !== undefined && !('note' in edit)) {
    byId('edits-status').textContent = inWords(`Topic ${hidden} is hidden: undo that first.`);
    return;
  }
  if (edit.merge && edit.merge.some((c, at) => at > 0 && edits.now(c) === edits.now(edit.merge[0]))) {
    byId('edits-status').textContent = inWords('These topics are one already.');
    return;
  }
  if (edit.hide && !filled.some(c => edits.now(c) >= 0 && !edit.hide.some(hidden => edits.now(hidden) === edits.now(c)))) {
    byId('edits-status').textContent = inWords('One topic has to stay.');
    return;
  }
  const same = key => key in edit ? other => other[key] === edit[key] : () => false;
  edits.list = edits.list.filter(other => !same('rename')(other) && !same('note')(other) && !('hide' in edit && edit.hide.includes(other.rename)));
  if (edit.text || edit.name || edit.merge || edit.hide) edits.list.push(edit);
  changed();
}

function changed() {
  applyEdits();
  keepEdits();
  regions.of.clear();
  map.levels = null;
  if (list.cluster !== null && list.cluster >= 0 && edits.now(list.cluster) !== list.cluster) list.cluster = null;
  for (const one of document.querySelectorAll('[data-name]')) one.textContent = clusterName(Number(one.dataset.name), Number(one.dataset.terms) || 3);
  showEdits();
  tellOfEditedGroups();
  redrawOverview();
  recolor();
  select({});
}

function editText(edit) {
  const name = c => `${c} ${ownName(c)}`;
  if ('rename' in edit) return `Rename ${name(edit.rename)} to “${visible(edit.name)}”`;
  if ('merge' in edit) return `Merge ${edit.merge.map(name).join(' and ')}`;
  if ('hide' in edit) return `Hide ${edit.hide.map(name).join(', ')}`;
  return `Note on ${name(edit.note)}: ${visible(edit.text)}`;
}

const editsText = () => `${JSON.stringify({version: 1, edits: edits.list}, null, 1)}\n`;

function showEdits() {
  const entry = (edit, at) => element('li', {}, element('bdi', {}, editText(edit)), ' ', element('button', {type: 'button', class: 'button', 'aria-label': `Undo: ${editText(edit)}`,
    click: () => { edits.list.splice(at, 1); changed(); }}, 'Undo'));
  byId('edits-list').replaceChildren(...edits.list.map(entry));
  byId('save-edits').disabled = edits.list.every(edit => 'note' in edit);  // notes alone change no model
  byId('edits-status').textContent = edits.list.length ? `${counted(edits.list.length, 'edit')}, kept by this browser.` : inWords('No edits yet: open “Edit” in the card of a topic.');
  for (const one of document.querySelectorAll('.card')) {
    const c = Number(one.dataset.cluster), note = one.querySelector('.note');
    note.textContent = edits.notes.get(c) ? `Note: ${visible(edits.notes.get(c))}` : '';
    one.querySelector('.numbers').replaceChildren(...numbersOf(c));
    one.classList.toggle('dim', edits.now(c) !== c);
  }
}

// Made when it is opened: the choices of all topics together grow with their square.
function editForm(c) {
  const form = element('details', {class: 'edit'}, element('summary', {}, 'Edit'));
  form.addEventListener('toggle', () => { if (form.open && form.children.length === 1) form.append(editFields(c)); });
  return form;
}

function editFields(c) {
  const field = (label, made) => element('label', {}, label, ' ', made);
  const button = (text, click) => element('button', {type: 'button', class: 'button', click}, text);
  const name = element('input', {type: 'text', value: clusters[c].name || '', maxlength: 200, autocomplete: 'off'});
  const other = element('select', {}, ...filled.filter(d => d !== c).map(d => element('option', {value: d}, clipped(`${d} ${clusterName(d)}`, 60))));
  const note = element('textarea', {rows: 2, maxlength: 2000});
  note.value = edits.notes.get(c) || '';
  return element('div', {},
    element('div', {class: 'controls'}, field('Name', name), button('Rename', () => addEdit({rename: c, name: name.value.trim().replace(/\s+/g, ' ')}))),
    filled.length > 1 && element('div', {class: 'controls'}, field('Merge with', other), button('Merge', () => addEdit({merge: [c, Number(other.value)]})),
      button('Hide', () => addEdit({hide: [c]}))),
    element('div', {class: 'controls'}, field('Note', note), button('Keep the note', () => addEdit({note: c, text: note.value.trim()}))));
}

function startEdits() {
  byId('save-edits').addEventListener('click', () => save('edits.json', 'application/json', editsText()));
  showEdits();
  reveal('edits');
}
