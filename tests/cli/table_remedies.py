"""What is said of tables that are not what they seem, and the commands that this prints."""
import csv
import gzip
import os
import random
import struct
import subprocess

import support
from remedies_support import RemedyTest


def edges():
    """Edges within two groups of 20 nodes, in the order of a program: the lower node last."""
    draw = random.Random(1)
    return [(i + base, j + base) for base in (0, 20) for i in range(20) for j in range(i)
            if draw.random() < 0.5] + [(20, 0), (39, 19)]


class Edges(RemedyTest):
    def cluster_nodes(self, name, pattern):
        self.need('awk')
        self.shell(self.command(pattern + r'to cluster (?:its|the) nodes: (awk .*)$', 'cluster',
                                name, '-k', 2) + ' -k 2 -o out')
        labels = self.labels('out/labels.txt')
        ids = (self.folder / f'{name}.documents.txt').read_text().split()
        groups = {int(node) < 20: label for node, label in zip(ids, labels)}
        self.assertEqual(len(set(groups.values())), 2)
        for node, label in zip(ids, labels):
            self.assertEqual(label, groups[int(node) < 20])

    def test_names_of_edges_between_blanks_or_tabs_are_those_of_a_table(self):
        for name, header, separator in (('a.txt', 'from to\n', ' '),
                                        ('s.txt', '# Nodes: 40\n# FromNodeId\tToNodeId\n', '\t'),
                                        ('c.csv', 'source,target\n', ',')):
            with self.subTest(name):
                self.write(name, header + ''.join(f'{i}{separator}{j}\n' for i, j in edges()))
                self.cluster_nodes(name, 'is a table of edges .*; ')

    def test_edges_without_names_are_told(self):
        both = sorted(edges() + [(j, i) for i, j in edges()])
        for name, separator, pairs, weight in (
                ('a.csv', ',', edges(), ''), ('a.txt', ' ', edges(), ''),
                ('a.tsv', '\t', both, ''), ('w.csv', ',', edges(), ',0.5')):
            with self.subTest(name):
                self.write(name, ''.join(f'{i}{separator}{j}{weight}\n' for i, j in pairs))
                self.cluster_nodes(name, 'seems to be a list of edges, .*; ')

    def test_points_of_whole_numbers_are_no_edges(self):
        draw = random.Random(2)
        grid = [(i, j) for i in range(40) for j in range(40) if i != j]
        points = [(draw.randrange(60), draw.randrange(60)) for _ in range(500)]
        above = [(i, i + draw.randrange(1, 9)) for i in points[0] * 100]  # least and greatest
        for rows in (grid, points, above):
            self.write('p.csv', ''.join(f'{i},{j}\n' for i, j in rows))
            self.assertNotIn('edges', self.said('cluster', 'p.csv', '-k', 2))


def points(rows=40):
    """Two groups of points as text, without zeros."""
    return [[f'{base + (i * 7 % 11) / 10 + 0.1:.3f}', f'{base + (i * 5 % 13) / 10 + 0.1:.3f}']
            for i in range(rows) for base in [9 * (i % 2)]]


def table(rows, header=('a', 'b'), separator=','):
    return ''.join(separator.join(row) + '\n' for row in ([header] if header else []) + rows)


