"""What is said of tables that are not what they seem, and the commands that this prints."""
import random

import support
from remedies_support import RemedyTest


def edges():
    """Edges within two groups of 20 nodes, in the order of a program: the lower node last."""
    draw = random.Random(1)
    return [(i + base, j + base) for base in (0, 20) for i in range(20) for j in range(i)
            if draw.random() < 0.5] + [(20, 0), (39, 19)]


class Edges(RemedyTest):
    def cluster_nodes(self, name, pattern):
        self.need('awk')
        self.shell(self.command(pattern + r'to cluster (?:its|the) nodes: (awk .*)$', 'cluster',
                                name, '-k', 2) + ' -k 2 -o out')
        labels = self.labels('out/labels.txt')
        ids = (self.folder / f'{name}.documents.txt').read_text().split()
        groups = {int(node) < 20: label for node, label in zip(ids, labels)}
        self.assertEqual(len(set(groups.values())), 2)
        for node, label in zip(ids, labels):
            self.assertEqual(label, groups[int(node) < 20])

    def test_names_of_edges_between_blanks_or_tabs_are_those_of_a_table(self):
        for name, header, separator in (('a.txt', 'from to\n', ' '),
                                        ('s.txt', '# Nodes: 40\n# FromNodeId\tToNodeId\n', '\t'),
                                        ('c.csv', 'source,target\n', ',')):
            with self.subTest(name):
                self.write(name, header + ''.join(f'{i}{separator}{j}\n' for i, j in edges()))
                self.cluster_nodes(name, 'is a table of edges .*; ')

    def test_edges_without_names_are_told(self):
        both = sorted(edges() + [(j, i) for i, j in edges()])
        for name, separator, pairs, weight in (
                ('a.csv', ',', edges(), ''), ('a.txt', ' ', edges(), ''),
                ('a.tsv', '\t', both, ''), ('w.csv', ',', edges(), ',0.5')):
            with self.subTest(name):
                self.write(name, ''.join(f'{i}{separator}{j}{weight}\n' for i, j in pairs))
                self.cluster_nodes(name, 'seems to be a list of edges, .*; ')

    def test_points_of_whole_numbers_are_no_edges(self):
        draw = random.Random(2)
        grid = [(i, j) for i in range(40) for j in range(40) if i != j]
        points = [(draw.randrange(60), draw.randrange(60)) for _ in range(500)]
        above = [(i, i + draw.randrange(1, 9)) for i in points[0] * 100]  # least and greatest
        for rows in (grid, points, above):
            self.write('p.csv', ''.join(f'{i},{j}\n' for i, j in rows))
            self.assertNotIn('edges', self.said('cluster', 'p.csv', '-k', 2))


if __name__ == '__main__':
    support.main()
