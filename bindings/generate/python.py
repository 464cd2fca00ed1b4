"""The declarations of the C interface for cffi."""

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


def wrapped(text, width=100):
    """A declaration in lines of at most `width` columns, broken between arguments."""
    lines = [text]
    while len(lines[-1]) > width:
        cut = lines[-1].rindex(', ', 0, width) + 1
        lines[-1:] = [lines[-1][:cut], '    ' + lines[-1][cut + 1:]]
    return lines


def declarations(description):
    lines = [f'typedef struct {handle} {handle};' for handle in description['handles']]
    for enum in description['enums']:
        lines += [f'typedef {enum["type"]} {enum["name"]};',
                  'enum {', *(f'  {v["name"]} = {v["value"]},' for v in enum['values']), '};']
    for callback in description['callbacks']:
        lines += wrapped('typedef ' + signature(callback, f'(*{callback["name"]})'))
    for function in description['functions']:
        lines += wrapped(signature(function, function['name']))
    return HEAD.format(number=description['abi'], declarations='\n'.join(lines))
