"""For the tests of several ranks: runs a program by mpirun, with more ranks than cores."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'cli'))
import support  # noqa: E402

MPIRUN = shutil.which('mpirun')
SAME_START = os.environ['SAME_START']
CANCELLED = os.environ['CANCELLED']
MESSAGES = os.environ['MESSAGES']
ALONE = os.environ['MANIFACT_ALONE']  # the program for one process
ENVIRONMENT = {'OMPI_ALLOW_RUN_AS_ROOT': '1', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1',
               'OMPI_MCA_rmaps_base_oversubscribe': '1', 'OMPI_MCA_mpi_yield_when_idle': '0',
               'OMPI_MCA_btl_vader_single_copy_mechanism': 'none',
               'OMP_NUM_THREADS': '1', 'OPENBLAS_NUM_THREADS': '1'}


class RanksTest(support.ProgramTest):
    def setUp(self):
        if MPIRUN is None:
            self.skipTest('there is no mpirun')
        super().setUp()

    def start_ranks(self, ranks, program, *arguments, **options):
        words = [MPIRUN, '-np', str(ranks), program, *map(str, arguments)]
        options = {'stdout': subprocess.PIPE, 'stderr': subprocess.PIPE, **options}
        return subprocess.Popen(words, cwd=self.folder, stdin=subprocess.DEVNULL, text=True,
                                env={**os.environ, **ENVIRONMENT}, start_new_session=True,
                                preexec_fn=support.default_signals, **options)

    def finish(self, process):
        try:
            out, err = process.communicate(timeout=support.PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        return process.returncode, out, err

    def run_ranks(self, ranks, program, *arguments):
        return self.finish(self.start_ranks(ranks, program, *arguments))

    def cluster(self, ranks, *arguments):
        code, out, err = self.run_ranks(ranks, support.PROGRAM, 'cluster', *arguments)
        self.assertEqual(code, 0, err)
        return out

    def refused(self, ranks, arguments, *parts):
        """One line of the program, nothing written; mpirun may add its own lines."""
        before = self.listing()
        code, out, err = self.run_ranks(ranks, support.PROGRAM, *arguments)
        self.assertNotEqual(code, 0)
        self.assertEqual(out, '')
        lines = [line for line in err.splitlines() if line.startswith('manifact:')]
        self.assertEqual(len(lines), 1, err)
        for part in parts:
            self.assertIn(part, lines[0])
        self.assertEqual(self.listing(), before)

    def same_start(self, ranks, path, method, k, *settings):
        """Objective, number of updates and labels; 0 ranks: the ordinary library."""
        code, out, err = self.run_ranks(max(ranks, 1), SAME_START,
                                        'divided' if ranks else 'alone', path, method, k, *settings)
        self.assertEqual(code, 0, err)
        objective, iterations, *labels = out.split()
        return float(objective), int(iterations), labels
