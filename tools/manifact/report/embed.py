"""Writes a page as two C++ strings: embed.py OUTPUT PAGE STYLE SCRIPT...

PAGE contains the lines {style}, {data} and, with scripts, {script}; all but {data} are replaced
here, {data} by the program. The strings have the name of the page: page_before_data of page.html.
"""
import pathlib
import sys


def literal(text):
    """Adjacent literals of one line each, since compilers may limit their length. ASCII only, so
    that the result does not depend on the source encoding."""
    lines = []
    for line in text.splitlines(keepends=True):
        escaped = ''.join(c if ' ' <= c <= '~' and c not in '"\\?'
                          else ''.join(f'\\{byte:03o}' for byte in c.encode()) for c in line)
        lines.append(f'    "{escaped}"')
    return '\n'.join(lines)


def main(output, page, style, *scripts):
    text = pathlib.Path(page).read_text(encoding='utf-8')
    stem = pathlib.Path(page).stem
    for name, files in (('{style}', [style]), ('{script}', scripts)):
        if not files:
            continue
        assert text.count(name) == 1, f'{page}: {name} once'
        text = text.replace(name,
                            ''.join(pathlib.Path(file).read_text(encoding='utf-8')
                                    for file in files))
    before, data, after = text.partition('{data}')
    assert data and '{data}' not in after, f'{page}: {{data}} once'
    pathlib.Path(output).write_text(f'''#include "report/page.hpp"

// One string of more than 65,536 bytes, the least that compilers must take.
#pragma GCC diagnostic ignored "-Woverlength-strings"

namespace cli {{

const char {stem}_before_data[] =
{literal(before)};

const char {stem}_after_data[] =
{literal(after)};

}}  // namespace cli
''', encoding='ascii')


main(*sys.argv[1:])
