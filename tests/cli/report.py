"""report.html of hand-made documents: its data as JSON, and the page itself in headless Chromium at
two widths, if Chromium is installed."""
import csv
import html
import json
import pathlib
import re
import shutil
import subprocess
import unittest

import support
from support import PATIENCE, ProgramTest, block_counts, matrix_market

BROWSERS = ('chromium', 'chromium-browser', 'google-chrome')
# A sanitized program writes the same page: only that of the plain build is opened.
CHROMIUM = (None if support.is_sanitized()
            else next(filter(None, map(shutil.which, BROWSERS)), None))
PROBE = (pathlib.Path(__file__).parent / 'report_probe.js').read_text()
WIDTHS = (1400, 420)
COLLECT = ("addEventListener('message', event => "
           "document.getElementById('found').append(event.data + '\\n'))")
SECTIONS = ['overview', 'map', 'edits', 'size', 'clusters', 'tree', 'nearest', 'documents', 'run']
# What must stay text: markup, the end of the script that holds it, a comment, broken UTF-8,
# controls, another direction, a long word.
HOSTILE = [b'</script><script>owned=true</script>',
           b'<img src=https://evil.example/x onerror=owned=true>', b'<!--<script>', b'\xff\xfe\x80',
           b'\x00\x01\x1b[31m\x7f', '\u202eesrever\u2066'.encode(), b'w' * 3000,
           b'"\\\'&lt;b&gt;{data}{script}', b'${owned=true}`',
           ']]>\u2028\u2029'.encode(), '\U0001F600\u0645\u0631\u062d\u0628\u0627'.encode()]


