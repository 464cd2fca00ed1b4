#!/usr/bin/env python3
"""Text that the ranks read in parts has the counts, names and places that one process finds."""
import gzip
import json
import os
import random
import struct
import subprocess
import unittest

from mpirun import ALONE, RanksTest, support

TEXT_COUNTS = os.environ['TEXT_COUNTS']
BBC = support.SHARED / 'data' / 'bbc_news' / 'docs.tsv.gz'


def varied_texts(count=200):
    """Texts of unequal lengths with inflected words, some of them rare, and a few empty texts."""
    random.seed(5)
    stems = ['connect', 'argue', 'market', 'play', 'cluster', 'factor', 'graph', 'cook']
    words = [stem + ending for stem in stems for ending in ('', 's', 'ing', 'ed')]
    words += [f'rare{i}' for i in range(150)] + ['the', 'and', 'naïve', 'Straße', '東京都']
    return [' '.join(random.choices(words, k=random.choice((0, 3, 8, 40))))
            for _ in range(count)]


class TextInput(RanksTest):
    def counts_of(self, ranks, path, *settings):
        """Of the library; 0 ranks: in one process."""
        code, out, err = self.run_ranks(max(ranks, 1), TEXT_COUNTS,
                                        'divided' if ranks else 'alone', path, *settings)
        self.assertEqual(code, 0, err)
        first, *lines = out.splitlines()
        terms = [line for line in lines if line.startswith('term ')]
        entries = [tuple(map(int, line.split())) for line in lines if not line.startswith('term ')]
        return first, terms, sorted(entries)

    def test_counts(self):
        path = self.write('texts.txt', ''.join(f'{text}\n' for text in varied_texts()))
        for settings in ([], ['min-df=3', 'max-df=0.3'], ['stemming=yes'], ['min-df=1000'],
                         ['ngrams=3', 'stemming=yes', 'min-df=2'],
                         ['stop-words=none', 'ngrams=2', 'accents=remove']):
            alone = self.counts_of(0, path, *settings)
            self.assertGreater(len(alone[1]), 20)
            for ranks in (1, 2, 3, 8):
                with self.subTest(settings=settings, ranks=ranks):
                    self.assertEqual(self.counts_of(ranks, path, *settings), alone)

    def test_fewer_texts_than_ranks(self):
        path = self.write('texts.txt', 'market prices\nprices fall\n\n')
        self.assertEqual(self.counts_of(8, path), self.counts_of(0, path))

    def results(self, ranks, *arguments):
        """Columns of clusters.csv and the summary; 0 ranks: of the program for one process."""
        folder = f'out{ranks}'
        arguments = [*map(str, arguments), '-o', folder, '--json', '-q', '--force']
        if ranks:
            out = self.cluster(ranks, *arguments)
        else:
            out = subprocess.run([ALONE, 'cluster', *arguments], cwd=self.folder, check=True,
                                 capture_output=True, text=True).stdout
        clusters = (self.folder / folder / 'clusters.csv').read_text()
        topics = json.loads((self.folder / folder / 'topics.json').read_text())
        return clusters, json.loads(out), [topic['title'] for topic in topics]

    def compare(self, *arguments, ranks=(1, 3, 8)):
        """Everything but rounded numbers is the same as in one process."""
        arguments = [*arguments, '-k', 3, '-m', 'spherical-kmeans']
        alone, summary, titles = self.results(0, *arguments)
        rows = [line.split(',') for line in alone.splitlines()]
        known = [i for i, name in enumerate(rows[0]) if name in ('id', 'label', 'date', 'document')]
        for size in ranks:
            with self.subTest(arguments=arguments, ranks=size):
                clusters, own, own_titles = self.results(size, *arguments)
                own_rows = [line.split(',') for line in clusters.splitlines()]
                self.assertEqual([[row[i] for i in known] for row in own_rows],
                                 [[row[i] for i in known] for row in rows])
                for key in ('n_documents', 'n_terms', 'sizes', 'top_terms', 'representatives'):
                    self.assertEqual(own[key], summary[key], key)
                self.assertEqual([row[1] for row in own_rows], [row[1] for row in rows])
                self.assertEqual(own_titles, titles)
                self.assertEqual(own.get('evaluation'), summary.get('evaluation'))

    def test_tsv(self):
        text = support.tsv(support.topic_texts(30))
        self.compare(self.write('news.tsv', text))
        self.compare(self.write('returns.tsv', text.replace('\n', '\r\n')))
        self.compare(self.write('cut.tsv', '\ufeff' + text.rstrip('\n')))
        self.compare(self.write('long.tsv', text + 'space\t' + 'orbit rocket ' * 20000 + '\n'))


if __name__ == '__main__':
    support.main()
