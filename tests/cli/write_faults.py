"""Calls of the operating system that fail or go short while results are written, at each place in
turn, and a program that is killed there or at any moment: there is the old file or the new one,
and never a part. MANIFACT_KILLS is the number of moments."""
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import time
import zipfile

import support
from faults_support import ALL, MOST, Faulty, setUpModule
from spreadsheets import inline, xlsx
from support import topic_texts, tsv

KILLS = int(os.environ.get('MANIFACT_KILLS', '12'))
CHANGING = re.compile(rb'"(seconds|peak_bytes)": ?[0-9.e+-]+')


def content(path):
    """What does not change from run to run."""
    if path.suffix == '.db':
        # Opening it takes back a change that was interrupted.
        with sqlite3.connect(path) as database:
            lines = list(database.iterdump())
        database.close()
        return lines
    if path.suffix == '.xlsx':  # its parts have the time of day
        with zipfile.ZipFile(path) as book:
            return {name: book.read(name) for name in book.namelist()}
    return CHANGING.sub(b'', path.read_bytes())


class Writing(Faulty):
    def setUp(self):
        super().setUp()
        more = topic_texts() + [('space', 'orbit kitchen'), ('cooking', 'sugar kitchen')]
        for name, pairs in (('a', topic_texts()), ('b', more)):
            self.write(f'{name}.tsv', tsv(pairs))
            with sqlite3.connect(self.folder / f'{name}.sqlite') as database:
                database.execute('create table news (id, text)')
                database.executemany('insert into news values (?, ?)', enumerate(
                    text for _, text in pairs))
            database.close()
            self.write(f'{name}.xlsx', xlsx([inline(['label', 'text'], *map(list, pairs))]))
            self.succeed('vectorize', f'{name}.tsv', '-q', '-o', f'{name}.mtx')
            self.succeed('cluster', f'{name}.tsv', '-k', 3, '-q', '-o', name)

    # Name -> the command with "{}" for the input; it writes into the folder "to".
    COMMANDS = {
        'folder': ['cluster', '{}.tsv', '-k', 3, '--force', '-o', 'to/out'],
        'model': ['topics', 'rename', '{}/model.manifact', 0, 'Both', '-o', 'to/m.manifact'],
        'counts': ['convert', '{}.mtx', 'to/X.counts'],
        'matrix': ['convert', '{}.mtx', 'to/X.mtx.gz'],
        'text': ['vectorize', '{}.tsv', '-o', 'to/X.mtx'],
        'arrays': ['vectorize', '{}.tsv', '-o', 'to/X.npz'],
        'graph': ['graph', '{}.mtx', '-p', 3, '-o', 'to/S.mtx'],
        'labels': ['assign', '{}/model.manifact', '{}.tsv', '-o', 'to/labels.txt'],
        'sheet': ['assign', '{}/model.manifact', '{}.xlsx', '-o', 'to/labels.txt', '--table',
                   'to/t.xlsx'],
        'database': ['cluster', '{}.sqlite', '-k', 3, '--into', 'to/t.db:topics', '--force'],
    }

    def command(self, kind, source):
        return [word.format(source) if isinstance(word, str) else word
                for word in [*self.COMMANDS[kind], '-q']]

    def state(self):
        folder = self.folder / 'to'
        return {str(path.relative_to(folder)): content(path) for path in folder.rglob('*')
                if path.is_file() and not any(part.startswith('.')
                                              for part in path.relative_to(folder).parts)
                and not path.name.endswith('-journal')}

    def prepare(self, kind):
        """(the old state, the new one); the files of the old one are kept in the folder "old"."""
        for name in ('to', 'old'):
            shutil.rmtree(self.folder / name, ignore_errors=True)
            (self.folder / name).mkdir()
        self.succeed(*self.command(kind, 'a'))
        old = self.state()
        shutil.rmtree(self.folder / 'old')
        shutil.copytree(self.folder / 'to', self.folder / 'old')
        self.succeed(*self.command(kind, 'b'))
        return old, self.state()

    def reset(self):
        shutil.rmtree(self.folder / 'to')
        shutil.copytree(self.folder / 'old', self.folder / 'to')

    def hidden(self):
        return [path.name for path in (self.folder / 'to').rglob('.*')]

    def expect_old_or_new(self, kind, old, new, message):
        """All files of a command; of labels and a table of one's own each."""
        state = self.state()
        if kind != 'sheet':
            return self.assertIn(state, (old, new), message)
        self.assertEqual(set(state), set(new))
        for name, found in state.items():
            self.assertIn(found, (old[name], new[name]), f'{message}: {name}')
        return None

    def complete(self, code):
        """The next run, although it has nothing to read, completes what was killed."""
        if code == -signal.SIGKILL:
            for folder in ('to', 'to/out'):
                self.run_program('cluster', 'missing.mtx', '-k', 2, '--force', '-o', folder)

    def faults_of(self, kind, faults, expect):
        old, new = self.prepare(kind)
        self.assertNotEqual(old, new)
        reached = 0

        def run(fault):
            nonlocal reached
            with self.subTest(f'{kind} {fault}'):
                self.reset()
                code, err, was_reached = self.run_faulty(fault, *self.command(kind, 'b'))
                reached += was_reached
                self.complete(code)
                expect(code, err, fault, kind, old, new)
                return was_reached
        for fault in faults:
            if fault.endswith(':0'):
                run(fault)
            else:
                self.places(fault, run)
        return reached

    def test_an_error_leaves_the_old_files(self):
        def expect(code, err, fault, kind, old, new):
            if code == 0:
                self.assertEqual(self.state(), new)
            else:
                self.expect_sentence(code, err, fault)
                self.expect_old_or_new(kind, old, new, fault)
            if not fault.startswith('open'):  # the folder for a table is opened to be removed
                self.assertEqual(self.hidden(), [])
        for kind in self.COMMANDS:
            self.assertGreater(self.faults_of(kind, (
                'write:ENOSPC', 'write:EIO', 'open:EROFS', 'sync:EIO', 'rename:EIO',
                'close:EDQUOT'), expect), 3, kind)

    def test_short_and_interrupted_calls_change_nothing(self):
        def expect(code, err, fault, kind, old, new):
            # libzip and SQLite take a call that was interrupted for a failure.
            if code != 0 and kind in ('sheet', 'database') and 'EINTR' in fault:
                self.expect_sentence(code, err, fault)
                return self.expect_old_or_new(kind, old, new, fault)
            self.assertEqual((code, err), (0, ''), fault)
            return self.assertEqual(self.state(), new)
        for kind in self.COMMANDS:
            self.assertGreater(self.faults_of(kind, ('write:short:0', 'write,read,sync:EINTR:0'),
                                              expect), 0, kind)

    def test_memory_that_is_refused_is_told_or_changes_nothing(self):
        """One that the program asks for, in turn, and all from then on."""
        for kind in self.COMMANDS:
            old, new = self.prepare(kind)
            for later in ('', '+'):
                refused = 0

                def run(fault):
                    nonlocal refused
                    self.reset()
                    code, err, was_reached = self.run_faulty(fault, *self.command(kind, 'b'))
                    with self.subTest(f'{kind} {fault}'):
                        if code == 0:
                            self.assertEqual(self.state(), new)
                        else:
                            refused += 1
                            self.expect_sentence(code, err, fault)
                            self.expect_old_or_new(kind, old, new, fault)
                            self.assertEqual(self.hidden(), [])
                    return was_reached
                self.places('memory:ENOMEM', run, MOST if ALL else 1, later)
                self.assertGreater(refused, 5, kind)

    def test_a_program_killed_before_a_call_leaves_old_or_new_files(self):
        def expect(code, err, fault, kind, old, new):
            self.assertIn(code, (0, -signal.SIGKILL), err)
            self.expect_old_or_new(kind, old, new, fault)
        for kind in self.COMMANDS:
            if kind != 'folder':  # see killed.py
                self.faults_of(kind, ('write,open,sync,rename:kill',), expect)

    def test_a_program_killed_at_any_moment_leaves_old_or_new_files(self):
        random.seed(7)
        all_killed = 0
        for kind in ('folder', 'model', 'counts', 'database'):
            old, new = self.prepare(kind)
            begin = time.monotonic()
            self.reset()
            self.succeed(*self.command(kind, 'b'))
            took = time.monotonic() - begin
            killed = 0
            for _ in range((KILLS + 3) // 4):
                self.reset()
                process = self.start(*self.command(kind, 'b'))
                try:
                    process.wait(random.uniform(0, took))
                except subprocess.TimeoutExpired:
                    process.kill()
                killed += process.wait() == -signal.SIGKILL
                process.communicate()
                self.complete(process.returncode)
                self.expect_old_or_new(kind, old, new, kind)
            print(f'{kind}: {killed} killed')
            all_killed += killed
        self.assertGreater(all_killed, 0)


if __name__ == '__main__':
    support.main()
