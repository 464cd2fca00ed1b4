"""The functions of the C interface for the addon of Node.js, functions.inc: for each a function
that calls it with an array of slots, and the codes of its arguments, which addon.h explains."""
import re

HEAD = '''/* The functions of the C interface. Written by bindings/generate. */
'''

# Letters of the kinds of handles.
LETTERS = {'manifact_context': 'C', 'manifact_cancel_token': 'X', 'manifact_matrix': 'M',
           'manifact_graph': 'G', 'manifact_constraints': 'K', 'manifact_table': 'T',
           'manifact_solver': 'S', 'manifact_model': 'D', 'manifact_vectorizer': 'V',
           'manifact_suggestion': 'U'}
SCALARS = {'int64_t': 'i', 'size_t': 'i', 'double': 'd'}
CALLBACKS = {'manifact_progress_fn': ('on_progress', 'p'),
             'manifact_borrow_release_fn': ('on_release', 'r'),
             'manifact_write_fn': ('on_write', 'w')}


def base_of(kind):
    return re.sub(r'\bconst\b|\*|\s', '', kind)


def letter(kind):
    """The code of a value that is no array."""
    return LETTERS.get(base_of(kind)) or SCALARS.get(base_of(kind), 'n')


def is_callable(function):
    """Whether JavaScript can call it: no structures of Arrow, and no callbacks that have to return
    something of use to a thread of the library."""
    return all(argument['kind'] != 'moved' and
               (argument['kind'] != 'callback' or argument['type'] in CALLBACKS)
               for argument in function['arguments'])


class Call:
    """The body of the function that calls a function."""

    def __init__(self, function):
        self.before, self.after, self.codes, self.values = [], [], '', []
        self.listener = ''
        for at, argument in enumerate(function['arguments']):
            if argument['direction'] == 'out' and not (
                    argument['kind'] in ('array', 'text') and not self.is_view(argument)):
                self.given_out(at, argument)
            else:
                self.given(at, argument)

    @staticmethod
    def is_view(argument):
        return argument['kind'] == 'array' and argument['type'].count('*') == 2

    def given(self, at, argument):
        kind, slot = argument['kind'], f'slots[{at}]'
        if kind == 'callback':
            called, self.listener = CALLBACKS[argument['type']]
            self.codes += 'c'
            self.values.append(called if self.listener == 'w' else
                               f'slots[{at + 1}].p != NULL ? {called} : NULL')
        elif kind == 'user' and self.listener == 'w':  # bytes, which are given out
            self.before.append(f'  Bytes *out{at} = new_bytes();')
            self.after.append(f'  slots[{at}].p = out{at};')
            self.codes += 'ob'
            self.values.append(f'out{at}')
        elif kind == 'user':
            self.codes += self.listener
            self.values.append(f'{slot}.p')
        elif kind == 'value':
            code = letter(argument['type'])
            self.codes += code
            cast = {'n': '(int)', 'i': '(size_t)' if argument['type'] == 'size_t' else '',
                    'd': ''}[code]
            self.values.append(f'{cast}{slot}.{"d" if code == "d" else "i"}')
        else:
            self.codes += {'string': 's', 'handle': letter(argument['type'])}.get(kind, 'a')
            self.values.append(f'{slot}.p')

    def given_out(self, at, argument):
        kind = argument['type'].strip()[:-1].strip()  # without the last *
        if argument['kind'] == 'string':
            code = 's'
        elif self.is_view(argument):
            code = 'a'
        else:
            code = letter(kind)
        star = '' if kind.endswith('*') else ' '
        self.before.append(f'  {kind}{star}out{at} = {"NULL" if "*" in kind else "0"};')
        cast = '(void *)' if '*' in kind else ''
        field = {'d': 'd', 'i': 'i', 'n': 'i'}.get(code, 'p')
        self.after.append(f'  slots[{at}].{field} = {cast}out{at};')
        self.codes += f'o{code}'
        self.values.append(f'&out{at}')


def result_code(function):
    result = function['returns']
    if result['type'] == 'void':
        return 'v'
    return {'string': 's', 'array': 'a'}.get(result.get('kind')) or letter(result['type'])


def wrapped(head, parts, tail):
    """head(part, part, ...)tail in lines of at most 100 columns."""
    line, lines, indent = f'{head}(', [], ' ' * 6
    for i, part in enumerate(parts):
        part += ', ' if i + 1 < len(parts) else ''
        if len(line) + len(part.rstrip()) + len(tail) > 98:
            lines.append(line.rstrip())
            line = indent
        line += part
    return [*lines, f'{line}){tail}']


def body(function):
    call, code, count = Call(function), result_code(function), len(function['arguments'])
    result = function['returns']
    head, tail = f'  {function["name"]}', ';'
    if result.get('kind') == 'handle' and result['owner'] == 'library':
        # A view of a handle is shared: it lives as long as the object of JavaScript.
        head = f'  slots[{count}].p = {base_of(result["type"])}_retain({function["name"]}'
        tail = ');'
    elif code != 'v':
        field = {'i': 'i', 'n': 'i', 'd': 'd'}.get(code, 'p')
        head = f'  slots[{count}].{field} = {"(void *)" if field == "p" else ""}' + head.strip()
    unused = ['  (void)slots;'] if code == 'v' and not call.values else []
    return call, code, [f'static void call_{function["name"]}(Slot *slots) {{', *call.before,
                        *wrapped(head, call.values, tail), *call.after, *unused, '}']


def functions(description):
    """The text of functions.inc."""
    out, table = [HEAD], []
    for function in description['functions']:
        if not is_callable(function):
            continue
        call, code, lines = body(function)
        out += [*lines, '']
        table.append(f'    {{"{function["name"]}", "{call.codes}", "{code}", '
                     f'call_{function["name"]}}},')
    out += ['static const Function all[] = {', *table, '};', '',
            'void free_object(char kind, void *pointer) {', '  switch (kind) {']
    for handle in description['handles']:
        out += [f"    case '{LETTERS[handle]}':", f'      {handle}_free(pointer);', '      break;']
    return '\n'.join([*out, '  }', '}']) + '\n'
