"""Tables of text and JSON as people have them: dialects of spreadsheets, pandas, R and jq; guesses,
which are reported; hostile forms; ambiguous input, which is refused."""
import csv
import email.message
import gzip
import io
import json
import mailbox
import pathlib
import zipfile

import files
import support
from support import ProgramTest, topic_texts
from text import TextTest

PAIRS = topic_texts()
RECORDED = pathlib.Path(__file__).resolve().parent / 'recorded'


def recorded(*patterns):
    """What other programs wrote of records(), by recorded/record.py."""
    return sorted(path for pattern in patterns for path in RECORDED.glob(pattern))


def table(rows, **dialect):
    out = io.StringIO()
    csv.writer(out, **{'lineterminator': '\n', **dialect}).writerows(rows)
    return out.getvalue()


def records():
    """Ids, titles, bodies with line ends, quotes and delimiters, labels, dates."""
    return [{'id': f'd{i}', 'title': text.split()[0],
             'body': (' '.join(text.split()[1:3]) + '\n"' + ', '.join(text.split()[3:]) +
                      '"; größe a/b'),
             'category': label, 'date': f'2024-05-{i % 28 + 1:02}'}
            for i, (label, text) in enumerate(PAIRS)]


NAMES = ['id', 'title', 'body', 'category', 'date']
CHOICE = 'text: title + body, id: id, label: category, date: date'


def rows_of(names=NAMES):
    return [names] + [[record[name] for name in names] for record in records()]


