"""The C interface for Java: the functions for JNA, Library.java, the constants as enums, and the
methods of objects, ModelMethods.java and so on."""
import html
import re

import go
import methods
from methods import base_of, camel

HEAD = '''// Written by bindings/generate.
package manifact;
'''
FOLDER = 'bindings/java/generated/manifact'
SCALARS = {'int64_t': 'long', 'size_t': 'long', 'double': 'double', 'void': 'void'}
ARRAYS = {'int32_t': 'int', 'int64_t': 'long', 'double': 'double'}
# Enums that are no types of their own in Java.
HIDDEN = {'manifact_bool', 'manifact_value_type', 'manifact_ownership', 'manifact_column_type'}


def enum_class(name):
    made = camel(name.removeprefix('manifact_'), upper=True)
    return {'Array': 'ModelArray'}.get(made, made)


def class_of(handle):
    return camel(handle.removeprefix('manifact_'), upper=True)


def enum_names(enum):
    return [word.upper().replace('-', '_') for word in go.words(enum)]


def enum_file(enum):
    name = enum_class(enum['name'])
    rows = ',\n'.join(f'  {word}({value["value"]})'
                      for word, value in zip(enum_names(enum), enum['values']))
    return f'''{HEAD}
/** The constants of {enum['name']}. */
public enum {name} {{
{rows};

  final int value;

  {name}(int value) {{
    this.value = value;
  }}

  static {name} of(int value) {{
    for ({name} constant : values())
      if (constant.value == value) return constant;
    throw Scope.unknown("{enum['name']}", value);
  }}
}}
'''


# Functions for JNA.

def jna_type(argument, description):
    kind = argument['type']
    base = base_of(kind)
    callbacks = {callback['name'] for callback in description['callbacks']}
    if base in callbacks:
        return f'Callbacks.{camel(base.removeprefix("manifact_").removesuffix("_fn"), True)}'
    if '*' in kind:
        return 'byte[]' if argument.get('kind') == 'string' and argument['direction'] == 'in' \
            else 'Pointer'
    return SCALARS.get(base, 'int')


def wrapped(head, parts, tail, columns=100, indent='      '):
    line, lines = f'{head}(', []
    for i, part in enumerate(parts):
        part += ', ' if i + 1 < len(parts) else ''
        if len(line) + len(part.rstrip()) + (len(tail) + 1 if i + 1 == len(parts) else 0) > columns:
            lines.append(line.rstrip())
            line = indent
        line += part
    return [*lines, f'{line}){tail}']


def library(description):
    """The text of Library.java."""
    out = [HEAD, 'import com.sun.jna.Pointer;', '',
           '/** The functions of the C interface, by the direct mapping of JNA. */',
           'final class Library {', f'  static final int ABI = {description["abi"]};', '',
           '  private Library() {}', '', '  static {',
           '    Loader.register(Library.class);', '  }']
    for function in description['functions']:
        returns = function['returns']['type']
        result = 'Pointer' if '*' in returns else SCALARS.get(base_of(returns), 'int')
        parts = [f'{jna_type(a, description)} {camel(a["name"]) if a["name"] != "from" else "from"}'
                 for a in function['arguments']]
        out += ['', *wrapped(f'  static native {result} {function["name"]}', parts, ';')]
    return '\n'.join([*out, '}']) + '\n'


# Methods.

