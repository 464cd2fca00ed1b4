"""Tables of numbers: features with means and z-scores where text has top terms, and the data of the
scatter plot in the report."""
import csv
import json
import math

import support
from support import ProgramTest, block_counts

# Two groups: means 2.5, 11 and 12.5, 30; of all 7.5, 20.5.
ROWS = [(1.5, 10), (2.5, 12), (3.5, 11), (11.5, 30), (12.5, 28), (13.5, 32)]
HEIGHT, WIDTH = math.sqrt(154 / 6), math.sqrt(551.5 / 6)  # the deviations of all
Z = {'width': 9.5 / WIDTH, 'height': 5 / HEIGHT}


def scores(values, labels, c):
    """The mean of a cluster, and its z-score, by the definition."""
    mean = sum(values) / len(values)
    deviation = math.sqrt(sum((x - mean) ** 2 for x in values) / len(values))
    own = [x for x, label in zip(values, labels) if label == c]
    return sum(own) / len(own), (sum(own) / len(own) - mean) / deviation if deviation else 0


class Points(ProgramTest):
    def table(self, rows=ROWS, header='height,width'):
        text = ''.join(','.join(map(str, row)) + '\n' for row in rows)
        return self.write('items.csv', (header + '\n' if header else '') + text)

    def cluster(self, *arguments, name='items.csv', k=2, folder='out'):
        self.printed = self.succeed('cluster', name, '-k', k, '-m', 'kmeans', '-s', 'restarts=10',
                                    '-o', folder, *arguments)
        return json.loads((self.folder / folder / 'summary.json').read_text())

    def page(self, folder='out'):
        page = (self.folder / folder / 'report.html').read_text()
        return support.page_data(page)

    def small(self, folder='out'):
        """The number of the cluster of the first row."""
        return self.labels(f'{folder}/labels.txt')[0]

    def check_features(self, clusters, name=lambda feature: feature):
        low = clusters[self.small()]
        self.assertEqual([one['name'] for one in low], [name('width'), name('height')])
        self.assertEqual([one['feature'] for one in low], [1, 0])
        for one, mean, z in zip(low, (11, 2.5), (-Z['width'], -Z['height'])):
            self.assertAlmostEqual(one['mean'], mean)
            self.assertAlmostEqual(one['z'], z)
        high = clusters[1 - self.small()]
        for one, mean, z in zip(high, (30, 12.5), (Z['width'], Z['height'])):
            self.assertAlmostEqual(one['mean'], mean)
            self.assertAlmostEqual(one['z'], z)

    def test_warnings_call_rows_of_numbers_rows(self):
        self.table([(i % 5, i % 7) for i in range(95)] + [(500, 500)])
        err = self.run_program('cluster', 'items.csv', '-k', 2, '-m', 'kmeans')[2]
        self.assertIn('cluster 0 has 99.0% of the rows; try another', err)

    def test_features_have_means_in_the_units_of_the_input_and_z_scores(self):
        self.table()
        for arguments in ((), ('-s', 'scaling=z-score'), ('-s', 'scaling=min-max'),
                          ('-s', 'keep-data=no')):
            with self.subTest(arguments):
                summary = self.cluster(*arguments)
                self.check_features(summary['features'])
                self.assertEqual(summary['top_terms'], [['width', 'height']] * 2)
                topics = json.loads((self.folder / 'out/topics.json').read_text())
                self.assertEqual([topic['features'] for topic in topics], summary['features'])
                for c, topic in enumerate(topics):
                    self.assertLess(topic['spread'], 0.2, c)

    def test_the_table_of_the_terminal_shows_signed_scores(self):
        self.table()
        self.cluster()
        self.assertIn('6 rows x 2 features in 2 clusters by kmeans', self.printed)
        title, *rows = self.printed.split('\n\n')[1].splitlines()
        self.assertEqual(title.split(), ['cluster', 'size', 'share', 'spread', 'example',
                                         'features', '(z-scores)'])
        self.assertTrue(rows[self.small()].endswith('  width -1.0, height -1.0'), rows)
        self.assertTrue(rows[1 - self.small()].endswith('  width +1.0, height +1.0'), rows)

    def test_features_without_names_have_numbers(self):
        self.table(header='')
        summary = self.cluster()
        self.check_features(summary['features'],
                            {'width': 'feature 1', 'height': 'feature 0'}.get)
        self.assertIn('feature 1 +1.0, feature 0 +1.0', self.printed)

    def test_features_are_sorted_by_size_of_their_score_and_limited(self):
        rows = [(i % 3 + 0.25 * (i % 7), 100 * (i % 3 == 1) + i % 5, 3.5, -0.1 * i, (i * i) % 11)
                for i in range(64)]
        self.table(rows, 'a,b,constant,d,e')
        summary = self.cluster('-s', 'top-terms=4', k=3)
        labels = self.labels('out/labels.txt')
        for c, features in enumerate(summary['features']):
            right = sorted(((*scores(column, labels, c), name)
                            for column, name in zip(zip(*rows), 'a b constant d e'.split())),
                           key=lambda one: -abs(one[1]))[:4]
            self.assertEqual([one['name'] for one in features], [name for *_, name in right])
            for one, (mean, z, _) in zip(features, right):
                self.assertAlmostEqual(one['mean'], mean)
                self.assertAlmostEqual(one['z'], z)
        self.assertNotIn('constant', self.printed)

    def test_counts_keep_their_top_terms(self):
        self.counts()
        self.write('rows.csv', support.csv(block_counts()))
        for name in ('counts.mtx', 'rows.csv'):
            summary = self.cluster(name=name, k=3)
            self.assertNotIn('features', summary)
            self.assertIn('36 documents x 18 features', self.printed)
            self.assertRegex(self.printed, 'cohesion +example +top features\n')
            data = self.page()
            self.assertNotIn('points', data)
            self.assertIn('exclusivity', data['clusters'][0])

    def test_topics_and_assign_show_features(self):
        self.table()
        summary = self.cluster()
        model, low = 'out/model.manifact', self.small()
        listed = self.succeed('topics', 'list', model).splitlines()
        self.assertEqual(listed[0].split(), ['topic', 'rows', '%', 'features', '(z-scores)'])
        self.assertRegex(listed[1 + low], r'width.* -1\.0|feature 1 -1\.0, feature 0 -1\.0$')
        found = json.loads(self.succeed('topics', 'list', model, '--json'))
        for one, features in zip(found, summary['features']):
            self.assertEqual([(f['feature'], f['mean'], f['z']) for f in one['features']],
                             [(f['feature'], f['mean'], f['z']) for f in features])
        shown = self.succeed('topics', 'show', model, low)
        self.assertIn('3 rows, 50.0 % of all', shown)
        self.assertRegex(shown, r'distance +row\n')
        one = json.loads(self.succeed('topics', 'show', model, low, '--json'))
        self.assertEqual(one['features'], found[low]['features'])
        distances = [document['distance'] for document in one['documents']]
        self.assertEqual(distances, sorted(distances))
        self.assertAlmostEqual(one['near'][0]['distance'], math.hypot(10, 19))
        out = self.succeed('assign', model, 'items.csv', '-q')
        self.assertIn('features (z-scores)', out)
        self.assertRegex(out, r' -1\.0, .* -1\.0 ')

    def test_features_of_an_edited_model_follow_its_topics(self):
        rows = [(10 * (i % 3) + i % 4 / 4, i % 5 / 4) for i in range(30)]
        self.table(rows)
        self.cluster(k=3)
        self.succeed('topics', 'merge', 'out/model.manifact', 0, 1, '-o', 'merged', '-q')
        labels = self.labels('merged/labels.txt')
        for c, features in enumerate(json.loads(
                (self.folder / 'merged/summary.json').read_text())['features']):
            for one in features:
                mean, z = scores([row[one['feature']] for row in rows], labels, c)
                self.assertAlmostEqual(one['mean'], mean)
                self.assertAlmostEqual(one['z'], z)
        self.assertIn('points', self.page('merged'))

    def test_two_features_are_the_axes_of_the_plot(self):
        self.table()
        for arguments in ((), ('-s', 'scaling=z-score')):
            self.cluster(*arguments)
            data = self.page()
            self.assertEqual(data['points']['of_features'], True)
            across, up = data['points']['axes']
            self.assertEqual(across, {'low': 1.5, 'high': 13.5, 'name': 'height'})
            self.assertEqual(up, {'low': 10.0, 'high': 32.0, 'name': 'width'})
            places = data['documents']['place']
            for i, (height, width) in enumerate(ROWS):
                self.assertAlmostEqual(1.5 + 12 * places[2 * i] / 10000, height, delta=0.001)
                self.assertAlmostEqual(10 + 22 * places[2 * i + 1] / 10000, width, delta=0.002)
            low = data['clusters'][self.small()]
            self.assertEqual([one[0] for one in low['features']], ['width', 'height'])
            self.assertEqual([one[1:3] for one in low['features']], [[11.0, 20.5], [2.5, 7.5]])
            self.assertNotIn('exclusivity', low)
            self.assertNotIn('cosine', data['documents'])

    def test_more_features_are_placed_on_principal_axes(self):
        # t along (1, 2, -2) / 3 and s along (2, 1, 2) / 3, from a point far away.
        steps = [((i - 30) * (1 if abs(i - 30) > 5 else 0.5), 0.5 * (-1) ** i) for i in range(61)]
        self.table([(500 + (t + 2 * s) / 3, 500 + (2 * t + s) / 3, 500 + (-2 * t + 2 * s) / 3)
                    for t, s in steps], 'a,b,c')
        self.cluster('-s', 'scaling=none')
        data = self.page()
        first, second = data['points']['axes']
        self.assertEqual(data['points']['of_features'], False)
        weights = dict(first['weights'])
        for name, right in zip('abc', (1, 2, -2)):
            self.assertAlmostEqual(weights[name], right / 3, delta=0.011)
        self.assertEqual(first['weights'][2][0], 'a')
        self.assertAlmostEqual(first['share'] + second['share'], 1, delta=0.0011)
        self.assertAlmostEqual(first['low'], -30, delta=0.1)
        self.assertAlmostEqual(first['high'], 30, delta=0.1)
        places = [first['low'] + (first['high'] - first['low']) * x / 10000
                  for x in data['documents']['place'][::2]]
        for place, (t, _) in zip(places, steps):
            self.assertAlmostEqual(place, t, delta=0.1)
        self.assertEqual(places, sorted(places))

    def test_the_same_page_for_any_number_of_threads(self):
        self.table([(i % 3 + i * i % 17 / 9, i % 5, i * 7 % 13, -i) for i in range(90)], 'a,b,c,d')
        pages = []
        for threads in (1, 3):
            self.cluster('--threads', threads, k=3)
            data = self.page()
            pages.append((data['points'], data['documents'], data['clusters']))
        self.assertEqual(*pages)

    def test_rows_without_a_cluster_keep_their_place_and_count_for_the_whole(self):
        rows = [tuple(10 * ((i % 3 + d) % 3) + (i * (7 + 4 * d) % 11) / 11 for d in (0, 1))
                for i in range(60)] + [(25, 0.5), (-4, 14)]
        self.table(rows)
        summary = self.cluster('--outliers', 0.034, k=3)
        labels = self.labels('out/labels.txt')
        self.assertEqual(labels[60:], [-1, -1])
        for c, features in enumerate(summary['features']):
            for one in features:
                mean, z = scores([row[one['feature']] for row in rows], labels, c)
                self.assertAlmostEqual(one['mean'], mean)
                self.assertAlmostEqual(one['z'], z)
        data = self.page()
        across = data['points']['axes'][0]
        self.assertEqual((across['low'], across['high']), (-4, 25))
        self.assertEqual(data['documents']['place'][::2][60:], [10000, 0])
        self.assertEqual(data['documents']['cluster'][60:], [-1, -1])

    def test_texts_of_vectors_describe_them_as_before(self):
        rows = [(10 * (i % 2) + i % 7 / 7, i % 5 / 5) for i in range(40)]
        self.table(rows)
        self.write('texts.txt', ''.join(('oven flour butter\n', 'goal league match\n')[i % 2]
                                        for i in range(40)))
        summary = self.cluster('--texts', 'texts.txt')
        self.assertNotIn('features', summary)
        self.assertIn('oven', sum(summary['top_terms'], []))
        self.assertNotIn('points', self.page())

    def test_a_name_with_a_comma_is_a_cell(self):
        self.table(header='"height, cm",width')
        self.cluster()
        self.assertIn('height, cm -1.0', self.printed)
        out = self.succeed('assign', 'out/model.manifact', 'items.csv', '-q', '-o', 'found.csv')
        self.assertEqual(out, '')
        with open(self.folder / 'found.csv', newline='') as file:
            self.assertEqual({len(row) for row in csv.reader(file)}, {6})


support.main()
