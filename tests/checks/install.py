"""An installed copy can be used: install.py SOURCE_ROOT BUILD_FOLDER MESON C_COMPILER CXX_COMPILER

Installs into a temporary folder; compiles the C program of the README (which is examples/cluster.c)
there with the flags of pkg-config, against the shared library and against the archive; runs it on a
small corpus and checks the clusters. The other programs of examples/ are compiled against the
shared library, one of each language against the archive too, and must print the lines of
examples/expected.txt. A project of CMake builds the same two against both, and the one in C also
through symbolic links. The programs find the modules that they load when a file needs them.
"""
import base64
import io
import json
import os
import pathlib
import re
import shlex
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import zipfile
import zlib

N, TOPICS, SHARE = 60, 3, 12
WARNINGS = ['-Wall', '-Wextra', '-pedantic', '-Werror']
STANDARDS = {'.c': '-std=c11', '.cpp': '-std=c++17'}
ONE_OF_EACH = ['text.c', 'topics.cpp']
ARGUMENTS = {'model_file.c': ['model_file.manifact']}
CMAKE = '''cmake_minimum_required(VERSION 3.16)
project(host C CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(manifact {version} REQUIRED)
foreach(library manifact static)
  add_executable(text-${{library}} "{examples}/text.c")
  add_executable(topics-${{library}} "{examples}/topics.cpp")
  foreach(program text topics)
    target_link_libraries(${{program}}-${{library}} PRIVATE manifact::${{library}})
  endforeach()
endforeach()
'''


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
    for name in ('arrow.h', 'manifact.h', 'manifact.hpp', 'version.h'):
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
    """Document i has topic i % 3: four of its twelve words, twice, and one common word."""
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
    run(compiler['.c'], STANDARDS['.c'], *WARNINGS, program, '-o', binary, *flags)
    said = run(binary, 'documents.mtx', TOPICS, cwd=folder, env=environment)
    assert re.findall(r': (\d+) documents', said) == [str(N // TOPICS)] * TOPICS, said
    return 'libmanifact.so' in run('ldd', binary, env=environment)


def expected_lines(examples):
    """The patterns of expected.txt, by source; each but cluster.c has some."""
    sources = {path.stem: path.name for kind in STANDARDS for path in examples.glob(f'*{kind}')}
    expected = {}
    for line in (examples / 'expected.txt').read_text(encoding='utf-8').splitlines():
        if not line.startswith('#'):
            name, pattern = line.split(': ', 1)
            expected.setdefault(sources.get(name, name), []).append(pattern)
    without = set(sources.values()) - {'cluster.c'} ^ set(expected)
    assert not without, f'expected.txt: {without}'
    return expected


def check_lines(name, binary, patterns, **options):
    lines = run(binary, *ARGUMENTS.get(name, []), **options).splitlines()
    for pattern in patterns:
        assert any(re.fullmatch(pattern, line) for line in lines), \
            f'{name} prints no line {pattern}:\n' + '\n'.join(lines)


def try_examples(source, names, flags, compiler, folder, environment):
    """Compile the programs of that name, run them, and look for the lines that they must print."""
    for name, patterns in expected_lines(source / 'examples').items():
        if names is not None and name not in names:
            continue
        path = source / 'examples' / name
        binary = folder / path.stem
        run(compiler[path.suffix], STANDARDS[path.suffix], *WARNINGS, path, '-o', binary, *flags)
        check_lines(name, binary, patterns, cwd=folder, env=environment)


def try_links(folder, root, libraries, version, examples):
    """find_package() where a symbolic link leads to the prefix, or to its lib, as /lib does."""
    if shutil.which('cmake') is None:
        return
    host, elsewhere = folder / 'linked', folder / 'elsewhere'
    host.mkdir()
    elsewhere.mkdir()
    prefix, lib = elsewhere / 'prefix', elsewhere / 'lib'
    prefix.symlink_to(root)
    lib.symlink_to(root / 'lib')
    (host / 'CMakeLists.txt').write_text(CMAKE.format(version=version, examples=examples))
    package = lib / libraries.relative_to(root / 'lib') / 'cmake/manifact'
    for name, way in {'prefix': f'-DCMAKE_PREFIX_PATH={prefix}',
                      'lib': f'-Dmanifact_DIR={package}'}.items():
        run('cmake', '-S', host, '-B', host / name, way)
        programs = ['text-manifact', 'text-static']
        run('cmake', '--build', host / name, '--target', *programs)
        for program in programs:
            check_lines('text.c', host / name / program, expected_lines(examples)['text.c'])


def try_cmake(source, libraries, version, folder):
    """find_package() of the installed copy, and not of the release before or after it."""
    if shutil.which('cmake') is None:
        print('no cmake: find_package() was not tried')
        return
    expected = expected_lines(source / 'examples')
    host = folder / 'host'
    host.mkdir()
    lists = host / 'CMakeLists.txt'
    configure = ['cmake', '-S', host, '-B', host / 'build',
                 f'-Dmanifact_DIR={libraries}/cmake/manifact']
    major, minor, _ = version.split('.')
    for other in (f'{major}.{int(minor) + 1}', f'{int(major) + 1}.0'):
        lists.write_text(CMAKE.format(version=other, examples=source / 'examples'))
        assert subprocess.run(configure, capture_output=True).returncode != 0, \
            f'find_package(manifact {other}) accepts {version}'
    lists.write_text(CMAKE.format(version=f'{major}.{minor}', examples=source / 'examples'))
    run(*configure)
    run('cmake', '--build', host / 'build')
    for name in ONE_OF_EACH:
        stem = pathlib.Path(name).stem
        for library in ('manifact', 'static'):
            binary = host / 'build' / f'{stem}-{library}'
            check_lines(name, binary, expected[name], cwd=host)
            shared = 'libmanifact.so' in run('ldd', binary)
            assert shared == (library == 'manifact'), f'{binary.name} links the other library'


def element(kind, payload):
    """Of a MAT file of version 5."""
    return struct.pack('<ii', kind, len(payload)) + payload + bytes(-len(payload) % 8)


def npy(kind, shape, values):
    """A file of NumPy of version 1."""
    header = f"{{'descr': '<{kind}', 'fortran_order': False, 'shape': {shape}}}".ljust(117) + '\n'
    return b'\x93NUMPY\x01\x00' + struct.pack('<H', len(header)) + header.encode() + values


def zipped(name, content):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, 'w') as file:
        file.writestr(name, content)
    return archive.getvalue()


def spreadsheet():
    names = ' '.join(f'xmlns:{name}="{name}"' for name in ('office', 'table', 'text'))
    rows = ''.join(f'<table:table-row><table:table-cell><text:p>{cell}</text:p></table:table-cell>'
                   '</table:table-row>' for cell in ('text', 'one two'))
    return zipped('content.xml', f'<office:document-content {names}><table:table table:name="A">'
                  f'{rows}</table:table></office:document-content>')


def database():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'file.db'
        connection = sqlite3.connect(path)
        connection.execute('create table texts (text)')
        connection.execute("insert into texts values ('one two')")
        connection.commit()
        connection.close()
        return path.read_bytes()


# A dataset of 3 x 2 numbers, as h5py writes it.
HDF5 = zlib.decompress(base64.b64decode(
    'eNrr9HBx4+WS4mLm4GCAgf9QYAAVMoCKfy59/MLfwyWISWHuAq5sZFzBJISsEQa4mBgYGRjYeBiAFGPF'
    'YZj5HgxUAy4FnB5gJwEtYFRhYGBiYmRkhsoxQWkMvggDo6CCPQPEdw4MJtwMJv+BiliBrmXm4gD6hIWR'
    'Ac3rDAsYBj2426hwn2EUjIJRMApGwSggHnywhzIcIBQHlBaA0iJQWsIBAMi4MkA='))


def arrow_stream():
    tests = pathlib.Path(__file__).resolve().parents[1]
    return (tests / 'fuzz/corpus/columns/stream.arrows').read_bytes()


def module_files():
    """Of each module: its command, and a file that it reads."""
    numbers = struct.pack('<6d', *range(1, 7))
    matrix = (element(6, struct.pack('<ii', 6, 0)) + element(5, struct.pack('<ii', 3, 2))
              + element(1, b'fea') + element(9, numbers))
    return {
        'archives': (['vectorize'], 'file.zip', zipped('one.txt', 'two three')),
        'columns': (['vectorize'], 'file.arrows', arrow_stream()),
        'databases': (['vectorize'], 'file.db', database()),
        'hdf5': (['graph', '-p', 1], 'file.h5', HDF5),
        'html': (['vectorize'], 'file.html', b'<html><p>one two</p></html>'),
        'literature': (['vectorize'], 'file.xml',
                       b'<PubmedArticleSet><PubmedArticle><MedlineCitation><Article><ArticleTitle>'
                       b'one two</ArticleTitle></Article></MedlineCitation></PubmedArticle>'
                       b'</PubmedArticleSet>'),
        'mail': (['vectorize'], 'file.mbox', b'From a@b Mon Jan  1 00:00:00 2024\nFrom: a@b\n'
                                             b'Subject: one\n\ntwo three\n'),
        'mat': (['graph', '-p', 1], 'file.mat',
                b'MATLAB 5.0 MAT-file'.ljust(124) + b'\x00\x01IM' + element(14, matrix)),
        'spreadsheets': (['vectorize'], 'file.ods', spreadsheet()),
        'zip': (['graph', '-p', 1], 'file.npz', zipped('X.npy', npy('f8', (3, 2), numbers)))}


def try_modules(root, libraries, folder, environment):
    """The installed program loads its modules from where they are installed, and does not link
    their libraries. The program for MPI loads them from the same place."""
    program, on_mpi = root / 'bin/manifact', root / 'bin/manifact-mpi'
    if not program.is_file():
        return
    linked = run('ldd', program, env=environment)
    of_modules = r'lib(archive|gmime|hdf5|matio|snappy|sqlite3|xml2|zip)[-.]'
    assert not re.search(of_modules, linked), linked
    files = module_files()
    for module in (libraries / 'manifact').glob('*.so'):
        command, name, content = files.pop(module.stem.removeprefix('manifact-'))
        (folder / name).write_bytes(content)
        command = [program, *command, name, '-o', 'X.npz' if name == 'file.npz' else 'X.mtx']
        run(*command, cwd=folder, env=environment)
        if name == 'file.npz' and on_mpi.is_file() and shutil.which('mpirun'):
            run(on_mpi, 'cluster', 'documents.mtx', '-k', 3, '--memberships', 'npz', '-o', 'shares',
                cwd=folder, env=environment)
        module.unlink()
        refused = subprocess.run([str(word) for word in command], cwd=folder, env=environment,
                                 capture_output=True, text=True)
        assert refused.returncode == 1 and 'cannot be loaded' in refused.stderr, refused
    if files:
        print('not built, and not tried: modules for', *files)


def main(source, build, meson, c_compiler, cxx_compiler):
    compiler = {'.c': c_compiler, '.cpp': cxx_compiler}
    program = program_of(source)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        root, pc = install(meson, build, folder / 'root')
        write_corpus(folder / 'documents.mtx')
        pkg_config = ['pkg-config', f'--define-variable=prefix={root}']
        environment = {**os.environ, 'PKG_CONFIG_PATH': str(pc)}
        libraries = pc.parent
        search = ':'.join(filter(None, [str(libraries), os.environ.get('LD_LIBRARY_PATH')]))

        flags = run(*pkg_config, '--cflags', '--libs', 'manifact', env=environment).split()
        assert {flag[:2] for flag in flags} == {'-I', '-L', '-l'}, \
            f'compiling and linking with the shared library takes no more than it: {flags}'
        assert '-lstdc++' not in flags and '-llapacke' not in flags, flags
        with_shared = {**os.environ, 'LD_LIBRARY_PATH': search}
        assert try_out(program, flags, compiler, folder,
                       with_shared), 'the shared library is not linked'
        try_examples(source, None, flags, compiler, folder, with_shared)
        try_modules(root, libraries, folder, with_shared)
        # Packages that only a static link needs are not looked for.
        alone = {**environment, 'PKG_CONFIG_LIBDIR': str(pc)}
        assert run(*pkg_config, '--cflags', '--libs', 'manifact', env=alone).split() == flags
        version = run(*pkg_config, '--modversion', 'manifact', env=environment).strip()
        try_cmake(source, libraries, version, folder)
        try_links(folder, root, libraries, version, source / 'examples')

        # The command of the README for the static library, with the shared one beside it.
        shown = re.search(r'^    cc cluster\.c \$\(pkg-config (.* --static .*)\) -o cluster$',
                          (source / 'README.md').read_text(encoding='utf-8'), re.M)[1]
        flags = run('sh', '-c', f'{shlex.join(map(str, pkg_config))} {shown}',
                    env=environment).split()
        assert not try_out(program, flags, compiler, folder,
                           os.environ), 'the README does not link the archive'

        for shared in libraries.glob('libmanifact.so*'):
            shared.unlink()
        flags = run(*pkg_config, '--cflags', '--libs', '--static', 'manifact',
                    env=environment).split()
        assert not try_out(program, flags, compiler, folder,
                           os.environ), 'the archive is not linked'
        try_examples(source, ONE_OF_EACH, flags, compiler, folder, os.environ)


main(pathlib.Path(sys.argv[1]), *sys.argv[2:])
