"""--idf-from: a small collection is weighted by the document frequencies of a large one."""
import json
import random

import support
from text import TextTest

CLASS_WORDS = ('oven flour yeast dough', 'goal match striker keeper')
COMMON = 'today people city report week long work still'


class IdfFrom(TextTest):
    def setUp(self):
        super().setUp()
        rng = random.Random(3)

        def text(i, common):
            words = rng.choices(COMMON.split(), k=common) * 2
            return ' '.join(words + rng.choices(CLASS_WORDS[i % 2].split(), k=2))

        self.write('small.tsv', ''.join(text(i, 3) + '\n' for i in range(60)))
        # Common words are in nearly all other texts, those of the classes in few.
        self.write('large.tsv', ''.join(
            (COMMON if i % 10 else CLASS_WORDS[i // 10 % 2]) + '\n' for i in range(400)))
        self.truth = [i % 2 for i in range(60)]

    def right(self, *arguments, source='small.tsv'):
        self.succeed('cluster', source, '-k', 2, '-m', 'lccf', '-o', 'out', '--force', '-q', '-s',
                     'min-df=1', *arguments)
        labels = [int(line) for line in (self.folder / 'out/labels.txt').read_text().split()]
        same = sum(a == b for a, b in zip(labels, self.truth))
        return max(same, 60 - same)

    def diagnostics(self):
        return json.loads((self.folder / 'out/summary.json').read_text())['diagnostics']

    def test_rare_words_of_the_large_collection_decide(self):
        self.assertLess(self.right(), 60)
        self.assertNotIn('background_documents', self.diagnostics())
        self.assertEqual(self.right('--idf-from', 'large.tsv'), 60)
        self.assertEqual(self.diagnostics()['background_documents'], 400)
        self.assertEqual(self.diagnostics()['background_unknown_features'], 0)
        # The model weighs new texts alike.
        self.succeed('assign', 'out/model.manifact', 'small.tsv', '-q', '-o', 'new.tsv')
        self.assertEqual(self.labels('new.tsv'), self.labels('out/labels.txt'))

    def test_counts_of_vectorize_are_found_by_their_terms(self):
        self.right('--idf-from', 'large.tsv')
        by_text = (self.folder / 'out/labels.txt').read_text()
        for name in ('small', 'large'):
            self.succeed('vectorize', name + '.tsv', '-o', name + '.mtx', '-q')
        for source in ('small.tsv', 'small.mtx'):
            self.assertEqual(self.right('--idf-from', 'large.mtx', source=source), 60)
            self.assertEqual((self.folder / 'out/labels.txt').read_text(), by_text)
        for ending in ('mtx.gz', 'npz', 'NPZ', 'counts'):
            self.succeed('vectorize', 'large.tsv', '-o', f'other.{ending}', '-q')
            self.assertEqual(self.right('--idf-from', f'other.{ending}'), 60)
            self.assertEqual((self.folder / 'out/labels.txt').read_text(), by_text)

    def test_terms_are_found_by_name_in_matrices_of_other_columns(self):
        self.right('--idf-from', 'large.tsv')
        by_text = (self.folder / 'out/labels.txt').read_text()
        # Terms before, between and behind the others.
        with open(self.folder / 'large.tsv', 'a', encoding='utf-8') as file:
            file.write('aardvark lemma zebra\n')
        self.succeed('vectorize', 'large.tsv', '-o', 'large.mtx', '-q')
        self.assertEqual(self.right('--idf-from', 'large.mtx'), 60)
        self.assertEqual((self.folder / 'out/labels.txt').read_text(), by_text)

    def test_other_terms_are_no_background(self):
        words = (COMMON + ' ' + ' '.join(CLASS_WORDS)).split()
        self.write('others.tsv', ''.join(f'{word[::-1]}x y{word}\n' for word in words))
        self.fail_with(1, ('cluster', 'small.tsv', '-k', 2, '-q', '--idf-from', 'others.tsv'),
                       'none of the', 'occurs in others.tsv')
        (self.folder / 'nameless.mtx').write_text(
            '%%MatrixMarket matrix coordinate integer general\n'
            f'2 {len(words)} 2\n1 1 1\n2 2 1\n')
        self.fail_with(1, ('cluster', 'small.tsv', '-k', 2, '-q', '--idf-from', 'nameless.mtx'),
                       'nameless.mtx has', 'without names')

    def test_like_says_that_it_lacks_the_background(self):
        self.right('--idf-from', 'large.tsv')
        code, _, err = self.run_program('cluster', 'small.tsv', '--like', 'out/summary.json')
        self.assertEqual(code, 0)
        self.assertIn('--idf-from gives them again', err)

    def test_the_source_is_told(self):
        code, _, err = self.run_program('cluster', 'small.tsv', '-k', 2, '--idf-from',
                                        'large.tsv')
        self.assertEqual(code, 0, err)
        self.assertIn('weights by the document frequencies of 400 documents of large.tsv', err)

    def test_suggestions_use_it(self):
        plain = self.succeed('suggest-k', 'small.tsv', '--to', 5, '-q')
        self.assertNotEqual(
            plain, self.succeed('suggest-k', 'small.tsv', '--to', 5, '-q', '--idf-from',
                                'large.tsv'))

    def test_what_cannot_be_compared_is_refused(self):
        self.succeed('vectorize', 'small.tsv', '-o', 'small.mtx', '-q')
        self.fail_with(1, ('cluster', 'small.mtx', '-k', 2, '-q', '--idf-from', 'large.tsv'),
                       'large.tsv is text, but small.mtx is a matrix')
        self.write('other.mtx', '%%MatrixMarket matrix coordinate integer general\n2 3 1\n1 1 1\n')
        self.fail_with(1, ('cluster', 'small.tsv', '-k', 2, '-q', '--idf-from', 'other.mtx'),
                       'other.mtx has 3 columns without names')
        self.fail_with(1, ('cluster', 'small.tsv', '-k', 2, '-q', '--idf-from', 'no.txt'), 'no.txt')
        self.write('points.csv', '1.5,2\n' * 9 + '2,1\n' * 9)
        self.fail_with(1, ('cluster', 'points.csv', '-k', 2, '-q', '--idf-from', 'large.tsv'),
                       'points.csv is dense')


if __name__ == '__main__':
    support.main()
