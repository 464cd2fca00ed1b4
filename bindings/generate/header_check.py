"""Holds the public header against the description of the C interface.

Types, names and values are those of the declarations. The comments have to say what the description
states and C does not express:

  length     every argument that it names occurs in the comment
  nullable   "NULL" occurs in the row of the argument or in the text
  errors     "Errors:" names them; BUSY is implied by a handle that serves one call at a time
  since      "Since X.Y." is the version
"""
import re

from header import entries_of, name_of, paragraphs, rows_of, sections_of

ERROR = re.compile(r'\b([A-Z]{2,})\b(?: \([^()]*(?:\([^()]*\)[^()]*)*\))?')
SINCE = re.compile(r'\b[Ss]ince (\d+\.\d+)')


class Text:
    """The comments of an entry: one string, and the tables of its arguments."""

    def __init__(self, comments):
        lines = [line for comment in comments for line in [*comment, '']]
        self.rows, rest = {}, []
        for part in paragraphs(lines):
            rows = rows_of(part)
            for names, meaning in rows or []:
                for name in names.split(', '):
                    self.rows[name] = meaning
            if not rows:
                rest.append(' '.join(line.strip() for line in part))
        self.prose = ' '.join(rest)
        self.all = ' '.join([self.prose, *self.rows, *self.rows.values()])
        self.like = re.findall(r'\bas (?:for )?(manifact_\w+)', self.all, re.I)

    def errors(self):
        match = re.search(r'Errors: (.*?)(?=Since \d|Source: |$)', self.prose)
        named = ERROR.findall(re.sub(r'"[^"]*"', '', match[1])) if match else []
        return {name for name in named if name not in ('NUL', 'AND')}


def split_declaration(declaration):
    """(type of the result, name, [(type, name)]) of a function or a callback."""
    result, name, arguments = re.fullmatch(
        r'(?:typedef )?(.*?[ *])(?:\(\*(?=\w+\)\())?(\w+)\)?\((.*)\)', declaration).groups()
    found = []
    for argument in arguments.split(',') if arguments != 'void' else []:
        kind, called = re.fullmatch(r'\s*(.*?[ *])(\w+)\s*', argument).groups()
        found.append((kind.strip(), called))
    return result.strip(), name, found


def serves_one_call(arguments):
    return any(re.fullmatch(r'manifact_(context|vectorizer) \*|(const )?manifact_solver \*', kind)
               for kind, _ in arguments)


class Header:
    """What the header declares, by name, and how it differs from the description."""

    def __init__(self, text, description):
        self.handles, self.structs = [], []
        self.callbacks, self.constants, self.functions = {}, {}, {}
        self.texts, self.wrong = {}, []
        for section, body in sections_of(text)[1:]:
            for entry in entries_of(body):
                self.read(section, entry)
        self.compare(description)

    def read(self, section, entry):
        text = Text(entry.comments)
        for declaration in entry.declarations:
            if declaration.startswith('typedef struct'):
                self.handles.append(name_of(declaration))
            elif declaration.startswith('struct '):
                self.structs.append(name_of(declaration))
            elif '(' in declaration:
                result, name, arguments = split_declaration(declaration)
                kept = self.callbacks if declaration.startswith('typedef') else self.functions
                kept[name] = (section, result, arguments)
                self.texts[name] = text
        for name, value, _, _ in entry.enumerators:
            self.constants[name] = int(value)

    def compare(self, description):
        self.same('the handles', self.handles, description['handles'])
        self.same('the structures of others', self.structs, description['structs'])
        self.same('the constants', self.constants,
                  {value['name']: value['value'] for enum in description['enums']
                   for value in enum['values']})
        self.same('the callbacks', list(self.callbacks),
                  [callback['name'] for callback in description['callbacks']])
        self.same('the functions, in their order,', list(self.functions),
                  [function['name'] for function in description['functions']])
        for callback in description['callbacks']:
            if callback['name'] in self.callbacks:
                self.same_types(callback['name'], self.callbacks[callback['name']][1:],
                                callback['returns'], callback['arguments'])
        for function in description['functions']:
            if function['name'] in self.functions:
                self.compare_function(function)

    def same(self, what, here, there):
        if here == there:
            return
        only = [[str(x) for x in a if x not in b] for a, b in ((here, there), (there, here))]
        self.wrong.append(f'{what} differ: only in the header {", ".join(only[0]) or "none"}; '
                          f'only in the description {", ".join(only[1]) or "none"}')

    def same_types(self, name, declared, returns, arguments):
        result, own = declared
        self.same(f'{name}: the arguments', own, [(a['type'], a['name']) for a in arguments])
        self.same(f'{name}: the results', [result], [returns])

    def compare_function(self, function):
        name, text = function['name'], self.texts[function['name']]
        section, result, arguments = self.functions[name]
        self.same_types(name, (result, arguments), function['returns']['type'],
                        function['arguments'])
        self.same(f'{name}: the sections', [section], [function['section']])
        since = SINCE.findall(text.prose)
        self.same(f'{name}: the versions', since[-1:], [function['since']])
        errors = text.errors()
        if errors and serves_one_call(arguments):
            errors.add('BUSY')
        self.same(f'{name}: the errors', sorted(errors), sorted(function['errors']))
        if function['returns'].get('kind') == 'status' and not (
                function['errors'] or function.get('errors_as')):
            self.wrong.append(f'{name}: the description has neither errors nor errors_as')
        for argument in function['arguments']:
            self.compare_argument(name, argument, text)

    def compare_argument(self, function, argument, text):
        name, length = argument['name'], argument.get('length', '')
        if argument['kind'] == 'array' and not length:
            self.wrong.append(f'{function}: the description has no length of {name}')
        if text.like:
            return  # "As other_function()": the text is there
        unsaid = [part for part in re.findall(r'[A-Za-z_]\w+', length) if part not in text.all]
        if unsaid and not (name == 'offsets' and 'offsets[i+1]' in text.all):
            self.wrong.append(f'{function}: the comment does not name {unsaid[0]}, of which the '
                              f'length of {name} is made')
        row = text.rows.get(name, '')
        if argument.get('nullable'):
            if argument['kind'] != 'user' and 'NULL' not in text.all:
                self.wrong.append(f'{function}: the comment does not say that {name} may be NULL')
        elif 'may be NULL' in row or re.search(rf'\b{name} may be NULL', text.prose):
            self.wrong.append(f'{function}: the description does not say that {name} may be NULL')


def differences(header, description):
    """Sentences, none if the header and the description agree."""
    return Header(header, description).wrong
