"""Spreadsheets and databases: the cells as spreadsheet programs show them, the table within a
sheet, refused files; compressed files."""
import bz2
import gzip
import io
import lzma
import shlex
import shutil
import sqlite3
import subprocess
import zipfile

import support
from support import topic_texts
from text import TextTest

MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'


def xlsx(rows, strings=(), styles='', sheets=(('Data', ''),), more='', prefix=''):
    """A workbook whose first sheets hold `rows`: elements <row>, one string for each sheet."""
    rows = [rows] if isinstance(rows, str) else rows
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as book:
        book.writestr('[Content_Types].xml', '<Types/>')
        book.writestr('_rels/.rels', f'<Relationships xmlns="{PACKAGE}"><Relationship Id="r" '
                      f'Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>')
        book.writestr('xl/workbook.xml',
                      f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">{more}<sheets>'
                      + ''.join(f'<sheet name="{name}" sheetId="{i}" {state} r:id="r{i}"/>'
                                for i, (name, state) in enumerate(sheets))
                      + '</sheets></workbook>')
        book.writestr('xl/_rels/workbook.xml.rels', f'<Relationships xmlns="{PACKAGE}">' + ''.join(
            f'<Relationship Id="r{i}" Type="{OFFICE}/worksheet" Target="worksheets/s{i}.xml"/>'
            for i in range(len(rows))) + f'''
            <Relationship Id="s" Type="{OFFICE}/sharedStrings" Target="/xl/sharedStrings.xml"/>
            <Relationship Id="t" Type="{OFFICE}/styles" Target="styles.xml"/></Relationships>''')
        for i, cells in enumerate(rows):
            declared = f'xmlns:{prefix[:-1]}' if prefix else 'xmlns'
            book.writestr(f'xl/worksheets/s{i}.xml', f'<{prefix}worksheet {declared}="{MAIN}">'
                          f'<{prefix}sheetData>{cells}</{prefix}sheetData></{prefix}worksheet>')
        book.writestr('xl/sharedStrings.xml', f'<sst xmlns="{MAIN}">' + ''.join(
            f'<si>{string}</si>' for string in strings) + '</sst>')
        book.writestr('xl/styles.xml', f'<styleSheet xmlns="{MAIN}">{styles}</styleSheet>')
    return out.getvalue()


def inline(*rows, first=1):
    """Rows of texts, numbers and None."""
    def cell(value, place):
        if value is None:
            return ''
        if isinstance(value, str):
            return f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>'
        return f'<c r="{place}"><v>{value}</v></c>'
    return ''.join(f'<row r="{i}">' + ''.join(cell(value, f'{chr(65 + j)}{i}')
                                              for j, value in enumerate(row)) + '</row>'
                   for i, row in enumerate(rows, first))


def ods(tables, styles=''):
    out = io.BytesIO()
    names = ' '.join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
                     for name in ('office', 'table', 'text', 'style'))
    with zipfile.ZipFile(out, 'w') as book:
        book.writestr('mimetype', 'application/vnd.oasis.opendocument.spreadsheet')
        book.writestr('content.xml', f'<office:document-content {names} xmlns:calcext="urn:c">'
                      f'<office:automatic-styles>{styles}</office:automatic-styles><office:body>'
                      f'<office:spreadsheet>{tables}</office:spreadsheet></office:body>'
                      '</office:document-content>')
    return out.getvalue()


class SpreadsheetTest(TextTest):
    def setUp(self):
        super().setUp()
        self.skip_without('libzip or libxml2', 'x.xlsx', xlsx(inline(['text'], ['a'])))

    def csv_of(self, name, content, *arguments):
        """The ids, labels and words of the documents, which show the cells."""
        self.write(name, content)
        return self.read(name, *arguments)


