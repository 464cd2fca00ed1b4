"""Sources of the library and the program that -Djoined compiles as one compile alone, too, and have
no warning: alone.py BUILD_ROOT

The default build compiles them one by one, and a source may lack an include that one before it has.
Each is parsed with the flags of its group, and with -Wshadow, which joined sources cannot have.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

OUTPUTS = {'-o', '-MF', '-MQ'}  # followed by a file


def flags_of(command):
    """The words of a command that compiles a joined file, but for that file and its outputs."""
    words = iter(shlex.split(command)[:-2])  # -c FILE
    for word in words:
        if word in OUTPUTS:
            next(words)
        elif word != '-MD':
            yield word


def complaints(build, flags, source):
    run = subprocess.run([*flags, '-Wshadow', '-Werror', '-fsyntax-only', source], cwd=build,
                         capture_output=True, text=True)
    return '' if run.returncode == 0 else f'{source}:\n{run.stderr}'


def main(build):
    work = []
    for entry in json.loads((build / 'compile_commands.json').read_text(encoding='utf-8')):
        path = build / entry['file']
        if path.parent.name.startswith('joined') and 'tests' not in path.relative_to(build).parts:
            flags = list(flags_of(entry['command']))
            work += [(build, flags, source) for source in
                     re.findall(r'^#include "(.*)"$', path.read_text(encoding='utf-8'), re.M)]
    assert work, 'nothing is joined'
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = [text for text in pool.map(lambda task: complaints(*task), work) if text]
    print(*wrong, f'{len(work)} sources, {len(wrong)} with an error or a warning', sep='\n')
    return 1 if wrong else 0


sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
