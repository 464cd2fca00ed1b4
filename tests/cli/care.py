"""Protection from accidents: inputs are not overwritten, names are not taken for classes, long
words are shortened, and errors name the input."""
import gzip
import json
import re

import support
from support import ProgramTest, matrix_market, topic_texts, tsv


class Outputs(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write('in.tsv', tsv(topic_texts()))
        self.succeed('cluster', 'in.tsv', '-k', 3, '-q', '-o', 'out')

    def test_no_output_over_an_input(self):
        (self.folder / 'link').symlink_to('in.tsv')
        (self.folder / 'hard').hardlink_to(self.folder / 'in.tsv')
        self.write('words', 'oven\n')
        self.write('X.ids.txt', 'a text\n')
        model = 'out/model.manifact'
        self.write('m.manifact', (self.folder / model).read_bytes())
        for arguments, *names in (
                (['vectorize', 'in.tsv', '-o', 'in.tsv'], 'in.tsv'),
                (['vectorize', 'link', '-o', 'in.tsv'], 'in.tsv', 'link'),
                (['vectorize', 'in.tsv', '-o', './hard'], './hard', 'in.tsv'),
                (['vectorize', 'X.ids.txt', '-o', 'X.mtx'], 'X.ids.txt'),
                (['vectorize', 'in.tsv', '-o', 'X.mtx', '--terms-out', 'in.tsv'], 'in.tsv'),
                (['vectorize', 'in.tsv', '-o', 'words', '--stop-words', 'words'], 'words'),
                (['assign', model, 'in.tsv', '-o', 'in.tsv'], 'in.tsv'),
                (['assign', model, 'in.tsv', '-o', model], model),
                (['graph', 'in.tsv', '-p', 3, '-o', 'hard'], 'hard', 'in.tsv'),
                (['topics', 'merge', 'm.manifact', 0, 1, '-o', 'm.manifact'], 'm.manifact'),
                (['topics', 'rename', 'm.manifact', 0, 'x', '-o', './m.manifact'], 'm.manifact'),
                (['update', 'm.manifact', 'in.tsv', '-o', 'm.manifact'], 'm.manifact'),
                (['cluster', 'out/clusters.csv', '-k', 3, '-o', 'out'], 'out/clusters.csv'),
                (['cluster', 'in.tsv', '-k', 3, '-o', 'out', '--graph', 'out/labels.txt'],
                 'out/labels.txt')):
            with self.subTest(arguments):
                self.fail_with(1, arguments, 'would overwrite', *names)

    def test_no_output_over_another_one(self):
        for terms in ('X.mtx.gz', './X.ids.txt', 'X.labels.txt',
                      '../' + self.folder.name + '/X.classes.txt'):
            with self.subTest(terms):
                self.fail_with(1, ['vectorize', 'in.tsv', '-o', 'X.mtx.gz', '--terms-out', terms],
                               '--terms-out', terms, 'X.mtx.gz')
        self.succeed('vectorize', 'in.tsv', '-o', 'X.mtx.gz', '--terms-out', 'X.terms.txt', '-q')

    def test_terms_that_cannot_be_written_keep_the_counts_from_it(self):
        self.fail_with(1, ['vectorize', 'in.tsv', '-o', 'X.mtx', '--terms-out', '/dev/full'],
                       '/dev/full')

    def test_no_file_gets_the_name_dash(self):
        for arguments in (['vectorize', 'in.tsv', '-o', '-'],
                          ['graph', 'in.tsv', '-p', 3, '-o', '-'],
                          ['cluster', 'in.tsv', '-k', 3, '-o', '-']):
            self.fail_with(1, arguments, '-o -')


class Names(ProgramTest):
    def cluster(self, labels):
        pairs = topic_texts(documents=20)
        self.write('a.tsv', tsv((labels(i), text) for i, (_, text) in enumerate(pairs)))
        code, out, err = self.run_program('cluster', 'a.tsv', '-k', 3, '-o', 'out')
        self.assertEqual(code, 0, err)
        page = (self.folder / 'out/report.html').read_text()
        data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>',
                                    page, re.S).group(1))
        return out, err, json.loads((self.folder / 'out/summary.json').read_text()), data

    def test_labels_that_are_names_evaluate_nothing(self):
        warning = ('the labels look like names rather than classes (31 distinct labels of 60 '
                   'documents); the evaluation is skipped: --max-classes 31 evaluates them')
        out, err, summary, data = self.cluster(lambda i: f'name {min(i, 30)}')
        self.assertIn(warning, err)
        self.assertEqual(summary['warnings'], [warning])
        self.assertNotIn('accuracy', out)
        self.assertNotIn('evaluation', summary)
        self.assertFalse({'classes', 'scores', 'confusion'} & set(data))
        self.assertNotIn('class', data['documents'])

    def test_at_most_half_as_many_classes_as_documents_count_as_classes(self):
        out, err, summary, data = self.cluster(lambda i: f'class {min(i, 29)}')
        self.assertEqual((err, summary['evaluation']['n_classes'], len(data['classes'])),
                         ('', 30, 30))
        self.assertIn('accuracy', out)


