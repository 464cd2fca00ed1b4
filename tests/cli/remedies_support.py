"""Commands that messages print, run as they are printed."""
import re
import shlex
import shutil
import subprocess

import support
from support import PATIENCE, ProgramTest


class RemedyTest(ProgramTest):
    def said(self, *arguments, **options):
        _, out, err = self.run_program(*arguments, **options)
        return out + err

    def command(self, pattern, *arguments, **options):
        """The command in a message of the program, which the group of the pattern matches."""
        said = self.said(*arguments, **options)
        found = re.search(pattern, said, re.M)
        self.assertTrue(found, f'{pattern} is not in: {said}')
        return found.group(1)

    def shell(self, command):
        """The output of a command; `manifact` in it is the program of this build."""
        before = {path.name for path in self.folder.iterdir()}
        whole = f'manifact() {{ {shlex.quote(support.PROGRAM)} "$@"; }}\n{command}'
        done = subprocess.run(['sh', '-c', whole], cwd=self.folder, capture_output=True,
                              stdin=subprocess.DEVNULL, timeout=PATIENCE, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b''), command)
        self.assertNotIn('run', {path.name for path in self.folder.iterdir()} - before)
        return done.stdout.decode()

    def need(self, *programs):
        for program in programs:
            if shutil.which(program) is None:
                self.skipTest(f'needs {program}')
