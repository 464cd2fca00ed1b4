"""The low-level declarations of the C interface for Rust."""
import re

HEAD = '''// Written by bindings/generate. DO NOT EDIT.

/// The number of the interface that these declarations have.
pub const MANIFACT_ABI: c_int = {number};
'''

SCALARS = {'int': 'c_int', 'double': 'f64', 'int32_t': 'i32', 'int64_t': 'i64', 'size_t': 'usize',
           'void': 'c_void', 'char': 'c_char'}
RESERVED = {'type': 'type_'}


def type_of(kind, description):
    """The Rust type of a C type: each * binds to what stands left of it, const included."""
    tokens = re.findall(r'\w+|\*', kind)
    name = next(token for token in tokens if token not in ('const', 'struct', '*'))
    named = {*description['handles'], *description['structs'],
             *(each['name'] for each in description['callbacks']),
             *(each['name'] for each in description['enums'])}
    made = name if name in named else SCALARS[name]
    is_const = False
    for token in tokens:
        if token == 'const':
            is_const = True
        elif token == '*':
            made = f'*{"const" if is_const else "mut"} {made}'
            is_const = False
    return made


def listed(arguments, description, nullable=True):
    callbacks = {each['name'] for each in description['callbacks']}

    def one(argument):
        kind = type_of(argument['type'], description)
        if nullable and kind in callbacks:
            kind = f'Option<{kind}>'
        return f'{RESERVED.get(argument["name"], argument["name"])}: {kind}'
    return [one(argument) for argument in arguments]


def result_of(function, description):
    result = function['returns']
    kind = type_of(result if isinstance(result, str) else result['type'], description)
    return '' if kind == 'c_void' else f' -> {kind}'


def function_lines(head, arguments, tail, indent):
    """As rustfmt breaks it at 100 columns."""
    line = f'{indent}{head}({", ".join(arguments)}){tail}'
    if len(line) <= 100:
        return [line]
    return [f'{indent}{head}(', *(f'{indent}    {argument},' for argument in arguments),
            f'{indent}){tail}']


def declarations(description):
    """The text of generated.rs."""
    out = [HEAD.format(number=description['abi'])]
    for handle in [*description['handles'], *description['structs']]:
        out += ['#[repr(C)]', f'pub struct {handle} {{', '    _opaque: [u8; 0],',
                '    _marker: PhantomData<(*mut u8, PhantomPinned)>,', '}', '']
    for callback in description['callbacks']:
        arguments = listed(callback['arguments'], description, nullable=False)
        out += [*function_lines(f'pub type {callback["name"]} = unsafe extern "C" fn', arguments,
                                f'{result_of(callback, description)};', ''), '']
    for enum in description['enums']:
        out.append(f'pub type {enum["name"]} = c_int;')
        out += [f'pub const {value["name"]}: {enum["name"]} = {value["value"]};'
                for value in enum['values']]
        out.append('')
    out.append('extern "C" {')
    for function in description['functions']:
        out += function_lines(f'pub fn {function["name"]}',
                              listed(function['arguments'], description),
                              f'{result_of(function, description)};', '    ')
    return '\n'.join([*out, '}']) + '\n'