class LongTerms(ProgramTest):
    def test_they_are_shortened_in_output_for_people(self):
        word = 'é' * 100_000
        self.write('a.tsv', tsv((label, f'{text} {word}') for label, text in topic_texts()))
        out = self.succeed('cluster', 'a.tsv', '-k', 3, '-s', 'weighting=none', '-s',
                           'term-score=concept', '-o', 'out')
        self.assertIn('é' * 40 + '…', out)
        self.assertNotIn('é' * 41, out)
        terms = json.loads((self.folder / 'out/summary.json').read_text())['top_terms']
        self.assertTrue(all('é' * 200 + '…' in words for words in terms))
        page = (self.folder / 'out/report.html').read_text()
        self.assertIn('é' * 40 + '…', page)
        self.assertNotIn('"top_terms"', page)
        self.assertLess(len(page), 200_000)


class BrokenText(ProgramTest):
    def test_it_is_counted_by_every_command_and_in_every_format(self):
        texts = [text.encode() for _, text in topic_texts()]
        texts[2] += ' é é é é é é'.encode()
        texts[3] += b' caf\xe9 \xf0\x9f x'  # two parts, one of two bytes
        lines = b'\n'.join(texts) + b'\n'
        records = b''.join(b'{"text": "' + text + b'"}\n' for text in texts)
        self.write('a.tsv', lines)
        self.write('a.jsonl', records)
        self.succeed('cluster', 'a.tsv', '-k', 3, '-q', '-o', 'out')
        for name in ('a.tsv', 'a.jsonl'):
            for command in (['cluster', name, '-k', 3], ['assign', 'out/model.manifact', name]):
                code, _, err = self.run_program(*command)
                self.assertEqual((code, err),
                                 (0,
                                  f'manifact: warning: {name}: 2 invalid UTF-8 sequences '
                                  f'replaced by U+FFFD; is the input UTF-8? --encoding names '
                                  f'another encoding\n'))


class Guesses(ProgramTest):
    HINT = '--format tsv reads each line as a document'

    def documents(self, text, *arguments):
        return json.loads(self.succeed('cluster', '-', '-k', 2, '--json', *arguments,
                                       stdin=text.encode()))['n_documents']

    def test_text_that_begins_like_something_else(self):
        for beginning in ('[sport] goal league', '[1] goal league', '2024', '17:30 goal league',
                          '3 17:30 goal league', '# 12', 'goal,league\n7',
                          '1,2 goals'):
            with self.subTest(beginning):
                text = f'{beginning}\nmatch penalty\noven flour\nbutter flour\n'
                self.fail_with(1, ['cluster', '-', '-k', 2],
                               'standard input: the format is unclear', self.HINT,
                               stdin=text.encode())
                self.assertEqual(self.documents(text, '--format', 'tsv'),
                                 beginning.count('\n') + 4)

    def test_tables_with_a_header_and_without(self):
        for content in ('a,b\n1,2\n3,4\n5,5\n', '1;2\n3;4\n5;5\n', '1\n2\n4\n',
                        '1 1:2 3:4.5e1 # first\n2 2:1\n1 1:1\n'):
            with self.subTest(content):
                self.assertEqual(self.documents(content), 3)

    def test_an_error_of_a_guessed_format_names_the_option(self):
        good = '{"text": "oven flour"}\n'
        for content in (good + 'oven\n', '{oven}\n', '[{"text": "a"}\n', '[\n {"text": true}\n]\n',
                        'Package: a\nno field\n', '1,2\n3,oven\n',
                        '1 1:2\n2 oven\n'):
            with self.subTest(content):
                self.fail_with(1, ['cluster', '-', '-k', 2], self.HINT, stdin=content.encode())
                self.write('content', content)
                self.fail_with(1, ['cluster', 'content', '-k', 2], self.HINT)
        self.write('a.jsonl', good + 'oven\n')
        for arguments in (['a.jsonl'], ['-', '--format', 'jsonl']):
            _, _, err = self.run_program('cluster', *arguments, '-k', 2,
                                         stdin=(good + 'oven\n').encode())
            self.assertNotIn(self.HINT, err)

    def test_mat_files_come_as_they_are_and_as_files(self):
        head = b'MATLAB 5.0 MAT-file' + b' ' * 109
        self.write('a.mat.gz', gzip.compress(head))
        self.write('packed', gzip.compress(head))
        for name in ('a.mat.gz', 'packed'):
            self.fail_with(1, ['cluster', name, '-k', 2],
                           name + ' is a compressed MAT file; decompress it first')
        for stdin in (head, gzip.compress(head)):
            self.fail_with(1, ['cluster', '-', '-k', 2],
                           'MAT files are read from files, not from standard input', stdin=stdin)


