"""The package as it is installed."""
import importlib.util
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[1]


def version_in(path):
    return re.search(r"version: '([^']+)'", path.read_text('utf-8'))[1]


def test_the_version_is_that_of_the_library():
    library = FOLDER.parents[1] / 'meson.build'
    if not library.exists():
        pytest.skip('the package alone')
    assert version_in(FOLDER / 'meson.build') == version_in(library)


@pytest.mark.skipif(not all(map(importlib.util.find_spec, ('mesonpy', 'pip'))),
                    reason='needs mesonpy and pip')
def test_a_wheel_works(tmp_path):
    source = tmp_path / 'source'
    shutil.copytree(FOLDER, source, ignore=shutil.ignore_patterns('__pycache__', '.*'))
    pip = [sys.executable, '-m', 'pip', '--disable-pip-version-check', 'install', '-q',
           '--no-build-isolation', '--no-deps', '--no-index', '--target', tmp_path / 'here', source]
    run = subprocess.run(pip, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    installed = tmp_path / 'here/manifact'
    for name in ('py.typed', '_declarations.h', 'methods/lccf.py'):
        assert (installed / name).read_bytes() == (FOLDER / 'manifact' / name).read_bytes()
    code = 'import manifact; print(manifact.__file__, manifact.KMeans(2).fit([[0], [1]]).labels_)'
    run = subprocess.run([sys.executable, '-c', code], capture_output=True, text=True,
                         cwd=tmp_path / 'here')
    assert run.stdout.split() == [str(installed / '__init__.py'), '[0', '1]'], run.stderr
