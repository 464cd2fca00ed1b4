"""Columns of tables of numbers are found by their names, in assign and update, and are shown."""
import json

import support
from support import ProgramTest

NAMES = ['width', 'length', 'depth']
# Only the width separates the groups; the length has its values the other way.
ROWS = [[0, 9, 5], [1, 9, 5], [0.5, 8, 5], [9, 1, 5], [8, 0, 5], [8.5, 0, 4]] * 4
LABELS = [0, 0, 0, 1, 1, 1] * 4


def csv(names, rows, separator=','):
    lines = [names] if names else []
    return ''.join(separator.join(map(str, line)) + '\n' for line in [*lines, *rows])


class FeatureNames(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write('fit.csv', csv(NAMES, ROWS))

    def fit(self, *arguments, name='fit.csv'):
        self.succeed('cluster', name, '-m', 'kmeans', '-k', 2, '-q', '-o', 'out', *arguments)
        labels = self.labels('out/labels.txt')
        self.assertTrue(support.same_groups(labels, LABELS))
        return labels

    def assign(self, name, *arguments):
        code, _, err = self.run_program('assign', 'out/model.manifact', name, '-o', 'new.txt',
                                        *arguments)
        self.assertEqual(code, 0, err)
        return self.labels('new.txt'), err

    def test_columns_in_any_order(self):
        expected = self.fit()
        self.write('new.csv', csv(NAMES[::-1], [row[::-1] for row in ROWS]))
        self.assertEqual(self.assign('new.csv'), (expected, ''))
        self.write('new.tsv', csv(NAMES[::-1], [row[::-1] for row in ROWS], '\t'))
        self.assertEqual(self.assign('new.tsv')[0], expected)
        self.succeed('update', 'out/model.manifact', 'new.csv', '-q', '-o', 'grown')
        self.assertEqual(self.labels('grown/labels.txt'), 2 * expected)
        self.succeed('update', 'grown/model.manifact', 'new.csv', '-q', '--refit', '-o', 'again')
        self.assertEqual(self.assign('new.csv')[0], expected)
        self.assertEqual(self.labels('again/labels.txt'), 3 * expected)

    def test_other_columns_are_left_out_and_told(self):
        expected = self.fit()
        rows = [[f'n{i}', *row[::-1], 'ab'[i % 2], 1000 - i] for i, row in enumerate(ROWS)]
        self.write('new.csv', csv(['note', *NAMES[::-1], 'species', 'mass'], rows))
        labels, err = self.assign('new.csv')
        self.assertEqual(labels, expected)
        self.assertIn('left out: "note", "species", "mass"', err)
        self.assertIn('a table with 3 features', err)
        self.write('long.csv', csv([*NAMES, 'comment'],
                                   [[*row, 'a long remark about this row, by hand '.replace(',', '')
                                     + 'and more words'] for row in ROWS]))
        self.assertEqual(self.assign('long.csv')[0], expected)

    def test_classes_and_ids_of_the_fit_are_no_features_of_a_batch(self):
        self.write('full.csv', csv(['id', *NAMES, 'target'],
                                   [[7 * i, *row, i % 2] for i, row in enumerate(ROWS)]))
        expected = self.fit(name='full.csv')
        self.assertEqual(self.assign('full.csv')[0], expected)
        self.assertEqual(self.assign('fit.csv')[0], expected)
        # A batch of one class, and ids that repeat.
        self.write('new.csv', csv([*NAMES, 'target', 'id'], [[*row, 1, 7] for row in ROWS]))
        self.assertEqual(self.assign('new.csv')[0], expected)

    def test_update_refuses_rows_that_the_model_has(self):
        rows = [[f'c{i}', *row] for i, row in enumerate(ROWS)]
        self.write('named.csv', csv(['id', *NAMES], rows))
        self.fit(name='named.csv')
        self.write('more.csv', csv(['id', *NAMES], [['c30', *ROWS[0]], ['c3', *ROWS[1]]]))
        code, _, err = self.run_program('update', 'out/model.manifact', 'more.csv', '-o', 'grown')
        self.assertEqual(code, 1)
        self.assertIn("already has a document 'c3'", err)
        self.write('more.csv', csv(['id', *NAMES], [['c30', *ROWS[0]], ['c31', *ROWS[1]]]))
        self.succeed('update', 'out/model.manifact', 'more.csv', '-o', 'grown')

    def test_a_missing_column_is_refused_with_the_nearest_name(self):
        self.fit()
        self.write('new.csv', csv(['width', 'lenght', 'depth'], ROWS))
        for command in ['assign', 'out/model.manifact', 'new.csv'], \
                ['update', 'out/model.manifact', 'new.csv', '-o', 'grown']:
            self.fail_with(1, command, 'new.csv', "1 of the 3 features of the model is missing: "
                           "'length'; did you mean 'lenght'?")

    def test_a_batch_without_names_is_taken_in_order_which_is_told(self):
        expected = self.fit()
        self.write('new.csv', csv([], ROWS))
        labels, err = self.assign('new.csv')
        self.assertEqual(labels, expected)
        self.assertIn('have no names and are taken in the order of the features of the model', err)

    def test_names_that_are_numbers(self):
        self.write('fit.csv', csv([0, 1, 2], ROWS))
        expected = self.fit()
        self.write('new.csv', csv([2, 0, 1], [[c, a, b] for a, b, c in ROWS]))
        self.assertEqual(self.assign('new.csv')[0], expected)
        self.write('few.csv', csv([0, 1, 2], [[1, 9, 5]]))
        self.assertEqual(self.assign('few.csv')[0], [expected[0]])

    def test_a_model_without_names_takes_columns_in_order(self):
        self.write('fit.csv', csv([], ROWS))
        expected = self.fit()
        labels, err = self.assign('fit.csv')
        self.assertEqual((labels, err), (expected, ''))
        self.assertNotIn(b'feature_names', (self.folder / 'out/model.manifact').read_bytes())

    def test_topics_are_described_by_names(self):
        self.fit()
        self.assertIn('width', self.succeed('assign', 'out/model.manifact', 'fit.csv', '-q'))
        self.assertIn('width', self.succeed('topics', 'list', 'out/model.manifact'))
        self.succeed('update', 'out/model.manifact', 'fit.csv', '-q', '-o', 'grown')
        topics = json.loads((self.folder / 'grown/topics.json').read_text())
        self.assertLessEqual({term for topic in topics for term in topic['top_terms']}, set(NAMES))
        self.fail_with(1, ['assign', 'out/model.manifact', 'fit.csv', '--format', 'tsv'],
                       'no vocabulary')

    def test_edits_keep_the_names(self):
        expected = self.fit()
        self.succeed('topics', 'rename', 'out/model.manifact', 0, 'wide', '-q', '-o', 'n.manifact')
        self.write('new.csv', csv(NAMES[::-1], [row[::-1] for row in ROWS]))
        self.succeed('assign', 'n.manifact', 'new.csv', '-q', '-o', 'new.txt')
        self.assertEqual(self.labels('new.txt'), expected)


if __name__ == '__main__':
    support.main()
