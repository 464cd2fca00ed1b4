"""The sources of the Julia package, which cannot be run where Julia is not packaged:
check.py FOLDER, the folder of the package.

  every @ccall       the name, the names and types of the arguments and the result, as in
                     bindings/interface.json; every function has one
  every use of them  in the other sources: a function that exists, with its number of arguments
  every @cfunction   the types of the callback in interface.json, and as many arguments of the
                     function
  every pointer()    inside GC.@preserve, as the strings of handles
  blocks             function, if, for ... have their end; (), [] and {} their counterpart
  exported names     are defined, and are not exported by Base
"""
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'generate'))
sys.dont_write_bytecode = True
import julia

ROOT = pathlib.Path(__file__).resolve().parents[1]
OPENING = {'module', 'baremodule', 'function', 'macro', 'struct', 'if', 'for', 'while', 'try',
           'let', 'begin', 'do', 'quote', 'abstract', 'primitive'}
CLOSING = {')': '(', ']': '[', '}': '{'}
TOKEN = re.compile(r'''(?P<comment>\#=.*?=\#|\#[^\n]*)
    |(?P<string>"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\])*")
    |(?P<character>(?<![\w)\]'])'(?:\\.[^']*|[^'\\])')
    |(?P<word>(?<![\w.@:])(?:@?[A-Za-z_]\w*!?)(?!\w))
    |(?P<bracket>[()\[\]{}])''', re.X | re.S)
# Names that Base exports and that a package like this one might take.
BASE = {'Matrix', 'merge', 'split', 'map', 'reduce', 'filter', 'sort', 'write', 'read', 'close',
        'open', 'size', 'length', 'first', 'last', 'count', 'cat', 'replace', 'get', 'put!',
        'take!', 'rename', 'step', 'time', 'keys', 'values', 'pairs', 'delete!', 'empty!', 'fill',
        'copy', 'similar', 'transpose', 'stride', 'view', 'Set', 'Dict', 'Vector', 'Text', 'Ref',
        'reset', 'mark', 'position', 'seek', 'skip', 'wait', 'notify', 'lock', 'unlock', 'join',
        'strip', 'sum', 'prod', 'extrema', 'minimum', 'maximum', 'any', 'all', 'in', 'show',
        'print', 'summary', 'push!', 'pop!', 'append!', 'insert!', 'run', 'kill', 'success',
        'detach'}


class Source:
    """A file with the text of comments and strings blanked, and its tokens."""

    def __init__(self, path, text=None):
        self.path, self.errors = path, []
        text = path.read_text('utf-8') if text is None else text
        out, end, self.tokens = [], 0, []
        for match in TOKEN.finditer(text):
            out.append(text[end:match.start()])
            blanked = match.lastgroup in ('comment', 'string', 'character')
            out.append(re.sub(r'[^\n]', ' ', match[0]) if blanked else match[0])
            end = match.end()
            if not blanked:
                self.tokens.append((match[0], match.start()))
        self.code = ''.join(out) + text[end:]
        self.ends = {}  # the place of an opening word or bracket: that of its end
        self.blocks()

    def line(self, place):
        return self.code.count('\n', 0, place) + 1

    def wrong(self, place, what):
        self.errors.append(f'{self.path.name}:{self.line(place)}: {what}')

    def blocks(self):
        stack = []
        for token, place in self.tokens:
            innermost = stack[-1][0] if stack else ''
            if token in CLOSING:
                if innermost != CLOSING[token]:
                    self.wrong(place, f'"{token}" closes "{innermost}"')
                    return
                self.ends[stack.pop()[1]] = place
            elif token in CLOSING.values():
                stack.append((token, place))
            elif token == 'end' and innermost != '[':
                if innermost not in OPENING:
                    self.wrong(place, f'"end" closes "{innermost}"')
                    return
                self.ends[stack.pop()[1]] = place
            elif token in ('for', 'if') and innermost in ('(', '[', '{'):
                pass  # of a comprehension
            elif token in OPENING:
                stack.append((token, place))
        for token, place in stack:
            self.wrong(place, f'"{token}" has no end')

    def arguments(self, place):
        """The texts of the arguments of the call whose bracket is at a place."""
        parts, depth, start = [], 0, place + 1
        for i in range(place + 1, self.ends.get(place, place + 1)):
            if self.code[i] in '([{':
                depth += 1
            elif self.code[i] in ')]}':
                depth -= 1
            elif self.code[i] == ',' and depth == 0:
                parts.append(self.code[start:i])
                start = i + 1
        parts.append(self.code[start:self.ends.get(place, place + 1)])
        return [' '.join(part.split()) for part in parts if part.strip()]

    def preserved(self, place):
        """Whether a place is in the block or the expression of a GC.@preserve."""
        for match in re.finditer(r'GC\.@preserve', self.code):
            line_end = self.code.find('\n', match.end())
            ends = [end for start, end in self.ends.items() if match.end() <= start <= line_end]
            if match.end() <= place <= max([line_end, *ends]):
                return True
        return False