class Body:
    """The body of a method of Java."""

    def __init__(self, method, description):
        self.method, self.lines, self.description = method, [], description
        self.pointers = {}
        self.values = [self.value(slot, argument)
                       for slot, argument in zip(method.slots, method.arguments)]

    def local(self, name):
        return camel(name)

    def value(self, slot, argument):
        kind, *rest = slot
        name = camel(argument['name'])
        if kind == 'context':
            return 'scope.context'
        if kind == 'self':
            return 'scope.use(this)'
        if kind == 'out':
            return 'out_' + rest[0].name
        if kind in ('of', 'area', 'size', 'count'):
            return name
        given = rest[0]
        called = camel(given.name)
        if kind == 'given':
            return {'handle': f'scope.use({called})', 'int': called, 'double': called,
                    'flag': f'{called} ? 1 : 0', 'enum': f'{called}.value',
                    'string': f'Scope.text({called})'}.get(given.kind, f'scope.array({called})')
        return f'{called}Of.{kind}()'

    def counted(self, slot, argument):
        """The declaration of a length."""
        kind, *rest = slot
        name = camel(argument['name'])
        if kind == 'of':
            of = f'{camel(rest[0])}.' if rest[0] else ''
            value = f'{of}{camel(rest[1])}()'
        elif kind == 'area':
            parts = [part if camel(part) in {camel(p.name) for p in self.method.parameters}
                     else None for part in rest[0]]
            value = ' * '.join(camel(part) if given else f'{camel(part)}()'
                               for part, given in zip(rest[0], parts))
        elif kind == 'size':
            called = camel(rest[0].name)
            value = f'Scope.length({called})'
        else:
            value = f'{camel(rest[0].name)}Of.count()'
        return f'final long {name} = {value};'

    def expression(self, length):
        names = {a['name'] for a in self.method.arguments}

        def term(match):
            name = match[1]
            return camel(name) if name in names else \
                f'{camel(methods.DIMENSIONS.get(name, name))}()'
        return re.sub(r'\b([A-Za-z_]\w*)\b', term, length)

    def make(self):
        method, out = self.method, []
        for p in method.parameters:
            if p.kind in ('texts', 'text'):
                out.append(f'final Scope.Texts {camel(p.name)}Of = '
                           f'scope.{"one" if p.kind == "text" else "texts"}({camel(p.name)});')
        for slot, argument in zip(method.slots, method.arguments):
            if slot[0] in ('of', 'area', 'size', 'count'):
                out.append(self.counted(slot, argument))
        out += self.checks()
        for r in method.results:
            if r.kind in ('array', 'words'):
                kind = ARRAYS['int32_t' if r.kind == 'words' else r.of]
                out.append(f'final Pointer out_{r.name} = '
                           f'scope.{kind}s({self.expression(r.length)});')
            else:
                out.append(f'final Pointer out_{r.name} = scope.out();')
        call = f'Library.{method.name}'
        if method.returned is None:
            out += wrapped(f'scope.check({call}', self.values, ');', 92, '    ')
            return out + self.result()
        value = {'flag': '{} != 0', 'string': 'Scope.string({})',
                 'handle': f'{class_of(method.returned.of)}.shared({{}})',
                 'enum': f'{enum_class(method.returned.of)}.of({{}})'}.get(
                     method.returned.kind, '{}')
        before, after = value.split('{}')
        return out + wrapped(f'return {before}{call}', self.values, f'{after};', 92, '    ')

    def checks(self):
        lengths = {a['name'] for a, slot in zip(self.method.arguments, self.method.slots)
                   if slot[0] == 'of'}
        return [f'Scope.sameLength({camel(a["name"])}, {camel(a["length"])}, '
                f'"{camel(a["name"])}");' for a in self.method.arguments
                if a['direction'] == 'in' and a.get('length') in lengths]

    def read(self, result):
        pointer = f'out_{result.name}'
        if result.kind in ('array', 'words'):
            length = 'found' if self.method.found else self.expression(result.length)
            kind = ARRAYS['int32_t' if result.kind == 'words' else result.of]
            array = f'Scope.{kind}s({pointer}, {length})'
            return array if result.kind == 'array' else \
                f'Scope.words({array}, {enum_class(result.of)}::of, {enum_class(result.of)}[]::new)'
        return {'handle': lambda: f'{class_of(result.of)}.owned({pointer}.getPointer(0))',
                'string': lambda: f'Scope.string({pointer}.getPointer(0))',
                'double': lambda: f'{pointer}.getDouble(0)',
                'enum': lambda: f'{enum_class(result.of)}.of({pointer}.getInt(0))',
                'flag': lambda: f'{pointer}.getInt(0) != 0',
                'int': lambda: f'{pointer}.getLong(0)'}[result.kind]()

    def result(self):
        given = self.method.given_back()
        out = ['final long found = out_found.getLong(0);'] if self.method.found else []
        if not given:
            return ['return self();'] if is_fluent(self.method) else []
        if len(given) == 1:
            return [*out, f'return {self.read(given[0])};']
        return out + wrapped(f'return new {record_of(self.method)}',
                             [self.read(r) for r in given], ';', 92, '    ')


def is_fluent(method):
    return method.receiver is not None and not method.waits and method.owner in (
        'manifact_solver', 'manifact_vectorizer')


def type_given(parameter):
    return {'handle': lambda: class_of(parameter.of), 'int': lambda: 'long',
            'double': lambda: 'double', 'flag': lambda: 'boolean', 'string': lambda: 'String',
            'enum': lambda: enum_class(parameter.of), 'texts': lambda: 'List<String>',
            'text': lambda: 'String', 'bytes': lambda: 'byte[]',
            'array': lambda: ARRAYS[parameter.of] + '[]'}[parameter.kind]()


def type_of(result):
    return {'array': lambda: ARRAYS[result.of] + '[]',
            'words': lambda: enum_class(result.of) + '[]',
            'handle': lambda: class_of(result.of), 'int': lambda: 'long',
            'double': lambda: 'double', 'flag': lambda: 'boolean', 'string': lambda: 'String',
            'enum': lambda: enum_class(result.of)}[result.kind]()


