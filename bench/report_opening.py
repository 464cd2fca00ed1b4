"""How long a report takes to open in headless Chromium, and how fast the map follows the mouse.

  report_opening.py REPORT.html [RUNS]

Each run starts a browser and opens about:blank, then the file. Printed are the medians of

  drawn         from the start of the navigation (performance.timeOrigin) to the end of the first
                drawing of the map
  interactive   to the first task after it, which is when the page answers to input
  texts         to when the texts are read and can be searched; they are read in the background
  CPU           of all threads of the process of the page until it answers (and up to 10 ms more),
                and until the texts are read: on a machine with other load, these say more

and of one more run, in which the mouse moves over the map for three seconds, the frames in a second
and the longest interval between two, with the tip following the mouse.
"""
import pathlib
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tests' / 'cli'))
import browser

PATIENCE = 120
NAMES = ('drawn', 'interactive', 'texts', 'CPU answers', 'CPU texts')
OPENED = '''(() => {
    const at = name => (performance.getEntriesByName(name)[0] || {}).startTime;
    return [at('map-drawn'), at('map-interactive'), at('texts-read')]; })()'''


def cpu(page):
    metrics = {one['name']: one['value'] for one in page('Performance.getMetrics')['metrics']}
    return 1000 * metrics['ProcessTime']


def opened(page, path):
    page('Performance.enable', timeDomain='threadTicks')
    before = cpu(page)
    page('Page.navigate', url=path.as_uri())
    while not page.run("performance.getEntriesByName('map-interactive').length"):
        time.sleep(0.01)
    answers = cpu(page)
    page.wait('!hasTexts || reading.texts !== null || reading.failed !== ""')
    return [*page.run(OPENED), answers - before, cpu(page) - before]


def hovered(page):
    left, top, width, height = page.run('''(() => {
        map.canvas.scrollIntoView({block: 'center'});
        const box = map.canvas.getBoundingClientRect();
        return [box.left, box.top, box.width, box.height]; })()''')
    page.run('''window.frameTimes = []; (function next(time) {
        frameTimes.push(time); requestAnimationFrame(next); })(performance.now()); 0''')
    seen = set()
    begin = time.monotonic()
    moves = 0
    while time.monotonic() - begin < 3:
        part = moves % 200 / 200
        x = left + width * (0.2 + 0.6 * part)
        y = top + height * (0.5 + 0.3 * (1 if moves // 200 % 2 else -1) * (part - 0.5))
        page.mouse('mouseMoved', x, y)
        moves += 1
        if moves % 20 == 0:
            seen.add(page.run('byId("tip").hidden ? "" : byId("tip").textContent'))
    times = page.run('frameTimes.slice(2)')
    gaps = [b - a for a, b in zip(times, times[1:])]
    return len(gaps) / (times[-1] - times[0]) * 1000, max(gaps), moves, len(seen - {''})


def with_page(then):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        page = browser.Browser(home, PATIENCE)
        try:
            page.size(1400, 1000)
            return then(page)
        finally:
            page.close()


def main():
    path, runs = pathlib.Path(sys.argv[1]).resolve(), int((sys.argv + ['5'])[2])
    times = [with_page(lambda page: opened(page, path)) for _ in range(runs)]
    print(f'{path.name}: {path.stat().st_size / 1e6:.1f} MB, {runs} runs')
    for name, values in zip(NAMES, zip(*times)):
        known = [value for value in values if value is not None]
        if known:
            print(f'  {name:12} {statistics.median(known):6.0f} ms   '
                  f'({min(known):.0f} to {max(known):.0f})')
    rate, longest, moves, tips = with_page(lambda page: (opened(page, path), hovered(page))[1])
    print(f'  hover        {rate:.0f} frames a second, longest interval {longest:.0f} ms, '
          f'{moves} moves of the mouse, {tips} tips seen')


main()
