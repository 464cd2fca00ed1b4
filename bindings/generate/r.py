"""The help page of the options for R, from the tables of methods and options."""
import textwrap

HEAD = '\n'.join((
    r'% Written by bindings/generate from the tables of the program.',
    r'\name{manifact-options}',
    r'\alias{manifact-options}',
    r'\title{Options of the methods}',
    r'\description{',
    r'Options are arguments of \code{\link{manifact}}, \code{\link{fit_graph}} and',
    r'\code{\link{suggest_k}}, and those of texts also of \code{\link{manifact_vectorizer}}. An',
    r'option that is not given has the default of the method, which may depend on a preset and on',
    r'whether the data are dense: \code{\link{manifact_options}} lists those of one method.',
    r'}',
    ''))
TAIL = '\n'.join((
    r'\examples{',
    r'fit <- manifact(iris[, 1:4], k = 3, method = "ncut", neighbors = 7, seed = 1)',
    r'subset(manifact_options("ncut"), name == "neighbors")',
    r'manifact_vectorizer(c("red wine", "white wine"), ngrams = 2)$terms',
    r'}',
    ''))


def escaped(text):
    return ''.join('\\' + c if c in '\\%{}' else c for c in str(text))


def number(value):
    return f'{value:g}' if isinstance(value, float) else str(value)


def values_of(option, words):
    listed = ', '.join(rf'\code{{"{word}"}}' for word in words)
    if 'type' not in option:
        return r'\code{TRUE} or \code{FALSE}' if set(words) == {'yes', 'no'} else listed
    kind = 'a whole number' if option['type'] == 'integer' else 'a number'
    low, high = (option[bound] for bound in ('minimum', 'maximum'))
    bounds = f' from {number(low)} to {number(high)}' if high is not None else \
        f', at least {number(low)}' if low is not None else ''
    return kind + bounds + (f', or {listed}' if listed else '')


def used_by(users, methods):
    others = [method for method in methods if method not in users]
    if not others or not users:
        return ''
    return f' Used by all but {", ".join(others)}.' if len(others) < len(users) else \
        f' Used by {", ".join(users)}.'


def item(described, users=(), methods=()):
    """One option, from its descriptions by the methods that use it: their words may differ."""
    option = described[0]
    words = dict.fromkeys(word for each in described for word in each.get('values') or [])
    name = option['name'].replace('-', '_')
    text = rf'\item{{\code{{{name}}}}}{{{escaped(option["summary"])}: ' \
        f'{values_of(option, words)}.{used_by(users, methods)}}}'
    return textwrap.fill(text, 98, break_long_words=False, break_on_hyphens=False) + '\n'


def section(title, items):
    return rf'\section{{{title}}}{{' + '\n\\describe{\n' + ''.join(items) + '}\n}\n'


def files(methods, options):
    """{path: text}"""
    names = [method['name'] for method in methods]
    described, users = {}, {}
    for method in names:
        for option in options[method]:
            described.setdefault(option['name'], []).append(option)
            users.setdefault(option['name'], []).append(method)
    del described['threads']  # an argument of the functions
    tiers = ('common', 'expert')
    fits = {tier: [item(each, users[name], names) for name, each in described.items()
                   if each[0]['tier'] == tier] for tier in tiers}
    texts = {tier: [item([option]) for option in options['vectorizer'] if option['tier'] == tier]
             for tier in tiers}
    page = HEAD + section('Fits', fits['common']) + section('Texts', texts['common']) + section(
        'Expert options of fits', fits['expert']) + section(
            'Expert options of texts', texts['expert']) + TAIL
    return {'bindings/r/man/manifact-options.Rd': page}
