"""cluster --texts: words, names and labels of texts beside a matrix of vectors, in all results and
in the model; what is refused."""
import csv
import json
import shutil

import support
from support import TOPICS, ProgramTest, topic_texts, tsv

PAIRS = topic_texts()
TEXTS = [text for _, text in PAIRS]


def vectors():
    """Two coordinates that follow the topic of each text, and a third that does not."""
    names = sorted(TOPICS)
    return [(round([3, 0, 1.5][names.index(label)] + (i * 7 % 11) / 30, 4),
             round([0, 3, -2][names.index(label)] + (i * 5 % 13) / 30, 4), i * 3 % 7 / 50)
            for i, (label, _) in enumerate(PAIRS)]


class Texts(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write('texts.tsv', tsv(PAIRS))
        self.write('vectors.csv', support.csv(vectors()))

    def cluster(self, *arguments, out='out'):
        self.succeed('cluster', 'vectors.csv', '-k', 3, '-m', 'kmeans', '-q', '-o', out, *arguments)
        return json.loads((self.folder / out / 'summary.json').read_text())

    def report(self, out='out'):
        page = (self.folder / out / 'report.html').read_text()
        return support.page_data(page)

    def test_describe_the_clusters_and_do_not_change_them(self):
        plain = self.cluster(out='plain')
        summary = self.cluster('--texts', 'texts.tsv')
        labels = self.labels('out/labels.txt')
        self.assertEqual(labels, self.labels('plain/labels.txt'))
        self.assertEqual((summary['sizes'], summary['objective'], summary['representatives']),
                         (plain['sizes'], plain['objective'], plain['representatives']))
        self.assertEqual((summary['n_terms'], summary['n_text_terms']), (3, 21 + 1))
        self.assertEqual(summary['options']['language'], 'english')
        self.assertEqual(summary['evaluation']['accuracy'], 1)
        self.assertEqual(plain['top_terms'][0][0][:8], 'feature ')
        self.assertFalse({'n_text_terms', 'representative_ids', 'evaluation'} & set(plain))
        for cluster, terms in enumerate(summary['top_terms']):
            words = TOPICS[PAIRS[labels.index(cluster)][0]].split()
            self.assertLessEqual(set(terms), set(words))
            self.assertGreater(len(terms), 3)
            self.assertEqual(summary['representative_ids'][cluster],
                             [f'line {i + 1}' for i in summary['representatives'][cluster]])
        with open(self.folder / 'out/clusters.csv', newline='') as file:
            rows = list(csv.reader(file))
        self.assertEqual(rows[0], ['document', 'cluster', 'membership', 'id', 'label', 'margin',
                                   'title'])
        self.assertEqual([row[3:5] for row in rows[1:]],
                         [[f'line {i + 1}', label] for i, (label, _) in enumerate(PAIRS)])
        self.assertIn('top terms', self.succeed('cluster', 'vectors.csv', '-k', 3, '--texts',
                                                'texts.tsv'))

    def test_are_in_the_report_as_those_of_a_text_run(self):
        summary = self.cluster('--texts', 'texts.tsv')
        self.succeed('cluster', 'texts.tsv', '-k', 3, '-m', 'kmeans', '-q', '-o', 'text')
        vectors_page, text_page = self.report(), self.report('text')
        for key in ('id', 'text', 'class'):
            self.assertEqual(vectors_page['documents'][key], text_page['documents'][key])
        self.assertEqual(vectors_page['classes'], text_page['classes'])
        self.assertTrue(vectors_page['named'])
        self.assertFalse(vectors_page['features_named'])
        self.assertEqual([[term for term, _ in cluster['lift']]
                          for cluster in vectors_page['clusters']], summary['top_terms'])
        # The same groups: the same terms with the same scores.
        found = {frozenset(map(tuple, cluster['lift'])) for cluster in vectors_page['clusters']}
        self.assertEqual(found, {frozenset(map(tuple, cluster['lift']))
                                 for cluster in text_page['clusters']})

    def test_take_the_formats_and_options_of_text(self):
        self.write('texts.jsonl', ''.join(json.dumps({'body': text, 'key': f'k{i}'}) + '\n'
                                          for i, text in enumerate(TEXTS)))
        self.write('more.txt', 'oven\n')
        summary = self.cluster('--texts', 'texts.jsonl', '--text-field', 'body', '--id-field',
                               'key', '-s', 'ngrams=2', '-s', 'min-df=4', '--stop-words',
                               'more.txt')
        self.assertEqual((summary['options']['ngrams'], summary['options']['min-df']), (2, 4))
        self.assertRegex(summary['representative_ids'][0][0], '^k[0-9]+$')
        self.assertTrue((self.folder / 'out/table.csv').exists())
        self.assertFalse((self.folder / 'out/table.jsonl').exists())
        self.assertNotIn('oven', {word for terms in summary['top_terms'] for word in terms})
        (self.folder / 'folder').mkdir()
        for i, text in enumerate(TEXTS):
            self.write(f'folder/{i:02}.txt', text)
        self.assertEqual(self.cluster('--texts', 'folder')['representative_ids'][0][0][-4:], '.txt')
        self.write('lines.txt', ''.join(text + '\n' for text in TEXTS))
        with open(self.folder / 'lines.txt', 'rb') as file:
            self.succeed('cluster', 'vectors.csv', '-k', 3, '--texts', '-', stdin=file.read())

    def test_stay_in_the_model_which_assigns_vectors(self):
        self.cluster('--texts', 'texts.tsv')
        expected = (self.folder / 'out/labels.txt').read_text()
        model = 'out/model.manifact'
        self.assertIn(b'keeper\0', (self.folder / model).read_bytes())
        self.assertEqual(self.succeed('assign', model, 'vectors.csv', '-o', '-'), expected)
        self.fail_with(1, ['assign', model, 'texts.tsv'], 'must be a matrix too')

    def test_stand_beside_names_of_the_features(self):
        self.write('names.txt', 'width\nheight\nage\n')
        self.write('counts.mtx', support.matrix_market(support.block_counts(documents=12)))
        self.succeed('cluster', 'counts.mtx', '-k', 3, '-m', 'rcc', '-q', '-o', 'out', '--texts',
                     'texts.tsv', '--terms', self.write('words.txt', ''.join(
                         f'word{j}\n' for j in range(18))))
        summary = json.loads((self.folder / 'out/summary.json').read_text())
        self.assertIn('word', summary['feature_clusters']['top_terms'][0][0])
        self.assertNotIn('word', ' '.join(summary['top_terms'][0]))
        self.assertRegex((self.folder / 'out/features.csv').read_text(), r'\A.*,term\n0,.*,word0\n')
        self.cluster('--texts', 'texts.tsv', '--terms', 'names.txt')

    def test_threads_change_no_byte(self):
        for threads in (1, 3):
            self.cluster('--texts', 'texts.tsv', '--threads', threads, out=f'out{threads}')
        self.assertEqual((self.folder / 'out1/model.manifact').read_bytes(),
                         (self.folder / 'out3/model.manifact').read_bytes())

    def test_that_cannot_be_used_are_refused(self):
        run = ['cluster', 'vectors.csv', '-k', 3, '-o', 'out', '--texts']
        self.fail_with(1, ['cluster', 'texts.tsv', '-k', 3, '--texts', 'texts.tsv'],
                       '--texts gives the texts of the rows of a matrix, but texts.tsv is text')
        self.write('few.tsv', tsv(PAIRS[:-1]))
        self.fail_with(1, [*run, 'few.tsv'],
                       'few.tsv has 35 documents, but vectors.csv has 36 rows')
        self.fail_with(1, [*run, 'vectors.csv'],
                       '--texts expects text, but vectors.csv looks like a matrix')
        self.fail_with(1, [*run, 'missing.tsv'], 'missing.tsv')
        self.fail_with(1, [*run, 'texts.tsv', '--text-field', 'body'], '--text-field')
        self.fail_with(1, [*run, 'texts.tsv', '-s', 'ngrams=9'], 'ngrams')
        self.fail_with(1, ['cluster', '-', '-k', 3, '--texts', '-'],
                       'INPUT and --texts cannot both be standard input')
        self.fail_with(1, ['cluster', 'vectors.csv', '-k', 3, '-s', 'ngrams=2'], 'applies to text')
        (self.folder / 'kept').mkdir()
        shutil.copy(self.folder / 'texts.tsv', self.folder / 'kept/labels.txt')
        self.fail_with(1, ['cluster', 'vectors.csv', '-k', 3, '-o', 'kept', '--texts',
                           'kept/labels.txt'], 'would overwrite the input')


if __name__ == '__main__':
    support.main()
