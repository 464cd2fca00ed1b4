"""Writes the description of the C interface, and what the bindings make of it:

python3 bindings/generate            writes the files that changed
python3 bindings/generate --check    fails if a file differs from what would be written
python3 bindings/generate --program MANIFACT [--check]
                                     the same for the files made from the tables of methods and
                                     options, which the built program lists
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

import debian
import estimators
import go
import interface
import julia
import python
import r
import rust

ROOT = pathlib.Path(__file__).resolve().parents[2]


def from_header():
    """{path: text} of what follows from the header alone."""
    folder = ROOT / 'include/manifact'
    abi = re.search(r'#define MANIFACT_ABI (\d+)', (folder / 'version.h.in').read_text())[1]
    description, unclear = interface.describe((folder / 'manifact.h').read_text('utf-8'), int(abi))
    if unclear:
        sys.exit('\n'.join(f'include/manifact/manifact.h: {line}' for line in unclear))
    return {'bindings/interface.json': interface.as_json(description),
            'bindings/python/manifact/_declarations.h': python.declarations(description),
            'bindings/python/manifact/_interface.pyi': python.stubs(description),
            'bindings/go/constants.go': go.constants(description),
            'bindings/julia/src/generated/library.jl': julia.declarations(description),
            'bindings/rust/manifact-sys/src/generated.rs': rust.declarations(description),
            f'debian/libmanifact{abi}.symbols': debian.symbols(description)}


def from_program(program):
    """{path: text} of what follows from the tables of methods and options."""
    def listing(*arguments):
        run = subprocess.run([program, *arguments, '--json'], check=True, capture_output=True,
                             encoding='utf-8')
        return json.loads(run.stdout)

    methods = listing('methods')
    options = {name: listing('options', name)
               for name in [*(method['name'] for method in methods), 'vectorizer']}
    return {**estimators.files(methods, options), **r.files(methods, options)}


def main():
    parser = argparse.ArgumentParser(prog='bindings/generate')
    parser.add_argument('--check', action='store_true')
    parser.add_argument('--program')
    arguments = parser.parse_args()
    files = from_program(arguments.program) if arguments.program else from_header()
    wrong = 0
    for name, text in files.items():
        path = ROOT / name
        if path.exists() and path.read_text('utf-8') == text:
            continue
        if arguments.check:
            wrong += 1
            program = ' --program MANIFACT' if arguments.program else ''
            print(f'{name} differs from its source: run python3 bindings/generate{program}')
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, 'utf-8')
            print(f'written: {name}')
    return 1 if wrong else 0


sys.exit(main())