def record_of(method):
    return camel('_' + method.name.removeprefix(method.owner + '_'), True) + 'Result'


def result_name(result):
    return camel(result.name) if result.name != 'out' else \
        camel(base_of(result.of).removeprefix('manifact_'))


def result_type(method):
    given = method.given_back()
    if not given:
        return class_of(method.owner) if is_fluent(method) else 'void'
    return type_of(given[0]) if len(given) == 1 else record_of(method)


def default_of(parameter, description):
    value = parameter.default
    if isinstance(value, str):
        enum = next(e for e in description['enums'] if e['name'] == parameter.of)
        at = [v['name'] for v in enum['values']].index(value)
        return f'{enum_class(parameter.of)}.{enum_names(enum)[at]}'
    return 'null' if value is None else repr(value)


def is_option(parameter, method):
    return not re.match(r'(re)?set', method.method) and (
        parameter.optional or parameter.default is not None)


def comment(sentence):
    """The sentence as a comment in lines of at most 100 columns."""
    lines, line = [], '  /**'
    for word in html.escape(sentence, quote=False).split():
        if len(line) + len(word) + 1 > 96:
            lines.append(line)
            line = '   *'
        line += ' ' + word
    return [*lines, line + ' */']


def method_text(method, sentence, description):
    result, name = result_type(method), method.method
    head = f'  public {"" if method.receiver else "static "}{result} {name}'
    parameters = [f'{type_given(p)} {camel(p.name)}' for p in method.parameters]
    names = [camel(p.name) for p in method.parameters]
    give = '' if result == 'void' else 'return '
    options = [p for p in method.parameters if is_option(p, method)]
    out, call = comment(sentence), ['Call call'] if method.waits else []
    if method.waits or options:
        kept = [p for p in method.parameters if p not in options]
        values = [default_of(p, description) if p in options else camel(p.name)
                  for p in method.parameters] + (['null'] if method.waits else [])
        # null alone could be of any class: each one has its type.
        values = [f'({type_given(p)}) null' if value == 'null' else value
                  for value, p in zip(values, method.parameters)] + values[len(names):]
        out += wrapped(head, [f'{type_given(p)} {camel(p.name)}' for p in kept], ' {')
        out += wrapped(f'    {give}{name}', values, ';')
        out += ['  }', '', *comment(f'The same with all arguments'
                                    f'{"; the call may be null" if call else ""}.')]
    out += wrapped(head, [*parameters, *call], ' {')
    scope = 'new Scope()'
    if method.has_context:
        scope = f'Scope.withContext({"Call.of(call)" if call else "null"})'
    elif method.receiver and method.owner in ('manifact_solver', 'manifact_vectorizer'):
        scope = f'Scope.on(this, {"Call.of(call)" if call else "null"})'
    out.append(f'    try (Scope scope = {scope}) {{')
    out += ['      ' + line for line in Body(method, description).make()]
    return [*out, '    }', '  }']


def record_text(method):
    fields = ', '.join(f'{type_of(r)} {result_name(r)}' for r in method.given_back())
    return [f'  /** What {method.method}() gives. */',
            *wrapped(f'  public record {record_of(method)}', fields.split(', '), ' {}')]


def class_file(owner, all_of, description, sentences):
    name = class_of(owner)
    out = [HEAD, 'import com.sun.jna.Pointer;']
    if any(p.kind == 'texts' for method in all_of for p in method.parameters):
        out.append('import java.util.List;')
    out += ['', f'/** The methods of {{@link {name}}} that follow from the C interface. */',
            f'abstract class {name}Methods extends Handle {{',
            f'  {name}Methods(Pointer pointer) {{', '    super(pointer);', '  }']
    if any(map(is_fluent, all_of)):
        out += ['', f'  private {name} self() {{', f'    return ({name}) this;', '  }']
    for method in all_of:
        if len(method.given_back()) > 1:
            out += ['', *record_text(method)]
        out += ['', *method_text(method, sentences.get(method.name, method.name + '().'),
                                 description)]
    return '\n'.join([*out, '}']) + '\n'


def files(description, sentences):
    """{path: text}"""
    made = {f'{FOLDER}/Library.java': library(description)}
    for enum in description['enums']:
        if enum['name'] not in HIDDEN:
            made[f'{FOLDER}/{enum_class(enum["name"])}.java'] = enum_file(enum)
    by_owner = {}
    for method in methods.methods(description):
        by_owner.setdefault(method.owner, []).append(method)
    for owner, all_of in by_owner.items():
        made[f'{FOLDER}/{class_of(owner)}Methods.java'] = class_file(owner, all_of, description,
                                                                     sentences)
    return made
