"""Graphs and names of terms that are given beside the input: lists of edges by id or row, in the
right or another order; numbered, columned and transposed lists of terms."""
import gzip
import json
import random
import sqlite3

import support
from support import ProgramTest, block_counts, csv, matrix_market, same_groups

BLOCKS, DOCUMENTS = 3, 12
N = BLOCKS * DOCUMENTS


def edges(place=lambda i: i):
    """A ring with chords among the documents of each block."""
    return [(place(i), place((i + BLOCKS * step) % N)) for i in range(N) for step in (1, 2, 3)]


class GivenGraph(ProgramTest):
    def setUp(self):
        super().setUp()
        self.counts()
        words = [[f'w{j} ' * count for j, count in enumerate(row)] for row in block_counts()]
        self.write('docs.csv', 'id,text\n' + ''.join(
            f'd{i:02d},{"".join(row)}\n' for i, row in enumerate(words)))

    def clustered(self, graph, name='counts.mtx', code=0):
        got, _, err = self.run_program('cluster', name, '-k', BLOCKS, '-m', 'ncut', '--graph',
                                       graph, '-s', 'min-df=1', '-o', 'results')
        self.assertEqual(got, code, err)
        self.assertTrue(same_groups(self.labels('results/labels.txt'),
                                    [i % BLOCKS for i in range(N)]), err)
        self.assertEqual(json.loads((self.folder / 'results/summary.json').read_text())
                         ['diagnostics']['graph_edges'], 3 * N)
        return err

    def test_edges_by_row_number(self):
        for separator, header, note in (
                (' ', '', 'counted from 0'), ('\t', '', 'counted from 0'),
                (',', 'source,target\n', 'counted from 0, below a header'),
                (';', '# comment\n', 'counted from 0')):
            self.write('edges.txt', header + ''.join(f'{i}{separator}{j}\n' for i, j in edges()))
            self.assertIn(note, self.clustered('edges.txt'))
        self.write('edges.csv', 'source,target,weight\r\n' + ''.join(
            f'{i},{j},0.5\r\n{j},{i},0.5\r\n' for i, j in edges()))
        self.assertIn('216 edges between row numbers', self.clustered('edges.csv'))
        self.write('one.txt', ''.join(f'{i + 1} {j + 1} 2\n' for i, j in edges()))
        self.assertIn('counted from 1', self.clustered('one.txt'))

    def test_edges_by_id_in_any_order(self):
        self.write('ids.tsv', ''.join(f'd{i:02d}\td{j:02d}\t1.5\n' for i, j in edges()[::-1]))
        self.assertIn('108 edges between ids', self.clustered('ids.tsv', 'docs.csv'))
        self.write('ids.csv', '"from","to"\n' + ''.join(
            f'"d{i:02d}","d{j:02d}"\n' for i, j in edges()) + 'd01,other\nelse,d1\n')
        self.assertIn('2 edges of 110 edges name documents that the input does not have and are '
                      'left out; the first: ids.csv, line 110: other',
                      self.clustered('ids.csv', 'docs.csv'))

    def test_tables_of_edges_of_other_programs(self):
        forms = {  # Gephi, twice; networkx; Cytoscape; igraph; data.table of R; networkx, lines
            'gephi.csv': ('Source,Target,Type,Id,Label,timeset,Weight',
                          '{i},{j},Undirected,{e},"a, b",,0.5'),
            'gephi.tsv': ('Id\tLabel\tWeight\tType\tTarget\tSource',
                          '{e}\t\t0.5\tUndirected\t{j}\t{i}'),
            'networkx.csv': ('source,target,weight,kind', '{i},{j},0.5,x'),
            'cytoscape.csv': ('"name","weight","source","target","interaction"',
                              '"{i} (pp) {j}","0.5","{i}","{j}","pp"'),
            'igraph.csv': ('"","from","to","weight"', '"{e}","{i}","{j}",0.5'),
            'weights.csv': ('weight;from;to', '0.5;{i};{j}'),
            'networkx.edgelist': ('# of a graph', "{i} {j} {{'weight': 0.5}}"),
            'plain.edgelist': ('# of a graph', '{i} {j} {{}}')}
        for place, name in ((str, 'counts.mtx'), ('d{:02d}'.format, 'docs.csv')):
            for path, (header, line) in forms.items():
                self.write(path, '\n'.join([header] + [
                    line.format(i=place(i), j=place(j), e=e)
                    for e, (i, j) in enumerate(edges())]) + '\n')
                err = self.clustered(path, name)
                self.assertIn('108 edges between', err, path)
                if not header.startswith('#'):
                    self.assertIn('below a header (', err, path)
                self.assertNotIn('directed edge', err)

    def test_edges_in_a_database(self):
        with sqlite3.connect(self.folder / 'g.db') as database:
            database.execute('create table edges (source text, target text)')
            database.executemany('insert into edges values (?, ?)',
                                 edges(lambda i: f'd{i:02d}'))
        err = self.clustered('g.db', 'docs.csv')
        self.assertIn('edges between ids of documents, below a header (source, target)', err)

    def test_graphs_in_other_formats_are_named(self):
        for name, begin in (('GML', 'graph [\n  node [\n'), ('Pajek', '*Vertices 3\n1 a\n'),
                            ('GraphML', '<?xml version="1.0"?>\n<graphml xmlns="x">\n'),
                            ('GEXF', "<gexf version='1.2'>\n"), ('DOT', 'graph {\n a -- b;\n')):
            self.write('g.txt', begin)
            self.fail_with(1, ['cluster', 'counts.mtx', '-k', 3, '-m', 'ncut', '--graph', 'g.txt'],
                           f'g.txt is a graph in the format {name}', "convert it: python3 -c")
        for name, first in (('g.gml.gz', 'gunzip -k g.gml.gz && python3 -c'),
                            ('g.gml', 'zcat g.gml > g.gml.plain && python3 -c')):
            self.write(name, gzip.compress(b'graph [\n  node [\n'))
            self.fail_with(1, ['cluster', 'counts.mtx', '-k', 3, '-m', 'ncut', '--graph', name],
                           f'{name} is a graph in the format GML', f'convert it: {first}')

    def test_directed_edges_are_made_symmetric(self):
        head = 'Source,Target,Type,Weight\n'
        self.write('one.csv', head + ''.join(f'{i},{j},Directed,2\n' for i, j in edges()))
        self.assertIn('108 directed edges are made symmetric, with the larger weight of both '
                      'directions', self.clustered('one.csv'))
        self.write('both.csv', head + ''.join(
            f'{i},{j},Directed,2\n{j},{i},Directed,1\n' for i, j in edges()))
        self.assertIn('216 directed edges are', self.clustered('both.csv'))
        found = []
        for name in ('one.csv', 'both.csv'):
            self.succeed('cluster', 'counts.mtx', '-k', 3, '-m', 'lccf', '--graph', name, '-q',
                         '-o', 'out')
            found.append((self.folder / 'out/memberships.csv').read_text()
                         if (self.folder / 'out/memberships.csv').exists()
                         else self.labels('out/labels.txt'))
        self.assertEqual(*found)
        self.write('twice.csv', head + '0,1,Directed,2\n0,1,Directed,1\n')
        self.fail_with(1, ['cluster', 'counts.mtx', '-k', 3, '-m', 'ncut', '--graph', 'twice.csv'],
                       'twice.csv, line 3', 'but 2 on line 2')
        self.write('word.csv', head + '0,1,Directed,much\n')
        self.fail_with(1, ['cluster', 'counts.mtx', '-k', 3, '-m', 'ncut', '--graph', 'word.csv'],
                       'word.csv, line 2', 'the weight "much" is not a number')

    def test_numbers_are_rows_if_no_name_is_an_id(self):
        self.write('rows.txt', ''.join(f'{i} {j}\n' for i, j in edges()))
        self.assertIn('between row numbers counted from 0', self.clustered('rows.txt', 'docs.csv'))

    def test_what_is_no_edge_is_refused_with_its_line(self):
        for content, *parts in (
                ('0 1\n0 two 3\n', 'edges.txt, line 2', 'two'),
                ('0 1\n1 2 3 4\n', 'edges.txt, line 2', '1 2 3 4'),
                ('0 1 1\n2 3 -1\n', 'edges.txt, line 2', 'from 0, not -1'),
                ('0 1 1\n2 3 nan\n', 'edges.txt, line 2', 'not nan'),
                ('0 1\n36 2\n', 'edges.txt, line 2', 'document 36 is not one of 0 to 35'),
                ('0 1 1\n1 0 2\n', 'edges.txt, line 2', 'but 1 on line 1')):
            self.write('edges.txt', content)
            self.fail_with(1, ['cluster', 'counts.mtx', '-k', 3, '-m', 'ncut', '--graph',
                               'edges.txt'], *parts)
        self.write('edges.txt', 'd1 d2\nd2 d3\n')
        self.fail_with(1, ['cluster', 'docs.csv', '-q', '-k', 3, '-m', 'ncut', '--graph',
                           'edges.txt'],
                       'line 2', "no document has the id d2; did you mean 'd02'?")

    def test_another_order_and_stored_zeros_are_told(self):
        order = random.Random(1).sample(range(N), N)  # of the documents
        rows = block_counts()
        self.write('mixed.mtx', matrix_market([rows[i] for i in order]))

        def err_of(name, place, more=''):
            pairs = {tuple(sorted((place(order.index(i)) + 1, place(order.index(j)) + 1)))
                     for i, j in edges()}
            lines = [f'{j} {i} 1\n' for i, j in sorted(pairs)] + ([more] if more else [])
            self.write(name, '%%MatrixMarket matrix coordinate real symmetric\n'
                             f'{N} {N} {len(lines)}\n{"".join(lines)}')
            code, _, err = self.run_program('cluster', 'mixed.mtx', '-k', 3, '-m', 'ncut',
                                            '--graph', name, '-s', 'min-df=1')
            self.assertEqual(code, 0, err)
            return err

        zero = next(j for j in range(1, N) if order[j] % BLOCKS != order[0] % BLOCKS)
        err = err_of('right.mtx', lambda i: i, f'{zero + 1} 1 0\n')
        self.assertNotIn('alike', err)
        self.assertIn('2 stored zeros of the given graph are no edges', err)
        moved = random.Random(2).sample(range(N), N)
        self.assertIn('in another order?', err_of('other.mtx', lambda i: moved[i]))
        self.assertIn('document i - 1', err_of('shifted.mtx', lambda i: (i + 1) % N))

    def test_an_asymmetric_matrix_is_refused_with_its_file_and_digits(self):
        S = [[0, 0.0189909, 0], [0.0189919, 0, 1], [0, 1, 0]]
        self.write('S.csv', csv(S))
        self.write('X.mtx', matrix_market(block_counts()[:3]))
        self.fail_with(1, ['cluster', 'X.mtx', '-k', 2, '-m', 'ncut', '--graph', 'S.csv'],
                       'S.csv', 'S(0,1) = 0.0189909 but S(1,0) = 0.0189919', "(S + S') / 2")