class Sentences(ProgramTest):
    def test_whole_numbers_are_asked_for_by_their_flag(self):
        for command, flag, least in ((['cluster', 'missing'], '-k', 1),
                                     (['graph', 'missing'], '-p', 1),
                                     (['cluster', 'missing', '-k', 2], '--threads', 0)):
            for value in ('-1', 'abc', '2.5', '3x', '99999999999999999999'):
                with self.subTest((flag, value)):
                    self.fail_with(1, [*command, flag, value],
                                   f'{flag} {value}: expected an integer from {least}')
        self.fail_with(1, ['cluster', 'missing', '--clusters', 0],
                       '-k 0: expected an integer from 1')

    def test_more_neighbors_than_there_are_is_a_warning(self):
        self.counts()
        code, out, err = self.run_program('graph', 'counts.mtx', '-p', 200, '--json')
        warning = 'neighbors reduced from 200 to 35: there are only 36 documents'
        self.assertEqual((code, json.loads(out)['warnings'], err),
                         (0, [warning], f'manifact: warning: {warning}\n'))
        code, out, err = self.run_program('graph', 'counts.mtx', '-p', 35, '--json')
        self.assertEqual((code, json.loads(out)['warnings'], err), (0, [], ''))

    def test_errors_name_the_input(self):
        self.counts()
        self.succeed('cluster', 'counts.mtx', '-k', 3, '-q', '-o', 'out')
        self.write('small.csv', '1,2\n3,4\n')
        self.write('nothing.csv', '0,0\n0,0\n')
        self.write('wordless.tsv', 'a\t...\nb\t\n')
        self.fail_with(1, ['assign', 'out/model.manifact', 'small.csv'], 'small.csv: ',
                       '2 features')
        self.fail_with(1, ['cluster', 'nothing.csv', '-k', 1], 'nothing.csv: ')
        self.fail_with(1, ['cluster', 'wordless.tsv', '-k', 1], 'wordless.tsv: no term is left')
        self.fail_with(1, ['cluster', '-', '-k', 1], 'standard input: no term is left',
                       stdin=b'a\t...\n')

    def test_help_offers_what_the_command_takes(self):
        self.assertNotIn('svmlight', self.succeed('vectorize', '--help'))
        self.assertIn('svmlight', self.succeed('cluster', '--help'))
        self.assertIn('manifact options METHOD', self.succeed('options', 'vectorizer'))

    def test_default_iterations_are_only_counted(self):
        self.write('counts.mtx', matrix_market(support.block_counts()))
        self.assertRegex(self.succeed('cluster', 'counts.mtx', '-k', 3),
                         r'\n\d+ iterations?(, converged)?, objective ')
        self.assertRegex(self.succeed('cluster', 'counts.mtx', '-k', 3, '-m', 'ncut'),
                         r'\neigenvectors, converged, objective ')
        self.assertRegex(self.succeed('cluster', 'counts.mtx', '-k', 3, '-m', 'can'),
                         r'\n[1-9]\d* rounds?, converged, objective ')
        self.assertRegex(self.succeed('cluster', 'counts.mtx', '-k', 5, '-m', 'can', '-s',
                                      'max-iterations=1', '-s', 'neighbors=20'),
                                      r'\n1 round, not converged, objective ')


if __name__ == '__main__':
    support.main()