class Report(ProgramTest):
    def report(self, *arguments, folder='results'):
        self.succeed('cluster', *arguments, '-q', '-o', folder)
        return (self.folder / folder / 'report.html').read_text(encoding='utf-8')

    def data(self, page):
        return support.page_data(page)

    def open(self, page, wanted):
        """What the probe found at each width: one browser with a frame for each, which starts no
        more than once."""
        if CHROMIUM is None:
            self.skipTest('there is no chromium to open the report with')
        hook = f'<script nonce="report">{PROBE}; window.wanted = {json.dumps(wanted)};</script>'
        (self.folder / 'probed.html').write_text(page.replace('</title>', '</title>' + hook, 1),
                                                 encoding='utf-8')
        frames = ''.join(
            f'<iframe src="probed.html" style="width:{width}px;height:1000px;border:0"></iframe>'
            for width in WIDTHS)
        (self.folder / 'frames.html').write_text(
            f'<!DOCTYPE html><pre id="found"></pre><script>{COLLECT}</script>{frames}')
        command = [CHROMIUM, '--headless', '--no-sandbox', '--disable-gpu',
                   '--disable-dev-shm-usage', '--disable-background-networking',
                   '--no-first-run', f'--user-data-dir={self.folder / "profile"}',
                   '--window-size=1400,1000', '--virtual-time-budget=20000',
                   '--dump-dom', (self.folder / 'frames.html').as_uri()]
        done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=True)
        lines = re.search(r'<pre id="found">(.*?)</pre>', done.stdout.decode('utf-8', 'replace'),
                          re.S).group(1).split('\n')[:-1]
        self.assertEqual(len(lines), len(WIDTHS),
                         'a probe never ended\n' + done.stderr.decode(errors='replace')[-2000:])
        return sorted((json.loads(html.unescape(line)) for line in lines),
                      key=lambda found: -found.get('width', 0))

    def check_page(self, page, n_documents, n_clusters, sections=None, wanted=None,
                   thing='document'):
        for width, found in zip(WIDTHS, self.open(page, wanted)):
            with self.subTest(width=width):
                self.assertEqual(found['wrong'], [])
                self.assertNotIn('failed', found)
                self.assertEqual(found['width'], width)
                self.assertEqual((found['overflow'], found['overflowAfter']), (0, 0))
                self.assertEqual(found['sections'], sections or SECTIONS)
                self.assertEqual(found['links'], len(sections or SECTIONS))
                self.assertEqual((found['addresses'], found['owned'], found['foreignElements']),
                                 ([], False, 0))
                self.assertEqual(found['scripts'], 3)  # the data, the page's own, the probe
                self.assertTrue(found['headings'])
                self.assertEqual((found['cards'], found['sizes']),
                                 (n_clusters, n_clusters if n_clusters <= 25 else 20))
                self.assertEqual(found['rows'], min(50, n_documents))
                self.assertIn(f'of {n_documents:,} {thing}', found['total'])
                self.assertEqual(found['here'], [1, True, True])
                self.assertEqual(found['cosines'],
                                 sorted(found['cosines'], reverse=thing == 'document'))
                self.assertEqual(found['nothing'], [f'No matching {thing}s.', 0])
                self.assertEqual((found['chosen'][0], found['released'], found['terms']),
                                 (1, 0, [True, True]))
                groups = n_clusters - 1
                self.assertEqual(found['groups'],
                                 [groups, groups, 0] if 'tree' in found['sections'] else [0])
                self.assertTrue(found['caption'])  # not cut, as wide as the table may be
                self.assertGreater(found['pixels'], 100)
                self.assertGreaterEqual(found['pointed'], min(n_clusters, 3))
            yield found

    def test_data_of_the_page_agrees_with_the_other_results(self):
        self.counts()
        self.write('terms.txt', '\n'.join(f'word{j}' for j in range(18)))
        data = self.data(self.report('counts.mtx', '-k', 3, '--terms', 'terms.txt'))
        summary = json.loads((self.folder / 'results/summary.json').read_text())
        labels = self.labels('results/labels.txt')
        self.assertEqual(data['documents']['cluster'], labels)
        self.assertEqual([cluster['size'] for cluster in data['clusters']], summary['sizes'])
        shown = [[term for term, _ in cluster['exclusivity']] for cluster in data['clusters']]
        self.assertEqual(shown, summary['top_terms'])
        self.assertEqual([cluster['representatives'] for cluster in data['clusters']],
                         summary['representatives'])
        for key in ('method', 'options', 'n_documents', 'n_terms', 'objective', 'iterations',
                    'warnings', 'diagnostics'):
            self.assertEqual(data['run'][key], summary[key], key)
        self.assertEqual(len(data['history']), summary['iterations'] + 1)
        self.assertEqual(data['history'][-1], summary['objective'])
        self.assertEqual(len(data['documents']['place']), 2 * len(labels))
        with open(self.folder / 'results/clusters.csv') as table:
            shares = [float(line.split(',')[2]) for line in list(table)[1:]]
        for share, permille in zip(shares, data['documents']['share']):
            self.assertAlmostEqual(share, permille / 1000, delta=0.0006)

    def test_clusters_have_their_own_places_on_the_map(self):
        for k in (1, 2, 4, 30):
            self.counts(n_blocks=k, documents=8)
            clusters = self.data(self.report('counts.mtx', '-k', k, '-m', 'kmeans'))['clusters']
            for c, one in enumerate(clusters):
                for other in clusters[:c]:
                    (x, y, r), (u, v, s) = one['disc'], other['disc']
                    self.assertGreater((x - u) ** 2 + (y - v) ** 2, (r + s) ** 2, (k, c))
                cosines = [cosine for _, cosine in one['near']]
                self.assertEqual(cosines, sorted(cosines, reverse=True))
                others = {d for d in range(k) if d != c and clusters[d]['size'] > 0}
                near = {d for d, _ in one['near']}
                self.assertTrue(near <= others and len(near) == min(5, len(others)), (k, c, near))

    def test_more_documents_than_a_page_holds_are_thinned_evenly(self):
        many = 20001
        self.write('many.mtx',
                   f'%%MatrixMarket matrix coordinate integer general\n{many} 4 {2 * many}\n' +
                   ''.join(f'{i + 1} {i % 2 + 1} 1\n{i + 1} {i % 2 + 3} {1 + i % 5}\n'
                           for i in range(many)))
        data = self.data(self.report('many.mtx', '-k', 2, '-m', 'spherical-kmeans', '-s',
                                     'restarts=1', '-s', 'max-iterations=2', '--report', 'small'))
        representatives = {document for cluster in data['clusters']
                           for document in cluster['representatives']}
        self.assertEqual(data['documents']['number'],
                         sorted(representatives | set(range(0, many, 2))))
        labels = self.labels('results/labels.txt')
        self.assertEqual(data['documents']['cluster'],
                         [labels[number] for number in data['documents']['number']])
        self.assertEqual(data['run']['n_documents'], many)

    def test_options_choose_the_terms(self):
        self.counts()
        for score in ('exclusivity', 'lift', 'concept'):
            page = self.report('counts.mtx', '-k', 3, '-s', 'top-terms=3', '-s',
                               f'term-score={score}', folder=score)
            terms = [[term for term, _ in cluster[score]]
                     for cluster in self.data(page)['clusters']]
            self.assertEqual({len(words) for words in terms}, {3})
            self.assertEqual(terms,
                             json.loads((self.folder / score / 'summary.json').read_text())[
                                 'top_terms'])

    def test_the_page_fetches_nothing(self):
        self.counts()
        page = self.report('counts.mtx', '-k', 3)
        self.assertIn("default-src 'none'", page)
        markup = re.sub(r'<script.*?</script>|<style.*?</style>', '', page, flags=re.S)
        self.assertNotRegex(markup, r'https?:|<link|<img|<iframe|\bsrc=')
        self.assertNotRegex(page,
                            r'@import|url\(|\bimport\(|fetch\(|XMLHttpRequest|WebSocket|\beval\(')
        self.assertNotRegex(page, r'innerHTML|outerHTML|insertAdjacentHTML|document\.write')

    def test_same_run_same_page(self):
        self.counts()
        first, second = (self.report('counts.mtx', '-k', 3, '--threads', threads,
                                     folder=str(threads)) for threads in (1, 3))
        first, second = self.data(first), self.data(second)
        for data in (first, second):
            for key in ('seconds', 'peak_bytes'):
                del data['run'][key]
            del data['run']['options']['threads']
        self.assertEqual(first, second)

    def test_page_opens(self):
        self.counts()
        for found in self.check_page(self.report('counts.mtx', '-k', 3), 36, 3):
            # 3, 13, 23, 30 to 35: every word, in any place
            self.assertEqual(found['searched'][0], '1\u20139 of 9 documents')
            self.assertIn('of 12 document', found['inFirst'])
            self.assertEqual((found['near'], found['heat'], found['curve']), (3, 0, 1))
            self.assertEqual(found['title'], 'Topics of counts.mtx')

    def test_a_page_for_sharing_names_no_folders_on_the_way_to_its_input(self):
        (self.folder / 'private').mkdir()
        self.write('private/texts.csv', b'text\n'
                   + b'oven flour butter\ngoal league striker\n' * 9 + b'caf\xe9 \xc3\xa9 oven\n')
        self.write('private/stop.txt', 'butter\n')
        place = str(self.folder / 'private')
        page = self.report(place + '/texts.csv', '-k', 2, '--stop-words', place + '/stop.txt')
        self.assertNotIn('private', page)
        self.assertNotIn(str(self.folder), page)
        self.assertEqual(self.data(page)['input'], 'texts.csv')
        self.assertTrue(self.data(page)['run']['warnings'])
        page = self.report(place + '/texts.csv', place + '/texts.csv', '-k', 2, folder='two')
        self.assertNotIn('private', page)
        self.assertEqual(self.data(page)['input'], '')
        self.write('new.jsonl', '{"text": "oven butter"}\n')
        self.succeed('update', 'results/model.manifact', self.folder / 'new.jsonl', '-o', 'grown',
                     '-q')
        page = (self.folder / 'grown/report.html').read_text()
        self.assertNotIn(str(self.folder), page)

    def test_page_of_folders_and_of_a_renamed_topic(self):
        for name, words in support.TOPICS.items():
            for i in range(12):
                some = ' '.join(words.split()[i % 3:i % 3 + 5])
                (self.folder / 'texts' / name).mkdir(parents=True, exist_ok=True)
                self.write(f'texts/{name}/{i}.txt', some)
        out = self.succeed('cluster', 'texts', '-k', 3, '-o', 'results')
        self.assertIn('36 documents lie in 3 folders: agreement 1.0000, nmi ', out)
        self.assertNotIn('accuracy', out)
        summary = json.loads((self.folder / 'results/summary.json').read_text())
        self.assertIs(summary['evaluation']['of_folders'], True)
        self.succeed('topics', 'rename', 'results/model.manifact', 0,
                     'An extraordinarily long name of one topic', '-o', 'named')
        page = (self.folder / 'named/report.html').read_text()
        for found in self.open(page, None):
            self.assertEqual(found['title'], 'Topics of 36 documents')
            self.assertEqual(found['lead'], '36 documents in 3 topics')
            self.assertEqual(found['evaluation'], ['Agreement with the folders', 'agreement'])
            # at most two lines of 24 characters
            self.assertEqual(found['mapLabels'][0], 'An extraordinarily long name of one topic')
            self.assertNotIn('name', found['mapLabels'][1])
            self.assertIn('extraordinarily', found['cardText'][0])

    def test_a_refit_keeps_the_places(self):
        words = list(support.TOPICS.values())
        self.write('texts.csv', 'text\n' + ''.join(
            ' '.join((words[i % 3].split() * 2)[i % 5:i % 5 + 6]) + f' w{i % 7}\n'
            for i in range(90)))
        self.write('more.csv', 'text\n' + ''.join(
            ' '.join((words[i % 3].split() * 2)[i % 4:i % 4 + 5]) + '\n' for i in range(12)))
        before = self.data(self.report('texts.csv', '-k', 3))['documents']['place']
        self.succeed('update', 'results/model.manifact', 'more.csv', '--refit', '-q', '-o', 'again')
        after = self.data((self.folder / 'again/report.html').read_text())['documents']['place']
        self.assertEqual(len(after), len(before) + 24)
        for old, new in zip(before, after):  # as texts of six digits in between
            self.assertAlmostEqual(old, new, delta=2)
        self.assertNotIn(65535, after)

    def test_bars_over_time_are_printed(self):
        self.counts()
        printed = self.report('counts.mtx', '-k', 3).split('@media print')[1]
        self.assertRegex(printed, r'\.time span[^}]*print-color-adjust: exact')

    def test_page_of_coclusters_shows_the_blocks(self):
        self.counts()
        page = self.report('counts.mtx', '-k', 3, '-m', 'drcc', '-s', 'feature-clusters=4', '-s',
                           'lambda=1')
        blocks = json.loads((self.folder / 'results/summary.json').read_text())['feature_clusters']
        self.assertEqual(self.data(page)['blocks'], blocks)
        used = sum(size > 0 for size in blocks['sizes'])
        sections = SECTIONS[:5] + ['blocks'] + SECTIONS[5:]
        for found in self.check_page(page, 36, 3, sections=sections):
            self.assertEqual(found['blocks'], [3, used + 1, used])
        for found in self.check_page(self.report('counts.mtx', '-k', 3, folder='other'), 36, 3):
            self.assertEqual(found['blocks'], [0, 0, 0])

    def test_page_of_known_labels_and_pairs_lists_violations(self):
        self.counts()
        self.write('labels.txt', ''.join('abc'[i % 3] + '\n' for i in range(9)) + '\n' * 27)
        self.write('pairs.txt', '0 3 -1\n9 12 1\n12 9 -1\n20 23 1\n')
        page = self.report('counts.mtx', '-k', 3, '-m', 'rcf', '--labels', 'labels.txt',
                           '--constraints', 'pairs.txt')
        self.assertEqual(self.data(page)['run']['constraints'],
                         json.loads((self.folder / 'results/summary.json').read_text())[
                             'constraints'])
        sections = SECTIONS[:5] + ['known'] + SECTIONS[5:]
        for found in self.check_page(page, 36, 3, sections=sections):
            hint, headings, rows = found['known']
            self.assertEqual(hint,
                             '9 labels of 3 classes (a, b, c) and 2 pairs were given; the '
                             'clustering satisfies 10 of these 11. They are soft constraints.')
            self.assertEqual(headings, ['Violated pairs: 1', 'Contradictions: 2', 'Conflicts: 1'])
            self.assertEqual(rows, 4)

    def test_page_of_a_suggested_number_shows_its_evidence(self):
        self.counts()
        page = self.report('counts.mtx', '-k', 'auto')
        suggestion = self.data(page)['run']['suggestion']
        self.assertEqual(suggestion['k'], 3)
        at = SECTIONS.index('nearest') + 1
        for found in self.check_page(page, 36, 3,
                                     sections=SECTIONS[:at] + ['suggestion'] + SECTIONS[at:]):
            hint, rows = found['suggestion']
            self.assertTrue(hint.startswith('3 topics suggested (range 2 to 35): '
                                            + suggestion['reason']), hint)
            self.assertEqual(rows, 34)

    def test_page_of_one_cluster_opens(self):
        self.counts()
        sections = [name for name in SECTIONS if name not in ('tree', 'nearest')]
        list(self.check_page(self.report('counts.mtx', '-k', 1), 36, 1, sections=sections))

    def test_page_of_many_clusters_opens(self):
        self.counts(n_blocks=30, documents=4)
        page = self.report('counts.mtx', '-k', 30, '-m', 'kmeans', '-s', 'restarts=30')
        filled = sum(cluster['size'] > 0 for cluster in self.data(page)['clusters'])
        self.assertGreater(filled, 25)
        list(self.check_page(page, 120, filled))

    def test_page_of_an_unassigned_document_opens(self):
        rows = block_counts()
        rows.append([0] * len(rows[0]))
        self.write('counts.mtx', matrix_market(rows))
        page = self.report('counts.mtx', '-k', 3)
        self.assertEqual(self.data(page)['documents']['cluster'][36], -1)
        for found in self.check_page(page, 37, 3):
            self.assertTrue(any('1 of 37 documents is empty' in notice
                                for notice in found['notices']))

    def test_page_of_labeled_text_opens(self):
        words = ['apple pear plum cherry quince', 'iron copper zinc nickel cobalt',
                 'violin cello flute oboe harp']
        texts = [(i % 3, ' '.join((words[i % 3].split() * 3)[i % 5:i % 5 + 7])) for i in range(60)]
        lines = [f'{("fruit", "metal", "music")[topic]}\t{text}\n' for topic, text in texts]
        self.write('fruit.tsv', ''.join(lines) + 'apple without a label\n')
        page = self.report('fruit.tsv', '-k', 3)
        data = self.data(page)
        self.assertEqual(data['classes'], ['fruit', 'metal', 'music'])
        self.assertEqual([score['value'] for score in data['scores']], [1] * 5)
        self.assertEqual(sorted(map(sum, data['confusion'])), [0, 20, 20, 20])
        self.assertEqual(data['documents']['class'], [topic for topic, _ in texts] + [-1])
        self.assertEqual(data['documents']['text'],
                         [text for _, text in texts] + ['apple without a label'])
        sections = [*SECTIONS[:-1], 'evaluation', SECTIONS[-1]]
        for found in self.check_page(page, 61, 3, sections=sections, wanted='CELLO violin'):
            self.assertEqual((found['heat'], found['heatColumns']), (3, 4))
            fitting = sum('cello' in text and 'violin' in text for _, text in texts)
            self.assertEqual(found['searched'][0], f'1\u2013{fitting} of {fitting} documents')

    def test_texts_are_cut_by_characters_and_the_search_tells_where(self):
        words = ('apple pear plum cherry quince ', 'iron copper zinc nickel cobalt ')
        texts = [words[i % 2] * 9 for i in range(20)]
        texts[18] = 'apple pear ' + '\u044f' * 5000
        texts[19] = 'ninechars ' * 500
        self.write('long.tsv', ''.join(f'same\t{text}\n' for text in texts))
        page = self.report('long.tsv', '-k', 2)
        begins = self.data(page)['documents']['text']
        self.assertEqual(begins[18], texts[18][:4000] + '\u2026')
        self.assertEqual(begins[19], texts[19][:3999] + '\u2026')  # a blank is not the last
        for found in self.open(page, None):
            self.assertIn('the first 4,000 characters', found['covers'])

    def test_one_class_is_shown_without_scores(self):
        self.write('one.tsv',
                   ''.join(f'same\t{"red green blue" if i % 2 else "one two three"} {i}\n'
                           for i in range(10)))
        page = self.report('one.tsv', '-k', 2)
        self.assertEqual((self.data(page)['classes'], 'scores' in self.data(page)),
                         (['same'], False))
        list(self.check_page(page, 10, 2, sections=[name for name in SECTIONS if name != 'tree']))

    def points(self, names, rows):
        """A table with a column of labels."""
        with open(self.folder / 'points.csv', 'w', newline='', encoding='utf-8') as file:
            csv.writer(file).writerows([[*names, 'species'], *rows])
        return self.report('points.csv', '-k', 3, '-m', 'kmeans', '-s', 'restarts=10')

    def test_page_of_points_speaks_of_rows_features_and_clusters(self):
        rows = [(20 * (i % 3) + i * 7 % 11 / 4 + 0.25, -i * 5 % 13 / 9, 'abc'[i % 3])
                for i in range(90)]
        page = self.points(('income', 'age'), rows)
        sections = [*SECTIONS[:-1], 'evaluation', SECTIONS[-1]]
        for found in self.check_page(page, 90, 3, sections=sections, thing='row'):
            self.assertEqual(found['title'], 'Clusters of points.csv')
            self.assertEqual(found['lead'], '90 rows in 3 clusters')
            self.assertEqual(found['words'], [])
            title, label, hint = found['plot']
            self.assertEqual(title, 'Scatter plot')
            self.assertIn('Scatter plot of 90 rows in 3 clusters: income, and age', label)
            self.assertIn('placed by its two features', hint)
            for drawn in ('income', 'age', '20', '40'):
                self.assertIn(drawn, found['ticks'])
            self.assertEqual([len(table) for table in found['features']], [2, 2, 2])
            self.assertTrue(all('income' in ''.join(table) for table in found['features']))
            self.assertEqual((found['near'], found['heat']), (3, 3))

    def test_page_of_points_of_many_features_names_the_axes(self):
        rows = [(9 * (i % 3 == 0) + i * 7 % 11 / 9, i * 5 % 13 / 9, 9 * (i % 3 == 1) + i % 4, 2.5,
                 'abc'[i % 3]) for i in range(60)]
        page = self.points(('w', 'x', 'y', 'constant'), rows)
        axes = self.data(page)['points']['axes']
        sections = [*SECTIONS[:-1], 'evaluation', SECTIONS[-1]]
        for found in self.check_page(page, 60, 3, sections=sections, thing='row'):
            for name, axis in zip(('First', 'Second'), axes):
                title = f"{name} principal axis, {100 * axis['share']:.1f}% of the variance"
                self.assertTrue(any(title.startswith(drawn.removesuffix('\u2026'))
                                    for drawn in found['ticks'] if len(drawn) > 20), title)
            self.assertIn('the first follows', found['plot'][2])
            self.assertEqual({len(table) for table in found['features']}, {4})

    def test_hostile_names_of_features_stay_text(self):
        names = [text.replace(b'\0', b'').replace(b'\xff\xfe\x80', b'?').decode() + str(j)
                 for j, text in enumerate(HOSTILE)]
        rows = [[*((i % 3) * (j % 4) + i * (j + 3) % 7 / 7 + i / 40 for j in range(len(names))),
                 'abc'[i % 3]] for i in range(60)]
        page = self.points(names, rows)
        self.assertEqual(page.count('</script>'), 2)
        shown = {feature[0] for cluster in self.data(page)['clusters']
                 for feature in cluster['features']}
        self.assertTrue(any('<script>' in name for name in shown))
        sections = [*SECTIONS[:-1], 'evaluation', SECTIONS[-1]]
        for found in self.check_page(page, 60, 3, sections=sections, thing='row'):
            self.assertNotRegex(''.join(sum(found['features'], [])),
                                '[\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069]')

    def test_hostile_documents_stay_text(self):
        documents = []
        for i in range(60):
            text = HOSTILE[i % len(HOSTILE)].decode('utf-8', 'replace')
            words = ('red green blue ', 'one two three ', 'sun moon star ')[i % 3]
            documents.append({'text': words * 2 + text, 'label': text[:40] + str(i % 2),
                              'id': text + str(i)})
        self.write('documents.jsonl',
                   ''.join(json.dumps(document) + '\n' for document in documents))
        page = self.report('documents.jsonl', '-k', 3)
        self.assertEqual(page.count('</script>'), 2)
        data = self.data(page)['documents']
        self.assertEqual((len(data['id']), len(data['text'])), (60, 60))
        self.assertLess(max(map(len, data['id'])), 122)
        self.assertLess(max(map(len, data['text'])), 4002)
        sections = [*SECTIONS[:-1], 'evaluation', SECTIONS[-1]]
        list(self.check_page(page, 60, 3, sections=sections, wanted='script'))

    def test_hostile_titles_and_names_of_files_and_groups_stay_text(self):
        name = '<img src=x onerror=owned=true>&quot;"\'.jsonl'
        titles = [HOSTILE[k].decode() for k in (0, 1, 7)]
        self.write(name, ''.join(json.dumps(
            {'text': words * 2, 'id': str(i), 'source': HOSTILE[i % 2].decode(),
             'date': f'2024-01-{i + 1:02}'}) + '\n' for i, words in enumerate(
                 ['red green blue ', 'one two three ', 'sun moon star '] * 10)))
        self.report(name, '-k', 3, '--group-field', 'source', folder='0')
        for topic, title in enumerate(titles):
            self.succeed('topics', 'rename', f'{topic}/model.manifact', topic, title, '-o',
                         str(topic + 1))
        page = (self.folder / '3/report.html').read_text(encoding='utf-8')
        self.assertEqual(page.count('</script>'), 2)
        for found in self.open(page, None):
            self.assertEqual((found['wrong'], found['addresses'], found['owned'],
                              found['foreignElements'], found['scripts']), ([], [], False, 0, 3))
            for title in titles:
                self.assertTrue(any(title[:20] in text for text in found['cardText']), title)

    def test_hostile_terms_stay_text(self):
        self.counts()
        terms = [HOSTILE[j % len(HOSTILE)].replace(b'\0', b'') + b'%d' % j for j in range(18)]
        self.write('terms.txt', b'\n'.join(terms))
        page = self.report('counts.mtx', '-k', 3, '--terms', 'terms.txt')
        self.assertEqual(page.count('</script>'), 2)
        shown = {term for cluster in self.data(page)['clusters'] for term,
                 _ in cluster['exclusivity'] + cluster['concept']}
        self.assertIn(HOSTILE[0].decode() + '0', shown)
        for found in self.check_page(page, 36, 3):
            self.assertNotRegex(''.join(found['cardText']),
                                '[\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069]')


support.main()
