"""The user's own table with the topics of its rows: every cell and every byte of the input is there
again, in its format; what the columns hold is that of the other results."""
import codecs
import csv
import gzip
import io
import json
import re
import shutil
import sqlite3
import subprocess
import zipfile

import support
from spreadsheets import SpreadsheetTest, inline, ods, xlsx
from support import topic_texts

ADDED = ['topic', 'title', 'membership', 'second_topic', 'outlier']
PAIRS = topic_texts()


class TableTest(support.ProgramTest):
    def cluster(self, name, *arguments, **options):
        shutil.rmtree(self.folder / 'out', ignore_errors=True)
        self.succeed('cluster', name, '-k', 3, '-o', 'out', *arguments, **options)
        return self.labels('out/labels.txt')

    def out(self, name='table.csv'):
        return (self.folder / 'out' / name).read_bytes()

    def check_columns(self, rows, labels, digits=4):
        """Rows of the five columns as text."""
        titles = {topic['topic']: topic['title'] for topic in
                  json.loads((self.folder / 'out/topics.json').read_text())}
        with open(self.folder / 'out/clusters.csv', newline='') as stream:
            clusters = list(csv.DictReader(stream))
        self.assertEqual(len(rows), len(clusters))
        for row, label, cluster in zip(rows, labels, clusters):
            self.assertEqual(row[0], str(label) if label >= 0 else '')
            self.assertEqual(row[1], titles[label] if label >= 0 else '')
            self.assertEqual(cluster['title'], row[1])
            if label >= 0:
                self.assertEqual(float(row[2]), float(f'{float(cluster["membership"]):.{digits}g}'))
                self.assertNotEqual(row[3], row[0])


def records(lines='\n', delimiter=',', quote=csv.QUOTE_MINIMAL, names=('id', 'text', 'note')):
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator=lines, quoting=quote)
    writer.writerow(names)
    for i, (label, text) in enumerate(PAIRS):
        writer.writerow([f'd{i}', text, f' {label}, "größe"{lines}x' if i % 5 == 0 else ''])
    return out.getvalue()


