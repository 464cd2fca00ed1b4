// The titles on the map: of the groups of topics first, finer ones where they fit or as the view comes nearer; none overlap.

const clipped = (text, most) => text.length > most ? `${text.slice(0, most - 1)}\u2026` : text;

// A title in at most two lines; what does not fit is clipped.
function nameLines(name, most = 24) {
  const lines = [];
  for (const word of name.split(' ')) {
    const joined = lines.length ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length && joined.length <= most) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return (lines.length <= 2 ? lines : [lines[0], lines.slice(1).join(' ')]).map(line => clipped(line, most));
}

const firstPart = name => name.split(', ')[0];
const labelWords = c => points && !clusters[c].name && edits.name(c) === null ? [String(c)] : nameLines(clusterName(c));
// Of a group: its largest topics.
function groupWords(topics) {
  const largest = topics.filter(c => clusters[c].size > 0).sort((a, b) => clusters[b].size - clusters[a].size || a - b).slice(0, 2);
  return largest.map((c, at) => clipped(firstPart(clusterName(c)), 22) + (at + 1 < largest.length ? ' \u00b7' : ''));
}

function levelOf(zoom) {
  map.levels ??= levelsOfTree();
  return map.levels.length > 1 && zoom < 1.7 ? 0 : map.levels.length - 1;
}

function drawOutlines(context) {
  const at = levelOf(map.view.zoom), level = map.levels[at], isGroups = at + 1 < map.levels.length;
  if (k > 400) return;
  context.lineWidth = 1.2;
  context.globalAlpha = 0.55;
  levelRegions(level).forEach(({outline}, g) => {
    if (!level.members[g].length) return;
    context.strokeStyle = isGroups || currentPaint().name ? getComputedStyle(document.body).color : colorOf(g);
    context.beginPath();
    for (let e = 0; e < outline.length; e += 4) {
      context.moveTo(screenX(outline[e]), screenY(outline[e + 1]));
      context.lineTo(screenX(outline[e + 2]), screenY(outline[e + 3]));
    }
    context.stroke();
  });
  context.globalAlpha = 1;
}

// Of points: at a typical row.
function anchorsOfPoints() {
  return clusters.map((cluster, c) => {
    const row = rowOf(cluster.representatives[0] ?? -1);
    return row < 0 ? {shown: false} : {shown: true, x: docs.place[2 * row], y: docs.place[2 * row + 1]};
  });
}

// What could be labeled, by decreasing importance: groups of topics, then topics; shorter forms of a title after longer ones.
function wantedLabels(isNarrow) {
  const topics = map.levels[map.levels.length - 1], places = points ? anchorsOfPoints() : levelRegions(topics);
  const wanted = [];
  if (levelOf(map.view.zoom) === 0 && map.levels.length > 1) {
    const groups = map.levels[0];
    groups.members.map((members, g) => ({members, g, size: members.reduce((sum, c) => sum + clusters[c].size, 0)}))
      .sort((a, b) => b.size - a.size || a.g - b.g)
      .forEach(({members, g}) => wanted.push({place: levelRegions(groups)[g], forms: [groupWords(members), groupWords(members).slice(0, 1).map(word => word.replace(' \u00b7', ''))],
        size: isNarrow ? 13 : 16, weight: 700, topics: members, moves: true}));
  }
  const zoomed = Math.round(Math.min(4, 2 * Math.log2(Math.max(1, map.view.zoom)))), isNear = wanted.length === 0;
  for (const c of bySize) {
    if (edits.now(c) !== c || (list.cluster !== null && edits.now(list.cluster) !== c)) continue;
    const words = labelWords(c), forms = isNear && isNarrow ? [words, nameLines(clusterName(c), 12), [String(c)]] : isNear ? [words, [String(c)]] : [words];
    wanted.push({place: places[c], forms, size: (isNarrow ? 11 : 12) + zoomed / 2, weight: 600, topics: [c], moves: isNear});
  }
  return wanted;
}

// From its place by parts of its own size: what is tried in turn.
const shifts = [[0, 0], [0, -0.6], [0, 0.6], [0.55, 0], [-0.55, 0], [0.55, -0.6], [-0.55, -0.6], [0.55, 0.6], [-0.55, 0.6], [0, -1.2], [0, 1.2]];

// The width of a text, measured once.
const widths = new Map();
function widthOf(context, text) {
  const key = `${context.font} ${text}`;
  if (!widths.has(key)) {
    if (widths.size > 10000) widths.clear();
    widths.set(key, context.measureText(text).width);
  }
  return widths.get(key);
}

function labelsFor(context, width, height) {
  const family = getComputedStyle(document.body).fontFamily, taken = [];
  const isFree = label => taken.every(other => label.east <= other.west || other.east <= label.west ||
    label.south <= other.north || other.south <= label.north);
  const placed = ({place, size, weight, topics, moves}, words) => {
    const font = `${weight} ${size}px ${family}`, x = screenX(place.x), y = screenY(place.y);
    context.font = font;
    const half = Math.max(...words.map(word => widthOf(context, word))) / 2 + 4, tall = words.length * (size + 3) / 2 + 2;
    if (2 * half > width) return null;
    for (const [dx, dy] of moves ? shifts : shifts.slice(0, 1)) {
      const at = Math.min(Math.max(x + 2 * dx * half, half), width - half), up = Math.min(Math.max(y + 2 * dy * tall, tall), height - tall);
      const label = {words, font, size, x: at, y: up, west: at - half, east: at + half, north: up - tall, south: up + tall, topics};
      if (isFree(label)) return label;
    }
    return null;
  };
  for (const one of wantedLabels(width < 600)) {
    if (!one.place.shown || taken.length > 80) continue;
    const x = screenX(one.place.x), y = screenY(one.place.y);
    if (x < 0 || x > width || y < 0 || y > height) continue;
    for (const words of one.forms) {
      const label = placed(one, words);
      if (!label) continue;
      taken.push(label);
      break;
    }
  }
  return taken;
}

function drawLabel(context, {words, font, size, x, y}, style) {
  Object.assign(context, {textAlign: 'center', textBaseline: 'middle', lineJoin: 'round', font});
  words.forEach((word, at) => {
    const baseline = y + (size + 3) * (at - (words.length - 1) / 2);
    context.strokeStyle = style.getPropertyValue('--card');
    context.lineWidth = 4;
    context.globalAlpha = 0.88;
    context.strokeText(word, x, baseline);
    context.globalAlpha = 1;
    context.fillStyle = style.color;
    context.fillText(word, x, baseline);
  });
}
