"""The package as it is installed."""
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

import pytest

FOLDER = pathlib.Path(__file__).resolve().parents[1]


def version_in(path):
    return re.search(r"version: '([^']+)'", path.read_text('utf-8'))[1]


def test_the_version_is_that_of_the_library():
    library = FOLDER.parents[1] / 'meson.build'
    if not library.exists():
        pytest.skip('the package alone')
    assert version_in(FOLDER / 'meson.build') == version_in(library)


needs_builder = pytest.mark.skipif(
    not all(map(importlib.util.find_spec, ('mesonpy', 'pip'))), reason='needs mesonpy and pip')
PIP = [sys.executable, '-m', 'pip', '--disable-pip-version-check', '-q']
OFFLINE = ['--no-build-isolation', '--no-deps', '--no-index']


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def files_in(folder):
    """{relative path: bytes}, without what Python writes when it imports."""
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob('*') if path.is_file() and '__pycache__' not in path.parts}


def assert_works(installed):
    """The package in the folder `installed` is complete, and a fit with it runs."""
    assert files_in(installed / 'manifact') == files_in(FOLDER / 'manifact')
    code = 'import manifact; print(manifact.__file__, manifact.KMeans(2).fit([[0], [1]]).labels_)'
    printed = run(sys.executable, '-c', code, cwd=installed)
    assert printed.split() == [str(installed / 'manifact/__init__.py'), '[0', '1]']


@needs_builder
@pytest.mark.skipif(shutil.which('git') is None, reason='needs git')
def test_a_source_distribution_and_its_wheel_work(tmp_path):
    # Meson packs what Git has: here, as in the repository of the library, in a folder of it.
    source = shutil.copytree(FOLDER, tmp_path / 'repository/bindings/python',
                             ignore=shutil.ignore_patterns('__pycache__', '.*'))
    files = files_in(source)
    clean = {name: value for name, value in os.environ.items() if not name.startswith('GIT_')}
    clean |= {'GIT_CONFIG_GLOBAL': os.devnull, 'GIT_CONFIG_NOSYSTEM': '1'}
    for command in ('init', 'add -A', 'commit -m all'):
        run('git', '-c', 'user.name=test', '-c', 'user.email=test', *command.split(),
            cwd=source.parents[1], env=clean)
    made = tmp_path / 'made'
    made.mkdir()
    run(sys.executable, '-c', f'import mesonpy; mesonpy.build_sdist({str(made)!r})', cwd=source,
        env=clean)

    version = version_in(FOLDER / 'meson.build')
    with tarfile.open(made / f'manifact-{version}.tar.gz') as archive:
        packed = {member.name: archive.extractfile(member).read()
                  for member in archive if member.isfile()}
    about = packed.pop(f'manifact-{version}/PKG-INFO').decode()
    assert f'\nName: manifact\nVersion: {version}\n' in about
    assert packed == {f'manifact-{version}/{name}': data for name, data in files.items()}

    here = tmp_path / 'here'
    run(*PIP, 'install', *OFFLINE, '--target', here, made / f'manifact-{version}.tar.gz')
    wheel = here / f'manifact-{version}.dist-info/WHEEL'
    assert '\nTag: py3-none-any\n' in wheel.read_text('utf-8') + '\n'  # of Python alone
    assert_works(here)
