"""The annotations of types: all there, and of use to a type checker."""
import importlib.util
import inspect
import os
import pathlib
import re
import shutil
import subprocess
import sys
import typing
import venv

import pytest

import manifact
from manifact import metrics, plot

PROGRAM = '''import manifact

texts = ["cat dog", "stock bond", "dog cat pet", "bond stock fund"]
topics = manifact.LCCF(n_clusters=2, neighbors=2).fit(texts)
terms: list = topics.topics(3)
quality: float = manifact.metrics.nmi([0, 1, 0, 1], topics.labels_)
merged: manifact.Model = topics.model_.merge([0, 1])
manifact.LCCF(n_clusters="x")
manifact.LCCF(weighting="none", neighbor=5)
topics.model_.rename("first", "sea")
manifact.knn_graph([[0.0], [1.0]]).n_edges.upper()
'''
WRONG = {8: 'Argument "n_clusters" to "LCCF" has incompatible type',
         9: 'Unexpected keyword argument "neighbor" for "LCCF"',
         10: 'Argument 1 to "rename" of "Topics" has incompatible type "str"; expected "int"',
         11: '"int" has no attribute "upper"'}

CALLS = '''from manifact._library import lib

lib.manifact_model_row(None)
lib.manifact_model_rename(None, None, 3)
lib.manifact_model_edit(None, "first", None, None, None)
status: str = lib.MANIFACT_OK
'''
WRONG_CALLS = [
    ('calls.py:3', '"Interface" has no attribute "manifact_model_row"'),
    ('calls.py:4', 'Too few arguments for "manifact_model_rename" of "Interface"'),
    ('calls.py:5', 'Argument 2 to "manifact_model_edit" of "Interface" has incompatible type '
                   '"str"'),
    ('calls.py:6', 'Incompatible types in assignment (expression has type "int", variable has type '
                   '"str")')]


def functions_of(thing):
    """The functions of a module, or of a class with those that it inherits within the package."""
    if inspect.ismodule(thing):
        for name, value in vars(thing).items():
            if inspect.isfunction(value) and value.__module__ == thing.__name__:
                yield name, value
    for kind in inspect.getmro(thing) if inspect.isclass(thing) else ():
        if kind.__module__.split('.')[0] == 'manifact':
            for name, value in vars(kind).items():
                value = getattr(value, '__func__', getattr(value, 'fget', value))
                if inspect.isfunction(value):
                    yield name, value


def public_functions():
    found = {}
    for thing in [metrics, plot, *(getattr(manifact, name) for name in manifact.__all__)]:
        for name, function in [(thing.__name__, thing)] if inspect.isfunction(thing) else \
                functions_of(thing) if not isinstance(thing, str) else ():
            if name == '__init__' or not name.startswith('_'):
                found[f'{function.__module__}.{function.__qualname__}'] = function
    return found


@pytest.mark.skipif(sys.version_info < (3, 10), reason='unions of types need Python 3.10')
def test_every_public_function_has_types():
    functions = public_functions()
    for name in ('methods.lccf.LCCF.__init__', 'base.Clusterer.fit', 'model.Model.n_iter',
                 '_topics.Topics.merge', 'graph.suggest_k', 'plot.tree', 'metrics.nmi',
                 'graph.Graph.from_matrix', 'text.VectorizerBase.transform'):
        assert f'manifact.{name}' in functions
    for name, function in functions.items():
        hints = typing.get_type_hints(function)
        expected = set(inspect.signature(function).parameters) - {'self', 'cls'}
        if not name.endswith('.__init__'):
            expected.add('return')
        assert expected <= set(hints), (name, expected - set(hints))


# Both tests share what is cached of NumPy and of the standard library.
@pytest.fixture(scope='module')
def type_checked(tmp_path_factory):
    cache = tmp_path_factory.mktemp('mypy')
    environment = {name: value for name, value in os.environ.items() if name != 'MYPYPATH'}

    def run(folder, *arguments):
        return subprocess.run(
            [sys.executable, '-m', 'mypy', f'--cache-dir={cache}', '--no-color-output',
             '--config-file=', '--check-untyped-defs', '--ignore-missing-imports',
             '--hide-error-context', *arguments],
            cwd=folder, capture_output=True, text=True, env=environment)
    return run


needs_mypy = pytest.mark.skipif(importlib.util.find_spec('mypy') is None, reason='needs mypy')


# The stub of the interface names every function and constant: a call of another one is an error.
@needs_mypy
def test_the_package_has_no_error_of_types(tmp_path, type_checked):
    shutil.copytree(pathlib.Path(manifact.__file__).resolve().parent, tmp_path / 'manifact')
    (tmp_path / 'calls.py').write_text(CALLS, 'utf-8')
    checked = type_checked(tmp_path, 'manifact', 'calls.py')
    found = re.findall(r'^(.*): error: (.*?)(?:;.*)?  \[', checked.stdout, re.M)
    assert found == WRONG_CALLS, checked.stdout + checked.stderr


@needs_mypy
def test_a_type_checker_finds_mistakes_of_a_program(tmp_path, type_checked):
    # A checker uses the annotations of an installed package only if it has the file py.typed.
    venv.create(tmp_path / 'venv', system_site_packages=True, symlinks=True)
    site, = tmp_path.glob('venv/lib/python*/site-packages')
    package = pathlib.Path(manifact.__file__).resolve().parent
    (site / 'manifact').symlink_to(package, target_is_directory=True)
    (tmp_path / 'program.py').write_text(PROGRAM, 'utf-8')
    checked = type_checked(tmp_path, '--python-executable', tmp_path / 'venv/bin/python',
                           'program.py')
    found = {int(line): message for line, message in
             re.findall(r'^program[.]py:(\d+): error: (.*)', checked.stdout, re.M)}
    assert set(found) == set(WRONG), checked.stdout + checked.stderr
    for line, message in WRONG.items():
        assert message in found[line]
