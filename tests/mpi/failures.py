#!/usr/bin/env python3
"""A failure on one rank ends all ranks, with one sentence and without results."""
import os
import pathlib
import random
import signal
import time

from mpirun import CANCELLED, ENVIRONMENT, MESSAGES, RanksTest, support


def children(process):
    """The processes of a session, without its leader."""
    found = []
    for path in pathlib.Path('/proc').glob('[0-9]*/stat'):
        try:
            text = path.read_text()
        except OSError:
            continue
        pid, name = text.split(' ', 1)[0], text[text.index('(') + 1:text.rindex(')')]
        session = int(text[text.rindex(')') + 2:].split()[3])
        if session == process.pid and name.startswith('manifact'):
            found.append(int(pid))
    return found


class Failures(RanksTest):
    def test_missing_file(self):
        for ranks in (1, 4):
            self.refused(ranks, ['cluster', 'none.mtx', '-k', 2, '-o', 'out'], 'none.mtx')

    def test_wrong_lines(self):
        good = support.matrix_market(support.block_counts(n_blocks=4, documents=40)).splitlines()
        for number, line in {300: '1 2 x', 200: '500 1 1', 400: '1 1 nan', 250: '1 1 1 1',
                             3: 'word', 2: '160 24',
                             1: '%%MatrixMarket matrix array real general'}.items():
            lines = list(good)
            lines[number - 1] = line
            self.write('bad.mtx', '\n'.join(lines) + '\n')
            for ranks in (1, 4):
                with self.subTest(line=line, ranks=ranks):
                    self.refused(ranks, ['cluster', 'bad.mtx', '-k', 2, '-o', 'out'], 'bad.mtx',
                                 f'line {number}:', 'rank ')

    def test_too_few_lines(self):
        text = support.matrix_market(support.block_counts(n_blocks=4, documents=40))
        self.write('cut.mtx', text[:len(text) // 2].rsplit('\n', 1)[0] + '\n')
        self.refused(3, ['cluster', 'cut.mtx', '-k', 2, '-o', 'out'], 'cut.mtx', 'entries')

    def test_options(self):
        path = self.counts()
        self.refused(3, ['cluster', path, '-k', 99, '-o', 'out'], '99')
        self.refused(3, ['cluster', path, '-k', 2, '-m', 'can'], "'can'")
        self.refused(3, ['cluster', path, '-k', 2, '-s', 'start=ncut'], 'start=ncut')
        self.refused(3, ['cluster', path, '-k', 2, '-s', 'seed=x'], 'seed')
        self.refused(3, ['cluster', path, '-k', 2, '-s', 'split=exact'], 'split=exact')
        self.refused(3, ['cluster', path, '-k', 2, '-o', path], path)
        self.refused(3, ['cluster', path, '-k', 2, '-o', 'x.manifact'], '-o must be a folder')
        self.refused(3, ['cluster', path, '-k', 2, '--memberships', 'npz'], '-o FOLDER')

    def test_lost_after(self):
        path = self.counts()
        for seconds in (3, 10 ** 7):
            self.refused(2, ['cluster', path, '-k', 2, '--lost-after', seconds], '--lost-after')

    def test_ranks_that_do_not_know_each_other(self):
        """As the launcher of another MPI starts them: each says so."""
        path, said = self.counts(), []
        for rank in range(3):
            code, out, err = self.run_program('cluster', path, '-k', 2, '-o', 'out', env={
                **os.environ, **ENVIRONMENT, 'PMI_SIZE': '3', 'PMI_RANK': str(rank)})
            self.assertEqual((code, out), (1, ''), err)
            said += err.splitlines()
        self.assertEqual(len(said), 3, said)
        for line in said:
            self.assertIn('started 3 processes (PMI_SIZE), but MPI knows only one', line)
        for asked in (['--version'], ['cluster', path, '-k', 2, '--dry-run', 2]):
            code, _, err = self.run_program(*asked, env={**os.environ, **ENVIRONMENT,
                                                         'PMI_SIZE': '3', 'PMI_RANK': '1'})
            self.assertEqual(code, 0, err)
        self.assertFalse((self.folder / 'out').exists())

    def test_graph(self):
        path = self.counts(n_blocks=4, documents=40)
        head = '%%MatrixMarket matrix coordinate real general\n160 160 2\n'
        self.write('skew.mtx', head + '3 150 1\n150 3 2\n')
        self.write('minus.mtx', head + '3 150 -1\n150 3 -1\n')
        self.write('small.mtx', head.replace('160', '159') + '3 150 1\n150 3 1\n')
        for name, words in {'skew.mtx': 'must be symmetric', 'minus.mtx': 'must not be negative',
                            'small.mtx': '159 vertices', 'none.mtx': 'none.mtx'}.items():
            self.refused(3, ['cluster', path, '-k', 2, '-m', 'lccf', '--graph', name, '-o', 'out'],
                         words)

    def test_rows(self):
        """Messages name rows of the file, and compare the rows of all ranks."""
        rows = support.block_counts(n_blocks=4, documents=40)
        rows[133][3] = -2
        self.write('negative.mtx', support.matrix_market(rows))
        rows[133] = [0] * 24
        rows[133][3] = 1e-300
        self.write('tiny.mtx', support.matrix_market(rows).replace('integer', 'real', 1))
        self.write('empty.mtx', support.matrix_market([[1, 1]] * 6))
        for arguments, words in (
                (['negative.mtx', '-k', 2, '-m', 'gnmf'], 'row 133, column 3 is negative'),
                (['tiny.mtx', '-k', 2, '-m', 'gnmf', '--weighting', 'none', '-s', 'scaling=none'],
                 'row 133 is too small'),
                (['empty.mtx', '-k', 1], 'all documents are empty')):
            self.refused(3, ['cluster', *arguments, '-o', 'out'], words)

    def test_dry_run(self):
        path = self.counts(n_blocks=4, documents=40)
        self.write('small.mtx', '%%MatrixMarket matrix coordinate real symmetric\n9 9 1\n3 2 1\n')
        words = ['cluster', path, '-m', 'lccf', '--dry-run']
        self.refused(1, [*words, 3, '-k', 2, '--graph', 'small.mtx'], '9 vertices')
        self.refused(1, [*words, 3, '-k', 161], '161')
        self.refused(1, [*words, 10 ** 12, '-k', 2], '--dry-run must be at most')

    def long_job(self, ranks):
        """Runs for minutes, and is reading or clustering when this returns."""
        random.seed(1)
        if not (self.folder / 'long.mtx').exists():
            rows = ''.join(f'{i} {j} 1\n' for i in range(1, 6001)
                           for j in sorted(random.sample(range(1, 3001), 40)))
            self.write('long.mtx', '%%MatrixMarket matrix coordinate integer general\n'
                       f'6000 3000 240000\n{rows}')
        process = self.start_ranks(ranks, support.PROGRAM, 'cluster', 'long.mtx', '-k', 60, '-o',
                                   'out', '-q', '-m', 'lccf', '-s', 'max-iterations=100000', '-s',
                                   'tolerance=0')
        while len(children(process)) < ranks and process.poll() is None:
            time.sleep(.05)
        time.sleep(3)
        self.assertIsNone(process.poll())
        return process

    def expect_nothing_left(self, process):
        code, out, err = self.finish(process)
        self.assertNotEqual(code, 0)
        self.assertEqual(out, '')
        self.assertEqual([path.name for path in self.folder.iterdir()], ['long.mtx'])
        return err

    def test_killed_rank(self):
        for victim in (0, -1):
            process = self.long_job(4)
            os.kill(sorted(children(process))[victim], signal.SIGKILL)
            self.assertIn('rank', self.expect_nothing_left(process))

    def test_cancelled_rank(self):
        for victim in (0, -1):
            process = self.long_job(3)
            os.kill(sorted(children(process))[victim], signal.SIGINT)
            err = self.expect_nothing_left(process)
            self.assertIn('cancelled', err)
            self.assertNotIn('MPI_ABORT', err)

    def test_messages_of_the_library(self):
        for ranks in (2, 3):
            code, out, err = self.run_ranks(ranks, MESSAGES, self.counts())
            self.assertEqual((code, out), (0, 'ok\n'), err)

    def test_calls_that_are_cancelled(self):
        """All ranks return, whatever they do, and can go on."""
        # Open MPI sends messages of more than 4 KB when the other rank is ready for them. The rows
        # and sums of the larger data have more.
        few = {'n_blocks': 4, 'documents': 40}
        many = {'n_blocks': 4, 'documents': 1000, 'words': 60}
        for shape, ranks, victim, method, *settings in (
                (few, 3, 2, 'lccf', 'max-iterations=4'), (many, 4, 0, 'gnmf', 'max-iterations=4'),
                (few, 4, 1, 'ncut'), (few, 2, 1, 'kmeans')):
            with self.subTest(method=method):
                code, out, err = self.run_ranks(ranks, CANCELLED, self.counts(**shape), method, 16,
                                                victim, *settings)
                self.assertEqual((code, out), (0, 'ok\n'), err)

    def test_cancelled_job(self):
        process = self.long_job(3)
        process.send_signal(signal.SIGTERM)
        self.expect_nothing_left(process)


if __name__ == '__main__':
    support.main()