class Dialects(TextTest):
    def expected(self):
        self.write('expected.jsonl', ''.join(json.dumps({
            'id': r['id'], 'label': r['category'], 'text': r['title'] + '\n' + r['body']}) + '\n'
                                             for r in records()))
        return self.read('expected.jsonl')

    def check(self, name, content, expected, kind):
        """As a file, and compressed in a pipe."""
        with self.subTest(name):
            self.write(name, content)
            self.assertEqual(self.read(name), expected)
            packed = content if name.endswith('.gz') else gzip.compress(content)
            self.assertEqual(self.read('-', '--format', kind, stdin=packed), expected)

    def test_tables_of_other_programs_give_the_same_documents(self):
        expected = self.expected()
        paths = recorded('*.csv', '*.csv.gz', '*.tsv')
        self.assertGreater(len(paths), 15)
        for path in paths:
            self.check(path.name, path.read_bytes(), expected,
                       'tsv' if path.suffix == '.tsv' else 'csv')

    def test_every_dialect_gives_the_same_documents(self):
        expected = self.expected()
        rows, plain = rows_of(), table(rows_of()).encode()
        forms = {'sep_line': b'sep=;\r\n' + table(rows, delimiter=';',
                                                   lineterminator='\r\n').encode(),
                 'pipe': table(rows, delimiter='|').encode(),
                 'no_last_line_end': plain.rstrip(b'\n'),
                 'blank_lines': plain.replace(b'\nd5,', b'\n\nd5,') + b'\n\n'}
        for name, content in forms.items():
            self.check(name + '.csv', content, expected, 'csv')
            self.check(name + '.csv.gz', gzip.compress(content), expected, 'csv')
            self.assertEqual(self.read('-', stdin=content), expected)
        header, rest = plain.split(b'\n', 1)
        self.write('members.csv.gz', gzip.compress(header + b'\n') + gzip.compress(rest))
        self.assertEqual(self.read('members.csv.gz'), expected)

    def test_json_in_every_form(self):
        expected = self.expected()
        paths = recorded('*.json', '*.jsonl', '*.json.gz')
        self.assertGreater(len(paths), 8)
        for path in paths:
            self.check(path.name, path.read_bytes(), expected, 'json')
        spaced = ' [ \n' + ' ,\n'.join(map(json.dumps, records())) + '\n ] \n'
        self.check('spaced.json', spaced.encode(), expected, 'json')
        self.assertEqual(self.read('-', stdin=spaced.encode()), expected)
        self.write('utf16.json', spaced.encode('utf-16-le'))
        self.assertEqual(self.read('utf16.json'), expected)

    def test_quotes_with_backslashes(self):
        self.write('a.csv', 'id,text\na,"the \\"oven\\", flour\\\\\\""\nb,"x\\", y"\n')
        self.assertEqual(self.words('a.csv'), ['flour oven the', 'x y'])
        # RFC 4180: a backslash is a character like others.
        self.write('b.csv', 'id,text,label\na,"oven\\","x\\"\nb,"flour","y"\n')
        self.assertEqual(self.words('b.csv'), ['oven', 'flour'])
        self.assertEqual(self.read('b.csv')[1], ['x\\', 'y'])
        self.write('c.csv', 'id,text\na,"oven\\"flour\n')
        self.fail_with(1, ['cluster', 'c.csv', '-k', 2, '-q'], 'c.csv, line 2',
                       'characters follow a closing quote')

    def test_fields_may_be_named(self):
        self.write('a.csv', table(rows_of()))
        self.write('a.json', json.dumps(records()))
        for name in ('a.csv', 'a.json'):
            ids, labels, terms, _ = self.read(name, '--text-field', 'category', '--id-field',
                                              'title', '--label-field', 'date')
            self.assertEqual(terms, sorted(support.TOPICS))
            self.assertEqual(ids, [record['title'] for record in records()])
            self.assertEqual(labels, [record['date'] for record in records()])
            self.assertEqual(self.read(name, '--text-field', 'title,category')[2][0], 'butter')
            self.assertEqual(self.read(name, '--text-field', 'title, category '),
                             self.read(name, '--text-field', 'title,category'))
        self.write('comma.csv', '"a,b",c\noven flour,goal\n')
        self.assertEqual(self.read('comma.csv', '--text-field', 'a,b')[2], ['flour', 'oven'])
        self.assertEqual(self.read('comma.csv', '--text-field', 'C')[2], ['goal'])

    def test_a_missing_field_lists_the_others(self):
        self.write('a.csv', table(rows_of()))
        for option in ('--text-field', '--id-field', '--label-field', '--date-field'):
            self.fail_with(1, ['cluster', 'a.csv', '-k', 2, '-q', option, 'bodyy'], 'a.csv',
                           f'no field "bodyy" ({option})', '"id", "title", "body", "category"',
                           "; did you mean 'body'?")
        self.write('b.csv', 'x,y\noven flour,goal match\n')
        self.fail_with(1, ['cluster', 'b.csv', '-k', 2], 'b.csv', '"x", "y"', '--text-field')
        self.write('b.json', '[{"x": "oven flour"}]')
        self.fail_with(1, ['cluster', 'b.json', '-k', 2], 'b.json, record 1', '"x"', '--text-field')

    def test_guesses_are_reported(self):
        self.write('a.csv', table(rows_of()))
        code, _, err = self.run_program('vectorize', 'a.csv', '-o', 'X.mtx')
        self.assertEqual((code, err), (0, f'manifact: a.csv is a table; {CHOICE}\n'))
        self.write('a.json', json.dumps(records()))
        code, _, err = self.run_program('vectorize', 'a.json', '-o', 'X.mtx')
        self.assertEqual((code, err), (0, f'manifact: a.json: {CHOICE}\n'))
        self.write('posts.jsonl', '{"title": "oven", "selftext": "x", "created_utc": 1710498600}\n')
        self.assertIn('text: title + selftext, date: created_utc',
                      self.run_program('vectorize', 'posts.jsonl', '-o', 'X.mtx')[2])
        self.write('one.csv', 'whatever\noven flour\ngoal match\n')
        self.assertEqual(self.words('one.csv'), ['flour oven', 'goal match'])

    def test_encodings_are_detected_and_reported(self):
        text = 'id,text\n1,"Käse, Öl und Süßes"\n2,Fußball über alles\n'
        self.write('utf8.csv', text)
        expected = self.read('utf8.csv')
        for encoding, name in (('latin-1', 'Latin-1'), ('utf-16', 'UTF-16'),
                               ('utf-16-be', 'UTF-16')):
            self.write('a.csv', text.encode(encoding))
            self.assertEqual(self.read('a.csv'), expected)
            err = self.run_program('vectorize', 'a.csv', '-o', 'X.mtx')[2]
            self.assertIn(f'a.csv is read as {name}', err)
        self.write('a.csv', 'text\nпирог мука\nгол матч\n'.encode('koi8-r'))
        self.assertEqual(self.words('a.csv', '--encoding', 'KOI8-R'), ['мука пирог', 'гол матч'])
        self.fail_with(1, ['cluster', 'a.csv', '-k', 2, '--encoding', 'x-none'], 'x-none', 'iconv')


