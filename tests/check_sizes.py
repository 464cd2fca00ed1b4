"""Files of at most 500 lines, functions of at most 60: check_sizes.py SOURCE_ROOT"""
import pathlib
import re
import sys

FILE_LINES, FUNCTION_LINES = 500, 60
FOLDERS = ('src', 'tools', 'tests', 'bench', 'examples', 'scripts')
# What is neither code nor a block of it, in the order of what begins first.
NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|^\s*#(?:\\\n|[^\n])*', re.S | re.M)
NAMESPACE = re.compile(r'\b(namespace|extern|class|struct|union|enum)\b(?!.*[)])', re.S)


def functions(text):
    """(first line, lines) of each outermost block that follows a parameter list."""
    text = NOISE.sub(lambda noise: '\n' * noise.group().count('\n') or ' ', text)
    open_blocks, head, inside = [], 0, None
    for at, character in enumerate(text):
        if character == '{':
            before = text[head:at]
            is_function = inside is None and '(' in before and not before.rstrip().endswith('=') and not NAMESPACE.search(before)
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


def check(root):
    sources = [path for folder in FOLDERS for path in sorted((root / folder).rglob('*')) if path.is_file() and '__pycache__' not in path.parts]
    for path in sources:
        text = path.read_text(encoding='utf-8', errors='replace')
        if path.suffix in {'.cpp', '.hpp', '.c', '.h', '.py', '.sh', '.build', ''} and text.count('\n') > FILE_LINES:
            yield f'{path}: {text.count(chr(10))} lines, more than {FILE_LINES}'
        if path.suffix in {'.cpp', '.hpp', '.c', '.h'}:
            for line, length in functions(text):
                if length > FUNCTION_LINES:
                    yield f'{path}:{line}: a function of {length} lines, more than {FUNCTION_LINES}'


def main(root):
    # The counter itself: a function of 3 lines inside a class inside a namespace, with braces in its comment and its string.
    assert list(functions('namespace a {\nstruct B {\n  int f(int x) const\n  { return x; /* } */ "}";\n  }\n};\n}\n')) == [(3, 3)]
    wrong = list(check(root))
    for line in wrong:
        print(line)
    return 1 if wrong else 0


sys.exit(main(pathlib.Path(sys.argv[1])))
