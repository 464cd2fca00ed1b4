// Points are drawn on two axes: two features, or two principal axes. Places are 0 to 10000 from the low to the high end of an axis.

const ends = 10000;
const valueAt = (axis, place) => axis.low + (axis.high - axis.low) * (place / ends);
const isStrip = points && points.of_features && !('name' in points.axes[1]);  // a single feature
const axisName = (axis, at) => 'name' in axis ? visible(axis.name) : `${at === 0 ? 'First' : 'Second'} principal axis, ${(100 * axis.share).toFixed(1)}% of the variance`;

// Round numbers within the axis, about `most` of them.
function ticksOf({low, high}, most) {
  const step = (high - low) / Math.max(1, most), power = 10 ** Math.floor(Math.log10(step));
  const width = [1, 2, 5, 10].map(factor => factor * power).find(each => each >= step * 0.999);
  if (!(width > 0) || !Number.isFinite(width)) return Number.isFinite(low) ? [low] : [];
  const first = Math.ceil(low / width - 1e-9), last = Math.floor(high / width + 1e-9);
  return Array.from({length: Math.max(0, Math.min(50, last - first + 1))}, (_, at) => (first + at) * width);
}
const tickText = value => short(Math.abs(value) < 1e-12 ? 0 : value, 6);
const isFlat = axis => !(axis.high > axis.low);
const placeOf = (axis, value) => isFlat(axis) ? ends / 2 : ends * ((value - axis.low) / (axis.high - axis.low));

// Space for the ticks and titles of the axes; the vertical axis points up.
function fitScatter(width, height) {
  const [left, right, top, bottom] = [isStrip ? 20 : 62, 18, 16, 48];
  map.baseX = (width - left - right) / ends;
  map.baseY = -(height - top - bottom) / ends;
  map.middleX = map.middleY = ends / 2;
  map.centerX = (left + width - right) / 2;
  map.centerY = (top + height - bottom) / 2;
}

// The part of an axis that is in view.
const inView = (axis, low, high) => isFlat(axis) ? axis : {low: valueAt(axis, low), high: valueAt(axis, high)};

// The lines and texts of the axes. widthOf: of a text.
function axesOf(width, height, widthOf) {
  const [across, up] = points.axes, bottom = height - 38, edge = isStrip ? 20 : 62, lines = [], texts = [];
  for (const value of ticksOf(inView(across, worldX(edge), worldX(width - 18)), width / 110)) {
    const x = Math.round(screenX(placeOf(across, value))) + 0.5;
    lines.push([x, 8, x, bottom]);
    texts.push({text: tickText(value), x, y: bottom + 3, align: 'center', baseline: 'top'});
  }
  texts.push({text: fitted(widthOf, axisName(across, 0), width - 40), x: (edge + width - 18) / 2, y: bottom + 20, align: 'center', baseline: 'top'});
  if (isStrip) return {lines, texts};
  for (const value of ticksOf(inView(up, worldY(height - 48), worldY(16)), height / 70)) {
    const y = Math.round(screenY(placeOf(up, value))) + 0.5;
    lines.push([edge - 8, y, width - 8, y]);
    texts.push({text: tickText(value), x: edge - 11, y, align: 'right', baseline: 'middle'});
  }
  texts.push({text: fitted(widthOf, axisName(up, 1), bottom - 8), x: 4, y: (8 + bottom) / 2, align: 'center', baseline: 'top', turned: true});
  return {lines, texts};
}

function drawAxes(context, width, height) {
  const style = getComputedStyle(document.body);
  context.strokeStyle = style.getPropertyValue('--line');
  context.fillStyle = style.getPropertyValue('--soft');
  context.lineWidth = 1;
  context.font = `12px ${style.fontFamily}`;
  const {lines, texts} = axesOf(width, height, text => context.measureText(text).width);
  context.beginPath();
  for (const [x, y, u, v] of lines) {
    context.moveTo(x, y);
    context.lineTo(u, v);
  }
  context.stroke();
  for (const {text, x, y, align, baseline, turned} of texts) {
    Object.assign(context, {textAlign: align, textBaseline: baseline});
    context.save();
    context.translate(x, y);
    if (turned) context.rotate(-Math.PI / 2);
    context.fillText(text, 0, 0);
    context.restore();
  }
}

// The rows without a cluster that are in view: their places, and half of the size of a cross.
function crossesOf() {
  const half = Math.max(2.5, map.dot / 2), {clientWidth: width, clientHeight: height} = map.canvas, all = [];
  for (let row = 0; row < listed; ++row) {
    if (docs.cluster[row] >= 0) continue;
    const x = rowX(row), y = rowY(row);
    if (x >= 0 && y >= 0 && x <= width && y <= height) all.push([x, y, half]);
  }
  return all;
}

// Text that is cut to a width.
function fitted(widthOf, text, width) {
  let shown = text;
  while (shown.length > 1 && widthOf(shown) > width) shown = `${shown.slice(0, -2)}\u2026`;
  return shown;
}

// The axes, and crosses for rows without a cluster.
function drawBelowPoints(context, width, height) {
  drawAxes(context, width, height);
  context.strokeStyle = colorOf(-1);
  context.lineWidth = 1.5;
  context.globalAlpha = selection.mask ? 0.3 : 1;
  context.beginPath();
  for (const [x, y, half] of crossesOf()) {
    context.moveTo(x - half, y - half);
    context.lineTo(x + half, y + half);
    context.moveTo(x - half, y + half);
    context.lineTo(x + half, y - half);
  }
  context.stroke();
  context.globalAlpha = 1;
}

const mainly = axis => axis.weights && axis.weights.length ? axis.weights.map(([name, weight]) => `${visible(name)} ${weight < 0 ? '\u2212' : '+'}${Math.abs(weight).toFixed(2)}`).join(', ') : '';

function hintOfScatter() {
  const unassigned = docs.cluster.includes(-1) ? ' Crosses are rows without a cluster.' : '';
  const drawn = isStrip ? 'Each dot is a row, placed by its feature; the vertical position has no meaning.' : points.of_features ? 'Each dot is a row, placed by its two features.' :
    `Each dot is a row. The axes are the two directions in which the rows differ most${scaled}` +
    `${mainly(points.axes[0]) ? `: the first follows ${mainly(points.axes[0])}` : ''}${mainly(points.axes[1]) ? `; the second ${mainly(points.axes[1])}` : ''}. ` +
    'Clusters that overlap here may differ in the other directions.';
  return `${drawn}${unassigned}`;
}

const labelOfScatter = () => `Scatter plot of ${counted(listed, 'document')} in ${counted(k, 'topic')}: ${axisName(points.axes[0], 0)}` +
  `${isStrip ? '' : `, and ${axisName(points.axes[1], 1)}`}. The table of each cluster has its means; the list contains the same rows.`;