class NumbersOrText(TextTest):
    def test_the_content_decides(self):
        counts = support.csv(support.block_counts())
        self.write('numbers.csv', counts)
        self.write('named.csv', ','.join(f'question{i}' for i in range(18)) + '\n' + counts)
        for name in ('numbers.csv', 'named.csv'):
            summary = json.loads(self.succeed('cluster', name, '-k', 3, '--json'))
            self.assertEqual((summary['n_documents'], summary['n_terms']), (36, 18))
        self.write('a.csv', 'review,stars\noven,1\ngoal,2\n')
        self.assertEqual(self.words('a.csv'), ['oven', 'goal'])
        self.write('b.csv', 'a,b\n1,2\n3,4\n')
        self.assertEqual(self.words('b.csv', '--text-field', 'b'), ['2', '4'])

    def test_numbers_are_reported(self):
        counts = support.csv([[value + .5 for value in row] for row in support.block_counts()])
        self.write('n.csv', 'text' + ''.join(f',x{j}' for j in range(17)) + '\n' + counts)
        code, _, err = self.run_program('cluster', 'n.csv', '-k', 3)
        self.assertEqual((code, err), (0, 'manifact: n.csv has only numbers below a header and is '
                                          'read as a matrix\n'))

    def test_a_column_without_a_header_is_refused(self):
        lines = ['oven flour and some more butter', 'goal match and another player']
        self.write('a.csv', '\n'.join(lines) + '\n')
        self.fail_with(1, ['cluster', 'a.csv', '-k', 2], '"oven flour and some more butter"',
                       '--format tsv')
        self.assertEqual(len(self.words('a.csv', '--format', 'tsv')), 2)

    def test_a_table_of_words_without_spaces_is_text(self):
        self.write('a.csv', '編號,內容\n1,足球比賽球隊教練進球\n2,銀行市場股票利潤經濟\n')
        self.fail_with(1, ['cluster', 'a.csv', '-k', 2], '"編號", "內容"', '--text-field')

    def test_an_unclear_pipe_is_refused(self):
        for content, *parts in ((b'at 17:30 the oven\n5 flour\n', '--format tsv'),
                                (b'x,y\noven flour,goal match\n', '"x", "y"', '--text-field')):
            self.fail_with(1, ['cluster', '-', '-k', 2], 'standard input: the format is unclear',
                           '--format csv', *parts, stdin=content)
        self.assertEqual(self.words('-', '--format', 'tsv', stdin=b'oven flour\ngoal\n'),
                         ['flour oven', 'goal'])
        self.assertEqual(self.words('-', '--text-field', 'y', stdin=b'x,y\noven,goal\n'), ['goal'])

    def test_lines_with_labels_are_not_a_table(self):
        for first, words in (('title of a film\toven flour', 'flour oven'),
                             ('question\tHow long does the oven take',
                              'does how long oven take the'),
                             ('question\toven', 'oven')):
            content = first + '\nfood\tgoal\nquestion\tflour\n'
            self.write('a.tsv', content)
            for arguments in (['a.tsv'], ['-']):
                self.assertEqual(self.words(*arguments, stdin=content.encode()),
                                 [words, 'goal', 'flour'])


