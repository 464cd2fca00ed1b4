"""The constants of the C interface as typed constants of Go."""
import os.path

HEAD = '''// Written by bindings/generate. DO NOT EDIT.

package manifact
'''

# What the types of constants say, for the documentation of the package. Constants of types that are
# not here serve the package only.
MEANING = {
    'manifact_status': 'Status is the status of a call: 0 is success, a positive number a result '
                       'with a condition worth\n// knowing, a negative one a failure. It is an '
                       'error, for errors.Is.',
    'manifact_format': 'Format is the format of a file with a matrix.',
    'manifact_column_type': 'ColumnType is what a column of a Table holds.',
    'manifact_metric': 'Metric is how near two documents are.',
    'manifact_graph_weight': 'GraphWeight is how the edges of a graph are weighted.',
    'manifact_graph_rule': 'GraphRule is which neighbor relations become edges.',
    'manifact_search': 'Search is how neighbors are searched.',
    'manifact_gamma': 'Gamma is how gamma of AdaptiveGraph is chosen.',
    'manifact_constraint_kind': 'ConstraintKind is a kind of entries of Constraints.',
    'manifact_option_type': 'OptionType is the type of an option.',
    'manifact_score': 'Score ranks the features of a cluster.',
    'manifact_block': 'Block is a measure of a cluster of documents by a cluster of features.',
    'manifact_linkage': 'Linkage is how the distance of two groups of topics is measured.',
    'manifact_weakness': 'Weakness is why a topic is weak.',
    'manifact_change': 'Change is what became of a topic in a later model.',
    'manifact_direction': 'Direction is that of a trend.',
}
WORDS = {'CSV': 'CSV', 'IO': 'IO', 'OK': 'OK', 'ERROR': 'Err', 'INT64': 'Int64'}


def camel(name):
    parts = name.removeprefix('MANIFACT_').removeprefix('manifact_').split('_')
    return ''.join(WORDS.get(part, part.capitalize()) for part in parts)


def words(enum):
    """What String returns of the values: their names in C without what all of them begin with."""
    names = [value['name'] for value in enum['values']]
    common = os.path.commonprefix(names)
    common = common[:common.rindex('_') + 1]
    return [name.removeprefix(common).lower().replace('_', '-') for name in names]


def stringer(kind, names, enum):
    """The method String of a type of constants."""
    texts = words(enum)
    out = [f'// String returns the word of the value, for example "{texts[-1]}".',
           f'func (v {kind}) String() string {{', '\tswitch v {']
    for name, text in zip(names, texts):
        out += [f'\tcase {name}:', f'\t\treturn "{text}"']
    return [*out, '\t}', f'\treturn unnamed("{kind}", int(v))', '}', '']


def constants(description):
    """The text of constants.go, as gofmt leaves it."""
    known = {enum['name'] for enum in description['enums']}
    assert MEANING.keys() <= known, f'no such types: {MEANING.keys() - known}'
    out = [HEAD]
    for enum in description['enums']:
        if enum['name'] not in MEANING:
            continue
        kind = camel(enum['name'])
        names = [camel(value['name']) for value in enum['values']]
        width = max(map(len, names))
        out += [f'// {MEANING[enum["name"]]}', f'type {kind} int', '',
                f'// Values of {kind}.', 'const (']
        out += [f'\t{name:{width}} {kind} = {value["value"]}'
                for name, value in zip(names, enum['values'])]
        out += [')', '']
        if enum['name'] != 'manifact_status':  # which has a name in the library
            out += stringer(kind, names, enum)
    return '\n'.join(out).rstrip() + '\n'
