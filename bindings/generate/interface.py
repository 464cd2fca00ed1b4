"""The description of the C interface, from the declarations and comments of the public header.

The C declarations give names and types. What they cannot give is taken from the wording of the
comments, by the rules below; see README.md beside this file. What no rule decides is an error: the
comment has to say it.

  length       "LENGTH entries" or "A x B row-major" in the row of the argument, "`name` has LENGTH
               entries" in the text, bytes[offsets[i] .. offsets[i+1]) for texts one after the other
  nullable     "may be NULL", "Any out pointer may be NULL", "NULL removes the ..."
  inherited    "As other_function()", also in the row of an argument, takes over what the other
               function says of the same argument
  result       "a view" or "static", "NULL if ..."
"""
import json
import re

from header import entries_of, name_of, paragraphs, rows_of, sections_of

ERROR = re.compile(r'\b([A-Z]{2,})\b(?: \([^()]*(?:\([^()]*\)[^()]*)*\))?')
SINCE = re.compile(r'\b[Ss]ince (\d+\.\d+)')
PRODUCT = re.compile(r'([\w]+) x ([\w]+) row-major')
LENGTH = r'(\w+ \* \(\w+ [-+] \d\)|\w+ [-+] \d|\w+ x \w+|\w+)'
ENTRIES = re.compile(LENGTH + r' entr(?:y|ies)\b')
# The dimensions of a model that the comments call by a letter.
LETTERS = {'n': 'documents', 'm': 'features', 'k': 'clusters', 'l': 'feature_clusters'}


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
        self.all = ' '.join([self.prose, *self.rows.values()])

    def errors(self):
        """(names, function whose errors these are too)"""
        match = re.search(r'Errors: (.*?)(?=Since \d|Source: |$)', self.prose)
        if not match:
            return [], None
        plain = re.sub(r'\([^()]*(?:\(\)[^()]*)*\)', '', match[1].replace('()', ''))
        same = re.search(r'\bas (manifact_\w+)', plain)
        found = [name for name in ERROR.findall(re.sub(r'"[^"]*"', '', match[1]))
                 if name not in ('NUL', 'AND')]
        return list(dict.fromkeys(found)), same and same[1]


def since_of(text):
    found = SINCE.findall(text)
    return found[-1] if found else None


def length_in(text):
    product = PRODUCT.search(text)
    if product:
        return f'{product[1]} * {product[2]}'
    entries = ENTRIES.search(text)
    return entries[1].replace(' x ', ' * ') if entries and entries[1] != 'of' else None


def split_declaration(declaration):
    """(type of the result, name, [(type, name)]) of a function or a callback."""
    result, name, arguments = re.fullmatch(
        r'(?:typedef )?(.*?[ *])(?:\(\*(?=\w+\)\())?(\w+)\)?\((.*)\)', declaration).groups()
    found = []
    for argument in arguments.split(',') if arguments != 'void' else []:
        kind, called = re.fullmatch(r'\s*(.*?[ *])(\w+)\s*', argument).groups()
        found.append((kind.strip(), called))
    return result.strip(), name, found


def in_use(arguments):
    """Whether a function takes a handle that serves one call at a time."""
    return any(re.fullmatch(r'manifact_(context|vectorizer) \*|(const )?manifact_solver \*', kind)
               for kind, _ in arguments)