class Hostile(TextTest):
    def test_row_names_and_trailing_delimiters(self):
        header, *rows = 'title,body', 'oven,flour butter', 'goal,match player'
        plain = self.read_text(header, *rows)
        numbered = [f'{i},{row}' for i, row in enumerate(rows, 1)]
        self.assertEqual(self.read_text(header, *numbered), plain)
        self.assertEqual(self.read_text(header, *[row + ',' for row in rows]), plain)
        # A comma in a text without quotes must not shift the fields.
        self.write('a.csv', header + '\noven,flour, butter\ngoal,match, player\n')
        self.fail_with(1, ['cluster', 'a.csv', '-k', 2, '--text-field', 'body'],
                       'a.csv, line 2: 3 fields', 'the header has 2')

    def read_text(self, *lines):
        self.write('a.csv', '\n'.join(lines) + '\n')
        return self.words('a.csv')

    def test_the_first_records_decide_the_fields_of_json(self):
        records = [{'title': 'oven'}, {'title': 'goal', 'body': 'match player'}, {'body': 'flour'}]
        self.write('a.jsonl', ''.join(json.dumps(record) + '\n' for record in records))
        self.assertEqual(self.words('a.jsonl'), ['oven', 'goal match player', 'flour'])
        err = self.run_program('vectorize', 'a.jsonl', '-o', 'X.mtx')[2]
        self.assertIn('2 records of a.jsonl lack a text field', err)
        self.assertIn('the first is at a.jsonl, line 1', err)

    def test_records_within_an_object_are_read_or_named(self):
        self.write('a.json', json.dumps({'count': 2, 'data': records()}))
        self.succeed('cluster', 'a.json', '-k', 2)
        self.write('a.json', json.dumps({'count': 2, 'flights': records()}))
        self.fail_with(1, ['cluster', 'a.json', '-k', 2], 'records', 'jq -c \'."flights"[]\'')

    def test_records_of_different_fields_without_a_text_are_refused(self):
        self.write('a.jsonl', '{"a": "oven"}\n{"b": [1]}\n')
        self.fail_with(1, ['cluster', 'a.jsonl', '-k', 2],
                       'no field "text"; its fields are "a", "b"')

    def test_the_first_bytes_decide_the_fields_of_long_records(self):
        self.write('a.jsonl', json.dumps({'title': 'oven ' * (1 << 22)}) + '\n' +
                   json.dumps({'title': 'goal', 'body': 'match'}) + '\n')
        self.assertEqual(self.words('a.jsonl'), ['oven', 'goal'])

    def test_numbers_that_only_python_writes_are_null(self):
        record = {'text': 'oven \\"NaN", -Infinity', 'x': float('nan'), 'y': -float('inf'),
                  'z': [float('inf')]}
        self.write('a.jsonl', json.dumps(record) + '\n' + json.dumps({'text': 'flour'}) + '\n')
        self.write('a.json', json.dumps([record, {'text': 'flour'}]))
        for name in 'a.jsonl', 'a.json':
            self.assertEqual(self.words(name), ['infinity nan oven', 'flour'])
        self.write('b.jsonl', '{"text": Nan}\n')
        self.fail_with(1, ['cluster', 'b.jsonl', '-k', 2], 'b.jsonl, line 1', 'invalid literal')

    def test_strings_are_records(self):
        """json.dump() of a list of texts."""
        self.write('a.json', json.dumps(['oven "flour"', 'goal']))
        self.write('a.jsonl', '"oven \\"flour\\""\n"goal"\n')
        for name in 'a.json', 'a.jsonl':
            self.assertEqual(self.words(name), ['flour oven', 'goal'])
        self.write('b.json', '["oven", 7]')
        self.fail_with(1, ['cluster', 'b.json', '-k', 2], 'record 2: expected a JSON object')

    def test_a_number_is_text(self):
        self.write('a.jsonl', '{"title": 1984, "body": "oven"}\n{"title": "x", "body": 2.5}\n')
        self.assertEqual(self.words('a.jsonl'), ['1984 oven', '2 5 x'])
        self.write('b.jsonl', '{"text": true}\n')
        self.fail_with(1, ['cluster', 'b.jsonl', '-k', 2], 'must contain text, not a boolean')

    def test_other_forms_of_pandas_are_named(self):
        """DataFrame.to_json(): of columns, which is the default, of rows, and split."""
        rows = [{'title': 'oven', 'body': 'flour'}, {'title': 'goal', 'body': 'match'}]
        columns = {name: {str(i): row[name] for i, row in enumerate(rows)} for name in rows[0]}
        for form in (columns, {str(i): row for i, row in enumerate(rows)},
                     {'columns': list(rows[0]), 'index': [0, 1],
                      'data': [list(row.values()) for row in rows]}):
            self.write('a.json', json.dumps(form))
            self.fail_with(1, ['cluster', 'a.json', '-k', 2, '-q'],
                           'to_json(orient="records")')
        self.write('a.jsonl', '{"text": {"en": "oven"}}\n')
        self.assertNotIn('pandas', self.run_program('cluster', 'a.jsonl', '-k', 2)[2])

    def test_a_misspelt_field_of_json(self):
        self.write('a.jsonl', '{"title": "oven", "body": "flour"}\n')
        self.fail_with(1, ['cluster', 'a.jsonl', '-k', 2, '--text-field', 'boddy'],
                       "did you mean 'body'?")

    def test_a_quote_that_is_not_closed_is_a_character_between_tabs(self):
        self.write('a.tsv', 'title\tbody\noven\t"flour\ngoal\tmatch\n')
        self.assertEqual(self.words('a.tsv'), ['flour oven', 'goal match'])
        self.write('a.csv', 'title,body\noven,"flour\ngoal,match\n')
        self.fail_with(1, ['cluster', 'a.csv', '-k', 2, '-q'], 'a.csv, line 2', 'never closed')

    def test_braces_begin_text_too(self):
        self.write('a.txt', '{flour} is a kind of note\n')
        self.fail_with(1, ['cluster', 'a.txt', '-k', 2], 'the format is unclear')

    def test_dates_are_kept(self):
        self.write('a.csv', 'id,text,date\n' + ''.join(
            f'd{i},{text},2024-05-{i % 28 + 1:02}\n' for i, (_, text) in enumerate(PAIRS)))
        self.succeed('cluster', 'a.csv', '-k', 2, '-o', 'out', '-q')
        with open(self.folder / 'out/clusters.csv', encoding='utf-8') as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row['date'] for row in rows],
                         [f'2024-05-{i % 28 + 1:02}' for i in range(len(PAIRS))])

    def test_carriage_returns_end_lines(self):
        text = 'title,body\roven,flour butter\rgoal,match player'
        for end in ('', '\r'):
            self.write('a.csv', text + end)
            self.assertEqual(self.words('a.csv'), ['butter flour oven', 'goal match player'])

    def test_a_table_of_unknown_fields_is_not_lines(self):
        rows = [f'{i}\tname {i}\t"oven\nflour"' for i in range(40)]
        self.write('a.tsv', '\n'.join(['nr\tQuelle\tBeitrag', *rows]) + '\n')
        self.fail_with(1, ['cluster', 'a.tsv', '-k', 2], '"nr", "Quelle", "Beitrag"',
                       '--text-field')

    def test_a_field_that_is_there_twice_is_refused(self):
        self.write('a.csv', 'id,text,text\n1,oven,flour\n2,goal,match\n')
        self.fail_with(1, ['cluster', 'a.csv', '-k', 2], 'the field "text" twice')

    def test_malformed_tables_are_refused_with_their_line(self):
        for content, *parts in (
                ('id,text\n1,"oven\nflour"\n2,"never closed\n3,goal\n', 'line 4', 'never closed'),
                ('id,text\n1,oven\n2,goal,match\n', 'line 3', '3 fields', 'the header has 2'),
                ('id,text\n1,"oven" flour\n2,goal\n', 'line 2', 'closing quote')):
            self.write('a.csv', content)
            self.fail_with(1, ['vectorize', 'a.csv', '-q', '-o', 'X.mtx'], 'a.csv, ', *parts)
        self.write('short.csv', 'id,text,c\n1,oven flour,x\n2,goal\n3\n')
        self.assertEqual(self.words('short.csv'), ['flour oven', 'goal', ''])
        self.assertIn('2 records of short.csv have fewer fields than the header, the first in '
                      'line 3', self.run_program('vectorize', 'short.csv', '-o', 'X.mtx')[2])
        self.write('loose.tsv', 'id\ttext\n1\t"oven" flour\n2\tgoal "match\n')
        self.assertEqual(self.words('loose.tsv'), ['flour oven', 'goal match'])

    def test_large_fields_and_many_lines(self):
        large = 'oven ' * 400000
        self.write('a.csv', f'id,text\n1,"{large}\n\n""flour"""\n2,goal\n')
        ids, _, terms, counts = self.read('a.csv')
        self.assertEqual((ids, terms), (['1', '2'], ['flour', 'goal', 'oven']))
        self.assertEqual(counts['1', 'oven'], 400000)
        quotes = '""' * 500000
        self.write('b.csv', f'text\n"oven{quotes}flour"\ngoal\n')
        self.assertEqual(self.words('b.csv'), ['flour oven', 'goal'])

    def test_malformed_arrays_are_refused_with_their_record(self):
        for content, *parts in (('[{"text": "oven"}, {"text": "go', 'record 2', 'not complete'),
                                ('[{"text": "oven"}', 'array is not closed'),
                                ('[{"text": "oven"} {"text": "goal"}]', 'record 1', 'comma'),
                                ('[{"text": "oven"},]', 'expected a record'),
                                ('[{"text": "oven"}] x', 'nothing after the array'),
                                ('[{"text": "oven"}, 7]', 'record 2', 'number'),
                                ('{\n "text": "oven: "goal"\n}\n', 'record 1'),
                                ('[' * 100000, '')):
            self.write('a.json', content)
            self.fail_with(1, ['vectorize', 'a.json', '-q', '-o', 'X.mtx'], 'a.json', *parts)
        self.write('empty.json', '[]')
        self.fail_with(1, ['cluster', 'empty.json', '-k', 2], 'empty.json contains no documents')


