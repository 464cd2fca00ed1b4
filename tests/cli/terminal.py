"""The progress bar on a terminal, Ctrl-C, and other signals."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

import support
from support import PATIENCE, ProgramTest

ENDLESS = ['cluster', 'counts.mtx', '-k', '4', '-s', 'max-iterations=1000000000', '-s',
           'tolerance=0', '-o', 'new/results']
FITTING = rb'fit +\[[#.]{16}\] +\d+%'


class Terminal:
    """A program whose standard error, and if wanted its standard output and input, is a terminal of
    24 lines."""

    def __init__(self, test, arguments, columns=78, **streams):
        self.screen, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 24, columns, 0, 0))
        self.process = test.start(*arguments, stderr=terminal, start_new_session=True,
                                  **{name: terminal if stream is True else stream for name,
                                     stream in streams.items()})
        os.close(terminal)
        self.seen = b''

    def read(self, until=None):
        """Reads until the pattern appears on the screen or the program ends."""
        deadline = time.monotonic() + PATIENCE
        while until is None or not re.search(until, self.seen):
            if not select.select([self.screen], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError(self.seen)
            try:
                part = os.read(self.screen, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            self.seen += part
        return self.seen.decode()

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.screen)
        for stream in (self.process.stdout, self.process.stderr, self.process.stdin):
            if stream is not None:
                stream.close()


class TerminalTest(ProgramTest):
    def terminal(self, *arguments, **streams):
        terminal = Terminal(self, arguments, **streams)
        self.addCleanup(terminal.close)
        return terminal

    def setUp(self):
        super().setUp()
        self.counts(n_blocks=4, documents=100, words=20)


class Progress(TerminalTest):
    def test_a_bar_is_drawn(self):
        # the days left and the objective both have room
        terminal = self.terminal(*ENDLESS, columns=89)
        terminal.read(until=FITTING + rb'[^\r\n]*objective [^\r\n]*[\r\n]')
        terminal.process.send_signal(signal.SIGINT)
        screen = terminal.read()
        self.assertEqual(terminal.process.wait(PATIENCE), 130)
        drawn = [line for line in re.split('[\r\n]', screen) if 'objective' in line]
        self.assertTrue(drawn, screen)
        for line in drawn:
            self.assertRegex(line,
                             r'^fit +\[#*\.*\] +\d+%  \d+(\.\d+)?/s  (\d+ h )?(\d+ min )?(\d+ s '
                             r')?left  objective [-\d.e+]+ *$')
            self.assertLess(len(line), 89)

    def test_nothing_of_a_bar_is_left_at_the_end(self):
        terminal = self.terminal('cluster', 'counts.mtx', '-k', 4, '-s', 'max-iterations=2000',
                                 '-s', 'tolerance=0')
        screen = terminal.read()  # nothing at all where it was too quick for a bar
        self.assertEqual(terminal.process.wait(PATIENCE), 0)
        self.assertLess(max(len(line) for line in re.split('[\r\n]', screen)
                            if not line.startswith('manifact')), 78)
        self.assertRegex(screen, r'(?s)\A(.*\r +\r|[^\r]*\r\n)?\Z')
        self.assertIn('in 4 clusters', terminal.process.stdout.read().decode())

    def test_output_on_the_terminal_of_the_bar_replaces_it(self):
        """Standard output is the terminal too: what a stage after the fit drew is erased before the
        summary, and nothing is drawn after it."""
        for arguments in (['--stability', 20], ['--stability', 20, '--json'],
                          ['--stability', 20, '-o', 'results', '--memberships', 'npz']):
            terminal = self.terminal('cluster', 'counts.mtx', '-k', 4, *arguments, stdout=True)
            screen = terminal.read()
            self.assertEqual(terminal.process.wait(PATIENCE), 0)
            begin = '{' if '--json' in arguments else '400 documents x'
            self.assertTrue(self.displayed(screen).startswith(begin), screen)
            self.assertNotRegex(screen[screen.index(begin):], r'[\[\r][#.]|\r(?!\n)')

    @staticmethod
    def displayed(screen):
        """The lines as a terminal shows them, on which a carriage return goes to the first
        column."""
        lines = []
        for line in screen.replace('\r\n', '\n').split('\n'):
            shown = ''
            for part in line.split('\r'):
                shown = part + shown[len(part):]
            lines.append(shown.rstrip())
        return '\n'.join(lines)

    def test_a_warning_has_its_own_line(self):
        terminal = self.terminal('cluster', 'counts.mtx', '-k', 4, '-m', 'lccf', '-s',
                                 'max-iterations=2000', '-s', 'tolerance=1e-15')
        # On a slow machine a bar follows it, which is erased.
        self.assertRegex(terminal.read(), r'(\A|\r|\n)manifact: warning: [^\r\n]+\r\n'
                                          r'(\r.*\r +\r)?\Z')

    def test_quiet_draws_nothing(self):
        terminal = self.terminal('cluster', 'counts.mtx', '-k', 4, '-q', '-s',
                                 'max-iterations=2000', '-s', 'tolerance=0')
        self.assertEqual(terminal.read(), '')

    def test_nothing_is_drawn_where_there_is_no_terminal(self):
        code, _, err = self.run_program('cluster', 'counts.mtx', '-k', 4, '-s',
                                        'max-iterations=2000', '-s', 'tolerance=0')
        self.assertEqual(code, 0)
        self.assertNotIn('\r', err)
        self.assertNotIn('fit', err)

    def test_a_table_is_as_wide_as_the_terminal_at_most(self):
        screen = self.terminal('options', 'lccf', stdout=True).read()
        lines = screen.replace('\r', '').splitlines()
        self.assertGreater(len(lines), 10)
        self.assertLessEqual(max(map(len, lines)), 78)


class Interrupts(TerminalTest):
    def expect_clean_end(self, process, before):
        self.assertEqual(process.wait(PATIENCE), 130)
        self.assertEqual(self.listing(), before)

    def test_ctrl_c_stops_a_fit_and_leaves_nothing_behind(self):
        before = self.listing()
        terminal = self.terminal(*ENDLESS)
        terminal.read(until=FITTING)
        terminal.process.send_signal(signal.SIGINT)
        # cancelled and tidied up, not the emergency exit: that would not wipe the bar
        self.assertRegex(terminal.read(), r'\r +\rmanifact: cancelled\r\n\Z')
        self.expect_clean_end(terminal.process, before)

    def test_older_results_survive_ctrl_c(self):
        self.succeed('cluster', 'counts.mtx', '-k', 4, '-o', 'new/results')
        before = self.listing()
        terminal = self.terminal(*ENDLESS)
        terminal.read(until=FITTING)
        terminal.process.send_signal(signal.SIGINT)
        self.expect_clean_end(terminal.process, before)

    def test_ctrl_c_stops_a_refit_and_leaves_older_models(self):
        self.succeed('cluster', 'counts.mtx', '-k', 4, '-m', 'lccf', '-o', 'fit', '-q')
        self.write('older.manifact', (self.folder / 'fit/model.manifact').read_bytes())
        before = self.listing()
        for output in ('older.manifact', 'grown.manifact', 'grown'):
            terminal = self.terminal('update', 'fit/model.manifact', 'counts.mtx', '--refit', '-o',
                                     output, '-s', 'max-iterations=1000000000', '-s', 'tolerance=0')
            terminal.read(until=FITTING)
            terminal.process.send_signal(signal.SIGINT)
            self.assertRegex(terminal.read(), r'manifact: cancelled\r\n\Z')
            self.expect_clean_end(terminal.process, before)

    def test_sigterm_and_a_hang_up_do_the_same(self):
        before = self.listing()
        for number in (signal.SIGTERM, signal.SIGHUP):
            terminal = self.terminal(*ENDLESS)
            terminal.read(until=FITTING)
            terminal.process.send_signal(number)
            self.expect_clean_end(terminal.process, before)

    def test_ctrl_c_ends_a_wait_for_input(self):
        process = self.start('cluster', '-', '-k', 3, '-o', 'new', stdin=subprocess.PIPE)
        self.addCleanup(lambda: [process.kill(), process.wait(), process.stdin.close(),
                                 process.stdout.close(), process.stderr.close()])
        before = self.listing()
        process.stdin.write(b'%%MatrixMarket')
        process.stdin.flush()
        while not self.is_waiting(process):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(PATIENCE), 130)
        self.assertIn(b'manifact: cancelled\n', process.stderr.read())
        self.assertEqual(self.listing(), before)

    @staticmethod
    def is_waiting(process):
        """It handles Ctrl-C, and its main thread sleeps, that is, waits for input."""
        with open(f'/proc/{process.pid}/status') as file:
            status = dict(line.split(':', 1) for line in file)
        return int(status['SigCgt'],
                   16) >> (signal.SIGINT - 1) & 1 == 1 and status['State'].split()[0] == 'S'

    def test_an_ignored_ctrl_c_stays_ignored(self):
        process = subprocess.Popen([support.PROGRAM, *ENDLESS], cwd=self.folder,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        self.addCleanup(lambda: [process.kill(), process.wait()])
        process.send_signal(signal.SIGINT)
        with self.assertRaises(subprocess.TimeoutExpired):
            process.wait(1.5)  # longer than a cancelled one would live
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(PATIENCE), 130)


if __name__ == '__main__':
    support.main()
