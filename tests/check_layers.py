"""The rooms of src/ know only what lies below them: check_layers.py SOURCE_ROOT

capi -> methods -> readout, supervision -> graph -> kernels -> linalg -> runtime; text, io and
evaluation stand beside and know linalg and runtime;
methods and capi may use them. The tools know the public header alone.
"""
import pathlib
import re
import sys

BELOW = {'runtime': set()}
for lower, upper in zip(['runtime', 'linalg', 'kernels', 'graph', 'readout', 'methods'],
                        ['linalg', 'kernels', 'graph', 'readout', 'methods', 'capi']):
    BELOW[upper] = BELOW[lower] | {lower}
BESIDE = {'text', 'io', 'evaluation'}
BELOW['supervision'] = BELOW['graph'] | {'graph'}
BELOW['methods'] |= {'supervision'}
BELOW['capi'] |= {'supervision'}
for room in BESIDE:
    BELOW[room] = {'linalg', 'runtime'}
for room in ('methods', 'capi'):
    BELOW[room] |= BESIDE

# Headers of other libraries, and the only rooms that may include them.
ONLY_IN = {r'cblas.*\.h': 'linalg', r'lapacke.*\.h': 'linalg',
           r'(suitesparse/)?cholmod.*\.h': 'linalg', r'zlib\.h': 'io tools',
           r'utf8proc\.h': 'text tools', r'libstemmer\.h': 'text', r'matio\.h': 'io',
           r'manifact/.*\.h': 'capi', r'CLI/.*|nlohmann/.*': 'tools'}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)
CODE = {'.cpp', '.hpp', '.h', '.c'}


def includes(folder):
    files = [path for path in sorted(folder.rglob('*')) if path.suffix in CODE]
    assert files, f'no sources in {folder}'
    for path in files:
        for mark, name in INCLUDE.findall(path.read_text(encoding='utf-8')):
            yield path, mark == '"', name


def foreign(path, room, name):
    return [f'{path}: <{name}> belongs to {owners} alone' for pattern, owners in ONLY_IN.items()
            if re.fullmatch(pattern, name) and room not in owners.split()]


def check_rooms(src):
    for path, quoted, name in includes(src):
        room, target = path.relative_to(src).parts[0], name.split('/')[0]
        yield from foreign(path, room, name)
        if room not in BELOW:
            yield f'{path}: {room} has no place in the layers yet'
        elif quoted and target != 'manifact' and not (src / name).is_file():
            yield f'{path}: "{name}" is no room/file of src'
        elif quoted and target not in BELOW[room] | {room, 'manifact'}:
            yield f'{path}: {room} must not know {target} ("{name}")'
        elif not quoted and (src / name).is_file():
            yield f'{path}: <{name}> is of this house and takes quotes'


def check_tools(tools):
    for path, quoted, name in includes(tools):
        if not name.startswith('manifact/'):
            yield from foreign(path, 'tools', name)
        elif name not in ('manifact/manifact.h', 'manifact/version.h'):
            yield f'{path}: <{name}> is not public'
        if quoted and not (tools / 'manifact' / name).is_file():
            yield f'{path}: "{name}" is not one of the tool\'s own files'


def main(root):
    wrong = [*check_rooms(root / 'src'), *check_tools(root / 'tools')]
    for line in wrong:
        print(line)
    return 1 if wrong else 0


sys.exit(main(pathlib.Path(sys.argv[1])))
