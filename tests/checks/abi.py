"""The present interface contains that of earlier releases with the same ABI number:
abi.py ROOT LIBRARY COMPILER

tests/checks/abi/VERSION.json is the description of the C interface of a release. Its constants and
functions are in the present description, with the types, directions, lengths and owners of their
arguments, and what may be NULL still may; it has all functions that exist since that release or
before, as the present description says; and the program VERSION.c, compiled against its
declarations alone, runs with the present library.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT, LIBRARY = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
COMPILER = sys.argv[3]
sys.path.insert(0, str(ROOT / 'bindings/generate'))
sys.dont_write_bytecode = True
import python

FACTS = ['type', 'kind', 'direction', 'length', 'owner']


def facts_of(function):
    return [tuple(each.get(fact) for fact in FACTS)
            for each in [result_of(function), *function['arguments']]]


def result_of(function):
    result = function['returns']
    return {'type': result} if isinstance(result, str) else result


def nullable(each):
    return each.get('nullable', False)


def null_changes(old, new):
    """Arguments that may no longer be NULL, and results that may now be."""
    present = {function['name']: function for function in new['functions']}
    for before in old['functions']:
        now = present.get(before['name'], before)
        if nullable(result_of(now)) and not nullable(result_of(before)):
            yield f'{before["name"]}: the result may be NULL'
        for argument, other in zip(before['arguments'], now['arguments']):
            if nullable(argument) and not nullable(other):
                yield f'{before["name"]}: {argument["name"]} may no longer be NULL'


def items(description):
    """{name: what must not change} of the functions, callbacks, constants and handles."""
    all_items = {each['name']: facts_of(each)
                 for each in description['functions'] + description['callbacks']}
    for enum in description['enums']:
        all_items[enum['name']] = enum['type']
        all_items.update({value['name']: value['value'] for value in enum['values']})
    return {**all_items, **{handle: 'handle' for handle in description['handles']}}


def changes(old, new):
    """What of an earlier release is gone or different."""
    present = items(new)
    for name, before in items(old).items():
        if present.get(name) != before:
            yield f'{name} is {"gone" if name not in present else f"{present[name]}, not {before}"}'
    yield from null_changes(old, new)


def release(version):
    """(0, 2) of "0.2" and "0.2.0": a patch release adds nothing."""
    return tuple(int(part) for part in version.split('.')[:2])


def omissions(version, old, new):
    """What a description lacks of its own release."""
    for kind in ['functions', 'callbacks']:
        names = {each['name'] for each in old[kind]}
        for each in new[kind]:
            if release(each['since']) <= release(version) and each['name'] not in names:
                yield f'{each["name"]}, since {each["since"]}, is not in its description'


def run_program(source, description):
    """The error of the program, or ''."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / 'declarations.h').write_text(python.declarations(description))
        built = subprocess.run(
            [COMPILER, '-std=c11', '-Wall', '-Werror', f'-I{folder}', source, LIBRARY, '-o',
             folder / 'program'], capture_output=True, text=True)
        if built.returncode != 0:
            return built.stderr
        run = subprocess.run([folder / 'program'], capture_output=True, text=True,
                             env={**os.environ, 'LD_LIBRARY_PATH': str(LIBRARY.parent)})
        return run.stderr or run.stdout or ('' if run.returncode == 0
                                            else f'exit code {run.returncode}')


def changed(description, function, argument, **facts):
    copy = json.loads(json.dumps(description))
    each, = (each for each in copy['functions'] if each['name'] == function)
    next(each for each in each['arguments'] if each['name'] == argument).update(facts)
    return copy


def check_itself(description):
    function = 'manifact_matrix_create_csr'
    for argument, facts in [('out', {'owner': 'library'}), ('indptr', {'length': 'n_rows'}),
                            ('n_rows', {'type': 'int'}), ('user', {'nullable': False})]:
        assert list(changes(description, changed(description, function, argument, **facts)))
    assert not list(changes(description, changed(description, function, 'indptr', nullable=True)))


def main():
    new = json.loads((ROOT / 'bindings/interface.json').read_text())
    check_itself(new)
    wrong, kept = [], sorted((ROOT / 'tests/checks/abi').glob('*.json'))
    for path in kept:
        old = json.loads(path.read_text())
        if old['abi'] != new['abi']:
            continue
        wrong += [f'{path.stem}: {change}'
                  for change in [*changes(old, new), *omissions(path.stem, old, new)]]
        error = run_program(path.with_suffix('.c'), old)
        wrong += [f'the program of {path.stem}: {error}'] if error else []
    print('\n'.join(wrong or [f'{len(kept)} earlier descriptions are contained']))
    return 1 if wrong or not kept else 0


sys.exit(main())