class GivenTerms(ProgramTest):
    def setUp(self):
        super().setUp()
        self.counts()
        self.terms = [f'word{j}' for j in range(BLOCKS * 6)]
        self.order = [(j * 7 + 3) % 18 for j in range(18)]

    def described(self, content, name='terms.txt'):
        """The file of terms is read with these terms in the order of the columns."""
        self.write(name, content)
        code, _, err = self.run_program('cluster', 'counts.mtx', '-k', 3, '-m', 'kmeans', '--terms',
                                        name, '-o', 'results')
        self.assertEqual(code, 0, err)
        topics = json.loads((self.folder / 'results/topics.json').read_text())
        for topic in topics:
            blocks = {int(term.removeprefix('word')) // 6 for term in topic['top_terms'][:4]}
            self.assertEqual(len(blocks), 1, topic['top_terms'])
        return err

    def test_plain_lists(self):
        for ending in ('\n', '\r\n'):
            self.assertEqual(self.described(ending.join(self.terms) + ending), '')
        self.assertEqual(self.described(b'\xef\xbb\xbf' + '\n'.join(self.terms).encode()), '')
        self.assertIn('read as JSON', self.described(json.dumps(self.terms), 'terms.json'))

    def test_numbers_beside_the_terms_order_them(self):
        for base in (0, 1):
            for line in ('{n}\t{term}\t5', '{n}\t{term}', '{term}\t{n}', '{n},"{term}"',
                         '{n} {term}', '{term};{n}', '{term}:{n}'):
                lines = [line.format(n=n + base, term=self.terms[n]) for n in self.order]
                for first in ([], ['2225'], ['"id","term"']):
                    for ending in ('\n', '\r\n'):
                        err = self.described(ending.join(first + lines) + ending)
                        self.assertIn('the numbers beside the terms give their order', err)
                        self.assertEqual('the first line is left out' in err, bool(first))

    def test_vocabulary_of_scikit_learn(self):
        self.described(json.dumps({self.terms[n]: n for n in self.order}), 'vocabulary.json')
        self.described(json.dumps({n: self.terms[n] for n in self.order}, indent=1), 'id2word.json')

    def test_several_columns_without_numbers_are_refused(self):
        self.write('terms.txt', ''.join(f'ENS{n}\t{term}\tGene\n'
                                        for n, term in enumerate(self.terms)))
        self.fail_with(1, ['cluster', 'counts.mtx', '-k', 3, '--terms', 'terms.txt'],
                       'terms.txt, line 1 has 3 columns', 'cut -f2')
        self.write('terms.txt', ''.join(f'{n * 2}\t{term}\n' for n, term in enumerate(self.terms)))
        self.fail_with(1, ['cluster', 'counts.mtx', '-k', 3, '--terms', 'terms.txt'], '2 columns')

    def test_terms_in_quotes_and_counts_beside_terms(self):
        err = self.described(''.join(f'"{term}"\n' for term in self.terms))
        self.assertIn('read without the quotes', err)
        for separator in ',;: ':
            self.write('terms.txt', ''.join(f'{term}{separator}{3 + n % 4}\n'
                                            for n, term in enumerate(self.terms)))
            self.fail_with(1, ['cluster', 'counts.mtx', '-k', 3, '--terms', 'terms.txt'],
                           f"cut -d'{separator}' -f1 terms.txt")
        self.write('terms.txt', 'term\n' + '\n'.join(self.terms) + '\n')
        self.fail_with(1, ['cluster', 'counts.mtx', '-k', 3, '--terms', 'terms.txt'],
                       'if its first line is a header, remove it: tail -n +2 terms.txt')
        self.write('terms.npy', b'\x93NUMPY\1\0')
        self.fail_with(1, ['cluster', 'counts.mtx', '-k', 3, '--terms', 'terms.npy'],
                       'terms.npy is a binary file')

    def test_repeated_terms_are_told(self):
        self.write('terms.txt', 'same\n' * len(self.terms))
        code, _, err = self.run_program('cluster', 'counts.mtx', '-k', 3, '--terms', 'terms.txt')
        self.assertEqual(code, 0, err)
        self.assertIn('17 lines repeat terms, such as "same"', err)

    def test_a_transposed_matrix_is_named(self):
        self.write('terms.txt', ''.join(f'word{j}\n' for j in range(N)))
        self.fail_with(1, ['cluster', 'counts.mtx', '-q', '-k', 3, '--terms', 'terms.txt'],
                       'terms.txt has 36 lines, but counts.mtx has 18 features',
                       'looks transposed')
        self.write('terms.txt', 'one\n')
        self.fail_with(1, ['cluster', 'counts.mtx', '-k', 3, '--terms', 'terms.txt'],
                       'terms.txt has 1 line, but counts.mtx has 18 features; expected one term')


if __name__ == '__main__':
    support.main()