class Reader:
    """Reads the entries in order, since later ones refer to earlier ones."""

    def __init__(self):
        self.handles, self.callbacks, self.enums, self.functions = [], {}, [], {}
        self.unclear = []

    def add(self, section, entry):
        text = Text(entry.comments)
        for declaration in entry.declarations:
            if re.fullmatch(r'typedef int \w+', declaration):
                continue  # of constants: add_enum()
            elif declaration.startswith('typedef struct'):
                self.handles.append(name_of(declaration))
            elif declaration.startswith('typedef'):
                result, name, arguments = split_declaration(declaration)
                self.callbacks[name] = {
                    'name': name, 'returns': result, 'since': since_of(text.all),
                    'arguments': [{'name': called, 'type': kind} for kind, called in arguments]}
            elif '(' in declaration:
                self.add_function(section, declaration, text)
        if entry.enumerators:
            self.add_enum(section, entry, text)

    def add_enum(self, section, entry, text):
        names = [name for name, *_ in entry.enumerators]
        since = since_of(text.all)
        values = []
        for name, value, _, own in entry.enumerators:
            later = since_of(' '.join(line for comment in own for line in comment))
            values.append({'name': name, 'value': int(value), 'since': later or since})
        prefix = names[0]
        while not all(name.startswith(prefix) for name in names):
            prefix = prefix.rpartition('_')[0]
        named = [name_of(each) for each in entry.declarations if each.startswith('typedef int ')]
        if len(named) != 1:
            self.unclear.append(f'{names[0]}: not one "typedef int" beside the constants')
        self.enums.append({'name': (named or [''])[0], 'type': 'int', 'since': since,
                           'prefix': prefix.rstrip('_'), 'section': section, 'values': values})

    def add_function(self, section, declaration, text):
        result, name, arguments = split_declaration(declaration)
        made = {'name': name, 'section': section, 'since': since_of(text.prose)}
        errors, same = text.errors()
        like = re.match(r'As (manifact_\w+)', text.prose)
        model = self.functions.get((like and like[1]) or same or '')
        made['arguments'] = [self.argument(made, kind, called, arguments, text, model)
                             for kind, called in arguments]
        made['returns'] = self.result(made, result, text, errors)
        if made['returns'].get('kind') == 'status' and errors and in_use(arguments):
            errors.append('BUSY')
        made['errors'] = errors
        if same or (like and not errors):
            made['errors_as'] = same or like[1]
        if made['since'] is None:
            self.unclear.append(f'{name}: no "Since"')
        self.functions[name] = made

    # Arguments

    def argument(self, function, kind, name, siblings, text, model):
        made = {'name': name, 'type': kind}
        base = re.sub(r'\bconst\b|\*|\s', '', kind)
        stars = kind.count('*')
        own = re.search(r'\bas (?:for )?(manifact_\w+)', text.rows.get(name, ''))
        model = self.functions.get(own[1], model) if own else model
        like = next((a for a in model['arguments'] if a['name'] == name), None) if model else None
        if base in self.handles:
            made['kind'] = 'handle'
            made['direction'] = 'out' if stars == 2 else 'in'
            if stars == 2:
                made['owner'] = 'caller'
        elif base in self.callbacks:
            made |= {'kind': 'callback', 'direction': 'in'}
        elif name in ('user', 'argument'):
            made |= {'kind': 'user', 'direction': 'in'}
        elif not stars:
            made |= {'kind': 'value', 'direction': 'in'}
        else:
            self.pointer(function, made, siblings, text, like)
        if made['kind'] == 'user' or self.nullable(made, siblings, text, like):
            made['nullable'] = True
        return made

    def pointer(self, function, made, siblings, text, like):
        name, kind = made['name'], made['type']
        direction = 'in' if kind.startswith('const') and kind.count('*') == 1 else 'out'
        made['direction'] = direction
        names = [called for _, called in siblings]
        length = self.length(name, names, text) or (like or {}).get('length')
        if '*const *' in kind:  # arrays of arrays that are given
            made |= {'direction': 'in', 'kind': 'array', 'length': length}
            if not length:
                self.unclear.append(f'{function["name"]}: no length of {name}')
        elif kind.count('*') == 2:  # a view of the library
            made['kind'] = 'string' if kind == 'const char **' and not length else 'array'
            if length:
                made['length'] = length
            made['owner'] = 'library'
        elif kind == 'char *':
            made |= {'kind': 'text', 'length': 'size'}
        elif length:
            made |= {'kind': 'bytes' if kind == 'const char *' else 'array', 'length': length}
        elif kind == 'const char *':
            made['kind'] = 'string'
        elif direction == 'out':
            made['kind'] = 'value'
        else:
            made['kind'] = 'array'
            self.unclear.append(f'{function["name"]}: no length of {name}')

    @staticmethod
    def length(name, names, text):
        if name in text.rows and length_in(text.rows[name]):
            return length_in(text.rows[name])
        own = re.search(rf'`{name}` has ([^.;:]+?) entries', text.prose)
        if own:
            return own[1].replace(' x ', ' * ')
        if name == 'offsets' and 'offsets[i+1]' in text.all:
            return 'count + 1'
        if name == 'bytes' and 'offsets' in names:
            return 'offsets[-1]'
        if name == 'data' and 'size' in names:
            return 'size'
        if name == 'text' and 'length' in names:
            return 'length'
        each = re.search(rf'Each array has {LENGTH} entries', text.prose)
        if each and name in text.rows:
            return each[1]
        if 'count' in names and 'found' in names and name != 'found' and name not in text.rows:
            return 'count'
        return None

    @staticmethod
    def nullable(made, siblings, text, like):
        name = made['name']
        if '*' not in made['type'] and made['kind'] != 'callback':
            return False
        row = text.rows.get(name, '')
        if re.search(r'may be NULL|\bNULL:|NULL removes|NULL for|else NULL|; NULL (?!after)|'
                     r'NULL if|Not read if', row):
            return True
        if re.search(rf'\b{name}(?: and \w+)? may be NULL|\b\w+ and {name} may be NULL',
                     text.prose):
            return True
        if made['direction'] == 'out' and re.search(
                r'(?:Any|Either)(?: of the)?(?: \w+)*?(?: out)? (?:pointer|array|arrays)? ?may be '
                r'NULL|the arrays may be NULL|Any of the three arrays may be NULL', text.all):
            arrays_only = 'array' in re.search(r'[^.]*?may be NULL', text.all)[0]
            return made['kind'] == 'array' or not arrays_only
        if made['kind'] == 'array' and re.search(r'Each array has .* may be NULL', text.prose):
            return True
        changed = re.search(r'(?<!out )NULL (?:restores|removes|for none)|or NULL for\s+none',
                            text.prose)
        if changed and name == [called for _, called in siblings if called != 'user'][-1]:
            return made['direction'] == 'in'
        return bool(like and like.get('nullable'))

    # Results

    def result(self, function, kind, text, errors):
        made = {'type': kind}
        base = re.sub(r'\bconst\b|\*|\s', '', kind)
        if kind == 'void':
            return made
        if '*' in kind:
            made['kind'] = 'handle' if base in self.handles else \
                'string' if base == 'char' else 'array'
            if made['kind'] == 'handle' and not kind.startswith('const '):
                made['owner'] = 'caller'
            else:
                made['owner'] = 'static' if re.search(r'\b[Ss]tatic\b', text.prose) else 'library'
            if made['kind'] == 'array':
                made['length'] = length_in(text.rows.get(
                    function['name'].removeprefix('manifact_model_'), '') or text.prose)
                if made['length'] is None:
                    self.unclear.append(f'{function["name"]}: no length of the result')
            if 'NULL' in text.all.replace('may be NULL', ''):
                made['nullable'] = True
        else:
            made['kind'] = {'manifact_status': 'status', 'manifact_bool': 'flag'}.get(kind, 'value')
        if made['kind'] == 'status' and not re.search(r'Errors: |^As manifact_', text.prose):
            self.unclear.append(f'{function["name"]}: no "Errors"')
        return made

    def check_scalars(self):
        """Among arguments with a length, a number that is written through a pointer must not have a
        name that suggests an array: a plural, or that of an array of another function."""
        arrays = {argument['name'] for function in self.functions.values()
                  for argument in function['arguments'] if argument['kind'] == 'array'}
        for function in self.functions.values():
            has_length = any(re.fullmatch(r'count|length|size|n_\w+|n', argument['name'])
                             for argument in function['arguments']
                             if argument['kind'] == 'value' and '*' not in argument['type'])
            for argument in function['arguments']:
                name = argument['name']
                if has_length and argument['kind'] == 'value' and '*' in argument['type'] and (
                        name in arrays or name.endswith('s') and name != 'status'):
                    self.unclear.append(f'{function["name"]}: no length of {name}')


