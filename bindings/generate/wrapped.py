"""What the bindings do not wrap is what their READMEs say: wrapped.py FOLDER...

Every function of interface.json is used in the sources of a binding, or is named in the section
"What is not wrapped" of its README.md, where * stands for any letters; and none is both. Functions
that return an array of a model are used if manifact_model_array() is.
"""
import fnmatch
import json
import pathlib
import re
import sys

BINDINGS = pathlib.Path(__file__).resolve().parents[1]
CODE = {'.c', '.go', '.java', '.jl', '.js', '.py', '.rs'}
# Declarations, which nobody calls. What the methods of Node.js and Java call is wrapped.
GENERATED = {'Library.java', 'library.jl', 'constants.go', 'generated.rs'}


def arrays(description):
    """The functions whose arrays manifact_model_array() gives too."""
    return {'manifact_model_' + value['name'].removeprefix('MANIFACT_ARRAY_').lower()
            for enum in description['enums'] if enum['name'] == 'manifact_array'
            for value in enum['values']}


def check(folder, description):
    code = '\n'.join(path.read_text('utf-8') for path in sorted(folder.rglob('*'))
                     if path.suffix in CODE and path.name not in GENERATED)
    used = set(re.findall(r'\bmanifact_\w+', code))
    if 'manifact_model_array' in used:
        used |= arrays(description)
    _, found, section = (folder / 'README.md').read_text('utf-8').partition(
        '## What is not wrapped')
    if not found:
        return [f'{folder.name}/README.md has no section "What is not wrapped"']
    patterns = re.findall(r'\b(manifact_[\w*]+)\(\)', section)
    names = [function['name'] for function in description['functions']]
    wrong = [f'{folder.name}: {name}() is not wrapped, and README.md does not say so'
             for name in names if name not in used
             and not any(fnmatch.fnmatch(name, pattern) for pattern in patterns)]
    wrong += [f'{folder.name}: {pattern}() is wrapped, or does not exist' for pattern in patterns
              if not set(fnmatch.filter(names, pattern)) - used]
    return wrong


def main(folders):
    description = json.loads((BINDINGS / 'interface.json').read_text('utf-8'))
    wrong = [line for folder in folders for line in check(BINDINGS / folder, description)]
    for line in wrong:
        print(line)
    return 1 if wrong else 0


sys.exit(main(sys.argv[1:]))