class Delimited(TableTest):
    def check(self, content, encoding='utf-8', delimiter=',', name='a.csv', written='table.csv'):
        raw = content.encode(encoding)
        self.write(name, raw)
        labels = self.cluster(name, '-q')
        made = self.out(written)
        before = list(csv.reader(io.StringIO(content.lstrip('\ufeff'), newline=''),
                                 delimiter=delimiter))
        after = list(csv.reader(io.StringIO(made.decode(encoding).lstrip('\ufeff'), newline=''),
                                delimiter=delimiter))
        self.assertEqual([row[:len(before[0])] for row in after], before)
        self.assertEqual(after[0][len(before[0]):], ADDED)
        self.check_columns([row[len(before[0]):] for row in after[1:]], labels)
        # The bytes without those added are those of the input.
        rest = iter(made)
        self.assertTrue(all(byte in rest for byte in raw))
        return made

    def test_dialects_and_encodings_are_kept(self):
        for lines in ('\n', '\r\n', '\r'):
            for delimiter in ',;|':
                with self.subTest(lines=lines, delimiter=delimiter):
                    made = self.check(records(lines, delimiter), delimiter=delimiter)
                    self.assertTrue(made.endswith(lines.encode()))
        self.check(records(delimiter='\t'), delimiter='\t', name='a.tsv', written='table.tsv')
        for encoding in ('utf-16-le', 'utf-16-be'):
            with self.subTest(encoding):
                made = self.check('\ufeff' + records('\r\n'), encoding)
                self.assertTrue(made.startswith('\ufeff'.encode(encoding)))
        made = self.check('\ufeff' + records())
        self.assertTrue(made.startswith(codecs.BOM_UTF8))
        self.check(records(), 'cp1252')

    def test_multibyte_encodings_are_kept_when_trail_bytes_are_delimiters(self):
        rows = records(delimiter='|').replace('größe', '\u30dd\u30a4\u30f3\u30c8\u8868')
        self.write('a.csv', rows.encode('shift_jis'))  # their second bytes are | and backslashes
        self.cluster('a.csv', '--encoding', 'shift_jis', '-q')
        after = list(csv.reader(io.StringIO(self.out().decode('shift_jis')), delimiter='|'))
        self.assertEqual([row[:3] for row in after],
                         list(csv.reader(io.StringIO(rows), delimiter='|')))

    def test_quotes_are_those_of_the_table(self):
        made = self.check(records(quote=csv.QUOTE_ALL)).decode()
        self.assertTrue(made.splitlines()[0].endswith('"outlier"'))
        self.assertRegex(made.splitlines()[2], r',"\d","[^"]+","[\d.e-]+","\d?","false"$')
        made = self.check(records(quote=csv.QUOTE_NONNUMERIC, names=('id', 'text', 'note')))
        self.assertIn(b'"topic","title"', made)

    def test_short_and_long_records_blank_lines_and_the_last_line(self):
        lines = ['id,text,note'] + [f'{i},{text}' + ['', ',', ',n', ',n,,'][i % 4]
                                    for i, (_, text) in enumerate(PAIRS)]
        lines.insert(9, '')
        self.write('a.csv', '\n'.join(lines))
        labels = self.cluster('a.csv', '-q')
        made = self.out().decode().split('\n')
        self.assertEqual(len(made), len(lines))
        self.assertEqual(made.pop(9), '')
        rows = list(csv.reader(made))
        self.assertEqual({len(row) for row in rows}, {8})
        self.check_columns([row[3:] for row in rows[1:]], labels)

    def test_the_header_is_in_a_line_that_is_given(self):
        above = 'Report,,\r\n"exported, 2024",x,\r\n'
        for encoding in ('utf-8', 'utf-8-sig', 'utf-16'):
            with self.subTest(encoding):
                rows = (above + records('\r\n')).encode(encoding)
                self.write('a.csv', rows)
                labels = self.cluster('a.csv', '-q', '--header-row', 3)
                made = self.out().decode(encoding)
                self.assertTrue(made.startswith(above + 'id,text,note,topic,'))
                after = list(csv.reader(io.StringIO(made[len(above):], newline='')))
                self.check_columns([row[3:] for row in after[1:]], labels)
                self.write('a.csv.gz', gzip.compress(rows))
                self.assertEqual(self.cluster('a.csv.gz', '-q', '--header-row', 3), labels)
                self.assertEqual(self.out().decode(encoding), made)
        for end in ('\n', '\r\n', '\r'):  # a line that is longer than what is read at first
            self.write('a.csv', 'x' * 300000 + f'{end}y{end}' + records(end))
            self.assertEqual(self.cluster('a.csv', '-q', '--header-row', 3, '--report', 'none'),
                             labels)
        for encoding in ('utf-16-le', 'utf-16-be'):
            self.write('a.csv', (above + records('\r\n')).encode(encoding))
            for given in (encoding, 'auto'):
                self.assertEqual(self.cluster('a.csv', '-q', '--header-row', 3, '--encoding', given,
                                              '--report', 'none'), labels)
        self.write('n.csv', '9,9\n2001,2002\n' + ''.join(f'{i % 3 * 9},{i / 50}\n'
                                                        for i in range(60)))
        self.cluster('n.csv', '-q', '--header-row', 2)
        self.assertTrue(self.out().startswith(b'9,9\n2001,2002,topic,title,membership'))
        self.assertEqual(len(self.out().splitlines()), 62)
        self.fail_with(1, ('cluster', 'n.csv', '-k', 3, '--header-row', 99),
                       'n.csv has fewer lines than 99, the --header-row')
        self.write('a.json', '[{"text": "flour"},\n{"text": "oven"}]')
        self.fail_with(1, ('cluster', 'a.json', '-k', 3, '--header-row', 2), 'a.json is none')

    def test_row_names_of_r_and_separator_lines(self):
        text = '"text"\n' + ''.join(f'"{i}","{text}"\n' for i, (_, text) in enumerate(PAIRS, 1))
        self.write('r.csv', text.replace('"text"\n', '"text","n"\n').replace('"\n', '",1\n')
                   .replace('"text","n",1\n', '"text","n"\n'))
        self.cluster('r.csv', '-q')
        rows = list(csv.reader(io.StringIO(self.out().decode())))
        self.assertEqual(rows[0], ['text', 'n'] + ADDED)
        self.assertEqual({len(row) for row in rows[1:]}, {8})
        self.write('s.csv', 'sep=;\n' + records(delimiter=';'))
        self.cluster('s.csv', '-q')
        self.assertTrue(self.out().startswith(b'sep=;\nid;text;note;topic;'))

    def test_columns_of_these_names_get_a_number_which_is_told(self):
        self.write('a.csv', records(names=('Topic', 'text', 'title_2')).replace('Topic', 'TOPIC'))
        shutil.rmtree(self.folder / 'out', ignore_errors=True)
        code, _, err = self.run_program('cluster', 'a.csv', '-k', 3, '-o', 'out', '--text-field',
                                        'text')
        self.assertEqual(code, 0)
        self.assertIn('topic is topic_2', err)
        self.assertTrue(self.out().startswith(
            b'TOPIC,text,title_2,topic_2,title,membership,second_topic,outlier\n'))

    def test_empty_texts_keep_their_row_without_a_topic(self):
        self.write('a.csv', 'id,text\n' + ''.join(f'{i},{text}\n' for i, (_, text) in
                                                  enumerate(PAIRS)) + 'none,\nmissing,NA\n')
        labels = self.cluster('a.csv', '-q')
        rows = list(csv.reader(io.StringIO(self.out().decode())))
        self.assertEqual(rows[-2:], [['none', '', '', '', '', '', 'false'],
                                     ['missing', 'NA', '', '', '', '', 'false']])
        self.assertEqual(labels[-2:], [-1, -1])

    def test_outliers_are_told_from_texts_without_words(self):
        self.write('a.csv', records())
        labels = self.cluster('a.csv', '-q', '--outliers', '.2')
        rows = list(csv.DictReader(io.StringIO(self.out().decode())))
        self.assertIn(-1, labels)
        self.assertEqual([row['outlier'] == 'true' for row in rows],
                         [label == -1 for label in labels])

    def test_digits(self):
        self.write('a.csv', records())
        for digits in (2, 17):
            labels = self.cluster('a.csv', '-q', '--digits', digits)
            rows = list(csv.reader(io.StringIO(self.out().decode())))
            self.check_columns([row[3:] for row in rows[1:]], labels, digits)
            if digits == 2:
                self.assertLessEqual(max(len(row[5].strip('0.')) for row in rows[1:]), 2)

    def test_pipes_compressed_files_and_several_inputs(self):
        content = records()
        self.write('a.csv', content)
        self.cluster('a.csv', '-q')
        expected = self.out()
        self.cluster('-', '-q', '--format', 'csv', stdin=content.encode())
        self.assertEqual(self.out(), expected)
        self.write('a.csv.gz', gzip.compress(content.encode()))
        self.cluster('a.csv.gz', '-q')
        self.assertEqual(self.out(), expected)
        self.write('b.jsonl', ''.join(json.dumps({'id': f'e{i}', 'text': text}) + '\n'
                                      for i, (_, text) in enumerate(PAIRS)))
        self.succeed('cluster', 'a.csv', 'b.jsonl', '-k', 3, '-o', 'out', '-q')
        labels = self.labels('out/labels.txt')
        rows = list(csv.DictReader(io.StringIO(self.out('table-1.csv').decode())))
        more = [json.loads(line) for line in self.out('table-2.jsonl').splitlines()]
        self.assertEqual([int(row['topic']) for row in rows] + [row['topic'] for row in more],
                         labels)
        self.assertFalse((self.folder / 'out/table.csv').exists())  # of the run before
        self.cluster('a.csv', '-q')
        self.assertFalse((self.folder / 'out/table-2.jsonl').exists())

    def test_tables_of_numbers_with_and_without_a_header(self):
        rows = [f'{x + i / 100},{y - i / 90}' for i in range(12)
                for x, y in ((0, 0), (5, 5), (9, 0))]
        for header in ('', 'width,height\n'):
            with self.subTest(header):
                self.write('n.csv', header + '\n'.join(rows) + '\n')
                labels = self.cluster('n.csv', '-q', '-m', 'kmeans')
                made = self.out().decode().splitlines()
                if header:
                    self.assertEqual(made.pop(0), 'width,height,' + ','.join(ADDED))
                self.assertEqual([','.join(line.split(',')[:2]) for line in made], rows)
                self.assertEqual([int(line.split(',')[2]) for line in made], labels)
        self.write('i.csv', 'id,width,class\n' + ''.join(
            f'p{i},{i % 3 * 7 + i / 50},{"abc"[i % 3]}\n' for i in range(30)))
        labels = self.cluster('i.csv', '-q', '-m', 'kmeans')
        made = list(csv.DictReader(io.StringIO(self.out().decode())))
        self.assertEqual([int(row['topic']) for row in made], labels)


