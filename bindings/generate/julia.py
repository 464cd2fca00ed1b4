"""The low-level declarations of the C interface for Julia: one function with @ccall for each."""
import re

HEAD = '''# The C interface. Written by bindings/generate.
#
# Arguments are passed to @ccall as they are: an array, a Ref or a handle stays rooted during the
# call, NULL is C_NULL.
module LibManifact

const ABI = {number}

# MANIFACT_LIBRARY, when the package is compiled, names another file than the installed library.
const libmanifact = get(ENV, "MANIFACT_LIBRARY",
    Sys.isapple() ? "libmanifact.{number}.dylib" : "libmanifact.so.{number}")
'''

SCALARS = {'int': 'Cint', 'double': 'Cdouble', 'int32_t': 'Int32', 'int64_t': 'Int64',
           'size_t': 'Csize_t', 'void': 'Cvoid', 'char': 'UInt8'}


def type_of(kind, description, string=False):
    """The Julia type of a C type; `string`: text of the caller that ends with NUL."""
    if string:
        return 'Cstring'
    base = re.sub(r'\b(const|struct)\b|\*|\s', '', kind)
    if base in {callback['name'] for callback in description['callbacks']}:
        return 'Ptr{Cvoid}'
    named = {*description['handles'], *description['structs'],
             *(enum['name'] for enum in description['enums'])}
    made = base if base in named else SCALARS[base]
    for _ in range(kind.count('*')):
        made = f'Ptr{{{made}}}'
    return made


def argument_types(function, description):
    """[(name, type)] of the arguments of a function."""
    return [(argument['name'],
             type_of(argument['type'], description,
                     argument['kind'] == 'string' and argument['direction'] == 'in'))
            for argument in function['arguments']]


def result_type(function, description):
    result = function['returns']
    return type_of(result if isinstance(result, str) else result['type'], description)


def wrapped(head, parts, tail, indent):
    """head(part, part, ...)tail in lines of at most 92 columns."""
    lines, line = [], head + '('
    for i, part in enumerate(parts):
        part += ', ' if i + 1 < len(parts) else ')' + tail
        if len(line) + len(part.rstrip()) > 92:
            lines.append(line.rstrip())
            line = indent
        line += part
    if not parts:
        line += ')' + tail
    return [*lines, line]


def declarations(description):
    """The text of library.jl."""
    out = [HEAD.format(number=description['abi'])]
    out += [f'mutable struct {name} end'
            for name in (*description['handles'], *description['structs'])]
    for enum in description['enums']:
        out += ['', f'const {enum["name"]} = Cint']
        out += [f'const {value["name"]} = Cint({value["value"]})' for value in enum['values']]
    for function in description['functions']:
        arguments = argument_types(function, description)
        out.append('')
        out += wrapped(f'function {function["name"]}', [name for name, _ in arguments], '',
                       ' ' * 8)
        out += wrapped(f'    @ccall libmanifact.{function["name"]}',
                       [f'{name}::{kind}' for name, kind in arguments],
                       f'::{result_type(function, description)}', ' ' * 8)
        out.append('end')
    return '\n'.join([*out, '', 'end']) + '\n'
