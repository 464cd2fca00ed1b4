"""Results are all there or none, whenever the program is killed: it is, in front of each call that
changes a folder."""
import ctypes
import fcntl
import os
import shutil

import support
from support import topic_texts, tsv
from killed_support import CALLS, STEP, Killed, setUpModule


def can_exchange(folder):
    for name in ('left', 'right'):
        (folder / name).mkdir()
    at_cwd, exchange = -100, 2
    swap = getattr(ctypes.CDLL(None), 'renameat2', None)
    done = swap is not None and swap(at_cwd, bytes(folder / 'left'), at_cwd,
                                     bytes(folder / 'right'), exchange) == 0
    for name in ('left', 'right'):
        (folder / name).rmdir()
    return done


class Exchange(Killed):
    def setUp(self):
        super().setUp()
        if not can_exchange(self.folder):
            self.skipTest('the disk of temporary files cannot exchange directories')

    def test_a_folder_holds_all_old_or_all_new_results_at_every_instant(self):
        self.kill_everywhere(True)

    def test_a_link_stays_a_link(self):
        (self.folder / 'out').symlink_to('real')
        (self.folder / 'real').mkdir()
        self.reset('real')
        self.kill_everywhere(True, place='real', name='out')
        self.assertTrue((self.folder / 'out').is_symlink())

    def test_what_is_not_replaced_stays_the_same_file_and_the_folder_keeps_its_rights(self):
        self.reset()
        (self.folder / 'out/link').symlink_to('nowhere')
        (self.folder / 'out').chmod(0o2751)
        before = (self.folder / 'out/notes').stat().st_ino
        self.succeed(*self.NEW, 'out')
        self.assertEqual((self.folder / 'out/notes').stat().st_ino, before)
        self.assertEqual(os.readlink(self.folder / 'out/link'), 'nowhere')
        self.assertEqual((self.folder / 'out').stat().st_mode & 0o7777, 0o2751)
        self.assertTrue(self.expect_one_run())

    def test_a_new_folder_is_there_whole_or_not_at_all(self):
        for at in range(1, CALLS, STEP):
            shutil.rmtree(self.folder / 'fresh', ignore_errors=True)
            killed = self.run_killed(at, *self.NEW, 'fresh/out')
            with self.subTest(at):
                if (self.folder / 'fresh/out').exists():
                    self.assertTrue(self.expect_one_run('fresh/out'))
                self.succeed(*self.NEW, 'fresh/out')
                self.assertTrue(self.expect_one_run('fresh/out'))
                self.assertEqual(os.listdir(self.folder / 'fresh'), ['out'])
            if not killed:
                break
        self.assertFalse(killed)


class Journal(Killed):
    def test_the_next_run_completes_what_cannot_be_exchanged(self):
        self.environment = {'WITHOUT_EXCHANGE': '1'}
        self.kill_everywhere(False)

    def test_a_folder_with_folders_in_it(self):
        self.kill_everywhere(False, foreign=('notes', 'sub/notes'))

    def test_the_folder_that_the_program_runs_in(self):
        self.NEW = ['cluster', self.folder / 'counts.mtx', *Killed.NEW[2:]]
        self.kill_everywhere(False, name='.', cwd='out')

    def test_counts_and_their_terms_belong_together(self):
        self.write('a.tsv', tsv(topic_texts()))
        self.write('b.tsv', tsv((label, text + ' kitchen') for label, text in topic_texts()))
        names = ('X.mtx', 'X.terms.txt', 'X.ids.txt', 'X.labels.txt', 'X.classes.txt')
        states = {}
        for name in 'ab':
            (self.folder / name).mkdir()
            self.succeed('vectorize', f'{name}.tsv', '-q', '-o', f'{name}/X.mtx')
            states[name] = [(self.folder / name / file).read_bytes() for file in names]
        seen = set()
        for at in range(1, CALLS, STEP):
            shutil.rmtree(self.folder / 'out', ignore_errors=True)
            shutil.copytree(self.folder / 'a', self.folder / 'out')
            killed = self.run_killed(at, 'vectorize', 'b.tsv', '-q', '-o', 'out/X.mtx')
            self.assertEqual(self.run_program('cluster', 'missing.mtx', '-k', 2, '-o', 'out')[0], 1)
            state = [(self.folder / 'out' / file).read_bytes() for file in names]
            self.assertIn(state, states.values(), at)
            self.assertEqual(sorted(os.listdir(self.folder / 'out')), sorted(names), at)
            if not killed:
                break
            seen.add('b' if state == states['b'] else 'a')
        if STEP == 1:
            self.assertEqual(seen, {'a', 'b'})


class Leftovers(Killed):
    def test_what_another_run_is_writing_stays(self):
        self.reset()
        for hidden in ('.out.manifact-1-0', 'out/.manifact-1-0', 'out/.manifact-1-1/ready'):
            (self.folder / hidden).mkdir(parents=True)
            (self.folder / hidden / 'labels.txt').write_text('7\n')
        held = [os.open(self.folder / name, os.O_RDONLY)
                for name in ('.out.manifact-1-0', 'out/.manifact-1-0', 'out/.manifact-1-1')]
        for descriptor in held:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        self.succeed(*self.NEW, 'out')
        for hidden in ('.out.manifact-1-0', 'out/.manifact-1-0', 'out/.manifact-1-1/ready'):
            self.assertEqual((self.folder / hidden / 'labels.txt').read_text(), '7\n')
        self.assertTrue(self.expect_one_run())
        for descriptor in held:
            os.close(descriptor)
        self.run_program('cluster', 'missing.mtx', '-k', 2, '-o', 'out')
        labels = (self.folder / 'out/labels.txt').read_text()
        self.assertEqual(labels, '7\n')  # they had been declared complete
        self.assertFalse([name for name in self.listing_names() if 'manifact-1' in name])

    def test_no_file_of_others_is_lost_with_what_was_left(self):
        self.reset()
        left = self.folder / '.out.manifact-1-0'
        left.mkdir()
        for name in ('labels.txt', 'only here', 'notes'):
            (left / name).write_text('left')
        self.succeed(*self.NEW, 'out')
        self.assertEqual((self.folder / 'out/only here').read_text(), 'left')
        self.assertEqual((self.folder / 'out/notes').read_text(), 'mine')
        self.assertEqual(os.listdir(left), ['notes'])  # two of that name: both stay

    def test_runs_at_the_same_time_leave_the_results_of_one(self):
        for foreign in (('notes',), ('notes', 'sub/notes')):
            self.reset(foreign=foreign)
            for _ in range(5):
                started = [self.start(*command, 'out') for command in (self.OLD, self.NEW) * 2]
                for process in started:
                    _, err = process.communicate(timeout=support.PATIENCE)
                    self.assertEqual((process.returncode, err), (0, b''))
            self.expect_one_run()
            self.assertFalse([name for name in os.listdir(self.folder / 'out') if name[0] == '.'])


if __name__ == '__main__':
    support.main()
