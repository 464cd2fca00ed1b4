"""The classes of Python from the tables of methods and options: one file for each method."""
import keyword
import re
import textwrap

FOLDER = 'bindings/python/manifact/'
WIDTH = 100
# How the parts of the names of methods are written in names of classes.
PARTS = {'auto': 'Auto', 'semi': 'Semi', 'label': 'Label', 'propagation': 'Propagation',
         'average': 'Average', 'association': 'Association', 'ratio': 'Ratio', 'cut': 'Cut',
         'ncut': 'NCut', 'symnmf': 'SymNMF', 'kmeans': 'KMeans', 'spherical': 'Spherical'}

HEAD = '''"""{summary} Written by bindings/generate from the tables of the program."""
from __future__ import annotations

from typing import {types}

'''

EXPERT = '''
    Other Parameters
    ----------------
{described}'''

CLUSTERER = '''from ..base import Clusterer
from ..vectorizer import Vectorizer


class {name}(Clusterer):
    """{head}

    Parameters of the default None have the default that is given below, or the one that a preset
    or dense data imply.

    Parameters
    ----------
    n_clusters : int or "auto", default 8
        number of clusters; "auto" takes that of suggest_k()
    vectorizer : Vectorizer, default Vectorizer()
        the rules for words, if the documents are texts
    progress : bool or callable, default None
        True: a bar of tqdm, if it is installed; or a function (stage, done, total, objective,
        change) whose true result cancels the fit
{parameters}
    """

    _method = '{method}'
    _first_expert = '{first_expert}'

    def __init__(self, n_clusters: int | Literal['auto'] = 8, *,
                 vectorizer: Vectorizer | None = None, progress: bool | Callable | None = None,
{arguments}):
        self.n_clusters = n_clusters
        self.vectorizer = vectorizer
        self.progress = progress
{assignments}
'''

VECTORIZER = '''from .text import VectorizerBase


class Vectorizer(VectorizerBase):
    """Counts the words of texts.

    Parameters
    ----------
    threads : int, default 0
        number of threads; 0 = all cores
{parameters}
    """

    _first_expert = '{first_expert}'

    def __init__(self, *, threads: int | None = None,
{arguments}):
        self.threads = threads
{assignments}
'''


def class_of(method):
    return ''.join(PARTS.get(part, part.upper()) for part in method.split('-'))


def parameter_of(option):
    name = option.replace('-', '_')
    return name + '_' if keyword.iskeyword(name) else name


def is_switch(words):
    return set(words) == {'yes', 'no'}


def annotation(option):
    words = option.get('values') or []
    literal = 'Literal[' + ', '.join(repr(word) for word in words) + ']'
    if 'type' not in option:
        kinds = ['bool', literal] if is_switch(words) else [literal]
        if option['name'] == 'stop-words':
            kinds.append('Sequence[str]')
    else:
        kinds = ['int' if option['type'] == 'integer' else 'float', *([literal] if words else [])]
    return ' | '.join([*kinds, 'None'])


def number(value):
    return f'{value:g}' if isinstance(value, float) else str(value)


def values_of(option):
    words = ', '.join(f'"{word}"' for word in option.get('values') or [])
    if 'type' not in option:
        return 'bool or one of ' + words if is_switch(option['values']) else 'one of ' + words
    kind = 'int' if option['type'] == 'integer' else 'float'
    low, high = option['minimum'], option['maximum']
    bounds = f', {number(low)} to {number(high)}' if high is not None else \
        f', at least {number(low)}' if low is not None else ''
    return kind + bounds + (f', or {words}' if words else '')


def default_of(option):
    def text(value):
        return f'"{value}"' if isinstance(value, str) else number(value)

    dense = f' (dense data: {text(option["dense-default"])})' if 'dense-default' in option else ''
    return f'default {text(option["default"])}{dense}'


def filled(text, indent, later=None):
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=later or indent,
                         break_long_words=False, break_on_hyphens=False)


def described(option):
    head = f'{parameter_of(option["name"])} : {values_of(option)}, {default_of(option)}'
    summary = option['summary']
    if option['name'] == 'stop-words':
        summary += '; or a list of words, which are omitted in addition to the built-in ones'
    return filled(head, ' ' * 4, ' ' * 12) + '\n' + filled(summary, ' ' * 8)


def argument(option, indent, end):
    text = f'{parameter_of(option["name"])}: {annotation(option)} = None{end}'
    return filled(text, indent, indent + ' ' * 4)


def parts(options):
    """The common options come first, then the expert ones, which signatures leave out."""
    common, expert = ([option for option in options if option['tier'] == tier]
                      for tier in ('common', 'expert'))
    options = common + expert
    indent = ' ' * 17
    arguments = [argument(option, indent, ',') for option in options]
    return {'parameters': '\n'.join(described(option) for option in common) + '\n' +
            EXPERT.format(described='\n'.join(described(option) for option in expert)),
            'first_expert': parameter_of(expert[0]['name']),
            'arguments': '\n'.join(arguments)[:-1],
            'assignments': '\n'.join(
                f'        self.{parameter_of(option["name"])} = {parameter_of(option["name"])}'
                for option in options)}


def clusterer(method, options):
    head = method['summary'][0].upper() + method['summary'][1:]
    text = filled(f'{head}. Source: {method["reference"]}.', ' ' * 7, ' ' * 4).strip()
    types = 'Callable, Literal'
    return HEAD.format(summary=f'The method {method["name"]}.', types=types) + CLUSTERER.format(
        name=class_of(method['name']), head=text, method=method['name'], **parts(options))


def files(methods, options):
    """{path: text}"""
    made = {f'{FOLDER}methods/{method["name"].replace("-", "_")}.py':
            clusterer(method, options[method['name']]) for method in methods}
    made[FOLDER + 'vectorizer.py'] = HEAD.format(
        summary='Text to counts.', types='Literal, Sequence') + VECTORIZER.format(
            **parts(options['vectorizer']))
    names = {class_of(method['name']): method['name'].replace('-', '_') for method in methods}
    imports = '\n'.join(f'from .{module} import {name}' for name, module in names.items())
    listed = filled(', '.join(f"'{name}'" for name in names), ' ' * 4)
    made[FOLDER + 'methods/__init__.py'] = (
        '"""One estimator for each method. Written by bindings/generate."""\n'
        f'{imports}\n\n__all__ = [\n{listed}\n]\n')
    return {path: re.sub(r'[ \t]+\n', '\n', text) for path, text in made.items()}
