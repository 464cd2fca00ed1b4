"""A project can have this one as a subproject: subproject.py SOURCE_ROOT BUILD_ROOT MESON NINJA

A host of a few lines, whose folder subprojects/ leads to the source, has the examples text.c and
topics.cpp with dependency('manifact'), shared and static, and the options of BUILD_ROOT. Compiling
the whole library again would take minutes of processor time: the host compiles one source for each
set of flags and all generated ones, and its command that links the library is compared with that of
BUILD_ROOT. Its programs are linked, by its own commands, with the library of BUILD_ROOT, and run.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HOST = '''project('host', 'c', 'cpp', default_options: ['cpp_std=c++17'])
foreach name, source : {{'text': 'text.c', 'topics': 'topics.cpp'}}
  foreach static : [false, true]
    executable(name + (static ? '-static' : '-shared'), '{examples}' / source,
      dependencies: dependency('manifact', version: '>= 0.1', static: static,
        fallback: 'manifact'))
  endforeach
endforeach
assert(dependency('manifact').type_name() == 'internal', 'another copy was found')
'''


def run(*command, **options):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                            **options)
    if result.returncode != 0:
        sys.exit(f'{" ".join(str(word) for word in command)}\n{result.stdout}{result.stderr}')
    return result.stdout


def representatives(build):
    """The objects to compile: of one source for each set of flags, and of each generated source."""
    chosen = {}
    for entry in json.loads((build / 'compile_commands.json').read_text(encoding='utf-8')):
        source, compiled = entry['file'], entry['output']
        flags = ' '.join(entry['command'].replace(compiled, '').replace(source, '').split())
        flags = re.sub(r'-I\S*libmanifact-\w+\.a\.p ', '', flags)  # a target's own folder
        path = (build / source).resolve()
        generated = path.is_relative_to(build) and '-unity' not in path.name
        if 'subprojects' in pathlib.Path(compiled).parts:
            chosen.setdefault((flags, source if generated else None), compiled)
    return chosen.values()


def options_of(build_root, meson):
    """The options of the project with which BUILD_ROOT was set up."""
    for option in json.loads(run(meson, 'introspect', build_root, '--buildoptions')):
        value = option['value']
        if option['section'] == 'user':
            text = ','.join(value) if isinstance(value, list) else str(value)
            text = text.lower() if isinstance(value, bool) else text
            yield f"-Dmanifact:{option['name']}={text}"
        elif option['name'] in ('unity', 'unity_size'):
            yield f"-D{option['name']}={value}"


def link_of_library(ninja, build, folder, source):
    """The words of the command that links the library, but for the compiler, the folders and what
    comes with the optimization."""
    library, = (build / folder / 'src').glob('libmanifact.so.*.*.*.p')
    command = run(ninja, '-t', 'commands', '-s', f'{folder}src/{library.stem}', cwd=build)
    for path in (build / folder, source):  # the names of some objects have paths, with _ for /
        command = command.replace(f'{path}/', '').replace(f'{path}_'.replace('/', '_'), '')
    command = command.replace(folder, '') if folder else command
    words = command.split()
    optimized = {'-Wl,-O1', '-Wl,-z,relro', '-Wl,-z,now'}
    return [word for word in words[words.index('-o'):] if word not in optimized]


def main(source, build_root, meson, ninja):
    patterns = {'text': [], 'topics': []}
    for line in (source / 'examples/expected.txt').read_text(encoding='utf-8').splitlines():
        name, _, pattern = line.partition(': ')
        if name in patterns:
            patterns[name].append(pattern)
    with tempfile.TemporaryDirectory() as temporary:
        temporary = pathlib.Path(temporary).resolve()
        host, build = temporary / 'host', temporary / 'build'
        (host / 'subprojects').mkdir(parents=True)
        (host / 'subprojects/manifact').symlink_to(source)
        (host / 'meson.build').write_text(HOST.format(examples=source / 'examples'))
        run(meson, 'setup', build, host, '--force-fallback-for=manifact', '-Doptimization=0',
            '-Ddebug=false', *options_of(build_root, meson))
        run(ninja, *representatives(build), cwd=build)
        links = [link_of_library(ninja, *where) for where in (
            (build, 'subprojects/manifact/', host / 'subprojects/manifact'),
            (build_root, '', source))]
        assert links[0] == links[1], set(links[0]) ^ set(links[1])
        for path in (build_root / 'src').glob('libmanifact.*'):
            if path.is_file() and not path.is_symlink():
                (build / 'subprojects/manifact/src' / path.name).symlink_to(path)
        for name, expected in patterns.items():
            for kind in ('shared', 'static'):
                program = build / f'{name}-{kind}'
                link = run(ninja, '-t', 'commands', '-s', program.name, cwd=build)
                run(ninja, re.search(rf'{program.name}\.p/\S+\.o', link)[0], cwd=build)
                run('sh', '-c', link, cwd=build)
                lines = run(program).splitlines()
                for pattern in expected:
                    assert any(re.fullmatch(pattern, line) for line in lines), (pattern, lines)
                linked = 'libmanifact.so' in run('ldd', program)
                assert linked == (kind == 'shared'), f'{program.name} links the other library'


main(*(pathlib.Path(argument).resolve() for argument in sys.argv[1:3]), *sys.argv[3:])
