"""Results are all there or none, whenever the program is killed: it is, in front of each call that
changes a folder. CC names the compiler of what kills it."""
import ctypes
import fcntl
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

import cli_support
from cli_support import RESULTS, ProgramTest, topic_texts, tsv

CALLS = 300  # more than any run makes


def build_killer():
    compiler = os.environ.get('CC') or 'cc'
    if sys.platform != 'linux' or shutil.which(compiler) is None:
        return None
    folder = tempfile.TemporaryDirectory(prefix='manifact-killer-')
    unittest.addModuleCleanup(folder.cleanup)
    library = pathlib.Path(folder.name) / 'kill_at.so'
    source = pathlib.Path(__file__).with_name('kill_at.c')
    subprocess.run([compiler, '-shared', '-fPIC', '-o', library, source, '-ldl'], check=True)
    return library


def setUpModule():
    global KILLER
    KILLER = build_killer()
    if KILLER is None:
        raise unittest.SkipTest('no C compiler, or not Linux')


class Killed(ProgramTest):
    OLD = ['cluster', 'counts.mtx', '-k', 2, '-m', 'drcc', '-q', '-o']  # has features.csv, too
    NEW = ['cluster', 'counts.mtx', '-k', 3, '-q', '-o']

    def setUp(self):
        super().setUp()
        self.counts()
        self.environment = {}
        self.succeed(*self.OLD, 'old')
        self.succeed(*self.NEW, 'new')

    def run_disturbed(self, variables, *arguments, **options):
        environment = {**os.environ, 'LD_PRELOAD': str(KILLER), **self.environment, **variables}
        environment['ASAN_OPTIONS'] = (environment.get('ASAN_OPTIONS', '') +
                                       ':verify_asan_link_order=0:detect_leaks=0')
        return self.run_program(*arguments, env=environment, **options)

    def run_killed(self, at, *arguments, **options):
        code, _, err = self.run_disturbed({'KILL_AT': str(at)}, *arguments, **options)
        self.assertIn(code, (0, -signal.SIGKILL), err)
        return code != 0

    def listing_names(self):
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob('*'))

    def reset(self, place='out', foreign=('notes',)):
        for path in [self.folder / place, *self.folder.glob('.*manifact-*')]:
            shutil.rmtree(path, ignore_errors=True)
        shutil.copytree(self.folder / 'old', self.folder / place)
        for name in foreign:
            path = self.folder / place / name
            path.parent.mkdir(exist_ok=True)
            path.write_text('mine')

    def expect_one_run(self, place='out'):
        """All results are those of the old run, or all of the new one. True for the new one."""
        found = self.folder / place
        names = [path.name for path in found.iterdir() if path.name in [*RESULTS, 'features.csv']]
        is_new = 'features.csv' not in names
        self.assertEqual(sorted(names), sorted(RESULTS + ([] if is_new else ['features.csv'])))
        reference = self.folder / ('new' if is_new else 'old')
        for name in ('labels.txt', 'model.manifact', 'clusters.csv'):
            self.assertEqual((found / name).read_bytes(), (reference / name).read_bytes(), name)
        k = 3 if is_new else 2
        self.assertIn(f'"n_clusters": {k},', (found / 'summary.json').read_text())
        self.assertEqual('"drcc"' in (found / 'report.html').read_text(), not is_new)
        return is_new

    def expect_repaired(self, names, place='out'):
        """The next run has nothing to read, and yet leaves nothing half done."""
        code, _, err = self.run_program('cluster', 'missing.mtx', '-k', 2, '-o', place)
        self.assertEqual((code, 'missing.mtx' in err), (1, True), err)
        features = {f'{place}/features.csv'}
        self.assertEqual(set(self.listing_names()) - features, set(names) - features)
        return self.expect_one_run(place)

    def kill_everywhere(self, at_every_instant, place='out', foreign=('notes',), **options):
        outcomes = set()
        self.reset(place, foreign)
        names = self.listing_names()
        for at in range(1, CALLS):
            self.reset(place, foreign)
            killed = self.run_killed(at, *self.NEW, options.get('name', place),
                                     cwd=self.folder / options.get('cwd', '.'))
            with self.subTest(at):
                if at_every_instant:
                    now = self.expect_one_run(place)
                    for name in foreign:
                        self.assertEqual((self.folder / place / name).read_text(), 'mine')
                after = self.expect_repaired(names, place)
                self.assertTrue(not at_every_instant or now == after)
                for name in foreign:
                    self.assertEqual((self.folder / place / name).read_text(), 'mine')
            if not killed:
                break
            outcomes.add(after)
        self.assertLess(at, CALLS - 1)
        self.assertEqual(outcomes, {False, True})  # before the moment that counts, and behind it


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
        for at in range(1, CALLS):
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
        self.assertLess(at, CALLS - 1)


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
        for at in range(1, CALLS):
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
        self.assertEqual(seen, {'a', 'b'})


