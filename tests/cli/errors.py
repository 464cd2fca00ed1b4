"""Malformed, unreadable or unwritable files give one clear line and exit code 1, and nothing is
written. Each case has a valid counterpart that succeeds."""
import gzip
import os
import resource
import signal
import subprocess

import support
from support import RESULTS, ProgramTest, block_counts, matrix_market


class Input(ProgramTest):
    def refuse(self, name, content, *parts):
        self.write(name, content)
        self.fail_with(1, ['cluster', name, '-k', 2, '-o', 'results'], name, *parts)

    def accept(self, name, content):
        self.write(name, content)
        self.succeed('cluster', name, '-k', 2, '-q', '-o', 'results-' + name)

    def test_matrix_market(self):
        head = '%%MatrixMarket matrix coordinate real general\n'
        self.accept('good.mtx', head + '% a comment\n3 2 4\n1 1 1\n1 2 5\n2 1 0.5\n3 2 1e-3\n')
        for name, content, *parts in (
                ('banner.mtx', '%%MatrixMarkt matrix coordinate real general\n1 1 1\n1 1 1\n',
                 'line 1'),
                ('complex.mtx',
                 '%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 1\n', 'line 1'),
                ('size.mtx', head + '3 2\n1 1 1\n', 'line 2'),
                ('row.mtx', head + '3 2 2\n1 1 1\n4 1 1\n', 'line 4', '4'),
                ('zero.mtx', head + '3 2 2\n0 1 1\n1 1 1\n', 'line 3'),
                ('word.mtx', head + '3 2 2\n1 1 1\n2 2 one\n', 'line 4'),
                ('nan.mtx', head + '3 2 2\n1 1 1\n2 2 nan\n', 'line 4'),
                ('missing.mtx', head + '3 2 3\n1 1 1\n2 2 1\n', '3', '2'),
                ('extra.mtx', head + '3 2 1\n1 1 1\n2 2 1\n', 'line 4'),
                ('huge.mtx', head + '99999999999 2 1\n1 1 1\n', 'line 2'),
                ('empty.mtx', ''),
                ('head-only.mtx', head)):
            with self.subTest(name):
                self.refuse(name, content, *parts)

    def test_svmlight(self):
        self.accept('good.svm', '1 1:2 3:0.5 # a comment\n-1 2:1\n0 1:1 2:1\n')
        for name, content, *parts in (('colon.svm', '1 1:2\n1 2-1\n', 'line 2'),
                                      ('value.svm', '1 1:2\n1 2:x\n', 'line 2'),
                                      ('label.svm', '1 1:2\nabc 2:1\n', 'line 2'),
                                      ('negative.svm', '1 1:2\n1 -2:1\n', 'line 2'),
                                      ('infinite.svm', '1 1:2\n1 2:inf\n', 'line 2')):
            with self.subTest(name):
                self.refuse(name, content, *parts)

    def test_csv(self):
        self.accept('good.csv', 'a,b\n1,2\n3,4.5\n0,1\n')
        for name, content, *parts in (('ragged.csv', '1,2\n3,4\n5\n', 'line 3', '2'),
                                      ('long.csv', '1,2\n3,4,5\n', 'line 2', '2'),
                                      ('word.csv', '1,2\n3,x\n', 'column 2', '"x"'),
                                      ('hole.csv', '1,2\n3,\n', 'line 2'),
                                      ('nan.csv', '1,2\n3,nan\n', 'line 2')):
            with self.subTest(name):
                self.refuse(name, content, *parts)

    def test_gzip(self):
        packed = gzip.compress(matrix_market(block_counts()).encode())
        self.accept('good.mtx.gz', packed)
        self.refuse('short.mtx.gz', packed[:-20])
        self.refuse('damaged.mtx.gz', packed[:60] + bytes([packed[60] ^ 255]) + packed[61:])

    def test_files_that_cannot_be_read(self):
        self.accept('good.csv', '1,2\n3,4\n')
        self.fail_with(1, ['cluster', 'missing.mtx', '-k', 2, '-o', 'results'], 'missing.mtx')
        self.fail_with(1, ['cluster', '.', '-k', 2, '-o', 'results', '--format', 'mtx'],
                       '. is a directory')

    def test_a_mat_file_that_is_none_is_refused(self):
        self.write('data.mat', 'MATLAB 5.0 MAT-file')
        for arguments in (['data.mat'], ['data.mat', '--format', 'mat']):
            self.fail_with(1, ['cluster', *arguments, '-k', 2, '-o', 'results'], 'data.mat')
        self.fail_with(1, ['cluster', '-', '--format', 'mat', '-k', 2, '-o', 'results'],
                       'MAT files are read from files')

    def test_values_that_a_method_cannot_take(self):
        self.write('negative.csv', '1,-2\n-3,4\n5,6\n')
        self.fail_with(1,
                       ['cluster', 'negative.csv', '-k', 2, '-s', 'ncw=unit-graph', '-s',
                        'neighbors=2', '-o', 'results'], 'row 0', 'ncw=none')
        self.fail_with(1,
                       ['cluster', 'negative.csv', '-k', 2, '-s', 'weighting=tfidf', '-o',
                        'results'], 'row 0, column 1')
        for method in ('auto', 'cf', 'lccf', 'kmeans'):
            self.succeed('cluster', 'negative.csv', '-k', 2, '-m', method, '-o', method)
        self.write('nothing.csv', '0,0\n0,0\n')
        self.fail_with(1, ['cluster', 'nothing.csv', '-k', 1, '-o', 'others'])

    def test_terms_of_another_number_are_refused_with_both_numbers(self):
        self.counts()
        self.write('terms.txt', 'word\n' * 17)
        cluster = ['cluster', 'counts.mtx', '-k', 3, '-o', 'results']
        self.fail_with(1, [*cluster, '--terms', 'terms.txt'], 'terms.txt', '17', 'counts.mtx', '18')
        self.fail_with(1, [*cluster, '--terms', 'missing'], 'missing')

    def test_graphs_that_do_not_fit(self):
        self.counts()
        head = '%%MatrixMarket matrix coordinate real general\n'
        self.write('lopsided.mtx', head + '36 36 1\n1 2 1\n')
        self.write('oblong.mtx', head + '36 35 1\n1 2 1\n')
        self.write('small.mtx', head + '2 2 2\n1 2 1\n2 1 1\n')
        cluster = ['cluster', 'counts.mtx', '-k', 3, '-o', 'results', '--graph']
        self.fail_with(1, [*cluster, 'lopsided.mtx'], '(0,1)', '(1,0)')
        self.fail_with(1, [*cluster, 'oblong.mtx'], '35')
        self.write('words.tsv', 'no\tmatrix\n')
        self.fail_with(1, [*cluster, 'words.tsv'],
                       'words.tsv has no edges; --graph expects a matrix')
        self.fail_with(1, [*cluster, 'small.mtx'], '2', '36')
        self.fail_with(1, [*cluster, 'small.mtx', '-m', 'kmeans'], 'kmeans')


