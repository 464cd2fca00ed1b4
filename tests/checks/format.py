"""Every C and C++ file is formatted by clang-format: format.py SOURCE_ROOT [CLANG_FORMAT]

The result depends on the version, and the one of Debian 12 counts: another one skips the test.
"""
import pathlib
import shutil
import subprocess
import sys

VERSION = '14.'
SKIPPED = 77
FOLDERS = ('bench', 'examples', 'include', 'src', 'tests', 'tools')
CODE = {'.cpp', '.hpp', '.c', '.h'}


def version_of(program):
    words = subprocess.run([program, '--version'], check=True, capture_output=True, text=True)
    return words.stdout.split('version', 1)[-1].split()[0]


def main(root, program='clang-format'):
    if shutil.which(program) is None:
        print(f'skipped: {program} is not installed')
        return SKIPPED
    if not version_of(program).startswith(VERSION):
        print(f'skipped: {program} is of version {version_of(program)}, not {VERSION}x')
        return SKIPPED
    files = [path for folder in FOLDERS for path in sorted((root / folder).rglob('*'))
             if path.suffix in CODE]
    assert files, f'no sources in {root}'
    run = subprocess.run([program, '--dry-run', '-Werror', *files], cwd=root,
                         capture_output=True, text=True)
    wrong = {line.split(':')[0] for line in run.stderr.splitlines() if ': error: ' in line}
    for path in sorted(wrong):
        print(f'{path}: not formatted, clang-format -i does it')
    if run.returncode != 0 and not wrong:
        print(run.stderr)
    return 1 if run.returncode != 0 else 0


sys.exit(main(pathlib.Path(sys.argv[1]), *sys.argv[2:]))
