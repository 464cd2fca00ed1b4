"""An installed copy can be used: install.py SOURCE_ROOT BUILD_FOLDER MESON COMPILER

Installs into a temporary folder; compiles the C program of the README (which is examples/cluster.c)
there by what pkg-config says,
against the shared library and against the archive; runs it on a small corpus and looks at the
clusters.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

N, TOPICS, SHARE = 60, 3, 12


def run(*command, **options):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                            **options)
    if result.returncode != 0:
        sys.exit(f'{" ".join(str(word) for word in command)}\n{result.stdout}{result.stderr}')
    return result.stdout


def install(meson, build, folder):
    """The folder's own <prefix>, and where manifact.pc is."""
    run(meson, 'install', '-C', build, '--no-rebuild', '--quiet',
        env={**os.environ, 'DESTDIR': str(folder)})
    options = json.loads(run(meson, 'introspect', '--buildoptions', build))
    prefix = pathlib.Path(next(option['value'] for option in options if option['name'] == 'prefix'))
    root = folder / prefix.relative_to('/')
    found = list(root.rglob('manifact.pc'))
    assert len(found) == 1, f'{len(found)} files manifact.pc'
    for name in ('manifact.h', 'version.h'):
        assert (root / 'include/manifact' / name).is_file(), f'{name} is not installed'
    return root, found[0].parent


def program_of(source):
    program = source / 'examples/cluster.c'
    shown = re.findall(r'^```c\n(.*?)^```', (source / 'README.md').read_text(encoding='utf-8'),
                       re.M | re.S)
    assert program.read_text(
        encoding='utf-8') in shown, 'the README shows another program than examples/cluster.c'
    return program


def write_corpus(path):
    """Document i speaks of topic i % 3: four of its twelve words, twice, and a word that all
    have."""
    entries = []
    for i in range(N):
        words = {1 + (i % TOPICS) * SHARE + (i // TOPICS * step + step) % SHARE: 2
                 for step in (1, 2, 3, 5)}
        words[TOPICS * SHARE + 1] = 1
        entries += [f'{i + 1} {column} {count}' for column, count in sorted(words.items())]
    head = ('%%MatrixMarket matrix coordinate integer general\n'
            f'{N} {TOPICS * SHARE + 1} {len(entries)}\n')
    path.write_text(head + '\n'.join(entries) + '\n', encoding='utf-8')


def try_out(program, flags, compiler, folder, environment):
    """Compile and run; True when the shared library was loaded."""
    binary = folder / program.stem
    run(compiler, '-std=c11', '-Wall', '-Wextra', '-Werror', program, '-o', binary, *flags)
    said = run(binary, 'documents.mtx', TOPICS, cwd=folder, env=environment)
    assert re.findall(r': (\d+) documents', said) == [str(N // TOPICS)] * TOPICS, said
    return 'libmanifact.so' in run('ldd', binary, env=environment)


def main(source, build, meson, compiler):
    program = program_of(source)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        root, pc = install(meson, build, folder / 'root')
        write_corpus(folder / 'documents.mtx')
        pkg_config = ['pkg-config', f'--define-variable=prefix={root}', '--cflags', '--libs']
        environment = {**os.environ, 'PKG_CONFIG_PATH': str(pc)}
        libraries = pc.parent
        search = ':'.join(filter(None, [str(libraries), os.environ.get('LD_LIBRARY_PATH')]))

        flags = run(*pkg_config, 'manifact', env=environment).split()
        assert not {'-lstdc++',
                    '-llapacke'} & set(
                        flags), f'linking the shared library takes no more than it: {flags}'
        assert try_out(program, flags, compiler, folder,
                       {**os.environ,
                        'LD_LIBRARY_PATH': search}), 'the shared library is not linked'

        for shared in libraries.glob('libmanifact.so*'):
            shared.unlink()
        flags = run(*pkg_config, '--static', 'manifact', env=environment).split()
        assert not try_out(program, flags, compiler, folder,
                           os.environ), 'the archive is not linked'


main(pathlib.Path(sys.argv[1]), *sys.argv[2:])