class Failures(Killed):
    def fail_everywhere(self):
        self.reset()
        names, outcomes = self.listing_names(), set()
        for at in range(1, CALLS):
            self.reset()
            code, _, err = self.run_disturbed({'FAIL_AT': str(at)}, *self.NEW, 'out')
            with self.subTest(at):
                self.assertIn(code, (0, 1), err)
                now = self.expect_one_run()
                self.assertEqual(now, code == 0)
                self.assertEqual(self.expect_repaired(names), now)
                self.assertEqual((self.folder / 'out/notes').read_text(), 'mine')
            outcomes.add(code)
            if not self.is_reached(at):
                break
        self.assertLess(at, CALLS - 1)
        self.assertEqual(outcomes, {0, 1})

    def is_reached(self, at):
        self.reset()
        return self.run_killed(at, *self.NEW, 'out')

    def test_an_error_anywhere_leaves_all_old_or_all_new_results(self):
        self.fail_everywhere()

    def test_an_error_anywhere_is_undone_where_nothing_can_be_exchanged(self):
        self.environment = {'WITHOUT_EXCHANGE': '1'}
        self.fail_everywhere()

    def test_an_error_in_undoing_is_repaired_by_the_next_run(self):
        self.environment = {'WITHOUT_EXCHANGE': '1'}
        self.reset()
        names = self.listing_names()
        for at in range(15, 34):
            for later in (1, 2, 3, 4, 5, 6, 8, 10):
                self.reset()
                code, _, err = self.run_disturbed(
                    {'FAIL_AT': str(at), 'FAIL_AT2': str(at + later)}, *self.NEW, 'out')
                with self.subTest((at, later)):
                    self.assertIn(code, (0, 1), err)
                    now = self.expect_repaired(names)
                    self.assertTrue(now or code == 1)
                    self.assertEqual((self.folder / 'out/notes').read_text(), 'mine')


class Care(Killed):
    def test_a_directory_named_as_a_result_is_refused_and_stays(self):
        for foreign in (('features.csv/precious',), ('features.csv/precious', 'sub/notes')):
            with self.subTest(foreign):
                shutil.rmtree(self.folder / 'out', ignore_errors=True)
                shutil.copytree(self.folder / 'new', self.folder / 'out')
                for name in foreign:
                    (self.folder / 'out' / name).parent.mkdir()
                    (self.folder / 'out' / name).write_text('mine')
                self.fail_with(1, [*self.NEW, 'out'],
                               'cannot write out/features.csv: Is a directory')

    def hold(self):
        self.reset()
        held = os.open(self.folder / 'out', os.O_RDONLY)
        self.addCleanup(os.close, held)
        fcntl.flock(held, fcntl.LOCK_EX)
        return held

    def test_a_folder_that_stays_locked_is_left_alone(self):
        self.hold()
        before = self.listing()
        code, _, err = self.run_disturbed({'WITHOUT_SLEEP': '1'}, *self.NEW, 'out')
        self.assertEqual((code, err), (1, 'manifact: cannot write out: another run holds it\n'))
        self.assertEqual(self.listing(), before)

    def test_ctrl_c_ends_the_wait_for_a_locked_folder(self):
        self.hold()
        before = self.listing()
        process = self.start(*self.NEW, 'out')
        with self.assertRaises(subprocess.TimeoutExpired):
            process.wait(1)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=cli_support.PATIENCE)
        self.assertEqual(process.returncode, 130, err)
        self.assertEqual(self.listing(), before)

    def test_a_run_waits_for_a_locked_folder(self):
        held = self.hold()
        process = self.start(*self.NEW, 'out')
        with self.assertRaises(subprocess.TimeoutExpired):
            process.wait(1)
        fcntl.flock(held, fcntl.LOCK_UN)
        _, err = process.communicate(timeout=cli_support.PATIENCE)
        self.assertEqual((process.returncode, err), (0, b''))
        self.assertTrue(self.expect_one_run())

    @unittest.skipIf(os.geteuid() != 0, 'only root gives folders away')
    def test_what_a_killed_run_of_another_user_left_is_not_completed(self):
        self.reset()
        (self.folder / 'out/.manifact-1-0/ready').mkdir(parents=True)
        self.write('out/.manifact-1-0/ready/labels.txt', '7\n')
        os.chown(self.folder / 'out/.manifact-1-0', 4321, 4321)
        self.fail_with(1, [*self.NEW, 'out'], '/out holds what a killed run of another user left: ',
                       '/out/.manifact-1-0')


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
                    _, err = process.communicate(timeout=cli_support.PATIENCE)
                    self.assertEqual((process.returncode, err), (0, b''))
            self.expect_one_run()
            self.assertFalse([name for name in os.listdir(self.folder / 'out') if name[0] == '.'])


if __name__ == '__main__':
    cli_support.main()