class Cells(RemedyTest):
    def test_rows_with_gaps_are_left_out_by_one_command(self):
        self.need('awk')
        for mark in ('', 'NA', 'nan', 'inf', '?', '"-"'):
            for separator in (',', ';', '\t'):
                with self.subTest(mark=mark, separator=separator):
                    rows = [['x' + str(i), *row] for i, row in enumerate(points())]
                    for i, j in ((3, 1), (17, 2), (30, 1)):
                        rows[i][j] = mark
                    self.write('a b.csv', table(rows, ('id', 'a', 'b'), separator))
                    command = self.command(
                        r'line 5, column 2 \("a"\): .* remove the lines with such cells, 3 of 40 '
                        r'\((awk .*> NEW)\)$', 'cluster', 'a b.csv', '-k', 2)
                    self.shell(command.replace('NEW', 'new.csv'))
                    kept = [row for row in rows if mark not in row]
                    self.assertEqual((self.folder / 'new.csv').read_text(),
                                     table(kept, ('id', 'a', 'b'), separator))
                    self.succeed('cluster', 'new.csv', '-k', 2, '-o', 'out')

    def test_one_gap_has_the_command_for_its_line(self):
        rows = points()
        rows[4][1] = 'nan'
        self.write('a.csv', table(rows))
        self.command(r'(sed 6d a.csv > NEW\), or leave the column out \(--skip-fields b\))',
                     'cluster', 'a.csv', '-k', 2)

    def test_columns_are_left_out_only_if_one_is_left(self):
        self.write('a.csv', table([[f'{a}%', f'{b}%'] for a, b in points()]))
        self.assertNotIn('--', self.said('cluster', 'a.csv', '-k', 2))
        self.write('a.csv', table([[f'{a} cm', f'{b} cm'] for a, b in points()]))
        self.assertNotIn('--skip-fields', self.said('cluster', 'a.csv', '-k', 2))

    def test_numbers_with_signs_become_plain(self):
        self.need('sed')
        big = [[float(a) * 1234 + 1, float(b) * 1000 + 1] for a, b in points()]
        forms = {
            'percent': ('{:.1f}%', ','), 'dollars': ('${:.1f}', ','), 'euros': ('{:.1f} €', ','),
            'pounds': ('£{:,.1f}', ','), 'thousands': ('{:,.1f}', ','),
            'tabs': ('{:,.1f}', '\t'), 'apostrophes': ("{:,.1f}", ';')}
        for kind, (form, separator) in forms.items():
            with self.subTest(kind):
                cells = [[form.format(value) for value in row] for row in big]
                if kind == 'apostrophes':
                    cells = [[cell.replace(',', "'") for cell in row] for row in cells]
                if separator == ',':
                    cells = [[f'"{cell}"' for cell in row] for row in cells]
                self.check_plain(cells, separator, [[f'{v:.1f}' for v in row] for row in big])
        minus = [[f'\u2212{a}', b] for a, b in points()]
        self.check_plain(minus, ',', [[f'-{a}', b] for a, b in points()])
        narrow = [[f'{int(v):,}'.replace(',', '\u202f') for v in row] for row in big]
        self.check_plain(narrow, ',', [[str(int(v)) for v in row] for row in big])
        decimal = [['"' + a.replace('.', ',') + '"', b] for a, b in points()]
        self.check_plain(decimal, ',', points())

    def check_plain(self, cells, separator, expected):
        self.write('a.csv', table(cells, separator=separator))
        command = self.command(r'without other signs: (sed .*> NEW)', 'cluster', 'a.csv', '-k', 2)
        self.shell(command.replace('NEW', 'new.csv'))
        with (self.folder / 'new.csv').open(encoding='utf-8', newline='') as file:
            found = list(csv.reader(file, delimiter=separator))
        self.assertEqual(found, [['a', 'b'], *expected])
        self.succeed('cluster', 'new.csv', '-k', 2, '-o', 'out')

    def test_codes_of_missing_values_above_all_others(self):
        for mark in ('99', '999', '999.0', '9999', '999999999'):
            rows = points()
            rows[25][0] = rows[35][0] = mark
            self.write('a.csv', table(rows))
            said = self.said('cluster', 'a.csv', '-k', 2)
            self.assertIn(f'column "a" has the value {mark}, far above all others', said)
        for cells in (['99', '1'], ['99', '99', '60'], ['9.9', '9.9'], ['199', '199']):
            rows = points()
            for i, cell in enumerate(cells):
                rows[25 + i][0] = cell
            self.write('a.csv', table(rows))
            self.assertNotIn('far above', self.said('cluster', 'a.csv', '-k', 2))

    def test_symbols_of_genes_are_told_from_names_of_wells(self):
        letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
        genes = [f'{letters[i % 26]}{letters[i // 26]}{letters[i * 7 % 26]}{i % 9}'
                 for i in range(240)]
        wells = [f'{letter * 2}{number}' for letter in letters for number in range(10)]
        for names, are_told in ((genes, True), (wells, False), (genes[:60], False)):
            rows = [[name, *points()[i % len(points())]] for i, name in enumerate(names)]
            self.write('a.csv', table(rows, ('', 'a', 'b')))
            told = 'are like those of genes' in self.said('cluster', 'a.csv', '-k', 2)
            self.assertEqual(told, are_told)

    def test_leading_zeros_are_told(self):
        rows = [[f'{i * 731 % 3000:05d}', *row] for i, row in enumerate(points())]
        self.write('a.csv', table(rows, ('zip', 'a', 'b')))
        self.assertIn('column "zip" has leading zeros as codes have, such as 00000',
                      self.said('cluster', 'a.csv', '-k', 2))
        rows = [[f'{i % 12 + 1:02d}', *row] for i, row in enumerate(points())]
        self.write('a.csv', table(rows, ('month', 'a', 'b')))
        self.assertNotIn('leading zeros', self.said('cluster', 'a.csv', '-k', 2))

    def test_numbers_of_customers_are_ids(self):
        rows = [[str(100000 + 37 * i), *row] for i, row in enumerate(points())]
        self.write('a.csv', table(rows, ('CustomerNo', 'a', 'b')))
        self.assertIn('id: "CustomerNo"', self.said('cluster', 'a.csv', '-k', 2))

    def test_the_same_name_twice_is_told_at_the_fit(self):
        self.write('a.csv', table([row + row for row in points()], ('a', 'b', 'c', 'b')))
        said = self.said('cluster', 'a.csv', '-k', 2)
        self.assertEqual(said.count('several columns have the name "b"'), 1, said)


