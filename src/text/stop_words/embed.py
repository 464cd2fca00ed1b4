"""Writes the lists of stop words as C++ strings: embed.py OUTPUT LIST..."""
import pathlib
import sys


def literal(line):
    """ASCII only, so that the result does not depend on the source encoding."""
    return '"' + ''.join(c if ' ' <= c <= '~' and c not in '"\\?'
                         else ''.join(f'\\{byte:03o}' for byte in c.encode()) for c in line) + '"'


def main(output, *lists):
    entries = []
    for path in sorted(map(pathlib.Path, lists)):
        lines = [line for line in path.read_text(encoding='utf-8').splitlines()
                 if line.strip() and not line.startswith('|')]
        text = '\n     '.join(literal(line + ' ') for line in lines)
        entries.append(f'    {{"{path.stem}",\n     {text}}},\n')
    parts = ['#include "text/stop_words.hpp"\n', 'namespace manifact {', 'namespace {\n',
             'constexpr StopWordList lists[] = {', ''.join(entries) + '};\n',
             '}  // namespace\n',
             'std::span<const StopWordList> stop_word_lists() noexcept { return lists; }\n',
             '}  // namespace manifact\n']
    pathlib.Path(output).write_text('\n'.join(parts), encoding='ascii')


main(*sys.argv[1:])
