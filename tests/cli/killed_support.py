"""For the tests of a killed or failing program. CC names the compiler of a preloaded library that
kills the program before a system call that changes a folder, or makes the call fail."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

from support import RESULTS, ProgramTest, is_sanitized

CALLS = 300  # more than any run makes
# The plain build stops at every call. In a sanitized build every fourth call is enough: it searches
# for memory errors, and the code paths are the same.
STEP = 4 if is_sanitized() else 1


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
    # has features.csv, too
    OLD = ['cluster', 'counts.mtx', '-k', 2, '-m', 'drcc', '-q', '--force', '-o']
    NEW = ['cluster', 'counts.mtx', '-k', 3, '-q', '--force', '-o']

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

    def count_calls(self):
        """The number of calls of an undisturbed run."""
        reached, beyond = 0, CALLS
        while beyond - reached > 1:
            at = (reached + beyond) // 2
            self.reset()
            if self.run_killed(at, *self.NEW, 'out'):
                reached = at
            else:
                beyond = at
        self.assertLess(reached, CALLS - 1)
        return reached

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
        """The next run, although it has nothing to read, completes the interrupted one."""
        code, _, err = self.run_program('cluster', 'missing.mtx', '-k', 2, '--force', '-o',
                                        place)
        self.assertEqual((code, 'missing.mtx' in err), (1, True), err)
        features = {f'{place}/features.csv'}
        self.assertEqual(set(self.listing_names()) - features, set(names) - features)
        return self.expect_one_run(place)

    def kill_everywhere(self, at_every_instant, place='out', foreign=('notes',), **options):
        outcomes = set()
        self.reset(place, foreign)
        names = self.listing_names()
        for at in range(1, CALLS, STEP):
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
        self.assertFalse(killed)
        if STEP == 1:  # before the atomic step, and after it
            self.assertEqual(outcomes, {False, True})
