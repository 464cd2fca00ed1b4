"""Matrices of 10x, AnnData, Loom, BIOM and MATLAB 7.3, and --transpose: the same counts are the
same bits as in a Matrix Market file."""
import gzip
import json
import os
import shutil
import subprocess
import unittest

import support

try:
    import h5py
    import numpy as np
except ImportError:
    h5py = np = None
try:
    import anndata
    import pandas
    import scipy.sparse
except ImportError:
    anndata = None

# Five cells, four genes, two kinds of cells.
CELLS = [[5, 1, 0, 0], [4, 2, 0, 0], [0, 0, 7, 2], [0, 1, 6, 3], [6, 1, 0, 1]]
BARCODES = ['AAACATAC-1', 'AAACATTG-1', 'AAACCGTG-1', 'AAACGCAC-1', 'AAACGCTG-1']
GENES = [('ENSG1', 'ACTB'), ('ENSG2', 'MYC'), ('ENSG3', 'CD4'), ('ENSG4', 'CD4')]
NAMES = ['ACTB', 'MYC', 'CD4 (ENSG3)', 'CD4 (ENSG4)']


def matrix_market(rows):
    entries = [(i, j, v) for i, row in enumerate(rows) for j, v in enumerate(row) if v]
    return (f'%%MatrixMarket matrix coordinate integer general\n{len(rows)} {len(rows[0])} '
            f'{len(entries)}\n' + ''.join(f'{i + 1} {j + 1} {v}\n' for i, j, v in entries))


def compressed(rows):
    starts, indices, values = [0], [], []
    for row in rows:
        indices += [j for j, v in enumerate(row) if v]
        values += [v for v in row if v]
        starts.append(len(values))
    return starts, indices, values


