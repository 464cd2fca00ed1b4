"""The public header compiles without a warning in every standard of C and C++ that it supports, and
each header of the layer for C++ by itself; the layer uses every function of the C interface, and
so do the random sequences of calls (tests/fuzz/sequences):
header.py INCLUDE_FOLDER... -- COMPILER..."""
import pathlib
import re
import subprocess
import sys
import tempfile

STANDARDS = {'c': ['c99', 'c11', 'c17'], 'c++': ['c++11', 'c++14', 'c++17', 'c++20']}
STRICT = ['-pedantic', '-Wall', '-Wextra', '-Wshadow', '-Wconversion', '-Wundef', '-Werror']
STRICT_C = ['-Wstrict-prototypes', '-Wmissing-prototypes', '-Wc++-compat']
PROGRAM = '''#include <manifact/manifact.h>
#include <manifact/manifact.h>
int works(void);
int works(void) {
  return manifact_abi_supported(MANIFACT_ABI) == 1 && MANIFACT_VERSION_MAJOR >= 0 &&
         manifact_version() != 0;
}
'''


CXX = ['-x', 'c++', '-fsyntax-only', '-Wno-pragma-once-outside-header']
# Creating and freeing through the base classes, views that manifact_model_array() covers, and what
# manifact_graph_knn_metric() includes.
NOT_USED = r'manifact_model_(history|labels|sizes|memberships|associations|basis|centroids|' \
           r'cosines|core|feature_(labels|sizes|memberships))|manifact_graph_knn'


def check_layer(folders, compilers):
    """What is wrong with manifact.hpp and its parts."""
    home = pathlib.Path(folders[0]) / 'manifact'
    parts = [home / 'manifact.hpp', *sorted((home / 'cxx').glob('*.hpp'))]
    assert len(parts) > 5, parts
    # The parts by themselves by one compiler only: manifact.hpp includes all of them.
    for compiler in compilers:
        for part in parts if compiler == compilers[0] else parts[:1]:
            for standard in ('c++17', 'c++20') if part == parts[0] else ['c++17']:
                command = [compiler, '-std=' + standard, *STRICT, *CXX,
                           *('-I' + folder for folder in folders), str(part)]
                run = subprocess.run(command, capture_output=True, text=True)
                lines = [line for line in run.stderr.splitlines()
                         if 'command-line option' not in line]
                if run.returncode != 0 or lines:
                    yield ' '.join(command) + '\n' + run.stderr
    for name in sorted(declared_in(home / 'manifact.h') - names_in(parts)):
        if not re.fullmatch(NOT_USED, name):
            yield f'manifact.hpp does not use {name}'


def names_in(files):
    return set(re.findall(r'manifact_\w+', ''.join(file.read_text('utf-8') for file in files)))


def declared_in(header):
    found = set(re.findall(r'^MANIFACT_API [^;(]*?(manifact_\w+)\(', header.read_text('utf-8'),
                           re.M))
    assert len(found) > 100, len(found)
    return found


def check_sequences(root):
    """The functions that the random sequences never call: in a long run api-sequences fails."""
    sources = list((root / 'tests/fuzz/sequences').glob('*.?pp'))
    for name in sorted(declared_in(root / 'include/manifact/manifact.h') - names_in(sources)):
        yield f'tests/fuzz/sequences does not call {name}'


def main(arguments):
    split = arguments.index('--')
    folders, compilers = arguments[:split], arguments[split + 1:]
    assert folders and compilers
    wrong = 0
    with tempfile.NamedTemporaryFile('w', suffix='.h') as program:
        program.write(PROGRAM)
        program.flush()
        for compiler in compilers:
            for language, standards in STANDARDS.items():
                for standard in standards:
                    for definition in ([], ['-DMANIFACT_STATIC']):
                        command = [compiler, '-x', language, '-std=' + standard, *STRICT,
                                   *(STRICT_C if language == 'c' else []), *definition,
                                   *('-I' + folder for folder in folders), '-fsyntax-only',
                                   program.name]
                        run = subprocess.run(command, capture_output=True, text=True)
                        if run.returncode != 0 or run.stderr:
                            wrong += 1
                            print(*command)
                            print(run.stderr)
    for line in [*check_layer(folders, compilers),
                 *check_sequences(pathlib.Path(__file__).resolve().parents[2])]:
        wrong += 1
        print(line)
    return 1 if wrong else 0


sys.exit(main(sys.argv[1:]))
