"""Reading text: every format, plain and gzip, from files and from standard input; malformed text
gives one message that names the file and the line."""
import gzip
import json
import os

import support
from support import ProgramTest, matrix_market, block_counts, topic_texts, tsv


# Options of vectorize that keep every word.
AS_WRITTEN = ['-o', 'X.mtx', '-s', 'stop-words=none', '-s', 'word-length=1']


def json_lines(records):
    return ''.join(json.dumps(record, ensure_ascii=False) + '\n' for record in records)


class TextTest(ProgramTest):
    def read(self, name, *arguments, **options):
        """(ids, labels or None, terms, counts by (id, term)) of what is read; `said` holds what was
        printed."""
        code, _, self.said = self.run_program('vectorize', name, *AS_WRITTEN, *arguments, **options)
        self.assertEqual(code, 0, self.said)
        return self.written()

    def written(self):
        ids, terms = ((self.folder / f'X.{kind}.txt').read_text().splitlines()
                      for kind in ('ids', 'terms'))
        classes = self.folder / 'X.classes.txt'
        names = classes.read_text().splitlines() if classes.exists() else None
        labels = names and [names[number - 1] if number > 0 else ''
                            for number in self.labels('X.labels.txt')]
        entries = [line.split() for line in (self.folder / 'X.mtx').read_text().splitlines()
                   if not line.startswith('%')][1:]
        counts = {(ids[int(i) - 1], terms[int(j) - 1]): float(x) for i, j, x in entries}
        for path in self.folder.glob('X.*'):
            path.unlink()
        return ids, labels, terms, counts

    def words(self, name, *arguments, **options):
        """The words of each document, sorted."""
        ids, _, _, counts = self.read(name, *arguments, **options)
        return [' '.join(sorted(word for (document, word) in counts if document == identity))
                for identity in ids]


class EveryFormat(TextTest):
    def test_the_same_text_gives_the_same_labels(self):
        pairs = topic_texts()
        records = json_lines({'text': text, 'label': label} for label, text in pairs).encode()
        control = ''.join(f'Package: p{i}\nSection: {label}\nDescription: {text}\n\n' for i,
                          (label, text) in enumerate(pairs)).encode()
        lines = tsv(pairs).encode()
        contents = {'a.tsv': lines, 'a.jsonl': records, 'a.ndjson': records, 'a.deb822': control,
                    'lines': lines, 'records': records,
                    'control': control}
        for name, content in contents.items():
            self.write(name, content)
            self.write(name + '.gz', gzip.compress(content[:1000]) + gzip.compress(content[1000:]))
        (self.folder / 'files').mkdir()
        for i, (_, text) in enumerate(pairs):
            self.write(f'files/{i:02}', text if i % 2 else gzip.compress(text.encode()))
        runs = [[name + ending] for name in contents
                for ending in ('', '.gz')] + [['files'], ['files/', '--format', 'dir']]
        runs += [['lines', '--format', 'tsv'], ['records', '--format', 'jsonl'],
                 ['control', '--format', 'deb822']]
        found = set()
        for arguments in runs:
            self.succeed('cluster', *arguments, '-k', 3, '-q', '-o', 'out')
            found.add(tuple(self.labels('out/labels.txt')))
        for content in (lines, records, control, gzip.compress(control)):
            self.succeed('cluster', '-', '-k', 3, '-q', '-o', 'out', stdin=content)
            found.add(tuple(self.labels('out/labels.txt')))
        self.assertEqual(len(found), 1)
        self.assertTrue(support.same_groups(found.pop(), [label for label, _ in pairs]))

    def test_the_beginning_distinguishes_text_from_matrices(self):
        rows = block_counts()
        for content in (matrix_market(rows), support.csv(rows), support.svmlight(rows)):
            summary = json.loads(self.succeed('cluster', '-', '-k', 3, '--json',
                                              stdin=content.encode()))
            self.assertEqual((summary['n_documents'], summary['n_terms']), (36, 18))
            summary = json.loads(self.succeed('cluster', '-', '-k', 3, '--json',
                                              stdin=gzip.compress(content.encode())))
            self.assertEqual((summary['n_documents'], summary['n_terms']), (36, 18))
        for content in ('at 17:30 the oven\n5 o\'clock flour\n', '# cooking: oven\nflour\n',
                        '3\tan oven, 2:1\n4\t\n'):
            words = self.words('-', '--format', 'tsv', stdin=content.encode())
            self.assertEqual(len(words), 2)

    def test_a_pipe_that_has_a_name_is_read_once(self):
        for content in (matrix_market(block_counts()), tsv(topic_texts()),
                        gzip.compress(tsv(topic_texts()).encode())):
            content = content if isinstance(content, bytes) else content.encode()
            summary = json.loads(self.succeed('cluster', '/dev/stdin', '-k', 3, '--json',
                                              stdin=content))
            self.assertEqual(summary['n_documents'], 36)

    def test_line_ends_and_marks_of_other_systems_are_no_words(self):
        for name, content in (('a.tsv', 'x\toven flour\r\ny\tgoal\r\n'),
                              ('a.jsonl', '{"text": "oven flour"}\r\n\r\n{"text": "goal"}'),
                              ('a.deb822',
                               'Package: a\r\nDescription: oven\r\n flour\r\n\r\nPackage: '
                               'b\r\nDescription: goal\r\n')):
            for mark in (b'', b'\xef\xbb\xbf'):
                self.write(name, mark + content.encode())
                self.assertEqual(self.words(name), ['flour oven', 'goal'])