class Cells(support.ProgramTest):
    OPTIONS = ('-m', 'kmeans', '-k', '2', '-s', 'seed=3')

    def setUp(self):
        super().setUp()
        self.genes = [list(column) for column in zip(*CELLS)]
        self.write('cells.mtx', matrix_market(CELLS))
        self.expected = self.fitted('cells.mtx')

    def fitted(self, *arguments):
        """The labels, the memberships and the centroids."""
        self.succeed('cluster', *arguments, *self.OPTIONS, '-o', 'out', '-q')
        lines = (self.folder / 'out/clusters.csv').read_text().splitlines()
        header = lines[0].split(',')
        kept = [i for i, name in enumerate(header) if name in ('cluster', 'membership', 'margin')]
        return [[line.split(',')[i] for i in kept] for line in lines[1:]]

    def ids(self):
        lines = (self.folder / 'out/clusters.csv').read_text().splitlines()
        place = lines[0].split(',').index('id')
        return [line.split(',')[place] for line in lines[1:]]

    def names(self):
        topics = self.succeed('topics', 'list', 'out/model.manifact', '--json')
        return [name for name in NAMES if json.dumps(name)[1:-1] in topics]

    def write_tenx(self, folder, packed, genes='features'):
        self.folder.joinpath(folder).mkdir()
        third = '\tGene Expression' if genes == 'features' else ''
        for name, text in (
                ('matrix.mtx', matrix_market(self.genes)),
                ('barcodes.tsv', '\n'.join(BARCODES) + '\n'),
                (genes + '.tsv', ''.join(f'{i}\t{name}{third}\n' for i, name in GENES))):
            path = self.folder / folder / (name + packed)
            path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())

    def test_folders_of_tenx(self):
        for folder, packed, genes in (('new', '.gz', 'features'), ('old', '', 'genes')):
            self.write_tenx(folder, packed, genes)
            for arguments in ([folder], [folder, '--format', '10x'],
                              [f'{folder}/matrix.mtx{packed}', '--transpose']):
                with self.subTest(arguments):
                    self.assertEqual(self.fitted(*arguments), self.expected)
                    self.assertEqual(self.ids(), BARCODES)
                    self.assertEqual(self.names(), NAMES)
        err = self.run_program('cluster', 'new', *self.OPTIONS)[2]
        self.assertIn('new is read as a 10x matrix: cells are documents', err)
        err = self.run_program('cluster', 'new/matrix.mtx.gz', *self.OPTIONS)[2]
        self.assertIn('--transpose clusters its columns', err)
        err = self.run_program('cluster', '.', '--format', '10x', *self.OPTIONS)[2]
        self.assertIn('is no folder with matrix.mtx', err)

    OTHERS = [('CD3', 'Antibody Capture'), ('guide-1', 'CRISPR Guide Capture')]

    def test_genes_alone_of_several_kinds_of_features(self):
        """Of 10x, as scanpy does; the counts of the others are larger by far."""
        rows = [[9000, 1, 7000, 5, 8000], [1, 900, 2, 800, 3]]
        rows = [row[:len(BARCODES)] for row in rows]
        self.write_tenx('both', '')
        self.write('both/matrix.mtx', matrix_market(rows + self.genes))
        self.write('both/features.tsv', ''.join(
            f'{name}\t{name}\t{kind}\n' for name, kind in self.OTHERS) + ''.join(
            f'{i}\t{name}\tGene Expression\tchr1\t1\t2\n' for i, name in GENES))
        self.assertEqual(self.fitted('both'), self.expected)
        self.assertEqual(self.ids(), BARCODES)
        self.assertEqual(self.names(), NAMES)
        told = (f'the {len(GENES)} features of "Gene Expression" are read, 2 others are not: '
                'Antibody Capture, CRISPR Guide Capture')
        self.assertIn(told, self.run_program('cluster', 'both', *self.OPTIONS)[2])
        if not h5py:
            return
        cells = [list(cell) + [row[i] for row in rows] for i, cell in enumerate(CELLS)]
        starts, indices, values = compressed(cells)
        with h5py.File(self.folder / 'both.h5', 'w') as file:
            group = file.create_group('matrix')
            group['barcodes'] = np.array(BARCODES, 'S18')
            group['data'] = np.array(values, 'i4')
            group['indices'] = np.array(indices, 'i8')
            group['indptr'] = np.array(starts, 'i8')
            group['shape'] = np.array([len(GENES) + 2, len(BARCODES)], 'i4')
            features = group.create_group('features')
            features['id'] = np.array([g[0] for g in GENES] + ['CD3', 'guide-1'], 'S18')
            features['name'] = np.array([g[1] for g in GENES] + ['CD3', 'guide-1'], 'S18')
            features['feature_type'] = np.array(
                ['Gene Expression'] * len(GENES) + [kind for _, kind in self.OTHERS], 'S24')
        self.assertEqual(self.fitted('both.h5'), self.expected)
        self.assertEqual(self.ids(), BARCODES)
        self.assertEqual(self.names(), NAMES)
        self.assertIn(told, self.run_program('cluster', 'both.h5', *self.OPTIONS)[2])

    def test_transpose(self):
        self.write('genes.mtx', matrix_market(self.genes))
        self.write('genes.csv', 'gene,' + ','.join(BARCODES) + '\n' + ''.join(
            f'{name},' + ','.join(map(str, row)) + '\n' for name, row in zip(NAMES, self.genes)))
        self.write('cells.csv', ''.join(','.join(map(str, row)) + '\n' for row in CELLS))
        self.write('dense.csv', ''.join(','.join(map(str, row)) + '\n' for row in self.genes))
        self.assertEqual(self.fitted('genes.mtx', '--transpose'), self.expected)
        dense = self.fitted('cells.csv')
        self.assertEqual(self.fitted('dense.csv', '--transpose'), dense)
        self.assertEqual(self.fitted('genes.csv', '--transpose'), dense)
        self.assertEqual(self.ids(), BARCODES)
        self.assertEqual(self.names(), NAMES)
        self.write('a.tsv', 'x\tflour\ny\toven\n')
        err = self.run_program('cluster', 'a.tsv', '--transpose', '-k', '2')[2]
        self.assertIn('--transpose exchanges the rows and columns of a matrix, but a.tsv is text',
                      err)

    @unittest.skipUnless(h5py, 'h5py is not installed')
    def test_hdf5_of_tenx(self):
        starts, indices, values = compressed(CELLS)
        for version in (2, 3):
            with h5py.File(self.folder / 'a.h5', 'w') as file:
                group = file.create_group('matrix' if version == 3 else 'GRCh38')
                group['barcodes'] = np.array(BARCODES, 'S18')
                group['data'] = np.array(values, 'i4')
                group['indices'] = np.array(indices, 'i8')
                group['indptr'] = np.array(starts, 'i8')
                group['shape'] = np.array([4, 5], 'i4')
                at = group.create_group('features') if version == 3 else group
                at['id' if version == 3 else 'genes'] = np.array([g[0] for g in GENES], 'S18')
                at['name' if version == 3 else 'gene_names'] = np.array([g[1] for g in GENES],
                                                                        'S18')
            self.assertEqual(self.fitted('a.h5'), self.expected)
            self.assertEqual(self.ids(), BARCODES)
            self.assertEqual(self.names(), NAMES)

    @unittest.skipUnless(anndata, 'anndata is not installed')
    def test_anndata(self):
        X = np.array(CELLS, float)
        obs = pandas.DataFrame({'kind': pandas.Categorical(list('aabba')), 'n': [1, 2, 3, 4, 5]},
                               index=BARCODES)
        for form in (scipy.sparse.csr_matrix, scipy.sparse.csc_matrix, np.asarray):
            data = anndata.AnnData(form(X), obs=obs, dtype=np.float64,
                                   var=pandas.DataFrame(index=NAMES))
            data.layers['twice'] = form(2 * X)
            data.obsm['X_pca'] = np.array([[0, 1], [0, 1.1], [5, 5], [5, 5.1], [0, 1.2]])
            data.write(self.folder / 'a.h5ad')
            with self.subTest(form.__name__):
                if form is np.asarray:
                    self.write('d.csv', ''.join(','.join(map(str, row)) + '\n' for row in CELLS))
                expected = self.fitted('d.csv') if form is np.asarray else self.expected
                self.assertEqual(self.fitted('a.h5ad'), expected)
                self.assertEqual(self.ids(), BARCODES)
                self.assertEqual(self.names(), NAMES)
                self.fitted('a.h5ad', '--array', 'layers/twice')
                self.assertEqual(self.names(), NAMES)
                rows = self.fitted('a.h5ad', '--array', 'obsm/X_pca')
                self.assertEqual(len({row[0] for row in (rows[0], rows[1], rows[4])}), 1)
                summary = json.loads(self.succeed('cluster', 'a.h5ad', *self.OPTIONS, '-q',
                                                  '--json', '--label-field', 'kind'))
                self.assertEqual(summary['evaluation']['accuracy'], 1)
        err = self.run_program('cluster', 'a.h5ad', *self.OPTIONS)[2]
        self.assertIn('a.h5ad is read as AnnData: X; columns of obs (--label-field): kind, n; '
                      'other arrays (--array): layers/twice, obsm/X_pca', err)
        err = self.run_program('cluster', 'a.h5ad', '--label-field', 'sort', '-k', '2')[2]
        self.assertIn('no column "sort" of obs for --label-field; they are: kind, n', err)
        err = self.run_program('cluster', 'a.h5ad', '--array', 'layers/none', '-k', '2')[2]
        self.assertIn('no array "layers/none"', err)

    @unittest.skipUnless(h5py, 'h5py is not installed')
    def test_loom(self):
        genes = np.array(self.genes, float)
        with h5py.File(self.folder / 'a.loom', 'w') as file:
            file['matrix'], file['layers/twice'] = genes, 2 * genes
            for name, texts in (('col_attrs/CellID', BARCODES), ('col_attrs/kind', list('aabba')),
                                ('row_attrs/Gene', NAMES)):
                file.create_dataset(name, data=texts, dtype=h5py.string_dtype())
        self.write('d.csv', ''.join(','.join(map(str, row)) + '\n' for row in CELLS))
        self.assertEqual(self.fitted('a.loom'), self.fitted('d.csv'))
        self.fitted('a.loom', '--array', 'layers/twice')
        self.assertEqual(self.ids(), BARCODES)
        self.assertEqual(self.names(), NAMES)
        code, _, err = self.run_program('cluster', 'a.loom', *self.OPTIONS, '--label-field', 'kind')
        self.assertEqual(code, 0)
        self.assertIn('a.loom is read as Loom: cells, the columns of matrix, are documents, '
                      'labels: col_attrs/kind; other arrays (--array): layers/twice\n', err)
        self.succeed('convert', 'a.loom', 'a.mtx')
        self.assertIn('\n5 4 ', (self.folder / 'a.mtx').read_text())
        self.fail_with(1, ['cluster', 'a.loom', '--array', 'col_attrs', '-k', 2],
                       'no array "col_attrs"; other arrays (--array): layers/twice')
        self.fail_with(1, ['cluster', 'a.loom', '--id-field', 'name', '-k', 2],
                       'no column "name" of col_attrs for --id-field; they are: CellID, kind')
        with h5py.File(self.folder / 'a.loom', 'a') as file:
            del file['row_attrs/Gene']
            file['row_attrs/Gene'] = np.array(NAMES[:3], 'S18')
        self.fail_with(1, ['cluster', 'a.loom', '-k', 2], 'row_attrs/Gene is damaged')

    @unittest.skipUnless(h5py, 'h5py is not installed')
    def test_biom(self):
        with h5py.File(self.folder / 'a.biom', 'w') as file:
            for axis, rows, names in (('sample', CELLS, BARCODES),
                                      ('observation', self.genes, NAMES)):
                starts, indices, values = compressed(rows)
                file[axis + '/matrix/data'] = np.array(values, float)
                file[axis + '/matrix/indices'] = np.array(indices, 'i4')
                file[axis + '/matrix/indptr'] = np.array(starts, 'i4')
                file.create_dataset(axis + '/ids', data=names, dtype=h5py.string_dtype())
        self.assertEqual(self.fitted('a.biom'), self.expected)
        self.assertEqual(self.ids(), BARCODES)
        self.assertEqual(self.names(), NAMES)
        err = self.run_program('cluster', 'a.biom', *self.OPTIONS)[2]
        self.assertIn('a.biom is read as BIOM: samples are documents, observations the features',
                      err)
        # As biom convert --to-tsv writes it.
        self.write('a.txt', '# Constructed from biom file\n#OTU ID\t' + '\t'.join(BARCODES) + '\n' +
                   ''.join(name + ''.join(f'\t{float(v)}' for v in row) + '\n'
                           for name, row in zip(NAMES, self.genes)))
        err = self.run_program('cluster', 'a.txt', *self.OPTIONS, '--format', 'csv')[2]
        self.assertIn('the rows of a.txt are clustered, but they seem to be features: "#OTU ID" '
                      'names them; --transpose clusters the columns', err)
        self.fitted('a.txt', '--format', 'csv', '--transpose')
        self.assertEqual(self.ids(), BARCODES)
        self.assertEqual(self.names(), NAMES)

    @unittest.skipUnless(h5py, 'h5py is not installed')
    def test_all_formats_of_the_same_counts_give_the_same_bits(self):
        random = np.random.default_rng(7)
        kinds = random.integers(0, 3, 240)
        rates = np.where(np.arange(90)[None] // 30 == kinds[:, None], 1.5, 0.1)
        cells = random.poisson(rates).tolist()
        genes = [list(column) for column in zip(*cells)]
        self.write('all.mtx', matrix_market(cells))
        self.folder.joinpath('all').mkdir()
        for name, text in (('matrix.mtx', matrix_market(genes)),
                           ('barcodes.tsv', ''.join(f'B{i}\n' for i in range(240))),
                           ('features.tsv', ''.join(f'E{j}\tG{j}\tGene\n' for j in range(90)))):
            self.write(f'all/{name}.gz', gzip.compress(text.encode()))
        for name, rows, kind in (('rows.h5ad', cells, 'csr'), ('columns.h5ad', genes, 'csc')):
            starts, indices, values = compressed(rows)
            with h5py.File(self.folder / name, 'w') as file:
                file.attrs.update({'encoding-type': 'anndata', 'encoding-version': '0.1.0'})
                X = file.create_group('X')
                X.attrs.update({'encoding-type': kind + '_matrix', 'encoding-version': '0.1.0',
                                'shape': [240, 90]})
                X['data'], X['indices'] = np.array(values, 'f4'), np.array(indices, 'i4')
                X['indptr'] = np.array(starts, 'i4')
                for table, size, letter in (('obs', 240, 'B'), ('var', 90, 'G')):
                    group = file.create_group(table)
                    group.attrs.update({'encoding-type': 'dataframe', '_index': '_index',
                                        'encoding-version': '0.2.0', 'column-order': []})
                    group.create_dataset('_index', data=[f'{letter}{i}' for i in range(size)],
                                         dtype=h5py.string_dtype())
        for method in ('auto', 'lccf', 'nmf'):
            found = {}
            for name in ('all.mtx', 'all', 'rows.h5ad', 'columns.h5ad'):
                self.succeed('cluster', name, '-k', 3, '-m', method, '--memberships', 'npz', '-o',
                             'bits', '-q', '--force')
                found[name] = (self.folder / 'bits/memberships.npz').read_bytes()
            self.assertEqual(len(set(found.values())), 1, method)

    @unittest.skipUnless(h5py, 'h5py is not installed')
    @unittest.skipIf(support.is_sanitized(), 'the sanitizers take no other preloaded library')
    def test_a_library_that_dies_is_told(self):
        compiler = os.environ.get('CC') or 'cc'
        if shutil.which(compiler) is None:
            self.skipTest('no C compiler')
        with h5py.File(self.folder / 'a.h5', 'w') as file:
            file['X'] = np.array(CELLS, float)
        self.write('dies.c', '#include <signal.h>\n'
                   'int H5Dread(void) { return raise(SIGSEGV); }\n')
        library = self.folder / 'dies.so'
        subprocess.run([compiler, '-shared', '-fPIC', '-o', library, self.folder / 'dies.c'],
                       check=True)
        run = subprocess.run([support.PROGRAM, 'cluster', 'a.h5', '-k', '2'], cwd=self.folder,
                             env={**os.environ, 'LD_PRELOAD': str(library)}, text=True,
                             capture_output=True)
        self.assertEqual((run.returncode, run.stdout), (1, ''))
        self.assertIn('a.h5: the library of HDF5 ended while it read the file, which is damaged',
                      run.stderr)

    @unittest.skipUnless(h5py, 'h5py is not installed')
    def test_matlab_and_others(self):
        starts, indices, values = compressed(self.genes)  # the columns of the cells
        with h5py.File(self.folder / 'a.mat', 'w', userblock_size=512) as file:
            group = file.create_group('S')
            group['data'], group['ir'] = np.array(values, float), np.array(indices, 'u8')
            group['jc'] = np.array(starts, 'u8')
            group.attrs['MATLAB_class'] = np.string_('double')
            group.attrs['MATLAB_sparse'] = np.uint64(5)
            file['D'] = np.array(CELLS, float).T
            file['D'].attrs['MATLAB_class'] = np.string_('double')
            file['c'] = np.array([[97]], 'u2')
            file['c'].attrs['MATLAB_class'] = np.string_('char')
        with open(self.folder / 'a.mat', 'r+b') as file:
            file.write(b'MATLAB 7.3 MAT-file, Platform: GLNXA64'.ljust(124) + b'\0\2IM')
        self.assertEqual(self.fitted('a.mat', '--array', 'S'), self.expected)
        self.write('d.csv', ''.join(','.join(map(str, row)) + '\n' for row in CELLS))
        self.assertEqual(self.fitted('a.mat', '--array', 'D'), self.fitted('d.csv'))
        err = self.run_program('cluster', 'a.mat', '-k', '2')[2]
        self.assertIn('there are several matrices, and --array NAME chooses one: D, S', err)
        # As Octave's save -hdf5 writes them.
        with h5py.File(self.folder / 'o.h5', 'w') as file:
            for name in 'SD':
                file.create_group(name).attrs['OCTAVE_NEW_FORMAT'] = np.uint8(1)
            file['D/value'] = np.array(CELLS, float).T
            file['S/value/nr'], file['S/value/nc'] = np.int64(5), np.int64(4)
            starts, indices, values = compressed(self.genes)
            for name, part in (('cidx', starts), ('ridx', indices)):
                file['S/value/' + name] = np.array(part, 'i8')[:, None]
            file['S/value/data'] = np.array(values, float)[:, None]
        self.assertEqual(self.fitted('o.h5', '--array', 'S'), self.expected)
        self.assertEqual(self.fitted('o.h5', '--array', 'D'), self.fitted('d.csv'))
        with h5py.File(self.folder / 'b.h5', 'w') as file:
            file['group/x'] = np.array(CELLS, 'f4')
            file['group/names'] = np.array(BARCODES, 'S18')
        self.fitted('b.h5')
        self.fitted('b.h5', '--array', 'group/x')
        err = self.run_program('cluster', 'b.h5', '-k', '2')[2]
        self.assertIn('b.h5: the matrix group/x is read', err)
        whole = (self.folder / 'b.h5').read_bytes()
        (self.folder / 'c.h5').write_bytes(whole[:len(whole) // 2])
        code, _, err = self.run_program('cluster', 'c.h5', '-k', '2')
        self.assertNotEqual(code, 0)
        self.assertIn('c.h5 is damaged: the HDF5 library cannot open it', err)
        err = self.run_program('cluster', '-', '-k', '2', stdin=whole)[2]
        self.assertIn('HDF5 files are read from files, not from standard input', err)
        # A dataset that declares much and stores nothing.
        with h5py.File(self.folder / 'd.h5', 'w') as file:
            file.create_dataset('x', (200000, 2000), 'f8', chunks=(1000, 100))
        err = self.run_program('cluster', 'd.h5', '-k', '2')[2]
        self.assertIn('expands to more than 200 times its size', err)


if __name__ == '__main__':
    support.main()