class Xlsx(SpreadsheetTest):
    def test_strings_of_every_kind(self):
        cells = ('<row r="1"><c r="A1" t="s"><v>0</v></c>'
                 '<c r="B1" t="inlineStr"><is><t>text</t></is></c></row>'
                 '<row r="2"><c r="A2"><v>7</v></c><c r="B2" t="s"><v>1</v></c></row>'
                 '<row r="3"><c r="A3"><v>8</v></c>'
                 '<c r="B3" t="str"><f>A1</f><v>goal keeper</v></c></row>'
                 '<row r="4"><c r="A4"><v>9</v></c><c r="B4" t="inlineStr"><is><r><t>pear </t></r>'
                 '<r><t>&amp; plum</t></r></is></c></row>')
        strings = ['<t>id</t>', '<r><t>fl</t></r><r><t>our_x000A_oven, "hot"</t></r>'
                   '<rPh sb="0" eb="1"><t>hint</t></rPh>']
        for prefix in ('', 'x:'):
            with self.subTest(prefix=prefix):
                parts = cells
                if prefix:
                    for tag in ('row', 'c', 'v', 'is', 'r', 't', 'f'):
                        parts = parts.replace(f'<{tag} ', f'<x:{tag} ').replace(
                            f'<{tag}>', f'<x:{tag}>').replace(f'</{tag}>', f'</x:{tag}>')
                self.write('a.xlsx', xlsx(parts, strings, prefix=prefix))
                ids, _, _, counts = self.read('a.xlsx')
                self.assertEqual(ids, ['7', '8', '9'])
                self.assertEqual(set(counts), {('7', 'flour'), ('7', 'oven'), ('7', 'hot'),
                                               ('8', 'goal'), ('8', 'keeper'), ('9', 'pear'),
                                               ('9', 'plum')})

    def test_numbers_dates_and_ids_as_they_are_shown(self):
        styles = ('<numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/>'
                  '<numFmt numFmtId="165" formatCode="00000"/>'
                  '<numFmt numFmtId="166" formatCode="[$-409]d\\ mmm&quot; day&quot;;@"/>'
                  '<numFmt numFmtId="167" formatCode="#,##0.00&quot; USD&quot;"/></numFmts>'
                  '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>'
                  '<xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/>'
                  '<xf numFmtId="167"/></cellXfs>')
        shown = [('0', '1.2E+5', '120000'), ('1', '45322', '2024-01-31'), ('1', '59', '1900-02-28'),
                 ('1', '61', '1900-03-01'), ('2', '45322.4166666667', '2024-01-31T10:00:00'),
                 ('3', '42', '00042'), ('4', '45322', '2024-01-31'), ('5', '1234.5', '1234.5')]
        rows = inline(['id', 'text']) + ''.join(
            f'<row r="{i}"><c r="A{i}" s="{style}"><v>{value}</v></c>'
            f'<c r="B{i}" t="inlineStr"><is><t>word</t></is></c></row>'
            for i, (style, value, _) in enumerate(shown, 2))
        ids, _, _, _ = self.csv_of('a.xlsx', xlsx(rows, styles=styles))
        self.assertEqual(ids, [text for _, _, text in shown])
        of_1904 = xlsx(rows, styles=styles, more='<workbookPr date1904="1"/>')
        self.assertEqual(self.csv_of('a.xlsx', of_1904)[0][1], '2028-02-01')

    def test_the_table_is_found_below_a_title_and_right_of_an_empty_column(self):
        rows = (inline(['Report of 2024'])
                + inline([None, 'id', 'text', 'label'], [None, 5, 'flour', 'x'],
                         [None, 6, 'oven', 'y'], first=4)
                + inline([None, 8, 'goal', 'x'], first=9))
        self.write('a.xlsx', xlsx(rows))
        self.assertEqual(self.read('a.xlsx')[:2], (['5', '6', '8'], ['x', 'y', 'x']))
        _, _, err = self.run_program('vectorize', 'a.xlsx', '-o', 'X.mtx')
        self.assertIn('a.xlsx (sheet Data) is read; its header is row 4, and what is above it is '
                      'left out', err)
        self.write('b.xlsx', xlsx(inline(['text'], ['flour']) + inline(['goal'], first=5)))
        self.assertEqual(self.read('b.xlsx')[0], ['row 2', 'row 5'])
        self.assertEqual(self.read('a.xlsx', '--header-row', 4)[0], ['5', '6', '8'])
        self.refuse('a.xlsx', '--header-row', 2, parts=['--header-row 2', 'empty', 'row 1'])

    def refuse(self, *arguments, parts):
        code, _, err = self.run_program('vectorize', *arguments, '-o', 'X.mtx')
        self.assertEqual(code, 1, err)
        for part in parts:
            self.assertIn(part, err.splitlines()[-1])

    def test_sheets_are_chosen_by_name_or_number(self):
        book = xlsx([inline(['text'], ['flour']), inline(['text'], ['goal'], ['oven']), inline()],
                    sheets=[('Old', 'state="hidden"'), ('New &amp; more', ''), ('Empty', '')])
        self.write('a.xlsx', book)
        self.assertEqual(self.words('a.xlsx'), ['goal', 'oven'])
        self.assertEqual(self.words('a.xlsx', '--sheet', 'Old'), ['flour'])
        self.assertEqual(self.words('a.xlsx', '--sheet', 2), ['goal', 'oven'])
        self.refuse('a.xlsx', '--sheet', 'x', parts=['no sheet x', 'Old, New & more, Empty'])
        self.refuse('a.xlsx', '--sheet', 'Empty', parts=['(sheet Empty) is empty', 'New & more'])
        self.refuse('a.xlsx', '--query', 'select 1', parts=['spreadsheet', '--sheet'])
        self.write('a.csv', 'text\nflour\n')
        self.refuse('a.csv', '--sheet', 'x', parts=['a.csv is none'])
        _, _, err = self.run_program('vectorize', 'a.xlsx', '-o', 'X.mtx')
        self.assertIn('one of 2 sheets; --sheet names another: Empty', err)

    def test_errors_and_formulas_without_results_are_counted(self):
        rows = (inline(['id', 'text'])
                + '<row r="2"><c r="A2" t="e"><v>#N/A</v></c><c r="B2" t="s">'
                '<v>0</v></c></row><row r="3" hidden="1"><c r="A3"><f>B7</f></c><c r="B3" t="s">'
                '<v>0</v></c></row>')
        self.write('a.xlsx', xlsx(rows, ['<t>flour</t>']))
        _, _, err = self.run_program('vectorize', 'a.xlsx', '-o', 'X.mtx')
        self.assertIn('1 cell with an error, read as empty, the first is A2', err)
        self.assertIn('1 formula without a stored result, read as empty, the first is A3', err)
        self.assertIn('1 hidden row read like the others', err)

    def test_an_empty_value_is_no_result_of_a_formula(self):
        def formula(row, value, kind=''):
            return (f'<row r="{row}"><c r="A{row}" {kind}><f>B7</f>{value}</c>'
                    f'<c r="B{row}" t="inlineStr"><is><t>flour</t></is></c></row>')
        self.write('a.xlsx', xlsx(inline(['id', 'text']) + formula(2, '<v></v>')
                                  + formula(3, '<v/>') + formula(4, '<v>5</v>')
                                  + formula(5, '<v></v>', 't="str"')))
        _, _, err = self.run_program('vectorize', 'a.xlsx', '-o', 'X.mtx')
        self.assertIn('2 formulas without a stored result, read as empty, the first is A2', err)

    def test_elements_out_of_place_are_refused(self):
        cell = '<c r="A2"><v>1</v></c>'
        for rows, place in [
                ('<row r="1"><c r="A1"><v>1<row></row></v></c></row>', 'row is out of place at cell'
                 ' A1'),
                (f'<row r="1"><row r="2">{cell}</row></row>', 'row is out of place at row 1'),
                ('<row r="1"><c r="A1"><c r="B1"/></c></row>', 'c is out of place at cell A1'),
                (cell, 'c is out of place before the first row'),
                ('<row r="1"><v>1</v></row>', 'v is out of place at row 1'),
                ('<row r="1"><c r="A1"><is><f/></is></c></row>', 'f is out of place at cell A1')]:
            with self.subTest(rows=rows):
                self.write('a.xlsx', xlsx(rows))
                self.refuse('a.xlsx', parts=['a.xlsx', place])
        extended = ('<row r="1"><c r="A1" t="inlineStr"><is><t>text</t></is><extLst><f>1</f>'
                    '</extLst></c><extLst><row/></extLst></row>')
        self.write('a.xlsx', xlsx(extended + inline(['flour'], first=2)))
        self.assertEqual(self.words('a.xlsx'), ['flour'])

    def test_texts_in_many_cells_are_counted(self):
        rows = ''.join(f'<row r="{i}">' + '<c t="s"><v>0</v></c>' * 200 + '</row>'
                       for i in range(1, 40))
        self.write('a.xlsx', xlsx(rows, ['<t>' + 'flour ' * 100000 + '</t>']))
        self.refuse('a.xlsx', parts=['a.xlsx', 'expands to more than 200 times its size'])

    def test_another_format_is_given_for_a_spreadsheet(self):
        self.write('a.xlsx', xlsx(inline(['text'], ['flour'])))
        for name in ('csv', 'tsv'):
            self.refuse('a.xlsx', '--format', name, parts=['leave out --format'])

    def test_the_header_row_has_names(self):
        self.write('a.xlsx', xlsx(inline([3, 4], *([i, i * i] for i in range(1, 9)))))
        self.succeed('cluster', 'a.xlsx', '-k', 2, '--header-row', 1, '-o', 'out', '-q')
        self.assertEqual(len(self.labels('out/labels.txt')), 8)
        self.succeed('cluster', 'a.xlsx', '-k', 2, '--header-row', 1, '--header', 'no', '-o',
                     'out', '-q')
        self.assertEqual(len(self.labels('out/labels.txt')), 9)

    def test_labels_are_not_read_from_other_binary_files(self):
        self.write('labels.txt', 'x\ny\n')
        self.write('a.parquet', b'PAR1\0\1')
        self.write('nul.txt', b'x\0\ny\n')
        for name, part in (('a.parquet', 'has the format Parquet'), ('nul.txt', 'NUL bytes')):
            code, _, err = self.run_program('evaluate', 'labels.txt', name)
            self.assertEqual(code, 1, err)
            self.assertIn(part, err)
            self.assertIn('labels are read from text', err)

    def test_tables_of_numbers(self):
        rows = [[i, 1e-3 * i] for i in range(1, 30)]
        self.write('a.xlsx', xlsx(inline(['x', 'y'], *rows[:9], [], *rows[9:], [], [])))
        self.write('a.csv', 'x,y\n' + ''.join(f'{i},{1e-3 * i}\n' for i in range(1, 30)))
        for name in ('a.xlsx', 'a.csv'):
            self.succeed('cluster', name, '-k', 2, '-o', 'out_' + name, '-q')
        self.assertEqual(self.labels('out_a.xlsx/labels.txt'), self.labels('out_a.csv/labels.txt'))
        self.assertIn('1 empty row between others is skipped',
                      self.run_program('cluster', 'a.xlsx', '-k', 2)[2])

    def test_tables_of_edges_are_no_features(self):
        edges = [[i, (7 * i) % 20, 1] for i in range(20)]
        self.write('a.xlsx', xlsx(inline(['source', 'target', 'weight'], *edges)))
        code, _, err = self.run_program('cluster', 'a.xlsx', '-k', 2)
        self.assertEqual(code, 1)
        self.assertIn('is a table of edges', err)
        self.succeed('cluster', 'a.xlsx', '-k', 2, '-q', '--format', 'spreadsheet')

    def test_damaged_files_are_refused_with_the_place(self):
        good = inline(['text'], ['flour'])
        for rows, parts in [
                (good + '<row r="3"><c r="A3" t="s"><v>9</v></c></row>', ['cell A3', '9', 'of 0']),
                (good + '<row r="2"><c r="A2"><v>1</v></c></row>', ['"2"', 'number from 3']),
                (good + '<row r="3"><c r="B3"><v>1</v></c><c r="A3"><v>1</v></c></row>',
                 ['A3', 'out of place']),
                (good + '<row r="3"><c r="A3"><v>x</v></c></row>', ['A3', 'not a number']),
                (good + '<row r="3"><c></row>', ['malformed', 's0.xml']),
        ]:
            with self.subTest(rows=rows):
                self.write('a.xlsx', xlsx(rows))
                self.refuse('a.xlsx', parts=['a.xlsx', *parts])
        self.write('a.xlsx', xlsx(good)[:-30])
        self.refuse('a.xlsx', parts=['a.xlsx is a damaged spreadsheet'])
        declared = xlsx(good, ['<t>a</t>'])
        out = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(declared)) as old, zipfile.ZipFile(out, 'w') as new:
            for part in old.namelist():
                text = old.read(part)
                if part.endswith('s0.xml'):
                    text = b'<!DOCTYPE a [<!ENTITY e "x">]>' + text
                new.writestr(part, text)
        self.write('a.xlsx', out.getvalue())
        self.refuse('a.xlsx', parts=['document type'])
        row = inline(['text']) + ''.join(f'<row r="{i}"><c r="A{i}"><v>1</v></c></row>'
                                         for i in range(2, 9))
        self.write('b.xlsx', xlsx(row))
        self.assertEqual(len(self.read('b.xlsx', '--text-field', 'text')[0]), 7)

    def test_from_a_pipe_and_without_the_ending(self):
        book = xlsx(inline(['text'], ['flour'], ['oven']))
        self.write('a.bin', book)
        self.assertEqual(self.words('a.bin'), ['flour', 'oven'])
        self.assertEqual(self.read('-', stdin=book)[0], ['row 2', 'row 3'])

    def test_office_documents_that_are_no_spreadsheets_keep_their_remedy(self):
        out = io.BytesIO()
        with zipfile.ZipFile(out, 'w') as archive:
            archive.writestr('[Content_Types].xml', '<Types/>')
            archive.writestr('word/document.xml', '<w/>')
        self.write('a.docx', out.getvalue())
        self.refuse('a.docx', parts=['pandoc'])

    def test_openpyxl_and_pandas_write_what_is_read(self):
        try:
            import openpyxl
        except ImportError:
            self.skipTest('python3-openpyxl is not installed')
        import datetime
        book = openpyxl.Workbook()
        sheet = book.active
        sheet.append(['id', 'date', 'text'])
        for i in range(5):
            sheet.append([f'{i:03}', datetime.datetime(2024, 1, 1 + i), f'flour oven{i}'])
        book.save(self.folder / 'a.xlsx')
        self.assertEqual(self.read('a.xlsx')[0], [f'{i:03}' for i in range(5)])