def describe(header, abi):
    """(the description of the text of the header, what the header does not say)"""
    reader = Reader()
    for title, body in sections_of(header)[1:]:
        for entry in entries_of(body):
            reader.add(title, entry)
    reader.check_scalars()
    return {'abi': abi, 'dimensions': LETTERS, 'handles': reader.handles,
            'callbacks': list(reader.callbacks.values()), 'enums': reader.enums,
            'functions': list(reader.functions.values())}, reader.unclear


def as_json(description):
    """The description with one argument, value or short list in a line."""
    def line(value):
        return json.dumps(value, ensure_ascii=False)

    def item(value):
        if not isinstance(value, dict):
            return [' ' + line(value)]
        out, short = [], {}
        for key, part in value.items():
            if isinstance(part, list) and part and isinstance(part[0], dict):
                rows = ',\n'.join(f'   {line(row)}' for row in part)
                out.append(f'{line(key)}: [\n{rows}]')
            else:
                short[key] = part
        return [' {' + ',\n  '.join([line(short)[1:-1], *out]) + '}']

    parts = []
    for key, value in description.items():
        if isinstance(value, list):
            rows = ',\n'.join(row for part in value for row in item(part))
            parts.append(f'{line(key)}: [\n{rows}]')
        else:
            parts.append(f'{line(key)}: {line(value)}')
    return '{\n' + ',\n'.join(parts) + '\n}\n'