class Usage(ProgramTest):
    def setUp(self):
        super().setUp()
        self.counts()

    def test_one_line_says_what_is_wrong(self):
        for arguments, *parts in (
                (['gather'], 'gather', 'cluster, assign, topics, update, evaluate'),
                (['clutser'], "'clutser'", "did you mean 'cluster'?"),
                (['help', 'asign'], "'asign'", "did you mean 'assign'?"),
                (['completions', 'zhs'], 'bash, zsh', "did you mean 'zsh'?"),
                (['--frobnicate'], '--frobnicate'),
                (['cluster'], 'manifact cluster --help'),
                (['cluster', '-k', 3], 'INPUT'),
                (['cluster', 'counts.mtx', '-k'], 'cluster: -k needs a value (see'),
                (['cluster', 'counts.mtx', '--clusters'], 'cluster: --clusters needs a value (see'),
                (['cluster', 'counts.mtx', '-k', 3, '-qo'], 'cluster: -o needs a value (see'),
                (['cluster', 'counts.mtx', '-k', 'three'], 'three'),
                (['cluster', 'counts.mtx', '-k', 2.5], '2.5'),
                (['cluster', 'counts.mtx', '-k', 0], '0'),
                (['cluster', 'counts.mtx', '-k', -1], '-1'),
                (['cluster', 'counts.mtx', '-k', 37], '37', '36'), (['assign', 'model'], 'INPUT'),
                (['evaluate', 'one'], 'PREDICTED'),
                (['options'], 'METHOD')):
            with self.subTest(arguments):
                self.fail_with(1, arguments, *parts)

    def test_one_line_says_which_option_is_wrong(self):
        cluster = ['cluster', 'counts.mtx', '-k', 3, '-o', 'results']
        for arguments, *parts in (
                (['--labels', 'known.txt'], '--labels'),
                (['--constraints', 'pairs.txt'], '--constraints'),
                (['-m', 'lcff'], 'lcff', "did you mean 'lccf'?"),
                (['-s', 'lamda=1'], 'lamda', "did you mean 'lambda'?"),
                (['-s', 'stemming=yess'], 'yess', "did you mean 'yes'?"),
                (['--seeed', 1], '--seeed', "did you mean '--seed'?"),
                (['--outliers', 0.6], 'outliers', '0.6'),
                (['--min-membership', 'x'], 'min-membership', 'x'),
                (['--memberships', 'cvs'], 'csv, npz'), (['--like', 'known.txt'], 'known.txt'),
                (['-s', 'lambda'], 'option=value'),
                (['-s', '=1'], 'option=value'),
                (['-s', 'lambda=-1'], 'lambda', '-1'), (['-s', 'lambda=1,5'], 'lambda', '1,5'),
                (['-s', 'lambda=nan'], 'lambda'),
                (['-s', 'graph-rule=xor'], 'graph-rule', 'or mutual', 'xor'),
                (['-s', 'lambda=1', '-s', 'lambda=2'], 'lambda', 'twice'),
                (['-s', 'normalisation=none'],
                 "option 'normalisation' is now 'normalization'"),
                (['-m', 'lccf', '-s', 'ncw=authors'],
                 "option 'ncw': 'authors' is now 'unit-graph'"),
                (['-s', 'seed=1', '--seed', 1], 'seed', 'twice'), (['--seed', -1], 'seed'),
                (['--seed', 'x'], 'seed'),
                (['--weighting', 'bm25'], 'weighting', 'bm25'),
                (['-m', 'kmeans', '-s', 'lambda=1'], 'kmeans', 'lambda'),
                (['--threads', -1], 'threads', '-1'), (['--threads', 5000], 'threads', '5000')):
            with self.subTest(arguments):
                self.fail_with(1, [*cluster, *arguments], *parts)
        self.succeed(*cluster)