class Folders(TextTest):
    def test_files_are_read_in_the_order_of_the_bytes_of_their_paths(self):
        for name in ('b/2', 'b/10', 'B/1', 'a', 'é', 'c/d/e.txt', '.hidden', '.git/config',
                     'b/.swp'):
            (self.folder / 'docs' / name).parent.mkdir(parents=True, exist_ok=True)
            self.write('docs/' + name, 'oven ' + name)
        os.mkfifo(self.folder / 'docs/pipe')  # to open it would be to wait for ever
        (self.folder / 'docs/loop').symlink_to('.')
        (self.folder / 'docs/link').symlink_to('a')
        ids, labels, _, counts = self.read('docs')
        self.assertEqual(ids, ['B/1', 'a', 'b/10', 'b/2', 'c/d/e.txt', 'é'])
        self.assertEqual(labels, ['B', '', 'b', 'b', 'c/d', ''])
        self.assertEqual([counts[identity, 'oven'] for identity in ids], [1] * 6)
        self.assertIsNone(self.read('docs/b')[1])

    def test_binary_files_are_skipped_with_a_warning(self):
        (self.folder / 'docs').mkdir()
        self.write('docs/a', 'oven flour')
        self.write('docs/b.png', b'\x89PNG\0\0 oven')
        self.write('docs/c.utf16', 'goal'.encode('utf-16'))
        self.write('docs/d', 'x' * 9000 + ' late\0nul')
        code, _, err = self.run_program('vectorize', 'docs', '-o', 'X.mtx')
        self.assertEqual(code, 0)
        self.assertRegex(err,
                         r'\Amanifact: 1 file of docs read as UTF-16, the first is c\.utf16; '
                         r'[^\n]+\nmanifact: warning: 1 file of docs skipped as binary, the first '
                         r'is b\.png; [^\n]+\n\Z')
        self.assertEqual((self.folder / 'X.ids.txt').read_text().split(), ['a', 'c.utf16', 'd'])

    def test_a_folder_without_documents_is_an_error(self):
        (self.folder / 'docs/empty').mkdir(parents=True)
        self.fail_with(1, ['cluster', 'docs', '-k', 2], 'docs contains no files')
        self.write('docs/.hidden', 'oven')
        self.fail_with(1, ['cluster', 'docs', '-k', 2], 'docs contains no files')
        self.write('docs/picture', b'\0')
        hidden = ('manifact: 1 name of docs skipped because the name begins with a dot, the first '
                  'is .hidden')
        for damaged, part in ((None, 'docs contains no documents'),
                              ('docs/cut.gz', 'damaged gzip data, the first is cut.gz')):
            if damaged:
                self.write(damaged, gzip.compress(b'oven flour')[:-9])
            code, _, err = self.run_program('cluster', 'docs', '-k', 2)
            self.assertEqual(code, 1)
            self.assertEqual(err.splitlines()[0], hidden)
            self.assertRegex(err, r'\A[^\n]+\nmanifact: [^\n]+\n\Z')
            self.assertIn(part, err)


