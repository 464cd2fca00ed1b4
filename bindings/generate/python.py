"""The declarations of the C interface for cffi, and the types of its functions in Python."""

import keyword

HEAD = '''/* The C interface, as cffi reads it. Written by bindings/generate. */
#define MANIFACT_ABI {number}
{declarations}
'''


def declared(kind, name):
    return kind + name if kind.endswith('*') else f'{kind} {name}'


def signature(function, called):
    arguments = ', '.join(declared(a['type'], a['name']) for a in function['arguments'])
    result = function['returns']
    result = result if isinstance(result, str) else result['type']
    return f'{declared(result, called)}({arguments or "void"});'


def wrapped(text, width=100, indent=4):
    """A declaration in lines of at most `width` columns, broken between arguments."""
    lines = [text]
    while len(lines[-1]) > width:
        cut = lines[-1].rindex(', ', 0, width) + 1
        lines[-1:] = [lines[-1][:cut], indent * ' ' + lines[-1][cut + 1:]]
    return lines


def declarations(description):
    lines = [f'typedef struct {handle} {handle};' for handle in description['handles']]
    lines += [f'struct {name};' for name in description.get('structs', [])]
    for enum in description['enums']:
        lines += [f'typedef {enum["type"]} {enum["name"]};',
                  'enum {', *(f'  {v["name"]} = {v["value"]},' for v in enum['values']), '};']
    for callback in description['callbacks']:
        lines += wrapped('typedef ' + signature(callback, f'(*{callback["name"]})'))
    for function in description['functions']:
        lines += wrapped(signature(function, function['name']))
    return HEAD.format(number=description['abi'], declarations='\n'.join(lines))


STUB_HEAD = '''"""The C interface for type checkers. Written by bindings/generate."""
from typing import Any

Pointer = Any  # cffi does not distinguish pointer types


class Interface:
'''
SIMPLE = {'double': 'float', 'void': 'None', 'int': 'int', 'int64_t': 'int', 'size_t': 'int'}


def unreserved(name):
    return f'{name}_' if keyword.iskeyword(name) else name


def stub_types(description):
    """{type: its name in the stub} of all that is not a pointer."""
    return {**SIMPLE, **{enum['name']: 'int' for enum in description['enums']},
            **{callback['name']: 'Pointer' for callback in description['callbacks']}}


def stub_type(kind, types):
    return 'Pointer' if kind.endswith('*') else types[kind]


def stubs(description):
    types = stub_types(description)
    lines = [f'    {value["name"]}: int' for enum in description['enums']
             for value in enum['values']]
    for function in description['functions']:
        arguments = ''.join(f', {unreserved(a["name"])}: {stub_type(a["type"], types)}'
                            for a in function['arguments'])
        only_by_position = ', /' if arguments else ''
        result = stub_type(function['returns']['type'], types)
        lines += ['', *wrapped(f'    def {function["name"]}(self{arguments}{only_by_position}) -> '
                               f'{result}: ...', indent=8)]
    return STUB_HEAD + '\n'.join(lines) + '\n'
