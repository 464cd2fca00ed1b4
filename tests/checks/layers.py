"""Each directory of src/ includes only directories below it: layers.py SOURCE_ROOT

distributed -> capi -> topics -> pipeline -> methods -> model -> embedding, options -> readout,
supervision -> graph -> kernels -> linalg -> runtime; text, io and evaluation are on the level of
kernels. Every directory, and the program, may include shared, which includes nothing. Inside
methods: registry -> families -> start -> the interface; no family includes another.
No header or source of src/ depends on itself through others.

The tools include only the public header. Inside tools/manifact: commands -> report -> output ->
readers -> terminal -> handles.hpp, option_types.hpp; main.cpp is on top. tools/manifact-mpi is
above all of them. No two types of the tools that have linkage have the same name: they are linked
into one program.
"""
import pathlib
import re
import sys

BELOW = {'runtime': set(), 'linalg': {'runtime'}}
for lower, upper in (('linalg', 'kernels'), ('kernels', 'graph'), ('graph', 'readout'),
                     ('graph', 'supervision')):
    BELOW[upper] = BELOW[lower] | {lower}
for beside in ('text', 'io', 'arrow', 'evaluation'):
    BELOW[beside] = {'linalg', 'runtime'}
BELOW['options'] = BELOW['graph'] | {'graph', 'text'}
BELOW['embedding'] = BELOW['readout'] | {'readout'}
BELOW['model'] = BELOW['embedding'] | {'embedding', 'options', 'supervision', 'text', 'io'}
BELOW['methods'] = BELOW['model'] | {'model', 'evaluation'}
BELOW['pipeline'] = BELOW['methods'] | {'methods'}
BELOW['topics'] = BELOW['pipeline'] | {'pipeline'}
BELOW['capi'] = BELOW['topics'] | {'topics', 'arrow'}
BELOW['distributed'] = BELOW['capi'] | {'capi'}  # libmanifact-mpi only
BELOW = {upper: below | {'shared'} for upper, below in BELOW.items()} | {'shared': set()}

# Inside methods, from the bottom: what every method is made of, first labels, the families, and
# the list of them all.
FAMILIES = ('concept', 'bipartite', 'spectral', 'partition')
ON_TOP = ('registry', 'methods')

# Inside model: the result, the rules for new documents, the file. Inside pipeline: what a fit is
# given, what is prepared, what is made of a solution, and the way through all of it. Inside topics:
# what is known of the topics of a model, how they are changed, and new fits of them.
ORDER = {
    'model': {'': 0, 'predict': 1, 'file': 2},
    'pipeline': {'fit_inputs': 0, 'collective_fits': 0, 'cut_start': 0, 'finite': 0, 'report': 1,
                 'fit_state': 1, 'derived_options': 2, 'given_graph': 2, 'kept_documents': 2,
                 'mapped_counts': 2, 'vectors': 3, 'prepare': 4,
                 'clusters': 5, 'refinement': 5, 'views': 5, 'points': 5, 'wide_points': 4,
                 'read_out': 6, 'fit': 7,
                 'cluster_count': 7, 'refit': 8},
    'topics': {'': 0, 'edit': 1, 'update': 2, 'split': 2, 'stability': 3},
}


def rank_in_methods(parts):
    if len(parts) == 1:
        return 3 if parts[0].split('.')[0] in ON_TOP else 0
    return 1 if parts[0] == 'start' else 2


# The directories of tools/manifact, lowest first; files beside them are below all but main.cpp.
TOOL_DIRECTORIES = ('terminal', 'readers', 'output', 'report', 'commands')

# Headers of other libraries, and the only directories that may include them.
ONLY_IN = {r'cblas.*\.h': 'linalg', r'lapacke.*\.h': 'linalg',
           r'(suitesparse/)?cholmod.*\.h': 'linalg', r'zlib\.h': 'io shared',
           r'utf8proc\.h': 'text tools', r'libstemmer\.h|unicode/.*|cld2/.*': 'text',
           r'matio\.h': 'tools', r'zip\.h': 'tools', r'gmime/.*': 'tools', r'hdf5\.h': 'tools',
           r'libxml/.*': 'tools', r'archive(_entry)?\.h': 'tools',
           r'manifact/(?!arrow\.h).*\.h': 'capi distributed', r'mpi\.h': 'distributed',
           r'CLI/.*|nlohmann/.*': 'tools'}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)
CODE = {'.cpp', '.hpp', '.h', '.c'}


def includes(folder):
    files = [path for path in sorted(folder.rglob('*')) if path.suffix in CODE]
    assert files, f'no sources in {folder}'
    for path in files:
        for mark, name in INCLUDE.findall(path.read_text(encoding='utf-8')):
            yield path, mark == '"', name


def foreign(path, directory, name):
    return [f'{path}: <{name}> belongs in {owners} only' for pattern, owners in ONLY_IN.items()
            if re.fullmatch(pattern, name) and directory not in owners.split()]


def check_methods(path, inside, target):
    """`inside` and `target`: parts of two paths below src/methods."""
    ours, theirs = rank_in_methods(inside), rank_in_methods(target)
    if theirs > ours:
        yield f'{path}: "{"/".join(target)}" lies above it'
    elif ours == theirs == 2 and inside[0] != target[0]:
        yield f'{path}: the family {inside[0]} must not include the family {target[0]}'


