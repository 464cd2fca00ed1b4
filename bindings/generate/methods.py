"""What the functions of the C interface are as methods of objects, for languages that have them
made from the description (Node.js, Java).

A function that takes a context gets one of its own. What can be counted is not asked for: lengths
of arrays are those of the arrays, or of what the object has. What is given out is what the method
returns. HAND names the functions that the package of each language wraps by hand.
"""
import fnmatch
import re

# Functions whose arguments depend on each other in ways that the description does not say, or that
# a language writes in its own way.
HAND = ['*_retain', '*_free', '*_message', 'manifact_context_*', 'manifact_cancel_token_*',
        'manifact_table_*', 'manifact_version*', 'manifact_abi_supported', 'manifact_has_feature',
        'manifact_status_*', 'manifact_matrix_create_*', 'manifact_matrix_copy_*',
        'manifact_matrix_row_labels', 'manifact_matrix_value_type',
        'manifact_*_set_int64', 'manifact_*_set_double',
        'manifact_*_set_bool', 'manifact_*_set_text', 'manifact_*_get_*',
        'manifact_*_set_progress', 'manifact_*_set_cancel_token', 'manifact_vectorizer_create',
        'manifact_graph_knn*', 'manifact_constraints_create', 'manifact_constraints_list',
        'manifact_seed_labels', 'manifact_method_*', 'manifact_option_*', 'manifact_solver_create*',
        'manifact_solver_set_start_factors', 'manifact_solver_set_start_features',
        'manifact_solver_set_column', 'manifact_suggestion_*', 'manifact_model_array',
        'manifact_model_option*', 'manifact_model_diagnostic*', 'manifact_model_warning*',
        'manifact_model_edit*', 'manifact_model_update', 'manifact_model_column*',
        'manifact_model_write', 'manifact_evaluate', 'manifact_model_violations',
        'manifact_model_violation_count', 'manifact_solver_set_texts']

# What an argument is that no array of the caller has the length of, by its name.
COUNTS = {'n_clusters': 'clusters', 'n_documents': 'documents', 'n_features': 'features',
          'n_feature_clusters': 'feature_clusters', 'n_before': 'clusters'}
DIMENSIONS = {'n': 'documents', 'm': 'features', 'k': 'clusters', 'l': 'feature_clusters'}
# Arguments that have a value of their own choice where the user names none.
DEFAULTS = {'count': 10, 'score': 'MANIFACT_SCORE_EXCLUSIVITY', 'linkage': 'MANIFACT_LINKAGE_WARD',
            'seed': 0, 'min_membership': 0.0, 'n_samples': 10,
            'direction': 'MANIFACT_RISING', 'format': 'MANIFACT_FORMAT_AUTO',
            'measure': 'MANIFACT_BLOCK_LIFT', 'memory_budget': 0}
# Arrays of int32_t whose entries are constants.
WORDS = {'weakness': 'manifact_weakness', 'changes_before': 'manifact_change',
         'changes_after': 'manifact_change'}


def base_of(kind):
    return re.sub(r'\bconst\b|\bstruct\b|\*|\s', '', kind)


def camel(name, upper=False):
    first, *rest = name.strip('_').split('_')
    return (first.capitalize() if upper else first) + ''.join(map(str.capitalize, rest))


def is_by_hand(name):
    return any(fnmatch.fnmatch(name, pattern) for pattern in HAND)


def can_be_stopped(function, description):
    if 'CANCELLED' in function['errors']:
        return True
    return 'errors_as' in function and can_be_stopped(
        next(other for other in description['functions']
             if other['name'] == function['errors_as']), description)


class Parameter:
    """What the caller gives. `kind`: handle, int, double, enum, string, texts, text, array, bytes;
    `of`: the handle, the enum or the type of the entries."""

    def __init__(self, name, kind, of=None, optional=False):
        self.name, self.kind, self.of, self.optional = name, kind, of, optional
        self.default = DEFAULTS.get(name)


class Result:
    """What is given out: int, double, enum, flag, string, handle, array (`length`: an expression of
    counts) or view."""

    def __init__(self, name, kind, of=None, length=None):
        self.name, self.kind, self.of, self.length = name, kind, of, length