class Shapes(RemedyTest):
    def test_half_of_a_distance_matrix_is_completed(self):
        self.need('awk')
        places = [9 * (i % 2) + i / 100 for i in range(12)]
        full = [[f'{abs(a - b):.2f}' for b in places] for a in places]
        names = [f's{i}' for i in range(12)]
        for zero in ('0.00', ''):
            for is_lower in (True, False):
                for separator in ',\t':
                    with self.subTest(zero=zero, is_lower=is_lower, separator=separator):
                        half = [[cell if (j <= i if is_lower else j >= i) else zero
                                 for j, cell in enumerate(row)] for i, row in enumerate(full)]
                        self.check_half(half, full, names, separator)

    def check_half(self, half, full, names, separator):
        def text(rows):
            return table([[one, *row] for one, row in zip(names, rows)], ['', *names], separator)
        self.write('a.csv', text(half))
        command = self.command(r'one half .* complete it: (awk .*> NEW)$', 'cluster', 'a.csv',
                               '-k', 2)
        self.shell(command.replace('NEW', 'new.csv'))
        self.assertEqual((self.folder / 'new.csv').read_text(), text(full).replace('0.00', '0'))
        self.assertIn('square and symmetric', self.said('cluster', 'new.csv', '-k', 2))

    def test_half_of_a_distance_matrix_without_names(self):
        places = [9 * (i % 2) + i / 100 for i in range(60)]
        for keeps in (int.__lt__, int.__gt__):
            rows = [[f'{abs(a - b):.2f}' if keeps(i, j) else '0.00'
                     for j, b in enumerate(places)] for i, a in enumerate(places)]
            self.write('a.csv', table(rows, None))
            self.assertIn('one half of it is 0', self.said('cluster', 'a.csv', '-k', 2))

    def test_square_tables_of_points_are_no_halves(self):
        rows = [[str((i * j * 7 + i + 1) % 13) for j in range(12)] for i in range(12)]
        rows = [[*row[:-1], '0'] for row in rows]
        self.write('a.csv', table(rows, None))
        self.assertNotIn('half', self.said('cluster', 'a.csv', '-k', 2))

    def test_long_tables_of_names(self):
        self.need('awk')
        for separator in ',\t':
            rows = [[f's{i}', f'g{j}', str(9 * (i % 2) + j)] for i in range(8) for j in range(1, 4)]
            self.write('a.csv', table(rows, ('sample', 'gene', 'value'), separator))
            command = self.command(r'seems to be a long table, .*: (awk .*> NEW);', 'cluster',
                                   'a.csv', '-k', 2)
            self.shell(command.replace('NEW', 'new.csv'))
            wide = [[f's{i}', *(str(9 * (i % 2) + j) for j in range(1, 4))] for i in range(8)]
            self.assertEqual((self.folder / 'new.csv').read_text(),
                             table(wide, ('id', 'g1', 'g2', 'g3'), separator))

    def test_terms_of_documents_become_a_matrix(self):
        self.need('python3')
        words = [['flour', 'oven', 'new, york'], ['goal', 'keeper', 'team']]
        rows = [[f'd{i}', term, str(i % 3 + j + 1)] for i in range(12)
                for j, term in enumerate(words[i % 2])]
        by_count = sorted(rows, key=lambda row: (row[1], row[0]))
        quoted = [[doc, f'"{term}"', count] for doc, term, count in rows]
        beside = [['', doc, str(i), f'"{term}"', '2'] for i, (doc, term, _) in enumerate(rows)]
        for name, header, lines, separator in (
                ('a b.csv', ('document', 'term', 'count'), quoted, ','),
                ('s.csv', ('doc_id', 'word', 'n'), quoted, ';'),
                ('t.tsv', ('document', 'term', 'count'), by_count, '\t'),
                ('w.csv', ('id', 'token', 'weight'), quoted, ','),
                ('o.csv', ('', 'doc_id', 'token_id', 'token', 'start'), beside, ','),
                ('p.csv', ('doc_id', 'token'), [row[:2] for row in quoted], ',')):
            with self.subTest(name):
                self.write(name, table(lines, header, separator))
                self.shell(self.command(r'to cluster the documents: (python3 .*)$', 'cluster',
                                        name, '-k', 2) + ' -k 2 -o out --force -q')
                labels = self.labels('out/labels.txt')
                ids = (self.folder / f'{name}.documents.txt').read_text().split()
                self.assertEqual(len(labels), 12)
                self.assertEqual(len({label for one, label in zip(ids, labels)
                                      if int(one[1:]) % 2 == 0}), 1)
                terms = (self.folder / f'{name}.terms.txt').read_text().splitlines()
                self.assertEqual(sorted(terms), sorted(words[0] + words[1]))
                entries = (self.folder / f'{name}.mtx').read_text().splitlines()[2:]
                values = {(ids[int(i) - 1], terms[int(j) - 1]): float(v)
                          for i, j, v in (entry.split() for entry in entries)}
                self.assertEqual(values, {(doc, term): 1 if name[0] in 'op' else int(count)
                                          for doc, term, count in rows})
        self.write('a.csv.gz', gzip.compress(table(quoted, ('doc', 'term', 'n')).encode()))
        self.shell(self.command(r'documents: (gunzip -k a.csv.gz && python3 .*)$', 'cluster',
                                'a.csv.gz', '-k', 2) + ' -k 2 -o out --force -q')

    def test_terms_in_latin_1_and_missing_counts(self):
        self.need('python3')
        rows = [[f'd{i}', ('M\u00fchle', 'Tor')[i % 2], 'NA' if i == 7 else str(i % 3 + j + 1)]
                for i in range(12) for j in range(2)]
        self.write('a.csv', table(rows, ('document', 'term', 'count')).encode('latin-1'))
        self.shell(self.command(r'to cluster the documents: (python3 .*)$', 'cluster', 'a.csv',
                                '-k', 2) + ' -k 2 -o out --force -q')
        self.assertEqual((self.folder / 'a.csv.terms.txt').read_text(encoding='utf-8').split(),
                         ['M\u00fchle', 'Tor'])
        values = [line.split()[2]
                  for line in (self.folder / 'a.csv.mtx').read_text().splitlines()[2:]]
        self.assertEqual([float(value) for value in values],
                         [2 * (i % 3) + 3 for i in range(12) if i != 7])

    def test_terms_beside_other_numbers_are_no_entries(self):
        for header, cells in (('id,term,gpa,credits', '{0},{1},1.{0},{0}'),
                              ('id,word,sentiment', '{0},{1},{2}'),
                              ('document,term,weight,height', '{0},{1},{0},1.{0}'),
                              ('file,feature,value', 'f{0},{1},0.{0}')):
            with self.subTest(header):
                rows = [cells.format(i // 3, ('Fall', 'Spring', 'Summer')[i % 3], 'np'[i % 2])
                        for i in range(24)]
                self.write('a.csv', header + '\n' + '\n'.join(rows) + '\n')
                said = self.said('cluster', 'a.csv', '-k', 2)
                self.assertNotIn('a line for each term', said)
                self.assertEqual('long table' in said, header.startswith('file'))

    def test_texts_beside_terms_are_texts(self):
        rows = [[f'd{i // 2}', 'bank', f'"the bank of {i} is beside the river {i}"']
                for i in range(12)]
        self.write('a.csv', table(rows, ('doc_id', 'word', 'text')))
        self.assertIn('text: text', self.said('vectorize', 'a.csv', '-o', 'X.mtx'))

    def test_short_words_that_repeat_are_no_texts_by_a_name(self):
        rows = [[f'd{i // 4}', 'flour oven goal keeper dough'.split()[i % 5], 'the'[i % 3]]
                for i in range(24)]
        self.write('a.csv', table(rows, ('document', 'a', 'kind')))
        said = self.said('cluster', 'a.csv', '-k', 2)
        self.assertNotIn('is a table; text: ', said)
        self.assertIn('--text-field ', said)
        self.succeed('vectorize', 'a.csv', '--text-field', 'document', '-o', 'X.mtx')

    def test_short_answers_are_texts_by_their_names(self):
        words = 'good bad ugly'.split()
        for header, row in (('comment,label', '{1},{2}'), ('review,stars', '{1},{3}'),
                            ('id,content,votes', '{0},{1},{3}'),
                            ('description,price,qty', '{1},{3}.5,{0}'),
                            ('id,keywords,abstract', '{0},{2},{1}'), ('Body', '{1}')):
            with self.subTest(header):
                self.write('a.csv', header + '\n' + ''.join(
                    row.format(i, words[i % 3], 'ab'[i % 2], i % 5) + '\n' for i in range(24)))
                self.succeed('vectorize', 'a.csv', '-o', 'X.mtx', '-q')
                self.assertIn('good', (self.folder / 'X.terms.txt').read_text().split())

    def test_columns_of_codes_are_taken_as_text(self):
        rows = [[f'p{i}', ('E11.9; I10', 'J44.1; J45.909')[i % 2], 'ab'[i % 2]] for i in range(12)]
        self.write('a.csv', table(rows, ('id', 'codes', 'label')))
        option = self.command(r', or (--text-field codes) takes "codes" as text$', 'cluster',
                              'a.csv', '-k', 2)
        self.succeed('vectorize', 'a.csv', *option.split(), '-o', 'X.mtx')

    def test_a_term_of_all_documents_leaves_nothing(self):
        rows = [[f'p{i}', f'https://www.bbc.com/{i}'] for i in range(12)]
        self.write('a.csv', table(rows, ('id', 'url')))
        self.assertIn('nothing to cluster; tf-idf gives the weight 0 to 1 feature, which all '
                      'documents have',
                      self.said('cluster', 'a.csv', '--text-field', 'url', '-k', 2))

    def test_texts_without_a_header_are_read_by_numbers(self):
        texts = ('in kitchen {} the flour is in the oven with dough and butter',
                 'in match {} the keeper of the team has a goal in the last minute')
        for name, separator in (('a.tsv', '\t'), ('a.csv', ',')):
            rows = [[f'd{i}', ('bread', 'sport')[i % 2], texts[i % 2].format(i)] for i in range(12)]
            self.write(name, table(rows, None, separator))
            options = self.command(r'; (--no-header --text-field 3 --label-field 2 --id-field 1) '
                                   'reads a table without one$', 'cluster', name, '-k', 2)
            self.succeed('cluster', name, *options.split(), '-k', 2, '-q', '-o', 'out', '--force')
            with open(self.folder / 'out/clusters.csv', newline='', encoding='utf-8') as stream:
                found = [(row['id'], row['label']) for row in csv.DictReader(stream)]
            self.assertEqual(found, [(row[0], row[1]) for row in rows])
        rows = [[f'd{i}', texts[i % 2].format(i)] for i in range(12)]
        self.write('h.csv', table(rows, ('name', 'what was said in the kitchen'), ','))
        self.assertNotIn('--no-header', self.said('cluster', 'h.csv', '-k', 2))
        question = 'Please describe in your own words the problem that you had with our service'
        for header in (('id', question, 'branch'), ('Timestamp', question, 'branch')):
            rows = [[str(i), texts[i % 2].format(i), 'NS'[i % 2]] for i in range(12)]
            self.write('q.csv', table(rows, header))
            said = self.said('cluster', 'q.csv', '-k', 2)
            self.assertNotIn('--no-header', said)
            self.assertIn('--text-field names one', said)

    def test_words_beside_one_column_are_no_long_table(self):
        rows = [['mf'[i % 2], 'red blue'.split()[i % 3 // 2], row[0]]
                for i, row in enumerate(points())]
        self.write('a.csv', table(rows, ('sex', 'color', 'size')))
        self.assertIn('--skip-fields sex,color leaves them out',
                      self.said('cluster', 'a.csv', '-k', 2))

    def test_arff_keeps_names_and_classes(self):
        self.need('awk')
        head = "@RELATION 'r s'\n% c\n@ATTRIBUTE a NUMERIC\n@attribute 'b c' real\n"
        head += '@ATTRIBUTE class {x, y}\n\n@DATA\n'
        expected = 'a,"b c",class\n0,2.5,x\n3,0,y\n'
        for data in ('0,2.5,x\n% c\n3,0,y\n', '0,2.5,x\r\n\r\n3,0,y\r\n'):
            with self.subTest(data):
                self.write('a.arff', head + data)
                self.shell(self.command(r'convert it: (awk .*)$', 'cluster', 'a.arff', '-k', 2))
                self.assertEqual((self.folder / 'a.arff.csv').read_text(), expected)

    def test_strings_and_dates_of_arff(self):
        self.need('awk')
        text = "@relation r\n@attribute d date 'yyyy'\n@attribute text string\n@data\n"
        self.write('a.arff', text + '"2024-01-01",\'flour, oven\'\n"2024-01-02",\'goal, kick\'\n')
        self.shell(self.command(r'convert it: (awk .*)$', 'cluster', 'a.arff', '-k', 2))
        self.assertEqual((self.folder / 'a.arff.csv').read_text(),
                         'd,text\n"2024-01-01","flour, oven"\n"2024-01-02","goal, kick"\n')
        numbers = ''.join(f'"2024-01-{i % 3 + 1:02d}",{i % 2 * 9 + i},{i}\n' for i in range(9))
        self.write('b.arff', '@relation r\n@attribute d date\n@attribute a real\n'
                   '@attribute b real\n@data\n' + numbers)
        self.shell(self.command(r'convert it: (awk .*)$', 'cluster', 'b.arff', '-k', 2))
        self.assertNotIn('label:', self.said('cluster', 'b.arff.csv', '-k', 2))

    def test_bits_get_columns(self):
        self.need('awk')
        draw = random.Random(2)
        rows = [''.join(draw.choice('01') for _ in range(40)) for _ in range(12)]
        for name, text, first in (
                ('a.csv', 'id,fp,w\r\n' + ''.join(f'm{i},{row},{i}.5\r\n'
                                                for i, row in enumerate(rows)), 1),
                ('b.tsv', '"fp"\tw\n' + ''.join(f'{row}\t{i}.5\n'
                                                   for i, row in enumerate(rows)), 0),
                ('c d.txt', ''.join(f'{row}\n' for row in rows), 0)):
            with self.subTest(name):
                self.write(name, text)
                self.shell(self.command(r'give each a column: (awk .* > NEW)', 'cluster', name,
                                        '-k', 2))
                lines = (self.folder / 'NEW').read_text().splitlines()
                if name != 'c d.txt':
                    names = lines.pop(0).replace('\t', ',').split(',')[first:first + 40]
                    self.assertEqual(names, [f'fp{i}' for i in range(1, 41)])
                self.assertEqual([''.join(line.replace('\t', ',').split(',')[first:first + 40])
                                  for line in lines], rows)
                self.assertIn('12 rows x 4', self.said('cluster', 'NEW', '-k', 2))

    def test_a_table_of_orange(self):
        rows = ''.join(f'{i % 2 * 9 + i / 100}\t{i}\t{"ab"[i % 2]}\n' for i in range(12))
        self.write('a.tab', 'w\tn\tk\ncontinuous\tc\ta b\n\t\tclass\n' + rows)
        self.shell(self.command(r'second and the third line: (sed .*?) \(', 'cluster', 'a.tab',
                                '-k', 2))
        said = self.said('cluster', 'a.tab.tsv', '-k', 2, '--label-field', 'k')
        self.assertIn('12 rows x 2 features', said)

    def test_vectors_of_other_programs(self):
        """By the Python of the system, which has NumPy."""
        python = '/usr/bin/python3'
        if not os.path.exists(python) or subprocess.run(
                [python, '-c', 'import numpy'], capture_output=True, check=False).returncode != 0:
            self.skipTest('needs python3 with NumPy')
        values = [[i % 3 * 4 + i / 8, i / 4, 1.5] for i in range(12)]
        floats = b''.join(struct.pack('<3f', *row) for row in values)
        text = '/$DATATYPE/F/$BYTEORD/1,2,3,4/$PAR/3/$TOT/12/$P1N/FSC-A/$P2N/SSC,A/$P3N/Time/' \
            '$P1B/32/$P2B/32/$P3B/32/'
        begin = 58 + len(text)
        offsets = ''.join(f'{n:8d}' for n in (58, begin - 1, begin, begin + len(floats) - 1, 0, 0))
        for name, content, new, names in (
                ('a.bin', b'12 3\n' + b''.join(
                    f'w{i} '.encode() + struct.pack('<3f', *row) + b'\n'
                    for i, row in enumerate(values)), 'a.bin.vec', None),
                ('a.fcs', b'FCS3.1    ' + (offsets + text).encode() + floats, 'a.fcs.csv',
                 'FSC-A,SSC A,Time'),
                ('a.bvecs', b''.join(struct.pack('<i3B', 3, *(int(x) for x in row))
                                     for row in values), 'a.bvecs.npy', None)):
            with self.subTest(name):
                self.write(name, content)
                command = self.command(r'convert it: (python3 .*)$', 'cluster', name, '-k', 3)
                self.shell(command.replace('python3', python, 1))
                self.assertIn('12 rows x 3 features', self.said('cluster', new, '-k', 3, *(
                    ['--format', 'word2vec'] if new.endswith('.vec') else [])))
                if names:
                    lines = (self.folder / new).read_text().splitlines()
                    self.assertEqual(lines[0], names)
                    self.assertEqual([[float(x) for x in line.split(',')] for line in lines[1:]],
                                     values)

    def test_counts_of_a_dense_table(self):
        """The options in the warning of convert compare the numbers as those of the table are."""
        rows = [[9 + i % 2, 8 + i % 3] if i % 3 == 0 else
                [90 + i % 2, 85 + i % 3] if i % 3 == 1 else [900 + i % 2, 850 + i % 3]
                for i in range(30)]
        self.write('a.csv', ''.join(f'{a},{b}\n' for a, b in rows))
        options = self.command(r'\((-m .*?) compares the numbers', 'convert', 'a.csv', 'X.mtx')
        self.succeed('cluster', 'X.mtx', '-k', 3, '-q', '-o', 'out', *options.split())
        labels = self.labels('out/labels.txt')
        self.assertEqual(len(set(zip(labels, (i % 3 for i in range(30))))), 3)


if __name__ == '__main__':
    support.main()