class Ods(SpreadsheetTest):
    def test_cells_repeats_and_hidden_sheets(self):
        def cell(text, kind='string', value='', repeated=1, inner=''):
            return (f'<table:table-cell office:value-type="{kind}" {value} '
                    f'table:number-columns-repeated="{repeated}">{inner}<text:p>{text}</text:p>'
                    '</table:table-cell>')
        rows = [cell('id') + cell('text') + cell('date') + '<table:table-cell '
                'table:number-columns-repeated="16381"/>',
                cell('00042', 'float', 'office:value="42"')
                + cell('fl<text:span>our</text:span><text:s text:c="2"/>oven</text:p><text:p>plum',
                       inner='<office:annotation><text:p>hidden</text:p></office:annotation>')
                + cell('31.01.24', 'date', 'office:date-value="2024-01-31"')]
        last = [cell('#N/A', 'string', 'calcext:value-type="error"') + cell('goal')]
        table = ('<table:table table:name="Shown">'
                 + ''.join(f'<table:table-row>{row}</table:table-row>' for row in rows)
                 + '<table:table-row table:number-rows-repeated="3"><table:table-cell/>'
                 '</table:table-row>'
                 + f'<table:table-row table:number-rows-repeated="2">{last[0]}</table:table-row>'
                 '<table:table-row table:number-rows-repeated="1048570"><table:table-cell '
                 'table:number-columns-repeated="16384"/></table:table-row></table:table>')
        styles = ('<style:style style:name="h" style:family="table"><style:table-properties '
                  'table:display="false"/></style:style>')
        hidden = ('<table:table table:name="Old" table:style-name="h"><table:table-row>'
                  f'{cell("text")}</table:table-row><table:table-row>{cell("pear")}'
                  '</table:table-row></table:table>')
        self.write('a.ods', ods(hidden + table, styles))
        ids, _, _, counts = self.read('a.ods')
        self.assertEqual(ids, ['00042', 'row 6', 'row 7'])
        self.assertEqual(set(counts), {('00042', 'flour'), ('00042', 'oven'), ('00042', 'plum'),
                                       ('row 6', 'goal'), ('row 7', 'goal')})
        self.assertEqual(self.words('a.ods', '--sheet', 'Old'), ['pear'])
        _, _, err = self.run_program('vectorize', 'a.ods', '-o', 'X.mtx')
        self.assertIn('1 cell with an error, read as empty, the first is A6', err)

    def refuse(self, cells, part):
        self.write('a.ods', ods('<table:table table:name="A"><table:table-row>' + cells
                                + '</table:table-row></table:table>'))
        code, _, err = self.run_program('vectorize', 'a.ods', '-o', 'X.mtx')
        self.assertEqual(code, 1, err)
        self.assertIn(part, err.splitlines()[-1])

    def test_repetition_is_counted(self):
        blanks = '<table:table-cell><text:p>a<text:s text:c="{}"/>{}</text:p></table:table-cell>'
        self.refuse(blanks.format(1 << 20, ''), 'cell A1 has more than 1048576 bytes')
        self.refuse(blanks.format(600000, '<text:s text:c="600000"/>'), 'cell A1 has more than')
        self.refuse(blanks.format(600000, '').replace(
            'cell>', 'cell table:number-columns-repeated="16384">', 1),
                    'expands to more than 200 times its size')
        self.refuse('<table:table-cell table:number-columns-repeated="16384"/>'
                    '<table:table-cell><text:p>a</text:p></table:table-cell>',
                    'row 1 has more than 16384 cells')

    def test_elements_out_of_place_are_refused(self):
        self.refuse('<table:table-cell><table:table-row/></table:table-cell>',
                    'table-row is out of place at A1')
        self.refuse('<table:table-cell><table:table-cell/></table:table-cell>',
                    'table-cell is out of place at A1')