class Method:
    """A function as a method. `slots` says of each argument in C what it is:

    ('context',) ('self',)         the context of the call, the object
    ('given', parameter)           what the caller gives
    ('bytes' | 'offsets' | 'count', parameter)   of texts
    ('size', parameter)            the length of an array of the caller
    ('of', object, count)          what the object, a parameter or None for self, has
    ('area', [counts])             a product of them
    ('out', result)                what is given out
    """

    def __init__(self, function, description):
        self.function, self.parameters, self.results, self.slots = function, [], [], []
        self.name = function['name']
        self.enums = {enum['name'] for enum in description['enums']}
        self.arguments = function['arguments']
        self.owner = next((handle for handle in description['handles']
                           if self.name.startswith(handle + '_')), None)
        self.receiver = self.find_receiver()
        self.waits = can_be_stopped(function, description)
        self.has_context = any(base_of(a['type']) == 'manifact_context' for a in self.arguments)
        self.found = any(a['name'] == 'found' for a in self.arguments)
        for argument in self.arguments:
            self.slots.append(self.slot_of(argument))
        self.add_result()
        self.method = camel(self.name.removeprefix((self.owner or 'manifact') + '_'))

    def find_receiver(self):
        for argument in self.arguments:
            kind = base_of(argument['type'])
            if argument['direction'] == 'in' and kind != 'manifact_context':
                return argument if kind == self.owner and not argument.get('nullable') else None
        return None

    def parameter(self, *arguments, **settings):
        made = Parameter(*arguments, **settings)
        self.parameters.append(made)
        return made

    def found_parameter(self, name):
        return next((p for p in self.parameters if p.name == name), None)

    def slot_of(self, argument):
        kind, name, optional = argument['kind'], argument['name'], argument.get('nullable', False)
        base = base_of(argument['type'])
        if base == 'manifact_context':
            return ('context',)
        if argument is self.receiver:
            return ('self',)
        if argument['direction'] == 'out':
            return self.slot_given_out(argument)
        if kind in ('handle', 'string'):
            return ('given', self.parameter(name, kind, of=base, optional=optional))
        if kind == 'bytes':
            is_many = argument['length'].startswith('offsets')
            made = self.parameter('texts' if is_many else name, 'texts' if is_many else 'text',
                                  optional=optional)
            return ('bytes', made)
        if kind == 'array':
            texts = self.found_parameter('texts')
            if name == 'offsets' and texts:
                return ('offsets', texts)
            return ('given', self.parameter(
                name, 'bytes' if base == 'void' else 'array', of=base, optional=optional))
        return self.slot_of_value(name, base)

    def slot_of_value(self, name, base):
        texts = self.found_parameter('texts') or self.found_parameter('text')
        if texts and name in ('count', 'length', 'n_features'):
            return ('count', texts)
        for given in self.arguments:
            is_of_model = self.owner == 'manifact_model' and (
                given.get('nullable') or name == 'n_documents')
            if given['direction'] == 'in' and given.get('length') == name and not is_of_model:
                return ('size', self.found_parameter(given['name']))
        has_length = any(re.search(rf'\b{name}\b', a.get('length', '')) for a in self.arguments)
        if self.name == 'manifact_solver_join' and name == 'n_topics':
            return ('of', 'other', 'clusters')
        if self.name == 'manifact_model_tree' and name == 'n_clusters':
            return ('of', None, 'clusters')
        if has_length and name == 'n_after':
            return ('of', 'after', 'clusters')
        if has_length and (name == 'n_rows' or self.owner == 'manifact_matrix'
                           and name == 'n_features'):
            given = self.found_parameter('X') if name == 'n_rows' else None
            return ('of', given and 'X', 'rows' if name == 'n_rows' else 'columns')
        if has_length and name in COUNTS and self.owner == 'manifact_model':
            return ('of', None, COUNTS[name])
        if has_length and name == 'length':
            return ('area', ['documents', 'clusters'])
        if name == 'n_counts':
            return ('area', ['n_periods', 'clusters'])
        kind = 'enum' if base in self.enums and base != 'manifact_bool' else \
            'flag' if base == 'manifact_bool' else 'double' if base == 'double' else 'int'
        return ('given', self.parameter(name, kind, of=base))

    def slot_given_out(self, argument):
        base, name, kind = base_of(argument['type']), argument['name'], argument['kind']
        if name in WORDS:
            made = Result(name, 'words', WORDS[name], argument['length'])
        elif kind == 'array':
            made = Result(name, 'array', base, argument['length'])
        elif kind == 'handle':
            made = Result(name, 'handle', base)
        elif kind == 'string':
            made = Result(name, 'string')
        else:
            made = Result(name, 'flag' if base == 'manifact_bool' else
                          'enum' if base in self.enums else
                          'double' if base == 'double' else 'int', base)
        self.results.append(made)
        return ('out', made)

    def add_result(self):
        result = self.function['returns']
        kind = result.get('kind')
        if result['type'] == 'void' or kind == 'status' and self.name != 'manifact_model_status':
            return
        base = base_of(result['type'])
        if kind in ('value', 'status'):
            kind = 'enum' if base in self.enums else 'double' if base == 'double' else 'int'
        self.returned = Result('returned', kind, base, result.get('length'))

    returned = None

    def given_back(self):
        """The results that the caller sees: `found` only shortens arrays."""
        return [r for r in self.results if not (self.found and r.name == 'found')] or \
            ([self.returned] if self.returned else [])


# Functions that return an array of a model: manifact_model_array() gives them.
def is_array_of_model(method):
    return method.returned is not None and method.returned.kind == 'array'


def methods(description):
    """The methods that are made, in the order of the functions."""
    made = [Method(function, description) for function in description['functions']
            if not is_by_hand(function['name'])]
    return [method for method in made if not is_array_of_model(method)]
