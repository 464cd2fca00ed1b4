# Writes the scripts of the shells as C++ strings: embed.py OUTPUT BASH ZSH FISH
import pathlib
import sys


def literal(path):
    lines = pathlib.Path(path).read_text(encoding='ascii').splitlines()
    escaped = (line.replace('\\', '\\\\').replace('"', '\\"') for line in lines)
    return '\n'.join(f'    "{line}\\n"' for line in escaped)


def main(output, bash, zsh, fish):
    parts = ['#include "commands/completions.hpp"\n', 'namespace cli {\n',
             f'const char bash_completions[] =\n{literal(bash)};\n',
             f'const char zsh_completions[] =\n{literal(zsh)};\n',
             f'const char fish_completions[] =\n{literal(fish)};\n', '}  // namespace cli\n']
    pathlib.Path(output).write_text('\n'.join(parts), encoding='ascii')


main(*sys.argv[1:])