def check_declarations(source, description):
    found = {}
    for match in re.finditer(r'@ccall libmanifact\.(\w+)(\()', source.code):
        name, bracket = match[1], match.start(2)
        result = re.match(r'::(\w+(?:\{.*?\}+)?)', source.code[source.ends.get(bracket, 0) + 1:])
        if name in found:
            source.wrong(bracket, f'{name} is declared twice')
        found[name] = (bracket, source.arguments(bracket), result and result[1])
    for function in description['functions']:
        name = function['name']
        if name not in found:
            source.errors.append(f'{source.path.name}: {name} has no @ccall')
            continue
        bracket, arguments, result = found.pop(name)
        wanted = [f'{called}::{kind}' for called, kind in
                  julia.argument_types(function, description)]
        if arguments != wanted:
            source.wrong(bracket, f'{name} takes ({", ".join(wanted)})')
        if result != julia.result_type(function, description):
            source.wrong(bracket, f'{name} returns {julia.result_type(function, description)}')
    for name, (bracket, *_) in found.items():
        source.wrong(bracket, f'the library has no {name}')


def check_uses(source, description):
    functions = {f['name']: len(f['arguments']) for f in description['functions']}
    constants = {v['name'] for enum in description['enums'] for v in enum['values']}
    known = constants | set(functions) | set(description['handles']) | {
        enum['name'] for enum in description['enums']} | {'ABI'}
    for match in re.finditer(r'\bC\.(\w+)(\(?)', source.code):
        name = match[1]
        if name not in known:
            source.wrong(match.start(), f'the library has no {name}')
        elif name in functions and match[2]:
            count = len(source.arguments(match.start(2)))
            if count != functions[name]:
                source.wrong(match.start(),
                             f'{name} takes {functions[name]} arguments, not {count}')
    for match in re.finditer(r'(?<![\w.])(?:pointer|pointer_from_objref|unsafe_wrap)\(|'
                             r'map\(pointer|(?:text_of|unsafe_string)\(C\.manifact_(?:context|'
                             r'solver|model|vectorizer|suggestion)_', source.code):
        if not source.preserved(match.start()):
            source.wrong(match.start(), f'{match[0]} outside GC.@preserve')


def check_callbacks(sources, description):
    callbacks = {c['name']: c for c in description['callbacks']}
    found = 0
    for source in sources:
        for match in re.finditer(r'@cfunction(\()', source.code):
            found += 1
            function, result, types = source.arguments(match.start(1))
            callback = callbacks['manifact_' + function.replace('_callback', '_fn')]
            wanted = [julia.type_of(a['type'], description) for a in callback['arguments']]
            given = [part.strip() for part in types.strip('()').split(',')]
            if given != wanted or result != julia.type_of(callback['returns'], description):
                source.wrong(match.start(), f'{function} takes ({", ".join(wanted)})')
            head = re.search(rf'function {function}(\()', source.code)
            arguments = source.arguments(head.start(1)) if head else []
            typed = [argument.partition('::')[2] for argument in arguments]
            if typed != wanted:
                source.wrong(match.start(), f'{function} is not defined for these types')
    if found == 0:
        sources[0].errors.append('no @cfunction')


def check_exports(sources):
    code = '\n'.join(source.code for source in sources)
    names = re.findall(r'[\w!]+', ' '.join(re.findall(r'^export (.*)$', code, re.M)))
    for name in names:
        if not re.search(rf'^(?:(?:function|struct|mutable struct|abstract type) )?{name}[({{ ]',
                         code, re.M):
            sources[0].errors.append(f'{name} is exported and not defined')
        if name in BASE:
            sources[0].errors.append(f'{name} is a name of Base')
    if not names:
        sources[0].errors.append('nothing is exported')


def self_test():
    """The checker finds what is wrong in these."""
    path = pathlib.Path('test.jl')
    for text in ('function f(x)\nif x\n1\nend', 'f(x]', 'end', 'for i in 1:2\n[i for i in 1]\n'):
        assert Source(path, text).errors, text
    for text in ('f(x) = [i for i in x if i > 1][end]', '"end" # if\n', "a' * 'x'",
                 'map(x) do y\n  begin y end\nend', 'x = """\nif "quoted" end end\n"""'):
        assert not Source(path, text).errors, text
    assert not Source(path, 'pointer(x)').preserved(0)
    kept = Source(path, 'GC.@preserve x begin\n  f() do y\n  end\n  pointer(x)\nend\npointer(y)')
    assert kept.preserved(kept.code.index('pointer(x)'))
    assert not kept.preserved(kept.code.index('pointer(y)'))


def main(folder):
    self_test()
    description = json.loads((ROOT / 'interface.json').read_text('utf-8'))
    paths = sorted(pathlib.Path(folder, 'src').glob('*.jl'))
    sources = [Source(path) for path in paths]
    library = Source(pathlib.Path(folder, 'src/generated/library.jl'))
    tests = [Source(path) for path in sorted(pathlib.Path(folder, 'test').glob('*.jl'))]
    check_declarations(library, description)
    for source in [*sources, *tests]:
        check_uses(source, description)
    check_callbacks(sources, description)
    check_exports(sources)
    included = set(re.findall(r'^include\("(.*)"\)', pathlib.Path(
        folder, 'src/Manifact.jl').read_text('utf-8'), re.M))
    missing = {path.name for path in paths} - included - {'Manifact.jl'}
    errors = [error for source in [library, *sources, *tests] for error in source.errors]
    errors += [f'{name} is not included' for name in sorted(missing)]
    for error in errors:
        print(error)
    count = len(description['functions'])
    print(f'{len(sources) + len(tests) + 1} files, {count} functions, {len(errors)} errors')
    return 1 if errors else 0


sys.exit(main(*sys.argv[1:]))