class Lines(TextTest):
    def test_the_first_tab_ends_the_label(self):
        self.write('a.tsv', 'food\toven\tflour\n\tgoal\nno label here\n\nspace\t\n')
        ids, labels, _, counts = self.read('a.tsv')
        self.assertEqual(ids, ['line 1', 'line 2', 'line 3', 'line 4', 'line 5'])
        self.assertEqual(labels, ['food', '', '', '', 'space'])
        self.assertEqual(sorted(counts),
                         [('line 1', 'flour'), ('line 1', 'oven'), ('line 2', 'goal'),
                          ('line 3', 'here'), ('line 3', 'label'),
                                          ('line 3', 'no')])

    def test_a_file_without_a_document_or_a_word_is_an_error(self):
        for content in (b'', b'\xef\xbb\xbf'):
            self.write('a.tsv', content)
            self.fail_with(1, ['cluster', 'a.tsv', '-k', 2], 'a.tsv contains no documents')
        self.write('a.tsv', 'a\t...\nb\t\n')
        self.fail_with(1, ['cluster', 'a.tsv', '-k', 2], 'term')


class JsonLines(TextTest):
    def test_fields_are_found_by_name_and_by_path(self):
        self.write('a.jsonl',
                   json_lines([{'id': 7, 'text': 'oven', 'label': True, 'a': {
                       'b.c': 'goal', 'd': {'e': 'rocket'}}, 'x.y': 'lunar'},
                                          {'id': None, 'text': 'flour', 'label': [1], 'a': {
                                              'b.c': 'match', 'd': {'e': 2.5}}, 'x.y': ''}]))
        self.assertEqual(self.read('a.jsonl')[:3],
                         (['7', 'line 2'], ['true', '1'], ['flour', 'oven']))
        self.assertEqual(self.read('a.jsonl', '--text-field', 'a.b.c')[2], ['goal', 'match'])
        self.assertEqual(self.read('a.jsonl', '--text-field', 'x.y', '--label-field', 'a.d.e')[1:3],
                         (['rocket', '2.5'], ['lunar']))
        self.assertEqual(self.read('a.jsonl', '--id-field', 'text', '--label-field', 'id')[:2],
                         (['oven', 'flour'], ['7', '']))

    def test_a_text_that_is_null_is_an_empty_document(self):
        self.write('a.jsonl', '{"text": null}\n{"text": "oven"}\n{"text": ""}\n')
        self.assertEqual(self.words('a.jsonl'), ['', 'oven', ''])

    def test_a_field_that_no_document_has_is_a_warning(self):
        self.write('a.jsonl', '{"text": "oven"}\n')
        for field in ('--label-field', '--id-field'):
            code, _, err = self.run_program('vectorize', 'a.jsonl', '-o', 'X.mtx', field, 'kind')
            self.assertEqual(code, 0)
            self.assertRegex(err, r'\Amanifact: warning: no document has [^\n]+"kind"\n\Z')

    def test_a_text_field_that_no_record_has_is_an_error(self):
        self.write('a.jsonl', '{"body_of": "oven"}\n' * 3)
        self.fail_with(1, ['cluster', 'a.jsonl', '-k', 2], 'a.jsonl, line 1', '"text"',
                       '--text-field')

    def test_malformed_input_is_refused_with_its_line(self):
        good = '{"text": "oven flour"}\n'
        for line, *parts in (('{"text": "oven"', 'column', 'expected'),
                             ('{"text": oven}', 'column', 'invalid'), ('oven flour', 'column'),
                             ('["oven"]', 'array', 'jq -c'), ('true', 'object', 'boolean'),
                             ('7', 'number'),
                             ('{"text": "a\tb"}', 'column')):
            with self.subTest(line):
                self.write('a.jsonl', good + '\n' + line + '\n' + good)
                self.fail_with(1, ['cluster', 'a.jsonl', '-k', 2, '-o', 'out'], 'a.jsonl, line 3',
                               *parts)
                self.fail_with(1, ['cluster', '-', '--format', 'jsonl', '-k', 2],
                               'standard input, line 3',
                               stdin=(self.folder / 'a.jsonl').read_bytes())

    def test_broken_characters_are_replaced(self):
        self.write('a.jsonl',
                   b'{"text": "caf\xe9 oven", "label": "\xff", "valid": "' +
                   'éééé'.encode() + b'"}\n'
                   b'{"text": "\\ud83d goal '
                   b'\\ud83d\\ude00 \\\\ud83d \\udc00", "label": "a"}\n')
        self.assertEqual(self.words('a.jsonl'), ['caf oven', 'goal ud83d'])


