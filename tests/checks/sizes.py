"""Files of at most 500 lines of 100 columns, functions of at most 60: sizes.py SOURCE_ROOT"""
import pathlib
import re
import sys

FILE_LINES, FUNCTION_LINES, COLUMNS = 500, 60, 100
FOLDERS = ('src', 'tools', 'tests', 'bench', 'examples', 'scripts', 'include', 'bindings')
FILES = ('meson.build', '.ci/run')
C_CODE = {'.cpp', '.hpp', '.c', '.h'}
CODE = C_CODE | {'.py', '.go', '.java', '.jl', '.rs', '.sh', '.build', ''}
# Lists of declarations: the public header, and what is generated from it.
LONG_FILES = {'include/manifact/manifact.h',
              'bindings/java/generated/manifact/Library.java',
              'bindings/java/generated/manifact/ModelMethods.java',
              'bindings/python/manifact/_declarations.h',
              'bindings/julia/src/generated/library.jl',
              'bindings/rust/manifact-sys/src/generated.rs'}
# Data of the fuzzers, not code.
DATA = ('tests/fuzz/corpus',)
# Comments and literals, which may contain braces.
NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"'
                   r'|\'(?:\\.|[^\'\\\n])\'|^\s*#(?:\\\n|[^\n])*', re.S | re.M)
NAMESPACE = re.compile(r'\b(namespace|extern|class|struct|union|enum)\b(?!.*[)])', re.S)


def functions(text):
    """(first line, lines) of each outermost block that follows a parameter list."""
    text = NOISE.sub(lambda noise: '\n' * noise.group().count('\n') or ' ', text)
    open_blocks, head, inside = [], 0, None
    for at, character in enumerate(text):
        if character == '{':
            before = text[head:at]
            is_function = (inside is None and '(' in before and not NAMESPACE.search(before)
                           and not before.rstrip().endswith('='))
            if is_function:
                inside = (len(open_blocks), head + len(before) - len(before.lstrip()))
            open_blocks.append(at)
        elif character == '}' and open_blocks:
            open_blocks.pop()
            if inside is not None and inside[0] == len(open_blocks):
                yield text.count('\n', 0, inside[1]) + 1, text.count('\n', inside[1], at) + 1
                inside = None
        if character in '{};' and inside is None:
            head = at + 1


def check(path, text):
    lines = text.splitlines()
    if path.as_posix() not in LONG_FILES and len(lines) > FILE_LINES:
        yield f'{path}: {len(lines)} lines, more than {FILE_LINES}'
    for number, line in enumerate(lines, 1):
        if len(line) > COLUMNS:
            yield f'{path}:{number}: {len(line)} columns, more than {COLUMNS}'
    for first, length in functions(text) if path.suffix in C_CODE else ():
        if length > FUNCTION_LINES:
            yield f'{path}:{first}: a function of {length} lines, more than {FUNCTION_LINES}'


def sources(root):
    """Paths of the code, relative to the root."""
    for path in [*(root / name for name in FILES),
                 *(path for folder in FOLDERS for path in sorted((root / folder).rglob('*')))]:
        relative = path.relative_to(root)
        if (path.is_file() and path.suffix in CODE and '__pycache__' not in path.parts
                and not relative.as_posix().startswith(DATA)):
            yield relative


def main(root):
    # A test of the counter: a function of 3 lines inside a class inside a namespace, with braces in
    # its comment and its string.
    example = ('namespace a {\nstruct B {\n  int f(int x) const\n  { return x; /* } */ "}";\n'
               '  }\n};\n}\n')
    assert list(functions(example)) == [(3, 3)]
    wrong = [line for path in sources(root) for line in
             check(path, (root / path).read_text(encoding='utf-8', errors='replace'))]
    for line in wrong:
        print(line)
    return 1 if wrong else 0


sys.exit(main(pathlib.Path(sys.argv[1])))
