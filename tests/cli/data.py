"""From counts to clusters and scores on real collections, read from ../shared (or MANIFACT_SHARED),
skipped where they are absent."""
import json
import unittest

import support
from support import ProgramTest


class Collections(ProgramTest):
    def scores(self, name, k, *arguments):
        folder = self.shared(name)
        self.succeed('cluster', folder / 'X.mtx.gz', '-k', k, '-q', '-o', 'results', '--terms',
                     folder / 'vocab.txt', *arguments)
        return json.loads(self.succeed('evaluate', folder / 'labels.txt', 'results/labels.txt',
                                       '--json'))

    def test_classic3_is_separated(self):
        scores = self.scores('classic3', 3)
        self.assertGreater(scores['accuracy'], 0.97)
        self.assertGreater(scores['nmi'], 0.9)
        summary = json.loads((self.folder / 'results/summary.json').read_text())
        self.assertEqual((summary['n_documents'], summary['n_terms'], sum(summary['sizes'])),
                         (3891, 4303, 3891))

    def test_bbc_news_gives_five_subjects(self):
        self.assertGreater(self.scores('bbc_news', 5)['accuracy'], 0.95)
        terms = json.loads((self.folder / 'results/summary.json').read_text())['top_terms']
        self.assertTrue(any('film' in words for words in terms), terms)

    def test_documents_of_the_training_data_are_assigned_to_their_own_clusters(self):
        folder = self.shared('classic3')
        self.scores('classic3', 3)
        again = [int(line) for line in self.succeed('assign', 'results/model.manifact',
                                                    folder / 'X.mtx.gz', '-q', '-o',
                                                    '-').split()]
        labels = self.labels('results/labels.txt')
        self.assertGreater(sum(map(int.__eq__, again, labels)) / len(labels), 0.95)


if __name__ == '__main__':
    support.main()