class Output(ProgramTest):
    def setUp(self):
        super().setUp()
        self.counts()

    def test_places_that_cannot_be_written(self):
        self.write('file', 'mine')
        for place in ('file', 'file/results', 'counts.mtx/a/b', '/dev/full', '/proc/results', ''):
            with self.subTest(place):
                self.fail_with(1, ['cluster', 'counts.mtx', '-k', 3, '-q', '-o', place], place)
        self.succeed('cluster', 'counts.mtx', '-k', 3, '-o', 'a/b')
        for command in (['assign', 'a/b/model.manifact', 'counts.mtx'],
                        ['graph', 'counts.mtx', '-p', 3]):
            for place in ('a', 'missing/file', 'file/labels', '/proc/file', '/dev/full'):
                with self.subTest((command[0], place)):
                    self.fail_with(1, [*command, '-o', place], place)

    def test_a_directory_without_the_right_to_write(self):
        if os.geteuid() == 0:
            self.skipTest('root may write everywhere')
        (self.folder / 'closed').mkdir(mode=0o555)
        for place in ('closed', 'closed/results'):
            self.fail_with(1, ['cluster', 'counts.mtx', '-k', 3, '-o', place], 'closed',
                           'Permission denied')

    def test_older_results_stay_when_one_file_cannot_be_replaced(self):
        self.succeed('cluster', 'counts.mtx', '-k', 3, '-o', 'results')
        for name in RESULTS:
            with self.subTest(name):
                place = self.folder / 'results' / name
                old = place.read_bytes()
                place.unlink()
                place.mkdir()
                self.fail_with(1, ['cluster', 'counts.mtx', '-k', 2, '-q', '-o', 'results'],
                               'results/' + name, 'Is a directory')
                place.rmdir()
                place.write_bytes(old)

    def test_a_full_disk_leaves_nothing_behind(self):
        def little_room():
            support.default_signals()
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # python ignores it
            # stands for the disk: the model does not fit
            resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))

        self.write('texts.tsv', ''.join(f'w{i} w{i + 1}\n' for i in range(400)))
        before = self.listing()
        for arguments, place in (
                (['cluster', 'counts.mtx', '-k', '3', '-q', '-o', 'new/results'],
                 r'new/results/[^\s:]+'),
                (['vectorize', 'texts.tsv', '-s', 'min-df=1', '-o', 'X.mtx'], r'(\./)?X\.mtx')):
            process = subprocess.run([support.PROGRAM, *arguments], cwd=self.folder,
                                     capture_output=True, text=True, preexec_fn=little_room)
            self.assertEqual((process.returncode, process.stdout), (1, ''))
            self.assertRegex(process.stderr, fr'\Amanifact: cannot write {place}: [^:\n]+\n\Z')
            self.assertEqual(self.listing(), before)

    def test_a_full_standard_output_is_reported(self):
        self.succeed('cluster', 'counts.mtx', '-k', 3, '-o', 'results')
        for arguments in (['cluster', 'counts.mtx', '-k', 3],
                          ['cluster', 'counts.mtx', '-k', 3, '--json'],
                          ['assign', 'results/model.manifact', 'counts.mtx'],
                          ['graph', 'counts.mtx', '-p', 3],
                          ['evaluate', 'results/labels.txt', 'results/labels.txt'], ['methods'],
                          ['options', 'lccf'], ['--help'],
                          ['cluster', '--help'], ['--version']):
            with self.subTest(arguments), open('/dev/full', 'wb') as full:
                code, _, err = self.run_program(*arguments, stdout=full)
                self.assertEqual((code, err.splitlines()[-1]),
                                 (1, 'manifact: cannot write standard output: '
                                  'No space left on device'))

    def test_a_closed_pipe_is_no_error(self):
        reader, writer = os.pipe()
        os.close(reader)
        with open(writer, 'wb') as pipe:
            code, _, err = self.run_program('options', 'lccf', stdout=pipe)
        self.assertEqual((code, err), (1, ''))

    def test_a_closed_standard_output_is_an_error(self):
        process = subprocess.run(['/bin/sh', '-c', 'exec "$0" methods >&-', support.PROGRAM],
                                 capture_output=True, text=True)
        self.assertEqual((process.returncode, process.stderr),
                         (1, 'manifact: cannot write standard output: Bad file descriptor\n'))


if __name__ == '__main__':
    support.main()