class ControlData(TextTest):
    def test_paragraphs_of_packages(self):
        self.write('status',
                   'Package: oven\nStatus: install ok installed\nSection: net\nDepends: a,\n b (>= '
                   '1)\nDescription: short flour\n'
                             ' long butter\n .\n   indented sugar\nDescription-md5: '
                             '123abc\nHomepage: example\n\n\n'
                             '# a comment\nPackage: goal\nDescription-en: league\n match: '
                             'penalty\n\n \nPackage: bare\n')
        ids, labels, terms, _ = self.read('status')
        self.assertEqual((ids, labels), (['oven', 'goal', 'bare'], ['net', '', '']))
        self.assertEqual(terms,
                         sorted(
                             'short flour long butter indented sugar league match penalty'.split()))
        self.assertEqual(self.read('status', '--text-field', 'depends', '--id-field', 'HOMEPAGE',
                                   '--label-field', 'Status')[:3],
                         (['example', 'line 15', 'line 20'], ['install ok installed', '', ''],
                          ['1', 'a', 'b']))

    def test_malformed_input_is_refused_with_its_line(self):
        for content, line in (('Package: a\nno field\n', 2), ('Package: a\n\n continued\n', 3),
                              ('Package: a\nTwo words: b\n', 2),
                              ('Package: a\n: b\n', 2)):
            self.write('a.deb822', content)
            self.fail_with(1, ['cluster', 'a.deb822', '-k', 2], f'a.deb822, line {line}: ',
                           'Field: value')
        self.write('a.deb822', 'Package: a\nVersion: 1\n')
        self.fail_with(1, ['cluster', 'a.deb822', '-k', 2], 'a.deb822 has no field Description',
                       '--text-field')


class ReturnsOnly(TextTest):
    def test_line_feeds_in_quotes_end_no_record(self):
        for first, delimiter in ('', ','), ('sep=;\r', ';'):
            rows = ['id,text', 'a,"goal ""league""\nmatch\n\nend"', 'b,oven flour', 'c,"butter, x"']
            table = ''.join(row.replace(',', delimiter, 1) + '\r' for row in rows)
            self.write('mac.csv', first + table)
            self.succeed('vectorize', 'mac.csv', '-o', 'X.mtx', '-s', 'min-df=1')
            self.assertEqual((self.folder / 'X.ids.txt').read_text().split(), ['a', 'b', 'c'])
            self.assertEqual((self.folder / 'X.terms.txt').read_text().split(),
                             ['butter', 'end', 'flour', 'goal', 'league', 'match', 'oven'])