class Json(TableTest):
    def rows(self):
        return [{'id': f'd{i}', 'text': text, 'nested': {'topic': [1, {'a': '}]"\\'}]},
                 'größe': 1.50, 'b': None} for i, (_, text) in enumerate(PAIRS)]

    def test_members_are_kept(self):
        contents = {'a.jsonl': ''.join(json.dumps(row, ensure_ascii=i % 2 == 0) + '\n'
                                       for i, row in enumerate(self.rows())),
                    'b.jsonl': ''.join(json.dumps(row, separators=(',', ':')) + '\r\n'
                                       for row in self.rows()),
                    'a.json': json.dumps(self.rows(), indent=2), 'b.json': json.dumps(self.rows())}
        for name, content in contents.items():
            with self.subTest(name):
                self.write(name, content)
                labels = self.cluster(name, '-q')
                text = self.out('table' + name[1:]).decode()
                made = json.loads(text) if name.endswith('.json') else [
                    json.loads(line) for line in text.splitlines()]
                self.assertEqual([dict(list(row.items())[:-5]) for row in made], self.rows())
                self.assertEqual([row['topic'] for row in made], labels)
                self.assertEqual(list(made[0])[-5:], ADDED)
                rest = iter(text)
                self.assertTrue(all(c in rest for c in content))
        self.assertIn('\n        "topic": ', self.indented())

    def indented(self):
        self.write('c.json', json.dumps(self.rows(), indent=4))
        self.cluster('c.json', '-q')
        return self.out('table.json').decode()

    def test_nested_members_keep_every_byte(self):
        lines = [f'{{"id":{i},"meta" : {{"a":[1,{{"topic":"\\u00fc {text[:4]}"}}], "b":{{}}}},'
                 f'"text":"{text}","n":[[1.50,2e3],null,"}}"]}}'
                 for i, (_, text) in enumerate(PAIRS)]
        for before, between, after, name in (('', '\n', '\n', 'jsonl'),
                                             ('{"results": [', ',\n ', '], "next": null}', 'json')):
            with self.subTest(name):
                self.write('a.' + name, before + between.join(lines) + after)
                labels = self.cluster('a.' + name, '-q', '--text-field', 'text')
                made = self.out('table.' + name).decode()
                values = [value if isinstance(value, dict) else json.loads(value) for value in (
                    made.splitlines() if name == 'jsonl' else json.loads(made)['results'])]
                self.assertEqual([value['topic'] for value in values], labels)
                for line in lines:
                    self.assertIn(line[:-1] + ',"topic":', made)

    def test_strings_empty_texts_and_taken_names(self):
        lines = [json.dumps(text) for _, text in PAIRS] + ['{}', '{"text": null, "Topic": 1}']
        self.write('a.jsonl', '\n'.join(lines))
        self.cluster('a.jsonl', '-q')
        made = [json.loads(line) for line in self.out('table.jsonl').splitlines()]
        self.assertEqual(made[0]['text'], PAIRS[0][1])
        self.assertEqual(made[-2], {'topic_2': None, 'title': None, 'membership': None,
                                    'second_topic': None, 'outlier': False})
        self.assertEqual(made[-1]['Topic'], 1)


