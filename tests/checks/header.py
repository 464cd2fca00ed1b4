"""The public header compiles without a warning in every standard of C and C++ that it supports:
header.py INCLUDE_FOLDER... -- COMPILER..."""
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
    return 1 if wrong else 0


sys.exit(main(sys.argv[1:]))
