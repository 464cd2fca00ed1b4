#!/usr/bin/python3
"""Every method by default against its reference, as Markdown tables: docs/benchmarks.md has them.

    bench/against_published.py MANIFACT DATA [--methods lccf,gnmf,...] [--collections cstr,iris,...]
                               [--seeds 3] [--record FILE] [--reuse FILE] [--references-only]

MANIFACT is the program, DATA the folder of collections. A reference is the method in scikit-learn
or a short version of the published algorithm in tests/reference, with the settings of its paper:
the heads of the files there say which. Text: tf ln(n/df) of the counts, unit rows; tables and
images: the values as they are, or scaled as the paper of the method does. Methods with labels: both
sides receive the same 5 % of each class.

Methods whose time grows with the cube of the documents receive 450 of each of three text
collections, spread evenly over it, in the columns of these.

A cell is program / reference in percent, the mean over the seeds 0, 1, ...; then the means of the
text sets, of the tables and of the images. Means of the program more than 2 below those of the
reference are bold. --references-only prints the references, with coil10, a part of coil20 that the
tests use. --record writes the figures of the references as JSON, to which figures of
other methods and collections in the file are kept; --reuse reads those that it has from such a
file instead of computing them.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

for library in ('OPENBLAS', 'OMP', 'MKL'):
    os.environ.setdefault(f'{library}_NUM_THREADS', '1')

import numpy

from dense_defaults import scores
from method_table import scored

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tests'))
from reference import inputs
from reference.datasets import Case
from reference.inputs import DOCUMENTS, KINDS, LABELED, PARTS, SETS
from reference.published import REFERENCES, applies

DEFAULT = ['classic3', 'cstr', 'bbc_news', 'webace', *PARTS, 'iris', 'wine', 'zoo', 'coil20']
FOR_TESTS = ['coil10']
LOSS = 2.0  # percent below the reference


def reference(case, method, seeds):
    """Accuracy and NMI in percent, means over the seeds."""
    truth = numpy.unique(case.classes, return_inverse=True)[1]
    found = [scores(truth, REFERENCES[method](case, seed)) for seed in range(seeds)]
    return [round(100 * float(mean), 2) for mean in numpy.mean(found, axis=0)]


def references(given, known):
    """The figures, {method: {collection: [accuracy, NMI]}}, computed where they are not known."""
    figures = {method: dict(known.get(method, {})) for method in given.methods}
    for name in given.collections:
        missing = [method for method in given.methods
                   if applies(method, name) and name not in figures[method]]
        case = Case(given.data, name) if missing else None
        for method in missing:
            begin = time.process_time()
            figures[method][name] = reference(case, method, given.seeds)
            seconds = time.process_time() - begin
            print(f'{name} {method}: {figures[method][name]}, {seconds:.1f} s of a processor',
                  file=sys.stderr, flush=True)
        if given.record:
            record(given.record, figures, given.seeds)
    return figures


def of_program(given, method, name, scratch):
    """Accuracy and NMI in percent of the program, means over the seeds."""
    folder, k = given.data / SETS[name][0], SETS[name][1]
    write = inputs.write_coil10 if name == 'coil10' else (
        inputs.write_part if name in PARTS else None)
    if write:
        part = scratch / name
        folder = part if part.is_dir() else write(folder, part)
    classes, runs = inputs.read_classes(folder), []
    for seed in range(given.seeds):
        more = ()
        if method in LABELED:
            known = ''.join(f'{label}\n' for label in inputs.draw(classes, seed))
            (scratch / 'known.txt').write_text(known)
            more = ('--labels', scratch / 'known.txt')
        runs.append(scored(given.manifact, folder, k, method, seed, scratch, 2, more)[0])
    return [statistics.mean(each) for each in zip(*runs)]


def means(figures, names):
    """{kind: mean accuracy and NMI} over those sets of each kind that have figures."""
    own = {kind: [figures[name] for name in names if name in sets and name in figures]
           for kind, sets in KINDS.items()}
    return {f'mean of {kind}': [statistics.mean(each) for each in zip(*rows)]
            for kind, rows in own.items() if len(rows) > 0}


def in_columns(row):
    """Figures of parts stand in the columns of their collections."""
    whole = {name: figures for name, figures in row.items() if name not in PARTS}
    return {**{name.removesuffix(f'_{DOCUMENTS}'): row[name] for name in row if name in PARTS},
            **whole}


def cell(left, right, head, index):
    """Program / reference, or the reference alone; a figure that is missing is a dash."""
    texts = [f'{row[head][index]:.1f}' if head in row else '–' for row in (left, right) if row]
    texts = texts if set(texts) != {'–'} else ['–']
    loses = (head.startswith('mean') and head in left and head in right
             and left[head][index] < right[head][index] - LOSS)
    return f'**{" / ".join(texts)}**' if loses else ' / '.join(texts)


def table(ours, theirs, names, index):
    """Markdown; index 0: accuracy, 1: NMI."""
    heads = [name for name in names if name not in PARTS]
    heads += [f'mean of {kind}' for kind, sets in KINDS.items() if set(names) & set(sets)]
    lines = ['| | ' + ' | '.join(heads) + ' |', '|---' * (len(heads) + 1) + '|']
    for method in theirs:
        left, right = ({**in_columns(row), **means(row, names)}
                       for row in (ours[method], theirs[method]))
        cells = (cell(left, right, head, index) for head in heads)
        lines.append(f'| `{method}` | ' + ' | '.join(cells) + ' |')
    return '\n'.join(lines)


def record(path, figures, seeds):
    """Merges the figures into the file."""
    kept = json.loads(path.read_text())['figures'] if path.exists() else {}
    merged = {method: {**kept.get(method, {}), **figures.get(method, {})}
              for method in REFERENCES if method in kept or method in figures}
    rows = [f'  {json.dumps(method)}: {json.dumps(row)}' for method, row in merged.items()]
    path.write_text(f'{{"seeds": {seeds}, "figures": {{\n' + ',\n'.join(rows) + '\n}}\n')


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('manifact')
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('--methods', type=lambda text: text.split(','), default=[*REFERENCES])
    parser.add_argument('--collections', type=lambda text: text.split(','))
    parser.add_argument('--seeds', type=int, default=3)
    parser.add_argument('--record', type=pathlib.Path)
    parser.add_argument('--reuse', type=pathlib.Path)
    parser.add_argument('--references-only', action='store_true')
    given = parser.parse_args()
    given.collections = given.collections or DEFAULT + FOR_TESTS * given.references_only
    return given


def check_methods(given):
    """Every method of the program has a reference."""
    listed = json.loads(subprocess.run([given.manifact, 'methods', '--json'], check=True,
                                       capture_output=True).stdout)
    names = {method['name'] for method in listed}
    if names != set(REFERENCES):
        raise SystemExit(f'without a reference, or unknown: {sorted(names ^ set(REFERENCES))}')


def main():
    given = arguments()
    check_methods(given)
    known = json.loads(given.reuse.read_text())['figures'] if given.reuse else {}
    theirs = references(given, known)
    ours = {method: {} for method in given.methods}
    if not given.references_only:
        with tempfile.TemporaryDirectory() as scratch:
            for method in given.methods:
                for name in given.collections:
                    if applies(method, name):
                        ours[method][name] = of_program(given, method, name,
                                                        pathlib.Path(scratch))
                print(f'{method} done', file=sys.stderr, flush=True)
    for title, index in (('Accuracy', 0), ('NMI', 1)):
        print(f'{title}, program / reference:\n')
        print(table(ours, theirs, given.collections, index), end='\n\n')


if __name__ == '__main__':
    main()