class Spreadsheets(SpreadsheetTest):
    def check(self, name, content, part, *arguments):
        self.write(name, content)
        shutil.rmtree(self.folder / 'out', ignore_errors=True)
        self.succeed('cluster', name, '-k', 3, '-o', 'out', '-q', *arguments)
        made = self.folder / 'out' / ('table' + name[name.rindex('.'):])
        with zipfile.ZipFile(made) as new, zipfile.ZipFile(self.folder / name) as old:
            self.assertEqual(new.namelist(), old.namelist())
            for other in old.namelist():
                if other != part:
                    self.assertEqual(new.read(other), old.read(other))
            return new.read(part).decode(), self.labels('out/labels.txt')

    def test_cells_are_added_to_the_rows_of_documents(self):
        rows = [['My table'], [None], ['id', 'text', 'n']] + [[f'd{i}', text, i] for i, (_, text) in
                                                             enumerate(PAIRS)]
        cells = inline(*rows).replace('<row r="5">', '<row r="5" spans="1:2" ht="20">')
        cells = cells.replace('<row r="6">', '<row r="6"><!-- a > b -->')
        sheet, labels = self.check('a.xlsx', xlsx(cells), 'xl/worksheets/s0.xml')
        self.assertIn('<row r="1"><c r="A1" t="inlineStr"><is><t>My table</t></is></c></row>',
                      sheet)
        for column, name in zip('DEFGH', ADDED):
            self.assertIn(f'<c r="{column}3" t="inlineStr"><is><t>{name}</t></is></c>', sheet)
        self.assertEqual([int(x) for x in re.findall(r'<c r="D\d+"><v>(\d+)</v>', sheet)], labels)
        self.assertEqual(len(re.findall(r'<c r="H\d+" t="b"><v>0</v>', sheet)), len(labels))
        self.assertIn('<row r="5" ht="20">', sheet)
        self.assertIn('<!-- a > b -->', sheet)
        removed = re.sub(r'<c r="[D-H]\d+".*?</c>', '', sheet)
        self.assertEqual(removed, f'<worksheet xmlns="http://schemas.openxmlformats.org/'
                         f'spreadsheetml/2006/main"><sheetData>{cells}</sheetData></worksheet>'
                         .replace(' spans="1:2"', ''))

    def test_styled_empty_cells_beyond_the_table_are_replaced(self):
        rows = [['id', 'text']] + [[f'd{i}', text] for i, (_, text) in enumerate(PAIRS)]
        cells = re.sub(r'<row r="(\d+)">(.*?)</row>',
                       r'<row r="\1">\2<c r="C\1" s="1"/><c r="H\1" s="1"></c></row>',
                       inline(*rows))
        sheet, labels = self.check('a.xlsx', xlsx(cells), 'xl/worksheets/s0.xml')
        self.assertEqual(len(re.findall(r'<c r="C\d+"', sheet)), len(labels) + 1)
        self.assertNotIn('r="H', sheet)

    def test_the_sheet_that_is_read_is_written(self):
        rows = inline(['id', 'text'], *[[f'd{i}', text] for i, (_, text) in enumerate(PAIRS)])
        content = xlsx([inline(['a', 'b'], [1, 2]), rows], sheets=(('One', ''), ('Two', '')))
        sheet, labels = self.check('a.xlsx', content, 'xl/worksheets/s1.xml', '--sheet', 'Two')
        self.assertEqual([int(x) for x in re.findall(r'<c r="C\d+"><v>(\d+)</v>', sheet)], labels)

    def test_ods(self):
        def row(cells, attributes=''):
            return f'<table:table-row{attributes}>' + ''.join(
                f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p>'
                '</table:table-cell>' for cell in cells) + (
                    '<table:table-cell table:number-columns-repeated="16000"/></table:table-row>')
        repeated = row(['r', PAIRS[0][1]], ' table:number-rows-repeated="3"')
        body = (row(['id', 'text']) + ''.join(row([f'd{i}', text]) for i, (_, text) in
                                              enumerate(PAIRS)) + repeated +
                '<table:table-row table:number-rows-repeated="1000"><table:table-cell/>'
                '</table:table-row>')
        other = '<table:table table:name="Two">' + row(['x']) + '</table:table>'
        sheet, labels = self.check('a.ods', ods(
            f'{other.replace("Two", "Zero")}<table:table table:name="Data">{body}</table:table>'
            + other), 'content.xml', '--sheet', 'Data')
        self.assertEqual(len(labels), len(PAIRS) + 3)
        topics = re.findall(r'</text:p></table:table-cell><table:table-cell '
                            r'office:value-type="float" office:value="(\d+)"><text:p>\1</text:p>'
                            r'</table:table-cell><table:table-cell office:value-type="string">',
                            sheet)
        self.assertEqual([int(topic) for topic in topics], labels)
        self.assertEqual(sheet.count('office:value-type="boolean"'), len(labels))
        self.assertIn(other, sheet)
        # What is written is read again.
        shutil.copy(self.folder / 'out/table.ods', self.folder / 'again.ods')
        code, _, err = self.run_program('vectorize', 'again.ods', '-o', 'X.mtx', '--sheet', 'Data')
        self.assertEqual((code, (self.folder / 'X.ids.txt').read_text().split()[:2]),
                         (0, ['d0', 'd1']), err)

    def test_round_trip_by_libreoffice(self):
        office = shutil.which('soffice') or shutil.which('libreoffice')
        if office is None:
            self.skipTest('LibreOffice (libreoffice-calc) is missing')
        with open(self.folder / 'in.csv', 'w', newline='') as stream:
            writer = csv.writer(stream)
            writer.writerow(['id', 'text', 'day', 'share', 'sum'])
            for i, (_, text) in enumerate(PAIRS):
                writer.writerow([f'd{i}', text + ', größe "a" & <b>', f'2024-03-{i % 28 + 1:02}',
                                 i / 7, f'=A{i + 2}&"x"'])

        def convert(name, kind, folder):
            options = {'xlsx': 'xlsx', 'ods': 'ods',
                       'csv': 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true'}[kind]
            subprocess.run([office, f'-env:UserInstallation=file://{self.folder}/profile',
                            '--headless', '--convert-to', options, '--outdir',
                            str(self.folder / folder), str(self.folder / name)], check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300)

        def rows(name):
            with open(self.folder / name, newline='', encoding='utf-8') as stream:
                return list(csv.reader(stream))
        for kind in ('xlsx', 'ods'):
            with self.subTest(kind):
                convert('in.csv', kind, '.')
                convert(f'in.{kind}', 'csv', 'before')
                shutil.rmtree(self.folder / 'out', ignore_errors=True)
                self.succeed('cluster', f'in.{kind}', '-k', 3, '-o', 'out', '-q')
                convert(f'out/table.{kind}', 'csv', 'after')
                before, after = rows('before/in.csv'), rows('after/table.csv')
                self.assertEqual([row[:5] for row in after], before)
                self.assertEqual(after[0][5:], ADDED)
                self.assertEqual([int(row[5]) for row in after[1:]], self.labels('out/labels.txt'))


class Databases(TableTest):
    def setUp(self):
        super().setUp()
        with sqlite3.connect(self.folder / 'news.db') as db:
            db.execute('create table news (id integer primary key, text varchar(99), x real, y)')
            db.executemany('insert into news values (?, ?, ?, ?)',
                           [(i, text, i / 3, [None, b'\x00\xff', 'z', 7][i % 4])
                            for i, (_, text) in enumerate(PAIRS)])
        db.close()
        err = self.run_program('vectorize', 'news.db', '-o', 'X.mtx')[2]
        if 'without libsqlite3' in err:
            self.skipTest('the program was built without libsqlite3')

    def rows(self, name, table):
        db = sqlite3.connect(self.folder / name)
        try:
            return db.execute(f'select * from {table}').fetchall()
        finally:
            db.close()

    def test_the_rows_of_the_table_are_in_a_new_database(self):
        labels = self.cluster('news.db', '-q')
        before, after = self.rows('news.db', 'news'), self.rows('out/table.sqlite', 'documents')
        self.assertEqual([row[:4] for row in after], before)
        self.assertEqual([row[4] for row in after], labels)
        self.assertEqual([type(x) for x in after[0][4:]], [int, str, float, int, int])

    def test_into_a_table_of_the_same_database(self):
        before = self.rows('news.db', 'news')
        self.succeed('cluster', 'news.db', '-k', 3, '-q', '--into', 'topics')
        self.assertEqual([row[:4] for row in self.rows('news.db', 'topics')], before)
        query = ('--query', 'select id, text from news where id < 30')
        self.fail_with(1, ('cluster', 'news.db', '-k', 3, '-q', '--into', 'topics', *query),
                       'already has a table', '--force')
        self.fail_with(1, ('cluster', 'news.db', '-k', 3, '-q', '--into', 'news', '--force',
                           *query), 'which is read')
        self.succeed('cluster', 'news.db', '-k', 3, '-q', '--into', 'topics', '--force', *query)
        self.assertEqual(len(self.rows('news.db', 'topics')), 30)
        self.succeed('cluster', 'news.db', '-k', 3, '-q', '--into', 'more.db:t', *query)
        self.assertEqual(len(self.rows('more.db', 't')), 30)
        self.assertEqual(self.rows('news.db', 'news'), before)
        self.write('a.csv', records())
        self.fail_with(1, ('cluster', 'a.csv', '-k', 3, '-q', '--into', 'topics'), 'a.csv is none')


class NewDocuments(TableTest):
    def test_assign_and_update_write_the_table(self):
        self.write('old.csv', records())
        self.cluster('old.csv', '-q')
        fresh = 'id;text;x\n' + ''.join(f'n{i};{text};{i}\n' for i, (_, text) in
                                        enumerate(PAIRS[:9])) + 'n9;;9\n'
        self.write('new.csv', fresh)
        self.succeed('assign', 'out/model.manifact', 'new.csv', '-q', '-o', 'labels.txt', '--table',
                     'mine.csv')
        rows = list(csv.DictReader(io.StringIO((self.folder / 'mine.csv').read_text()),
                                   delimiter=';'))
        self.assertEqual([int(row['topic'] or -1) for row in rows], self.labels('labels.txt'))
        self.assertEqual(rows[-1]['x'], '9')
        self.fail_with(1, ('assign', 'out/model.manifact', 'new.csv', '-q', '--table', 'new.csv'),
                       'would overwrite the input')
        for other in ('mine.json', 'mine.XLSX', 'mine.tsv', 'mine.parquet', 'a.sqlite'):
            self.fail_with(1, ('assign', 'out/model.manifact', 'new.csv', '-q', '--table', other),
                           f'--table {other}: the table is written in the format of new.csv, as '
                           '.csv')
        self.succeed('assign', 'out/model.manifact', 'new.csv', '-q', '--table', 'mine.txt')
        self.assertEqual((self.folder / 'mine.txt').read_text(),
                         (self.folder / 'mine.csv').read_text())
        self.write('known.csv', fresh + f'd0;{PAIRS[0][1]};10\n')
        self.succeed('update', 'out/model.manifact', 'known.csv', '--skip-known', '-o', 'grown',
                     '-q')
        rows = list(csv.DictReader(io.StringIO((self.folder / 'grown/table.csv').read_text()),
                                   delimiter=';'))
        labels = self.labels('grown/labels.txt')
        self.assertEqual([int(row['topic'] or -1) for row in rows], labels[-10:] + labels[:1])

    def test_renamed_topics_are_in_the_table(self):
        self.write('old.csv', records())
        self.cluster('old.csv', '-q')
        self.succeed('topics', 'rename', 'out/model.manifact', 0, 'Größe, "x"', '-o',
                     'm.manifact')
        self.succeed('assign', 'm.manifact', 'old.csv', '-q', '--table', 'mine.csv')
        rows = list(csv.DictReader(io.StringIO((self.folder / 'mine.csv').read_text())))
        self.assertEqual({row['title'] for row in rows if row['topic'] == '0'}, {'Größe, "x"'})


if __name__ == '__main__':
    support.main()