class Mistakes(TextTest):
    def test_a_matrix_where_text_is_expected_and_the_reverse(self):
        rows = block_counts()
        self.write('a.tsv', matrix_market(rows))
        self.fail_with(1, ['cluster', 'a.tsv', '-k', 2],
                       'a.tsv is a Matrix Market matrix (--format mtx)', 'text is expected')
        self.write('b.tsv', support.csv(rows))
        err = self.run_program('cluster', 'b.tsv', '-k', 2)[2]
        self.assertIn('b.tsv has only numbers and is read as a matrix', err)
        self.fail_with(1, ['vectorize', 'b.tsv', '-o', 'X.mtx', '-q'], 'b.tsv')
        self.write('texts.csv', tsv(topic_texts()))
        self.fail_with(1, ['cluster', 'texts.csv', '-k', 2], 'texts.csv',
                       'the first line seems to be data as the others',
                       '--no-header --text-field 2 --label-field 1')
        self.succeed('cluster', 'texts.csv', '--format', 'tsv', '-k', 2)
        self.write('c.mtx', matrix_market(rows))
        self.fail_with(1, ['vectorize', 'c.mtx', '-o', 'X.mtx'], 'c.mtx is already a matrix')

    def test_options_that_do_not_belong(self):
        self.counts()
        self.write('a.tsv', tsv(topic_texts()))
        self.write('words', 'oven\n')
        for arguments, part in ((['--text-field', 'a'], '--text-field'),
                                (['--stop-words', 'words'], '--stop-words'),
                                (['-s', 'stemming=no'], 'stemming')):
            self.fail_with(1, ['cluster', 'counts.mtx', '-k', 3, *arguments], part,
                           'applies to text, but counts.mtx is a matrix')
        self.fail_with(1, ['cluster', 'a.tsv', '-k', 3, '--label-field', 'a'], '--label-field',
                       'a.tsv')
        self.fail_with(1, ['cluster', 'a.tsv', '-k', 3, '--terms', 'words'], '--terms',
                       'a.tsv is text')
        self.fail_with(1, ['cluster', 'a.tsv', '-k', 3, '-s', 'stemming=ne'], 'stemming', 'ne')
        self.fail_with(1, ['cluster', 'a.tsv', '-k', 3, '-s', 'stemming=no', '-s', 'stemming=no'],
                       'stemming', 'twice')
        self.fail_with(1, ['cluster', 'a.tsv', '-k', 3, '--format', 'dir'],
                       'a.tsv is not a directory')
        self.fail_with(1, ['cluster', '.', '-k', 3, '--format', 'tsv'], '. is a directory',
                       '--format dir')
        self.fail_with(1, ['cluster', 'a.tsv', '-k', 3, '--format', 'xls'], '--format xls', 'jsonl')
        self.fail_with(1, ['cluster', 'missing.tsv', '-k', 3],
                       'cannot read missing.tsv: No such file')

    def test_files_of_no_known_format(self):
        self.write('picture', b'\x89PNG\r\n\0\0')
        self.fail_with(1, ['cluster', 'picture', '-k', 2], 'picture has the format image')
        self.write('unknown', b'\1\2\0\0')
        self.fail_with(1, ['cluster', 'unknown', '-k', 2], 'unknown', 'NUL', '--format')
        self.write('plain', 'oven flour\n')
        self.fail_with(1, ['cluster', 'plain', '-k', 2], 'plain: the format is unclear',
                       '--format tsv', '--format file')
        self.write('cut.tsv.gz', gzip.compress(tsv(topic_texts()).encode())[:-20])
        self.fail_with(1, ['cluster', 'cut.tsv.gz', '-k', 2], 'cut.tsv.gz is truncated')


if __name__ == '__main__':
    support.main()
