"""Agreement of fits in float and in double on dense data: precision.py MANIFACT DATA [METHOD...]

Prints the share of the documents with the same cluster, of the best matching of the clusters, for
iris, wine, zoo and coil20 in DATA and the seeds 0, 1 and 2. Without METHOD: every method that
needs no labels."""
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy
from scipy.optimize import linear_sum_assignment

program, data, methods = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
SETS = {'uci_iris': 3, 'uci_wine': 3, 'uci_zoo': 7, 'coil20': 20}
LABELED = {'rcf', 'semi-lccf', 'label-propagation'}


def run(*arguments):
    return subprocess.run([program, *map(str, arguments)], check=True, capture_output=True,
                          text=True).stdout


def agreement(a, b, k):
    counts = numpy.zeros((k, k), int)
    numpy.add.at(counts, (a, b), 1)
    return counts[linear_sum_assignment(-counts)].sum() / len(a)


def labels(place, name, k, method, seed, precision):
    out = place / f'{name}-{method}-{seed}-{precision}'
    run('cluster', data / name / 'X.mtx.gz', '-m', method, '-k', k, '--seed', seed, '-q',
        '-s', f'precision={precision}', '-o', out)
    return numpy.loadtxt(out / 'labels.txt', int)


if not methods:
    known = [method['name'] for method in json.loads(run('methods', '--json'))]
    methods = [name for name in known if name not in LABELED]
print('|', *(f'{name} |' for name in ('', *SETS)))
print('|' + '---|' * (len(SETS) + 1))
for method in methods:
    row = []
    with tempfile.TemporaryDirectory() as folder:
        for name, k in SETS.items():
            pairs = [[labels(pathlib.Path(folder), name, k, method, seed, precision)
                      for precision in ('float', 'double')] for seed in range(3)]
            row.append(' '.join(f'{agreement(a, b, k):.3f}' for a, b in pairs))
    print(f'| `{method}` |', *(f'{cell} |' for cell in row), flush=True)
