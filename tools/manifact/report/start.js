// Builds the page and follows its links.

// "#document-17" shows that document in the list; "#cluster-3" is a card, which a search may have hidden.
function follow() {
  const [, kind, number] = /^#(document|cluster)-(\d+)$/.exec(location.hash) || [];
  if (kind === 'document' && rowOf(Number(number)) >= 0) {
    showDocuments({here: rowOf(Number(number))});
    byId(`row-${number}`).scrollIntoView({block: 'center'});
    byId(`row-${number}`).focus({preventScroll: true});
  } else if (kind === 'cluster' && byId(`cluster-${number}`)) {
    const card = byId(`cluster-${number}`);
    card.hidden = false;
    card.scrollIntoView();
    card.focus({preventScroll: true});
  }
}

function recolor() {
  for (const one of document.querySelectorAll('.swatch[data-cluster], .bar span')) one.style.background = colorOf(Number(one.dataset.cluster));
  for (const one of document.querySelectorAll('.card')) one.style.setProperty('--color', colorOf(Number(one.dataset.cluster)));
  requestDraw();
}

readEdits();
showOverview();
startMap();
showSizes();
showCards();
startPaint();
showGroups();
showBlocks();
showKnown();
showTree();
showNearest();
showSuggestion();
startEdits();
startPeriods();
startTakingOut();
startDocuments();
showEvaluation();
showRun();
darkness.addEventListener('change', () => { recolor(); drawSelection(); });
// On paper, the colors are those of the light theme.
function print(isPrinted) {
  paper.isPrinted = isPrinted;
  document.documentElement.classList.toggle('printed', isPrinted);
  recolor();
  drawMap();
}
window.addEventListener('beforeprint', () => print(true));
window.addEventListener('afterprint', () => print(false));
// The texts after the map is drawn; at the latest after a second, as pages in the background are not drawn.
const later = {timer: setTimeout(readTexts, 1000)};
requestAnimationFrame(() => {
  clearTimeout(later.timer);
  setTimeout(readTexts);
});
window.addEventListener('hashchange', follow);
document.addEventListener('click', event => {
  const link = event.target.closest && event.target.closest('a[href^="#"]');
  if (link && link.getAttribute('href') === location.hash) follow();  // clicking the same link again does not change the hash
});
follow();
