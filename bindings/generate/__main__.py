"""Writes what the bindings make of the description of the C interface, bindings/interface.json:

python3 bindings/generate            writes the files that changed
python3 bindings/generate --check    fails if a file differs from what would be written, or the
                                     description from the header
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
import header_check
import interface
import java
import julia
import node
import node_methods
import python
import r
import rust
import rust_options
import sentences

ROOT = pathlib.Path(__file__).resolve().parents[2]


def from_description():
    """{path: text} of what follows from the description, which is laid out anew. Exits if the
    header differs from it."""
    folder = ROOT / 'include/manifact'
    description = json.loads((ROOT / 'bindings/interface.json').read_text('utf-8'))
    header = (folder / 'manifact.h').read_text('utf-8')
    wrong = header_check.differences(header, description)
    abi = re.search(r'#define MANIFACT_ABI (\d+)', (folder / 'version.h.in').read_text())[1]
    if int(abi) != description['abi']:
        wrong.append(f'MANIFACT_ABI is {abi}, "abi" {description["abi"]}')
    if wrong:
        sys.exit('include/manifact/manifact.h and bindings/interface.json:\n' + '\n'.join(wrong))
    said = sentences.of(header)
    return {**java.files(description, said),
            'bindings/interface.json': interface.as_json(description),
            'bindings/python/manifact/_declarations.h': python.declarations(description),
            'bindings/python/manifact/_interface.pyi': python.stubs(description),
            'bindings/go/constants.go': go.constants(description),
            'bindings/julia/src/generated/library.jl': julia.declarations(description),
            'bindings/node/lib/methods.js': node_methods.table(description),
            'bindings/node/methods.d.ts': node_methods.types(description, said),
            'bindings/node/src/functions.inc': node.functions(description),
            'bindings/rust/manifact-sys/src/generated.rs': rust.declarations(description),
            f'debian/libmanifact{abi}.symbols': debian.symbols(description),
            **{f'bindings/{package}/LICENSE': (ROOT / 'LICENSE').read_text('utf-8')
               for package in ('go', 'python', 'rust/manifact', 'rust/manifact-sys')}}


def from_program(program):
    """{path: text} of what follows from the tables of methods and options."""
    def listing(*arguments):
        run = subprocess.run([program, *arguments, '--json'], check=True, capture_output=True,
                             encoding='utf-8')
        return json.loads(run.stdout)

    methods = listing('methods')
    options = {name: listing('options', name)
               for name in [*(method['name'] for method in methods), 'vectorizer']}
    return {**estimators.files(methods, options), **r.files(methods, options),
            **rust_options.files(methods, options)}


def main():
    parser = argparse.ArgumentParser(prog='bindings/generate')
    parser.add_argument('--check', action='store_true')
    parser.add_argument('--program')
    arguments = parser.parse_args()
    files = from_program(arguments.program) if arguments.program else from_description()
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
