"""The tests that the documentation names exist: named_tests.py SOURCE_ROOT BUILD_ROOT. In the table
"promise | test" of the threat model, every name in `quotes` is that of a test, or of a class or
suite in one; on the pages of docs, names that begin with api-, cli- or corpus- are tests."""
import json
import pathlib
import re
import sys

TEST = re.compile(r'`((?:api|cli|corpus)(?:-[\w*]+)+)`')
NAME = re.compile(r'`([A-Za-z][\w*-]*)`')
MODEL = 'docs/threat-model.md'


def named(source):
    """(place, name)"""
    for page in sorted((source / 'docs').rglob('*.md')):
        in_table = False
        for number, line in enumerate(page.read_text('utf-8').splitlines(), 1):
            in_table = line.startswith('|') and (in_table or line == '| promise | test |')
            pattern, text = (NAME, line.split('|')[2]) if in_table else (TEST, line)
            for name in pattern.findall(text):
                yield f'{page.relative_to(source)}:{number}', name


def main(source, build):
    source = pathlib.Path(source)
    tests = json.loads((pathlib.Path(build) / 'meson-info/intro-tests.json').read_text('utf-8'))
    tests = [test['name'] for test in tests]
    code = '\n'.join(path.read_text('utf-8') for path in (source / 'tests').rglob('*')
                     if path.suffix in ('.py', '.cpp'))
    count, wrong = 0, []
    for place, name in named(source):
        count += 1
        pattern = name.replace('*', '.*')
        if not any(re.fullmatch(pattern, test) for test in tests) and not (
                name[0].isupper() and re.search(rf'class {name}\b|TEST\w*\({name},', code)):
            wrong.append(f'{place}: there is no test "{name}"')
    print(*wrong, f'{count} names of tests', sep='\n')
    return 1 if wrong or count < 20 else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
