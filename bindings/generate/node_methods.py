"""The methods of the package for Node.js, lib/methods.js, and their types, methods.d.ts."""
import re

import go
import methods
from methods import base_of, camel

HEAD = '''// Written by bindings/generate.
'''
NUMBERS = {'int32_t': 'i', 'int64_t': 'l', 'double': 'd'}
TYPES = {'int32_t': 'Int32Array', 'int64_t': 'number[]', 'double': 'Float64Array'}
# Methods of lib/, whose names these would have.
BY_HAND = {'manifact_model_assign'}
GIVEN = {'int32_t': 'Int32Array | readonly number[]', 'double': 'Float64Array | readonly number[]',
         'int64_t': 'BigInt64Array | Int32Array | readonly number[]'}


def made(description):
    return [method for method in methods.methods(description) if method.name not in BY_HAND]


def class_of(handle):
    return camel(handle.removeprefix('manifact_'), upper=True)


def enum_name(name):
    made = camel(name.removeprefix('manifact_'), upper=True)
    return 'ModelArray' if made == 'Array' else made


def words_of(description):
    """{enum: {word: value}}"""
    return {enum['name']: dict(zip(go.words(enum), (v['value'] for v in enum['values'])))
            for enum in description['enums']}


def expression(length):
    return 'a => ' + re.sub(r'\b([A-Za-z_]\w*)\b', r'a.\1', length)


def default_of(parameter, description):
    value = parameter.default
    if isinstance(value, str):
        words = words_of(description)[parameter.of]
        number = next(v['value'] for enum in description['enums'] for v in enum['values']
                      if v['name'] == value)
        return next(repr(word) for word, n in words.items() if n == number)
    return 'undefined' if value is None else repr(value).replace('.0', '')


def is_option(parameter, method):
    """Whether it is given by its name. What is set or reset is not."""
    if re.match(r'(re)?set', method.method):
        return False
    return parameter.optional or parameter.default is not None


def slot_text(slot, argument):
    """Lengths have the names of their arguments, which other lengths refer to."""
    kind, *rest = slot
    if kind == 'area':
        return f'{argument["name"]}=area:{",".join(rest[0])}'
    if kind == 'of':
        return f'{argument["name"]}=of:{rest[0] or ""}:{rest[1]}'
    made = ':'.join([kind, *(getattr(part, 'name', part) for part in rest)])
    return f'{argument["name"]}={made}' if kind in ('size', 'count') else made


def checked(method):
    """[(array, length)] of arrays with the length of an object, which the library cannot check, or
    without a sentence."""
    lengths = {a['name'] for a, slot in zip(method.arguments, method.slots) if slot[0] == 'of'}
    return [(a['name'], a['length']) for a in method.arguments
            if a['direction'] == 'in' and a.get('length') in lengths]


def entry(method, description):
    """The lines of a method in the table."""
    out = [f"  {{ owner: '{class_of(method.owner)}', name: '{method.method}', "
           f"call: '{method.name}',"]
    flags = [f'{name}: true' for name, is_set in
             (('isStatic', not method.receiver), ('waits', method.waits), ('found', method.found))
             if is_set]
    if flags:
        out.append(f'    {", ".join(flags)},')
    if method.parameters:
        rows = []
        for p in method.parameters:
            of = class_of(p.of) if p.kind == 'handle' else \
                p.of if p.kind == 'enum' else NUMBERS.get(p.of, '')
            named = 'true' if is_option(p, method) else 'false'
            rows.append(f"      ['{p.name}', '{p.kind}', '{of}', {named}, "
                        f'{default_of(p, description)}],')
        out += ['    parameters: [', *rows, '    ],']
    for array, length in checked(method):
        out.append(f"    checked: [['{array}', '{length}']],")
    slots = ', '.join(f"'{slot_text(slot, argument)}'"
                      for slot, argument in zip(method.slots, method.arguments))
    out += wrap(f'    slots: [{slots}],')
    rows = []
    for r in [*method.results, *([method.returned] if method.returned else [])]:
        of = class_of(r.of) if r.kind == 'handle' else \
            r.of if r.kind in ('enum', 'words') else NUMBERS.get(r.of, '')
        length = f', {expression(r.length)}' if r.kind in ('array', 'words') else ''
        rows.append(f"      ['{r.name}', '{r.kind}', '{of}'{length}],")
    if rows:
        out += ['    results: [', *rows, '    ],']
    return [*out, '  },']