class Commands(ProgramTest):
    def test_every_command_reads_tables(self):
        self.write('a.csv', table(rows_of()))
        self.succeed('cluster', 'a.csv', '-k', 3, '-q', '-o', 'out')
        labels = (self.folder / 'out/labels.txt').read_text()
        self.assertTrue(support.same_groups(labels.split(), [label for label, _ in PAIRS]))
        model = 'out/model.manifact'
        assigned = self.succeed('assign', model, 'a.csv', '-o', '-')
        self.assertEqual(assigned.split()[:1], labels.split()[:1])
        self.assertEqual(self.succeed('assign', model, '-', stdin=table(rows_of()).encode()),
                         self.succeed('assign', model, 'a.csv'))
        self.succeed('suggest-k', 'a.csv', '-q')
        self.succeed('suggest-pairs', 'a.csv', '-k', 3, '-q')
        self.succeed('graph', 'a.csv', '-p', 3, '-q')
        self.fail_with(1, ['vectorize', 'a.csv', '-o', 'a.csv'], 'overwrite')

    def test_several_inputs_are_joined(self):
        rows = rows_of()
        self.write('a.csv', table(rows[:13]))
        self.write('b.csv', table([NAMES] + rows[13:]))
        self.write('all.csv', table(rows))
        self.succeed('vectorize', 'all.csv', '-o', 'X.mtx', '-q')
        self.succeed('vectorize', 'a.csv', 'b.csv', '-o', 'Y.mtx', '-q')
        for ending in ('mtx', 'ids.txt', 'labels.txt', 'terms.txt'):
            self.assertEqual((self.folder / f'X.{ending}').read_bytes(),
                             (self.folder / f'Y.{ending}').read_bytes())
        for i, (_, text) in enumerate(PAIRS[:4]):
            self.write(f'{i}.txt', text)
        self.succeed('vectorize', '0.txt', '1.txt', '2.txt', '3.txt', '-o', 'Z.mtx', '-q')
        self.assertEqual((self.folder / 'Z.ids.txt').read_text().split(),
                         ['0.txt', '1.txt', '2.txt', '3.txt'])
        err = self.run_program('vectorize', '0.txt', '1.txt', 'a.csv', '-o', 'Z.mtx')[2]
        self.assertIn('2 inputs of unclear format read as one document each, the first is 0.txt',
                      err)
        self.fail_with(1, ['vectorize', '-', '-', '-o', 'Z.mtx'], '- is given twice')
        for folder in ('left', 'right'):
            (self.folder / folder).mkdir()
            self.write(f'{folder}/a.txt', 'oven flour')
        self.write('lines.tsv', 'x\tgoal match\n')
        self.succeed('vectorize', 'left', 'right/', 'lines.tsv', '-o', 'Z.mtx', '-q')
        self.assertEqual((self.folder / 'Z.ids.txt').read_text().splitlines(),
                         ['left/a.txt', 'right/a.txt', 'lines.tsv, line 1'])
        self.skip_without('libarchive', 'x.zip', b'')
        self.write('a.zip', files.zipped({'/etc/a.txt': 'oven flour'}))
        self.succeed('vectorize', 'a.zip', 'lines.tsv', '-o', 'Z.mtx', '-q')
        self.assertEqual((self.folder / 'Z.ids.txt').read_text().splitlines(),
                         ['a.zip/etc/a.txt', 'lines.tsv, line 1'])
        self.write('n.csv', '1,2\n3,4\n')
        self.fail_with(1, ['vectorize', 'a.csv', 'n.csv', '-q', '-o', 'W.mtx'], 'n.csv is a matrix')

    def test_notes_on_inputs_of_a_kind_are_printed_once(self):
        self.write('b.csv', 'text\noven\nflour\n')
        for i in range(5):
            self.write(f'{i}.csv', 'title\noven\nflour\n')
            self.write(f'{i}.pdf', '%PDF-1.4')
        err = self.run_program('vectorize', *[f'{i}.{kind}' for kind in ('csv', 'pdf')
                                              for i in range(5)], 'b.csv', '-o', 'Z.mtx',
                               '--filter', 'pdf=false {}')[2]
        self.assertEqual([line for line in err.splitlines() if 'table' in line],
                         ['manifact: 0.csv is a table; text: title',
                          'manifact: b.csv is a table; text: text',
                          'manifact: the same for 4 more inputs: 0.csv is a table; text: title'])
        self.assertEqual(err.count('.pdf skipped'), 2)
        self.assertIn('the same for 4 more inputs: 0.pdf skipped because the filter failed', err)


