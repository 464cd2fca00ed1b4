"""A project can have this one as a subproject: subproject.py SOURCE_ROOT MESON

A host of a few lines, whose folder subprojects/ leads to the source, builds the examples text.c and
topics.cpp with dependency('manifact'), shared and static, and runs them. The library is built
without optimization and debug information, which is enough for this and takes a fraction of the
time.
"""
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


def main(source, meson):
    patterns = {}
    for line in (source / 'examples/expected.txt').read_text(encoding='utf-8').splitlines():
        if not line.startswith('#'):
            name, pattern = line.split(': ', 1)
            patterns.setdefault(name, []).append(pattern)
    with tempfile.TemporaryDirectory() as temporary:
        # Joined sources are in the build folder, which Meson must not take for sources of the host.
        host, build = pathlib.Path(temporary) / 'host', pathlib.Path(temporary) / 'build'
        (host / 'subprojects').mkdir(parents=True)
        (host / 'subprojects/manifact').symlink_to(source)
        (host / 'meson.build').write_text(HOST.format(examples=source / 'examples'))
        run(meson, 'setup', build, host, '--force-fallback-for=manifact', '-Doptimization=0',
            '-Ddebug=false', '-Dmanifact:joined=library')
        run(meson, 'compile', '-C', build)
        for name in ('text', 'topics'):
            for kind in ('shared', 'static'):
                program = build / f'{name}-{kind}'
                lines = run(program).splitlines()
                for pattern in patterns[name]:
                    assert any(re.fullmatch(pattern, line) for line in lines), (pattern, lines)
                linked = 'libmanifact.so' in run('ldd', program)
                assert linked == (kind == 'shared'), f'{program.name} links the other library'


main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2])
