// Mouse, touch and keys on the map: a drag moves it, the wheel and two fingers zoom, Shift and a drag draw a lasso.

const gesture = {pointers: new Map(), moved: false, drawing: false, spread: 0, lassoMode: false};

function pointAt(event) {
  const box = map.canvas.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

function twoFingers() {
  const [[x0, y0], [x1, y1]] = [...gesture.pointers.values()];
  return {x: (x0 + x1) / 2, y: (y0 + y1) / 2, spread: Math.max(1, Math.hypot(x1 - x0, y1 - y0))};
}

// The rows inside a polygon of places.
function rowsInside(polygon) {
  const mask = new Uint8Array(listed);
  for (let row = 0; row < listed; ++row) {
    if (!hasPlace(row)) continue;
    const x = docs.place[2 * row], y = docs.place[2 * row + 1];
    let inside = false;
    for (let a = 0, b = polygon.length - 1; a < polygon.length; b = a++) {
      const [ax, ay] = polygon[a], [bx, by] = polygon[b];
      if ((ay > y) !== (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax) inside = !inside;
    }
    mask[row] = inside ? 1 : 0;
  }
  return mask;
}

// area: what the polygon is called.
function selectPolygon(polygon, area) {
  map.lasso = polygon;
  select({area, lasso: polygon ? rowsInside(polygon) : null});
}

function selectView() {
  const {clientWidth: width, clientHeight: height} = map.canvas;
  selectPolygon([[0, 0], [width, 0], [width, height], [0, height]].map(([x, y]) => [worldX(x), worldY(y)]), 'in view');
}

function pressed(event) {
  if (event.button) return;
  const [x, y] = pointAt(event);
  gesture.pointers.set(event.pointerId, [x, y]);
  try { map.canvas.setPointerCapture(event.pointerId); } catch { /* an event of a script has no pointer */ }
  gesture.moved = gesture.pointers.size > 1;
  gesture.drawing = gesture.pointers.size === 1 && (event.shiftKey || gesture.lassoMode);
  if (gesture.drawing) map.lasso = [[worldX(x), worldY(y)]];
  if (gesture.pointers.size === 2) gesture.spread = twoFingers().spread;
}

function dragged(event) {
  const [x, y] = pointAt(event), before = gesture.pointers.get(event.pointerId);
  if (!before) return hover(x, y);
  if (!gesture.moved && Math.hypot(x - before[0], y - before[1]) < 4) return;
  gesture.moved = true;
  byId('tip').hidden = true;
  if (gesture.pointers.size === 2) {
    const old = twoFingers();
    gesture.pointers.set(event.pointerId, [x, y]);
    const now = twoFingers();
    moveBy(now.x - old.x, now.y - old.y);
    zoomBy(now.spread / old.spread, now.x, now.y);
    return;
  }
  gesture.pointers.set(event.pointerId, [x, y]);
  if (gesture.drawing) {
    for (const part of [...event.getCoalescedEvents(), event]) {  // the browser joins moves of one frame
      const [u, v] = pointAt(part);
      map.lasso.push([worldX(u), worldY(v)]);
    }
    requestDraw();
  } else if (map.view.zoom > 1) {
    moveBy(x - before[0], y - before[1]);
  }
}

function released(event) {
  if (!gesture.pointers.delete(event.pointerId)) return;
  if (gesture.drawing && gesture.moved) {
    selectPolygon(map.lasso.length > 2 ? map.lasso : null, 'lasso');
    lassoMode(false);
  } else if (!gesture.moved && event.type === 'pointerup') {
    const [x, y] = pointAt(event), row = documentAt(x, y);
    const label = row < 0 && map.labels.find(one => x >= one.west && x <= one.east && y >= one.north && y <= one.south);
    if (label && label.topics.length === 1) choose(label.topics[0], -1);
    else if (label) zoomBy(2, x, y);
    else choose(row < 0 ? null : list.cluster, row);
  }
  gesture.drawing = false;
}

function wheeled(event) {
  const factor = Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016));
  if (factor < 1 && map.view.zoom === 1) return;  // the page scrolls
  event.preventDefault();
  zoomBy(factor, ...pointAt(event));
}

function keyed(event) {
  const step = 60, actions = {'+': () => zoomBy(1.5), '=': () => zoomBy(1.5), '-': () => zoomBy(1 / 1.5), 0: () => zoomBy(0),
    ArrowLeft: () => moveBy(step, 0), ArrowRight: () => moveBy(-step, 0), ArrowUp: () => moveBy(0, step), ArrowDown: () => moveBy(0, -step),
    Escape: () => clearSelection()};
  const action = actions[event.key];
  if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.startsWith('Arrow') && map.view.zoom === 1) return;
  event.preventDefault();
  action();
}

function lassoMode(on) {
  gesture.lassoMode = on;
  byId('lasso').setAttribute('aria-pressed', String(on));
  map.canvas.style.touchAction = on || map.view.zoom > 1 ? 'none' : 'pan-y';
}

function startGestures() {
  const {canvas} = map, on = (name, then, options) => canvas.addEventListener(name, then, options);
  on('pointerdown', pressed);
  on('pointermove', dragged);
  on('pointerup', released);
  on('pointercancel', released);
  on('pointerleave', () => { byId('tip').hidden = true; });
  on('wheel', wheeled, {passive: false});
  on('keydown', keyed);
  const click = (id, then) => byId(id).addEventListener('click', then);
  click('zoom-in', () => zoomBy(1.5));
  click('zoom-out', () => zoomBy(1 / 1.5));
  click('zoom-all', () => zoomBy(0));
  click('lasso', () => lassoMode(!gesture.lassoMode));
  click('select-view', selectView);
}