def wrap(line):
    """A line of at most 100 columns, broken after commas."""
    lines = []
    while len(line) > 100:
        at = line.rindex(',', 0, 99) + 1
        lines.append(line[:at])
        line = '      ' + line[at:].strip()
    return [*lines, line]


def table(description):
    """The text of lib/methods.js."""
    out = [HEAD, "'use strict'", '', 'exports.enums = {']
    for name, words in words_of(description).items():
        if name == 'manifact_bool':
            continue
        out += wrap(f'  {name}: {{ ' + ', '.join(f"'{w}': {n}" for w, n in words.items()) + ' },')
    out += ['}', '', 'exports.methods = [']
    for method in made(description):
        out += entry(method, description)
    return '\n'.join([*out, ']']) + '\n'


def type_given(parameter):
    return {'handle': lambda: class_of(parameter.of), 'int': lambda: 'number',
            'double': lambda: 'number', 'flag': lambda: 'boolean', 'string': lambda: 'string',
            'enum': lambda: enum_name(parameter.of), 'texts': lambda: 'readonly string[]',
            'text': lambda: 'string', 'bytes': lambda: 'Uint8Array',
            'array': lambda: GIVEN[parameter.of]}[parameter.kind]()


def type_of(result, method):
    if result.kind == 'array':
        return TYPES[result.of]
    if result.kind == 'words':
        return enum_name(result.of) + '[]'
    made = {'handle': lambda: class_of(result.of), 'int': lambda: 'number',
            'double': lambda: 'number', 'flag': lambda: 'boolean', 'string': lambda: 'string',
            'enum': lambda: enum_name(result.of)}[result.kind]()
    nullable = result is method.returned and method.function['returns'].get('nullable')
    return made + (' | null' if nullable else '')


def result_type(method):
    given = method.given_back()
    if not given:
        return 'void' if method.waits or not method.receiver or method.owner not in (
            'manifact_solver', 'manifact_vectorizer', 'manifact_matrix') else 'this'
    if len(given) == 1:
        return type_of(given[0], method)
    parts = [f'{result_name(r, method)}: {type_of(r, method)}' for r in given]
    return '{ ' + '; '.join(parts) + ' }'


def result_name(result, method):
    """`out` has the name of what it is."""
    if result.name != 'out':
        return camel(result.name)
    return camel(base_of(result.of).removeprefix('manifact_'))


def declaration(method, sentence):
    required = [f'{camel(p.name)}: {type_given(p)}{" | null" if p.optional else ""}'
                for p in method.parameters if not is_option(p, method)]
    options = [f'{camel(p.name)}?: {type_given(p)}{" | null" if p.optional else ""}'
               for p in method.parameters if is_option(p, method)]
    if options or method.waits:
        kind = '{ ' + '; '.join(options) + ' }' if options else ''
        kind = ' & '.join(part for part in (kind, 'Call' if method.waits else '') if part)
        required.append(f'options?: {kind}')
    result = result_type(method)
    result = f'Promise<{result}>' if method.waits else result
    head = '  static' if not method.receiver else '  '
    line = f'{head} {method.method}({", ".join(required)}): {result}'.replace('   ', '  ')
    return [f'  /** {sentence} */', '  ' + line.strip()]


def types(description, sentences):
    """The text of methods.d.ts; `sentences`: what the header says of a function, in short."""
    out = [HEAD, "import { Call, Matrix, Graph, Constraints, Solver, Model, Vectorizer, "
           "Suggestion } from './index'", '']
    for name, words in words_of(description).items():
        if name not in ('manifact_bool', 'manifact_status'):
            kinds = ' | '.join(f"'{word}'" for word in words)
            out.append(f'export type {enum_name(name)} = {kinds}')
    out.append("export type Status = " + ' | '.join(
        f"'{word}'" for word in words_of(description)['manifact_status']))
    by_owner = {}
    for method in made(description):
        by_owner.setdefault(method.owner, []).append(method)
    for owner, all_of in by_owner.items():
        out += ['', f'export class {class_of(owner)}Methods {{']
        for method in all_of:
            out += declaration(method, sentences.get(method.name, method.name + '().'))
        out.append('}')
    return '\n'.join(out) + '\n'
