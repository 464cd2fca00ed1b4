"""Joins sources for a faster build from nothing: join.py FOLDER SOURCE...

Writes files that include several sources of one directory each, and prints the paths of all sources
to compile, one a line. Headers, and the templates in them, are then compiled once a group.
"""
import itertools
import pathlib
import sys

GROUP = 12


def written(path, text):
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def groups(sources):
    """Sources of one directory, in nearly equal groups."""
    for _, own in itertools.groupby(sources, key=lambda source: source.parent):
        own = list(own)
        count = -(-len(own) // GROUP)
        for i in range(count):
            yield own[len(own) * i // count:len(own) * (i + 1) // count]


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for group in groups([pathlib.Path(name).absolute() for name in sys.argv[2:]]):
        if len(group) == 1:
            print(group[0])
            continue
        joined = folder / f'{group[0].parent.name}_{group[0].stem}.cpp'
        written(joined, ''.join(f'#include "{source}"\n' for source in group))
        print(joined)


main()