class Databases(TextTest):
    def setUp(self):
        super().setUp()
        self.database = sqlite3.connect(self.folder / 'news.db')
        self.database.execute('create table articles (id integer, body text, day text, size real)')
        self.database.executemany('insert into articles values (?, ?, ?, ?)', [
            (7, 'flour, "oven"', '2024-01-31', 1.5), (8, None, None, None),
            (9, 'goal\nkeeper', '2024-02-01', 2)])
        self.database.commit()
        self.skip_without('libsqlite3', 'x.db', (self.folder / 'news.db').read_bytes())

    def test_the_only_table_is_read(self):
        ids, _, _, counts = self.read('news.db')
        self.assertEqual(ids, ['7', '8', '9'])
        self.assertEqual(set(counts), {('7', 'flour'), ('7', 'oven'), ('9', 'goal'),
                                       ('9', 'keeper')})

    def test_a_query_chooses(self):
        query = 'select body as text, size as id from articles where body is not null order by id'
        self.assertEqual(self.read('news.db', '--query', query)[0], ['1.5', '2'])
        self.assertEqual(self.read('news.db', '--query', 'select body from articles')[0],
                         ['row 1', 'row 2', 'row 3'])

    def test_what_is_no_query_of_this_file_is_refused(self):
        self.database.execute('create table notes (text)')
        self.database.commit()
        before = (self.folder / 'news.db').read_bytes()
        for query, part in [(None, 'several tables (articles, notes); choose one: --query'),
                            ('select nix from articles', 'no such column: nix'),
                            ('delete from articles', 'one SELECT'),
                            ('select 1; select 2', 'several statements'),
                            ("attach 'x.db' as x", 'not authorized'), ('', 'one SELECT')]:
            with self.subTest(query=query):
                chosen = [] if query is None else ['--query', query]
                code, _, err = self.run_program('vectorize', 'news.db', '-o', 'X.mtx', *chosen)
                self.assertEqual(code, 1, err)
                self.assertIn(part, err.splitlines()[-1])
        self.assertEqual((self.folder / 'news.db').read_bytes(), before)
        code, _, err = self.run_program('vectorize', '-', '-o', 'X.mtx', stdin=before)
        self.assertIn('save it to a file first', err)
        self.write('cut.db', before[:5000])
        code, _, err = self.run_program('vectorize', 'cut.db', '-o', 'X.mtx', '--query',
                                        'select * from articles')
        self.assertEqual(code, 1, err)

    def test_the_query_of_the_message_works(self):
        self.database.execute('drop table articles')
        for name in ('a b"c\'d', 'e'):
            quoted = name.replace('"', '""')
            self.database.execute(f'create table "{quoted}" (text)')
            self.database.execute(f'insert into "{quoted}" values (\'flour\')')
        self.database.commit()
        _, _, err = self.run_program('vectorize', 'news.db', '-o', 'X.mtx')
        query = shlex.split(err.splitlines()[-1].split('choose one: ')[1])
        self.assertEqual(query, ['--query', 'select * from "a b""c\'d"'])
        self.assertEqual(self.words('news.db', *query), ['flour'])

    def test_a_compressed_database_is_to_be_decompressed(self):
        content = (self.folder / 'news.db').read_bytes()
        for name, packed in (('a.db.xz', lzma.compress(content)),
                             ('a.db.gz', gzip.compress(content))):
            self.write(name, packed)
            code, _, err = self.run_program('vectorize', name, '-o', 'X.mtx')
            self.assertEqual(code, 1, err)
            self.assertIn('; decompress it', err)

    def test_the_columns_have_names_that_may_be_numbers(self):
        self.database.execute('drop table articles')
        self.database.execute('create table years ("3" real, "4" real)')
        self.database.executemany('insert into years values (?, ?)',
                                  [(i, i * i) for i in range(1, 9)])
        self.database.commit()
        self.succeed('cluster', 'news.db', '-k', 2, '-o', 'out', '-q')
        self.assertEqual(len(self.labels('out/labels.txt')), 8)

    def test_bytes_are_counted(self):
        self.database.execute('update articles set day = ? where id = 7', [b'\0\1'])
        self.database.commit()
        _, _, err = self.run_program('vectorize', 'news.db', '-o', 'X.mtx')
        self.assertIn('1 value of bytes (BLOB) read as empty, the first in column day', err)


