"""What a user with a CSV file of points does, with the default (preset=points): cluster, assign,
update, suggest-k, and the report."""
import csv
import json
import math
import random

from support import ProgramTest, main, page_data, same_groups

FAR = 2 ** 30  # a shift that loses no digit of multiples of 2^-10


def moons(n, seed):
    noise, rows, truth = random.Random(seed), [], []
    for i in range(n):
        t, side = math.pi * i / n, 1 if i % 2 else -1
        rows.append(((side < 0) + side * math.cos(t) + noise.gauss(0, 0.05),
                     (side < 0) / 2 + side * math.sin(t) + noise.gauss(0, 0.05)))
        truth.append(i % 2)
    return rows, truth


def groups(sizes, seed, width=1.0):
    """Round groups of these sizes, their centers 15 apart on a line and a half."""
    noise, rows, truth = random.Random(seed), [], []
    for c, size in enumerate(sizes):
        for _ in range(size):
            rows.append((15 * c + noise.gauss(0, width), 15 * (c % 2) + noise.gauss(0, width)))
            truth.append(c)
    return rows, truth


class PointRuns(ProgramTest):
    def table(self, name, rows, shift=0.0):
        text = ''.join(','.join(str(round(x * 1024) / 1024 + shift) for x in row) + '\n'
                       for row in rows)
        self.write(name, 'height,width\n' + text)

    def cluster(self, name, k, *arguments, folder='out'):
        self.printed = self.succeed('cluster', name, '-k', k, '-o', folder, '--force', *arguments)
        summary = json.loads((self.folder / folder / 'summary.json').read_text())
        self.assertEqual(summary['options']['preset'], 'points')
        return summary

    def assigned(self, name):
        out = self.succeed('assign', 'out/model.manifact', name, '-q', '-o', 'found.csv')
        self.assertEqual(out, '')
        with open(self.folder / 'found.csv', newline='') as file:
            return [int(row['topic']) for row in csv.DictReader(file)]

    def test_cluster_assign_and_report(self):
        for (rows, truth), k, kinds in ((moons(300, 1), 2, 'cut|tree.*'),
                                        (groups((150, 60, 20), 2), 3, 'means|mixture')):
            new, right = moons(80, 3) if k == 2 else groups((20, 20, 20), 4)
            for shift in (0, FAR, -FAR):
                with self.subTest(k=k, shift=shift):
                    self.table('items.csv', rows, shift)
                    self.table('new.csv', new, shift)
                    summary = self.cluster('items.csv', k)
                    labels = self.labels('out/labels.txt')
                    self.assertTrue(same_groups(labels, truth))
                    self.assertRegex(summary['diagnostics']['clusters_of'], kinds)
                    self.assertEqual(self.assigned('items.csv'), labels)
                    self.assertTrue(same_groups(self.assigned('new.csv'), right))
                    self.assertNotIn('weak', self.printed)
                    page = (self.folder / 'out/report.html').read_text()
                    data = page_data(page)
                    self.assertEqual(data['documents']['cluster'], labels)
                    self.assertEqual(set(data['documents']['share']), {1000})
                    self.assertEqual([axis['name'] for axis in data['points']['axes']],
                                     ['height', 'width'])

    def test_update_adds_rows_to_their_clusters(self):
        for (rows, _), (new, right), k in ((moons(300, 1), moons(80, 3), 2),
                                           (groups((90, 60, 40), 2), groups((9, 9, 9), 4), 3)):
            self.table('items.csv', rows)
            self.table('new.csv', new)
            self.cluster('items.csv', k, '-q')
            before, added = self.labels('out/labels.txt'), self.assigned('new.csv')
            self.succeed('update', 'out/model.manifact', 'new.csv', '-o', 'more', '--force', '-q')
            labels = self.labels('more/labels.txt')
            self.assertEqual(labels[:len(rows)], before)
            self.assertEqual(labels[len(rows):], added)
            self.assertTrue(same_groups(added, right))

    def test_the_number_of_clusters_is_suggested(self):
        for (rows, _), k in ((moons(300, 1), 2), (groups((90, 60, 40), 2), 3)):
            for shift in (0, FAR):
                self.table('items.csv', rows, shift)
                found = json.loads(self.succeed('suggest-k', 'items.csv', '--to', 8, '--json',
                                                '-q'))
                self.assertEqual(found['k'], k, shift)
        self.assertIn('auto', json.dumps(self.cluster('items.csv', 'auto', '-q')))

    def test_the_order_of_rows_and_columns_does_not_matter(self):
        rows, _ = groups((150, 60, 20), 2, 3.0)
        self.table('items.csv', rows)
        self.cluster('items.csv', 3, '-q')
        right = self.labels('out/labels.txt')
        order = list(range(len(rows)))
        random.Random(5).shuffle(order)
        self.table('items.csv', [rows[i] for i in order])
        self.cluster('items.csv', 3, '-q')
        self.assertEqual(self.labels('out/labels.txt'), [right[i] for i in order])
        self.table('items.csv', [row[::-1] for row in rows])
        self.cluster('items.csv', 3, '-q')
        self.assertEqual(self.labels('out/labels.txt'), right)

    def test_representatives_are_listed_by_their_distance(self):
        rows, _ = groups((150, 60, 20), 2)
        self.table('items.csv', rows)
        summary = self.cluster('items.csv', 3, '-q')
        labels = self.labels('out/labels.txt')
        for c, listed in enumerate(summary['representatives']):
            own = [row for row, label in zip(rows, labels) if label == c]
            center = [sum(column) / len(own) for column in zip(*own)]
            distances = [math.dist(rows[i], center) for i in listed]
            self.assertEqual(distances, sorted(distances))
            self.assertAlmostEqual(distances[0], min(math.dist(row, center) for row in own))

    def test_weak_clusters_are_told_in_the_words_of_tables(self):
        rows, _ = groups((200, 200, 2), 6)
        self.table('items.csv', rows)
        self.cluster('items.csv', 3)
        self.assertIn('\nweak: cluster 2, few rows\n', self.printed)


main()
