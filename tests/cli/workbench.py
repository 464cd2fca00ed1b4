"""The report in a browser, worked with by mouse, touch and keys: zoom, selection, what is taken
out, edits and `topics apply`. With axe-core (MANIFACT_AXE names its axe.min.js) also its rules."""
import csv
import io
import json
import os
import pathlib
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

import browser
import support
from support import PATIENCE, ProgramTest

WORDS = {'metal': 'iron copper zinc nickel cobalt silver titanium',
         'fruit': 'apple pear plum cherry quince banana apricot',
         'music': 'violin cello flute oboe harp piano trumpet',
         'sport': 'goal league striker keeper referee penalty coach'}
HOSTILE = '</script><img src=x onerror=owned=1><b>bold</b> ${owned=1} \u202egnp'
MANY = 240


def texts():
    names = list(WORDS)
    for i in range(MANY):
        words = WORDS[names[i % 4]].split()
        text = ' '.join(words[(i + j * (i // 4 % 3 + 1)) % 7] for j in range(5 + i % 4))
        yield {'id': f'https://example.org/{i}' if i % 5 == 0 else f'=1+{i}' if i % 5 == 1 else
               f'-{i}.5' if i % 5 == 2 else f'{HOSTILE} {i}',
               'text': f'{text} {HOSTILE if i % 7 == 0 else "plain"}', 'label': names[i % 4],
               'date': str(2001 + i % 9), 'source': ('', 'north', HOSTILE)[i // 4 % 3]}


@unittest.skipIf(browser.CHROMIUM is None or support.is_sanitized(),
                 'needs chromium, and the plain build')
class Workbench(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        cls.results = pathlib.Path(cls.home.name)
        with open(cls.results / 'texts.csv', 'w', newline='', encoding='utf-8') as file:
            table = csv.DictWriter(file, ['id', 'text', 'label', 'date', 'source'])
            table.writeheader()
            table.writerows(texts())
        subprocess.run([support.PROGRAM, 'cluster', 'texts.csv', '-k', '4', '-q', '--html', 'keep',
                        '--group-field', 'source', '-o', 'out'],
                       cwd=cls.results, check=True, timeout=PATIENCE)
        cls.page = browser.Browser(cls.results, PATIENCE)

    @classmethod
    def tearDownClass(cls):
        cls.page.close()
        cls.home.cleanup()

    def setUp(self):
        super().setUp()
        self.page.size(1400, 1000)
        self.page.open(self.results / 'out/report.html')
        self.page.run('localStorage.clear()')
        self.page.open(self.results / 'out/report.html')

    def tearDown(self):
        self.assertEqual(self.page.wrong, [])
        self.assertFalse(self.page.run('"owned" in window'))
        super().tearDown()

    def state(self, script):
        self.page.settle()
        return self.page.run(script)

    def selected(self):
        return self.state('[list.rows.length, byId("documents-count").textContent, '
                          'byId("selection-status").textContent]')

    def test_mouse_wheel_touch_and_keys_zoom_and_move(self):
        page = self.page
        x, y = page.middle('#canvas')
        before = self.state('[worldX(100), worldX(300)]')
        page.wheel(x, y, -400)
        zoom = self.state('map.view.zoom')
        self.assertGreater(zoom, 1.5)
        self.assertLess(self.state('worldX(300) - worldX(100)'), (before[1] - before[0]) / 1.5)
        left = self.state('worldX(0)')
        page.drag([(x, y), (x + 30, y), (x + 80, y)])
        self.assertLess(self.state('worldX(0)'), left)
        page.run('map.canvas.focus()')
        page.key('ArrowRight')
        moved = self.state('worldX(0)')
        page.key('ArrowLeft')
        self.assertLess(self.state('worldX(0)'), moved)
        page.key('0')
        self.assertEqual(self.state('[map.view.zoom, map.view.x]'), [1, 0])
        page.key('+')
        self.assertEqual(self.state('map.view.zoom'), 1.5)
        page.key('-')
        page.size(420, 900, touch=True)
        x, y = page.middle('#canvas')
        page.touch('touchStart', (x - 30, y), (x + 30, y))
        page.touch('touchMove', (x - 60, y), (x + 60, y))
        page.touch('touchMove', (x - 90, y), (x + 90, y))
        page.touch('touchEnd')
        self.assertGreater(self.state('map.view.zoom'), 2)
        self.assertEqual(self.state('document.documentElement.scrollWidth'), 420)

    def test_titles_do_not_overlap_at_any_zoom(self):
        for zoom, width in ((1, 1400), (3, 1400), (12, 1400), (1, 420), (3, 420)):
            self.page.size(width, 900)
            self.page.run(f'zoomBy(0); zoomBy({zoom})')
            if zoom == 1:
                self.assertEqual(self.state('map.labels.flatMap(one => one.topics).length'), 4)
            labels = self.state('map.labels.map(({west, east, north, south}) => '
                                '[west, east, north, south])')
            self.assertTrue(labels or zoom > 1)
            for i, (west, east, north, south) in enumerate(labels):
                for other in labels[:i]:
                    self.assertTrue(east <= other[0] or other[1] <= west or south <= other[2]
                                    or other[3] <= north)

    def test_selections_by_lasso_topic_search_label_and_period_are_followed(self):
        page = self.page
        x, y, width, height = page.run('''(() => {
            map.canvas.scrollIntoView({block: 'center'});
            const box = map.canvas.getBoundingClientRect();
            return [box.left, box.top, box.width, box.height]; })()''')
        corners = [(x + 3, y + 3), (x + width / 2, y + 3), (x + width / 2, y + height - 3),
                   (x + 3, y + height - 3)]
        page.drag(corners, modifiers=8)
        many, count, status = self.selected()
        self.assertTrue(0 < many < MANY, many)
        self.assertIn(f'of {many} document', count)
        self.assertIn('lasso', status)
        self.assertEqual(many, page.run('''Array.from({length: listed}, (_, row) => row).filter(
            row => rowX(row) < map.canvas.clientWidth / 2).length'''))
        page.run('map.canvas.focus()')
        page.key('Escape')
        self.assertEqual(self.selected()[0], MANY)
        page.press('.legend button')
        self.assertEqual(self.selected()[0], MANY / 4)
        own = page.run('byId("selection-terms").textContent.split(" ").join("")')
        self.assertTrue(any(all(word in own for word in words.split()[:3])
                            for words in WORDS.values()), own)
        page.press('.legend button')
        page.run('byId("search").focus()')
        page.type('cello')
        page.wait('list.search === "cello"')
        found = sum('cello' in one['text'] for one in texts())
        self.assertEqual(self.selected()[0], found)
        self.assertIn('the names and texts', page.run('byId("documents-hint").textContent'))
        page.run('clearSelection()')
        left, top, wide = page.run('''(() => {
            byId("period-bars").scrollIntoView({block: "center"});
            const box = byId("period-bars").getBoundingClientRect();
            return [box.left, box.top + 40, box.width]; })()''')
        page.drag([(left + wide * 1.5 / 9, top), (left + wide * 2 / 9, top),
                   (left + wide * 3.5 / 9, top)])
        years = [one['date'] for one in texts()]
        self.assertEqual(self.selected()[0], sum('2002' <= year <= '2004' for year in years))
        self.assertEqual(page.run('byId("period-from").selectedOptions[0].textContent'), '2002')
        page.run('clearSelection(); select({class: 0})')
        self.assertEqual(self.selected()[0], MANY / 4)

    def test_a_click_shows_the_whole_text_and_the_address(self):
        page = self.page
        x, y = page.run('''(() => {
            map.canvas.scrollIntoView({block: 'center'});
            const box = map.canvas.getBoundingClientRect();
            return [box.left + rowX(0), box.top + rowY(0)]; })()''')
        page.click(x, y)
        row = self.state('map.row')
        self.assertGreaterEqual(row, 0)
        shown = page.run('document.querySelector("#chosen .document").innerText')
        self.assertIn(next(t for i, t in enumerate(texts()) if i == row)['text'][:20], shown)
        page.run('choose(null, 0)')
        self.assertEqual(self.state('document.querySelector("#chosen a[rel]").href'),
                         'https://example.org/0')
        page.mouse('mouseMoved', x, y)
        self.assertFalse(self.state('byId("tip").hidden'))
        self.assertEqual(page.run('document.querySelectorAll("#tip b, #tip img, main img").length'),
                         0)

    def test_what_is_taken_out(self):
        page = self.page
        page.run('choose(filled[1], -1)')
        page.run('[...document.querySelectorAll("#chosen button")]'
                 '.find(one => one.textContent === "CSV").click()')
        rows = list(csv.DictReader(io.StringIO(page.download('selection.csv').decode())))
        self.assertEqual(len(rows), MANY / 4)
        self.assertEqual({row['topic'] for row in rows}, {'1'})
        given = list(texts())
        for row in rows:
            one = given[int(row['document'])]
            self.assertEqual((row['text'], row['period'], row['label'], row['source']),
                             (one['text'], one['date'], one['label'], one['source']))
            # Texts that spreadsheets would compute have an apostrophe; numbers have none.
            self.assertEqual(row['id'], ("'" if one['id'].startswith('=') else '') + one['id'])
        self.assertTrue(any(row['id'].startswith("'=") for row in rows))
        self.assertTrue(any(row['id'].startswith('-') for row in rows))
        guarded = ['=A1', '+1 car', '-x', '@x', '\tx']
        same = ['-3', '+2.5e3', '-.5', 'a=b', '1-2', '']
        self.assertEqual(page.run(f'{json.dumps(guarded + same)}.map(csvCell)'),
                         [*("'" + cell for cell in guarded), *same])
        page.press('#save-svg')
        drawn = xml.etree.ElementTree.fromstring(page.download('map.svg'))
        paths = [path.get('d') for path in drawn.iter('{http://www.w3.org/2000/svg}path')]
        self.assertEqual(sum(path.count('M') for path in paths), MANY)
        page.press('#save-png')
        self.assertEqual(page.download('map.png')[:8], b'\x89PNG\r\n\x1a\n')

    def test_the_picture_of_points_has_its_axes(self):
        with open(self.folder / 'points.csv', 'w', newline='', encoding='utf-8') as file:
            csv.writer(file).writerows([['income', 'a<b>ge'], *(
                (20 * (i % 3) + i * 7 % 11 / 4, -i * 5 % 13 / 9) for i in range(90))])
        self.succeed('cluster', 'points.csv', '-k', 3, '-m', 'kmeans', '-q', '-o', 'points')
        page = self.page
        page.open(self.folder / 'points/report.html')
        drawn = page.run('svgOf()')
        texts = [one.text for one in xml.etree.ElementTree.fromstring(drawn).iter(
            '{http://www.w3.org/2000/svg}text')]
        for wanted in ('income', 'a<b>ge', '20', '40'):
            self.assertIn(wanted, texts)
        ticks = page.run('''axesOf(map.canvas.clientWidth, map.canvas.clientHeight, () => 0).texts
            .map(one => one.text)''')
        self.assertEqual(texts[:len(ticks)], ticks)

    def test_what_is_in_view_is_selected_under_that_name(self):
        page = self.page
        many = MANY
        for _ in range(20):  # the middle of the map may be empty
            if many < MANY:
                break
            page.run('zoomBy(1.2)')
            page.settle()
            page.press('#select-view')
            many, _, status = self.selected()
        self.assertTrue(0 < many < MANY, many)
        self.assertIn('in view', status)
        self.assertNotIn('lasso', status)

    def test_a_document_is_explained_word_by_word(self):
        page = self.page
        for i, one in enumerate(texts()):
            if i % 31:
                continue
            page.run(f'choose(null, {i})')
            words = page.run('[...document.querySelectorAll(".reasons li bdi")]'
                             '.map(one => one.textContent)')
            self.assertTrue(words)
            self.assertIn(words[0], WORDS[one['label']].split())
            marked = page.run('[...document.querySelectorAll("#chosen mark")]'
                              '.map(one => one.textContent.toLowerCase())')
            self.assertEqual(set(marked), set(words))
            self.assertEqual(page.run('document.querySelector("#chosen .whole").textContent'),
                             page.run(f'visible(textOf({i}))'))
            parts = page.run(f'reasonsOf({i}).map(([, part]) => part)')
            self.assertEqual(parts, sorted(parts, key=abs, reverse=True))
        x, y = page.run('''(() => {
            map.canvas.scrollIntoView({block: 'center'});
            const box = map.canvas.getBoundingClientRect();
            return [box.left + rowX(0), box.top + rowY(0)]; })()''')
        page.mouse('mouseMoved', x, y)
        row = self.state('documentAt(rowX(0), rowY(0))')
        self.assertIn(page.run(f'reasonsOf({row})[0][0]'),
                      page.run('byId("tip").lastElementChild.textContent'))

    def test_groups_are_compared_and_select(self):
        page = self.page
        self.assertFalse(page.run('byId("groups").hidden'))
        self.assertEqual(page.run('document.querySelectorAll("#group-tables tbody tr").length'), 4)
        self.assertEqual(page.run('document.querySelectorAll("#group-tables b").length'), 0)
        self.assertTrue(page.run('byId("groups-as-fitted").hidden'))
        page.run('addEdit({merge: [0, 1]})')
        self.assertFalse(page.run('byId("groups-as-fitted").hidden'))
        page.run('edits.list = []; changed()')
        self.assertTrue(page.run('byId("groups-as-fitted").hidden'))
        page.run('''document.querySelectorAll("#group-tables details")
            .forEach(one => { one.open = true; })''')
        given = list(texts())
        north = [i for i, one in enumerate(given) if one['source'] == 'north']
        page.run('''(choice => { choice.value = String(groupFields[0].groups.indexOf("north"));
            choice.dispatchEvent(new Event("change")); })(byId("by-group-0"))''')
        self.assertEqual(self.state('list.rows'), north)
        self.assertIn('source north', self.selected()[2])
        page.run('chooseGroup(0, -1)')
        self.assertEqual(self.state('list.rows'),
                         [i for i, one in enumerate(given) if not one['source']])
        page.run('clearSelection()')
        self.assertEqual(page.run('byId("by-group-0").value'), '')
        page.run('document.querySelector("#group-tables td button").click()')
        topic, group = self.state('[list.cluster, groupName(0, list.groups[0])]')
        labels = page.run('[...docs.cluster]')
        self.assertEqual(self.state('list.rows'),
                         [i for i, one in enumerate(given)
                          if labels[i] == topic and one['source'] == group])
        counts = page.run('''groupFields[0].counts.map(row => row[0])''')
        self.assertEqual(counts, [sum(labels[i] == 0 and one['source'] == name
                                      for i, one in enumerate(given))
                                  for name in page.run('groupFields[0].groups')])

    def test_dots_are_colored_by_a_field(self):
        page = self.page
        titles = page.run('paints.map(one => one.title)')
        self.assertEqual(titles, ['topic', 'label', 'period', 'source'])
        strokes = '''[...new DOMParser().parseFromString(svgOf(), "image/svg+xml")
            .querySelectorAll("path[stroke-linecap]")].map(path => path.getAttribute("stroke"))'''
        topics = page.run(strokes)
        for at, count in ((1, 4), (2, 9), (3, 3)):  # the groups, and documents without one
            page.run(f'''(choice => {{ choice.value = "{at}";
                choice.dispatchEvent(new Event("change")); }})(byId("color-by"))''')
            drawn = self.state(strokes)
            self.assertEqual(len(set(drawn)), count, titles[at])
            names = page.run('[...document.querySelectorAll(".legend button")]'
                             '.map(one => one.textContent)')
            self.assertEqual(names, page.run(f'''Array.from({{length: paints[{at}].count}},
                (_, one) => visible(clipped(paints[{at}].name(one), 60)))'''))
            page.press('.legend button')
            self.assertEqual(self.state('list.rows'),
                             page.run(f'''Array.from({{length: listed}}, (_, row) => row).filter(
                                 row => paints[{at}].numbers[row] === 0)'''))
            page.press('.legend button')
            self.assertEqual(self.selected()[0], MANY)
        page.run('paint.by = 0; drawSelection()')
        self.assertEqual(page.run(strokes), topics)

    def test_regions_follow_merges(self):
        page = self.page
        sums = 'fieldsOfTopics().map(field => field.values.reduce((sum, x) => sum + x, 0))'
        for size in page.run(sums):
            self.assertAlmostEqual(size, MANY / 4, places=3)
        merged = page.run('''(() => {
            const [a, b] = fieldsOfTopics(), sum = sumOf([a, b]), at = (one, x, y) =>
              x < one.x || y < one.y || x >= one.x + one.wide || y >= one.y + one.tall ? 0 :
              one.values[(y - one.y) * one.wide + x - one.x];
            let most = 0;
            for (let y = 0; y < fine; ++y)
              for (let x = 0; x < fine; ++x)
                most = Math.max(most, Math.abs(at(a, x, y) + at(b, x, y) - at(sum, x, y)));
            return most; })()''')
        self.assertLess(merged, 1e-5)
        page.run('addEdit({merge: [0, 1]})')
        regions = self.state('''levelRegions(map.levels[map.levels.length - 1])
            .map(one => [one.shown, one.outline.length > 0])''')
        self.assertEqual(regions, [[True, True], [False, False], [True, True], [True, True]])

    def test_merged_topics_show_their_sum_and_a_name_by_rule(self):
        page = self.page
        own = page.run('[0, 1, 2].map(c => ownName(c))')
        page.run('addEdit({merge: [1, 0]})')
        self.assertEqual(page.run('clusterName(1)'), f'{own[0]} + {own[1]}')
        self.assertIn(f'{MANY // 2} documents',
                      page.run('document.querySelector("#cluster-1 .numbers").textContent'))
        self.assertIn('Merged into 1',
                      page.run('document.querySelector("#cluster-0 .numbers").textContent'))
        self.assertEqual(page.run('''[...document.querySelectorAll("#sizes tbody tr")].map(row =>
            row.children[2].textContent)'''), [str(MANY // 2), str(MANY // 4), str(MANY // 4)])
        self.assertIn('4 before edits', page.run('byId("tiles").textContent'))
        # The name given to one of them first, by their numbers, as `topics apply` does.
        page.run('addEdit({rename: 2, name: "two"}); addEdit({merge: [1, 2]})')
        self.assertEqual(page.run('clusterName(1)'), 'two')
        (self.folder / 'edits.json').write_text(page.run('editsText()'))
        self.succeed('topics', 'apply', self.results / 'out/model.manifact', 'edits.json', '-o',
                     'edited.manifact')
        listed = json.loads(self.succeed('topics', 'list', 'edited.manifact', '--json'))
        self.assertEqual([(topic['title'], topic['size']) for topic in listed][0],
                         ('two', 3 * MANY // 4))
        page.run('addEdit({rename: 1, name: "all"})')
        self.assertEqual(page.run('clusterName(1)'), 'all')

    def test_edits_are_kept_saved_and_applied(self):
        page = self.page
        page.run('document.querySelector("#cluster-2 .edit").open = true')
        page.middle('#cluster-2 .edit input')
        page.run('(box => { box.focus(); box.select(); })'
                 '(document.querySelector("#cluster-2 .edit input"))')
        page.type('Things <b>of</b> one kind')
        page.press('#cluster-2 .edit .button')
        page.run('addEdit({merge: [0, 1]}); addEdit({hide: [3]}); addEdit({note: 2, text: "ok"})')
        page.open(self.results / 'out/report.html')  # again
        self.assertEqual(page.run('edits.list.length'), 4)
        self.assertIn('Things <b>of</b>', page.run('byId("edits-list").textContent'))
        self.assertEqual(page.run('document.querySelectorAll(".legend li").length'), 2)
        self.assertEqual(page.run('[edits.now(1), edits.now(3)]'), [0, -1])
        page.press('#save-edits')
        (self.folder / 'edits.json').write_bytes(page.download('edits.json'))
        self.succeed('topics', 'apply', self.results / 'out/model.manifact', 'edits.json', '-o',
                     'edited.manifact')
        listed = json.loads(self.succeed('topics', 'list', 'edited.manifact', '--json'))
        self.assertEqual([topic['size'] for topic in listed], [MANY / 2, MANY / 4])
        self.assertEqual(listed[1]['title'], 'Things <b>of</b> one kind')
        self.succeed('topics', 'apply', self.results / 'out/model.manifact', 'edits.json', '-o',
                     'edited')
        before, after = (support.page_data((at / 'report.html').read_text())['documents']['place']
                         for at in (self.results / 'out', self.folder / 'edited'))
        self.assertEqual(before, after)
        page.press('#edits-list button')
        self.assertEqual(page.run('edits.list.length'), 3)

    def test_a_dark_page_prints_on_white(self):
        page = self.page
        page.size(1400, 1000, 'dark')
        card = 'getComputedStyle(document.body).getPropertyValue("--card")'
        pixel = '[...map.canvas.getContext("2d").getImageData(2, 2, 1, 1).data].slice(0, 3)'
        dark = self.state(f'[{card}, colorOf(0), {pixel}]')
        page.run('dispatchEvent(new Event("beforeprint"))')
        printed = page.run(f'[{card}, colorOf(0), {pixel}]')
        self.assertEqual((printed[0], printed[2]), ('#fff', [255, 255, 255]))
        page.run('dispatchEvent(new Event("afterprint"))')
        self.assertEqual(page.run(f'[{card}, colorOf(0), {pixel}]'), dark)
        page.size(1400, 1000)
        self.assertEqual(self.state('colorOf(0)'), printed[1])

    def test_axe_finds_nothing(self):
        path = os.environ.get('MANIFACT_AXE')
        if not path:
            self.skipTest('MANIFACT_AXE does not name axe.min.js')
        for scheme, width in (('light', 1400), ('dark', 420)):
            self.page.size(width, 1000, scheme)
            self.page.run('choose(filled[0], 0)')
            self.page.run(pathlib.Path(path).read_text(encoding='utf-8') + '; 0')
            found = self.page.run('''axe.run().then(done => done.violations.map(
                one => [one.id, one.nodes.map(node => node.html).slice(0, 3)]))''')
            self.assertEqual(found, [], scheme)


support.main()