class Compressed(TextTest):
    def setUp(self):
        super().setUp()
        self.skip_without('libarchive', 'x.tsv.bz2', bz2.compress(b'a\tb\n'))

    def compressed(self, content):
        forms = {'.bz2': bz2.compress(content), '.xz': lzma.compress(content)}
        for program, ending in (('zstd', '.zst'), ('lz4', '.lz4'), ('lzip', '.lz')):
            if shutil.which(program):
                forms[ending] = subprocess.run([program, '-c'], input=content, check=True,
                                               capture_output=True).stdout
        return forms

    def test_text_tables_and_matrices(self):
        texts = ''.join(f'{label}\t{text}\n' for label, text in topic_texts()).encode()
        matrix = support.matrix_market(support.block_counts()).encode()
        table = b'id,text\n1,flour\n2,oven\n'
        for name, content, options in (('a.tsv', texts, []), ('a.mtx', matrix, []),
                                       ('a.csv', table, ['-k', 2]),
                                       ('b', matrix, ['-k', 3, '--format', 'mtx'])):
            options = options or ['-k', 3]
            self.write(name, content)
            self.succeed('cluster', name, '-q', '-o', 'out', *options)
            expected = self.labels('out/labels.txt')
            for ending, packed in self.compressed(content).items():
                with self.subTest(name=name, ending=ending):
                    self.write(name + ending, packed)
                    self.succeed('cluster', name + ending, '-q', '-o', 'out', *options)
                    self.assertEqual(self.labels('out/labels.txt'), expected)
                    self.succeed('cluster', '-', '-q', '-o', 'out', *options, stdin=packed)
                    self.assertEqual(self.labels('out/labels.txt'), expected)

    def test_damaged_data_are_refused(self):
        packed = lzma.compress(b'id,text\n1,flour\n2,oven\n' * 500)
        for content in (packed[:-20], packed[:40]):
            self.write('a.csv.xz', content)
            code, _, err = self.run_program('vectorize', 'a.csv.xz', '-o', 'X.mtx')
            self.assertEqual(code, 1, err)
            self.assertIn('a.csv.xz', err)


if __name__ == '__main__':
    support.main()