class Collections(ProgramTest):
    """Some articles of BBC News by every way in: the same counts, and the accuracy of the text."""

    def articles(self):
        packed = self.shared('bbc_news/docs.tsv.gz').read_bytes()
        lines = gzip.decompress(packed).decode().splitlines()
        for i, line in enumerate(lines[::5]):
            label, text = line.split('\t', 1)
            title = text[:text.index(' ', 30)]
            body = text[len(title) + 1:].replace('. ', '.\n', 3)
            yield {'id': f'{i:04}@bbc', 'category': 'c' + label, 'title': title, 'body': body}

    def mbox(self, articles):
        box = mailbox.mbox(self.folder / 'bbc.mbox')
        for i, article in enumerate(articles):
            mail = email.message.EmailMessage()
            mail['Subject'], mail['From'] = article['title'], 'a@example.org'
            mail['Message-ID'], mail['X-Class'] = f'<{article["id"]}>', article['category']
            mail.set_content(article['body'], cte=('base64', 'quoted-printable')[i % 2])
            box.add(mail)
        box.close()

    def forms(self, articles):
        """Names, options and standard input."""
        lines = (f'{a["category"]}\t{a["title"]} {a["body"]}' for a in articles)
        self.write('bbc.tsv', ''.join(line.replace('\n', ' ') + '\n' for line in lines))
        self.write('bbc.csv', table([list(articles[0])] + [list(a.values()) for a in articles]))
        self.write('bbc.jsonl', ''.join(json.dumps(a) + '\n' for a in articles))
        self.write('bbc.json', json.dumps(articles, indent=1))
        self.mbox(articles)
        with zipfile.ZipFile(self.folder / 'bbc.zip', 'w', zipfile.ZIP_DEFLATED) as archive:
            for a in articles:
                archive.writestr(f'{a["category"]}/{a["id"]}.txt', f'{a["title"]}\n{a["body"]}\n')
        with zipfile.ZipFile(self.folder / 'bbc.zip') as archive:
            archive.extractall(self.folder / 'folder')
        for name in ('bbc.tsv', 'bbc.csv', 'bbc.jsonl', 'bbc.json', 'bbc.zip'):
            yield [name], b''
        yield ['bbc.mbox', '--label-field', 'X-Class'], b''
        yield ['-'], (self.folder / 'bbc.csv').read_bytes()
        yield ['-'], gzip.compress((self.folder / 'bbc.mbox').read_bytes())

    def test_bbc_news_by_every_way(self):
        articles = list(self.articles())
        counts = set()
        for arguments, stdin in self.forms(articles):
            self.succeed('vectorize', *arguments, '-q', '-o', 'X.mtx', stdin=stdin)
            counts.add((self.folder / 'X.mtx').read_bytes())
        self.assertEqual(len(counts), 1)
        # sorted by class, as the files of folders are: the same rows in another order
        self.succeed('vectorize', 'folder', '-q', '-o', 'Y.mtx')
        self.assertEqual((self.folder / 'Y.mtx').read_bytes().splitlines()[1],
                         counts.pop().splitlines()[1])
        for arguments in (['bbc.csv'], ['bbc.mbox', '--label-field', 'X-Class'], ['folder']):
            summary = json.loads(self.succeed('cluster', *arguments, '-k', 5, '-q', '--json'))
            self.assertEqual(summary['n_documents'], len(articles))
            self.assertGreater(summary['evaluation']['accuracy'], 0.95)


if __name__ == '__main__':
    support.main()
