"""Results are all there or none when a call that changes a folder fails, and what is in the way of
them, or held by others, stays."""
import fcntl
import os
import shutil
import signal
import subprocess
import unittest

import support
from killed_support import STEP, Killed, setUpModule


class Failures(Killed):
    def fail_everywhere(self):
        calls = self.count_calls()
        self.reset()
        names, outcomes = self.listing_names(), set()
        for at in [*range(1, calls + 1, STEP), calls + 1]:
            self.reset()
            code, _, err = self.run_disturbed({'FAIL_AT': str(at)}, *self.NEW, 'out')
            with self.subTest(at):
                self.assertIn(code, (0, 1), err)
                now = self.expect_one_run()
                self.assertEqual(now, code == 0)
                self.assertEqual(self.expect_repaired(names), now)
                self.assertEqual((self.folder / 'out/notes').read_text(), 'mine')
            outcomes.add(code)
        self.assertEqual(outcomes, {0, 1})

    def test_an_error_anywhere_leaves_all_old_or_all_new_results(self):
        self.fail_everywhere()

    def test_an_error_anywhere_is_undone_where_nothing_can_be_exchanged(self):
        self.environment = {'WITHOUT_EXCHANGE': '1'}
        self.fail_everywhere()

    def test_an_error_in_undoing_is_repaired_by_the_next_run(self):
        self.environment = {'WITHOUT_EXCHANGE': '1'}
        self.reset()
        names = self.listing_names()
        for at in range(15, 34, STEP):
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
        _, err = process.communicate(timeout=support.PATIENCE)
        self.assertEqual(process.returncode, 130, err)
        self.assertEqual(self.listing(), before)

    def test_a_run_waits_for_a_locked_folder(self):
        held = self.hold()
        process = self.start(*self.NEW, 'out')
        with self.assertRaises(subprocess.TimeoutExpired):
            process.wait(1)
        fcntl.flock(held, fcntl.LOCK_UN)
        _, err = process.communicate(timeout=support.PATIENCE)
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


if __name__ == '__main__':
    support.main()