def check_order(path, order, inside, target):
    ranks = [order.get(parts[0].split('.')[0], order.get('')) for parts in (inside, target)]
    if None in ranks:
        yield f'{path}: it or "{"/".join(target)}" is missing from ORDER'
    elif ranks[1] > ranks[0]:
        yield f'{path}: "{"/".join(target)}" lies above it'


def check_directories(src):
    for path, quoted, name in includes(src):
        inside, target = path.relative_to(src).parts, tuple(name.split('/'))
        yield from foreign(path, inside[0], name)
        if inside[0] == 'methods' and len(inside) > 2 and inside[1] not in (*FAMILIES, 'start'):
            yield f'{path}: unknown family {inside[1]}'
        if inside[0] not in BELOW:
            yield f'{path}: {inside[0]} is missing from BELOW'
        elif quoted and target[0] != 'manifact' and not (src / name).is_file():
            yield f'{path}: "{name}" is not a file of src'
        elif quoted and target[0] not in BELOW[inside[0]] | {inside[0], 'manifact'}:
            yield f'{path}: {inside[0]} must not include {target[0]} ("{name}")'
        elif not quoted and (src / name).is_file():
            yield f'{path}: <{name}> is a file of src: include it in quotes'
        elif inside[0] == target[0] == 'methods':
            yield from check_methods(path, inside[1:], target[1:])
        elif inside[0] == target[0] and inside[0] in ORDER:
            yield from check_order(path, ORDER[inside[0]], inside[1:], target[1:])


def without_suffix(name):
    return name.rsplit('.', 1)[0]


def check_cycles(src):
    """A header and its source are one unit; no unit depends on itself through others."""
    below = {}
    for path, quoted, name in includes(src):
        unit = without_suffix(str(path.relative_to(src)))
        below.setdefault(unit, set())
        if quoted and without_suffix(name) != unit:
            below[unit].add(without_suffix(name))
    done, trail = set(), []

    def visit(unit):
        if unit in trail:
            yield 'a cycle: ' + ' -> '.join(trail[trail.index(unit):] + [unit])
            return
        if unit in done:
            return
        trail.append(unit)
        for other in sorted(below.get(unit, ())):
            yield from visit(other)
        trail.pop()
        done.add(unit)

    for unit in sorted(below):
        yield from visit(unit)


def rank_in_tool(parts):
    """Of the parts of a path in tools/manifact; None: its directory is not known."""
    if len(parts) == 1:
        return -1
    return TOOL_DIRECTORIES.index(parts[0]) if parts[0] in TOOL_DIRECTORIES else None


def check_tools(tools):
    public = ('manifact/manifact.h', 'manifact/version.h')
    for path, quoted, name in includes(tools):
        on_mpi = path.relative_to(tools).parts[0] == 'manifact-mpi'
        if not name.startswith('manifact/'):
            yield from foreign(path, 'tools', name)
        elif name not in public and not (on_mpi and name == 'manifact/manifact_mpi.h'):
            yield f'{path}: <{name}> is not public'
        if quoted and name.startswith('shared/') and (tools.parent / 'src' / name).is_file():
            continue
        own = (tools / 'manifact' / name).is_file() or (on_mpi and (path.parent / name).is_file())
        if quoted and not own:
            yield f'{path}: "{name}" is not one of the tool\'s own files'
        elif quoted and not on_mpi and path.name != 'main.cpp':
            ranks = [rank_in_tool(parts)
                     for parts in (path.relative_to(tools / 'manifact').parts, name.split('/'))]
            if None in ranks:
                yield f'{path}: it or "{name}" is in none of {TOOL_DIRECTORIES}'
            elif ranks[1] > ranks[0]:
                yield f'{path}: "{name}" lies above it'


# Lines as clang-format writes them: what a namespace contains is not indented.
SCOPE = re.compile(r'^namespace (?P<space>[\w:]* ?)\{$|^(?P<end>\})  // namespace|'
                   r'^(?:class|struct|union|enum(?: class)?) (?P<name>\w+)(?![\w:;])', re.M)


def check_types(folder):
    """Of two classes of one name one would be taken for the other, in silence."""
    defined = {}
    for path in sorted(folder.rglob('*')):
        if path.suffix not in CODE:
            continue
        spaces = []
        for match in SCOPE.finditer(path.read_text(encoding='utf-8')):
            if match['end']:
                spaces.pop()
            elif match['name'] is None:
                spaces.append(match['space'].strip())
            elif '' not in spaces:
                name = '::'.join([*spaces, match['name']])
                first = defined.setdefault(name, path)
                if first != path:
                    yield f'{path}: the type {name} is one of {first} too'


def main(root):
    src = root / 'src'
    wrong = [*check_directories(src), *check_cycles(src), *check_tools(root / 'tools'),
             *check_types(src), *check_types(root / 'tools')]
    for line in wrong:
        print(line)
    return 1 if wrong else 0


sys.exit(main(pathlib.Path(sys.argv[1])))
