"""For the tests of calls of the operating system that fail or go short: faults.c is preloaded into
the program. MANIFACT_FAULTS=all takes every place; otherwise of many of them some."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from support import ProgramTest, is_sanitized

ALL = os.environ.get('MANIFACT_FAULTS') == 'all'
MOST = 10 ** 6 if ALL else 4


def setUpModule():
    global PRELOADED
    compiler = os.environ.get('CC') or 'cc'
    if sys.platform != 'linux' or shutil.which(compiler) is None:
        raise unittest.SkipTest('no C compiler, or not Linux')
    if is_sanitized():
        raise unittest.SkipTest('the sanitizers replace the same functions')
    folder = tempfile.TemporaryDirectory(prefix='manifact-faults-')
    unittest.addModuleCleanup(folder.cleanup)
    PRELOADED = pathlib.Path(folder.name) / 'faults.so'
    source = pathlib.Path(__file__).with_name('faults.c')
    subprocess.run([compiler, '-shared', '-fPIC', '-o', PRELOADED, source, '-ldl'], check=True)


class Faulty(ProgramTest):
    def run_faulty(self, fault, *arguments, **options):
        """(exit code, messages, whether the call was reached)"""
        mark = PRELOADED.with_name('mark')
        mark.unlink(missing_ok=True)
        code, _, err = self.run_program(*arguments, env={
            **os.environ, 'LD_PRELOAD': str(PRELOADED), 'FAULT': fault, 'FAULT_MARK': str(mark),
            'FAULT_UNDER': str(self.folder)}, **options)
        return code, err, mark.exists()

    def places(self, fault, run, most=MOST, later=''):
        """Runs with each place of a fault: some places if there are many."""
        at, step = 1, 1
        while True:
            if not run(f'{fault}:{at}{later}'):
                return at - 1
            step += at // most
            at += step

    def expect_sentence(self, code, err, at):
        self.assertEqual(code, 1, f'{at}: {err}')
        self.assertRegex(err, r'\Amanifact: [^\n]+\n\Z', at)
