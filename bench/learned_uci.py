#!/usr/bin/python3
"""Methods that learn their graph, on the small sets of the SRMCF paper (needs scipy).

    bench/learned_uci.py MANIFACT DATA [--sets iris,wine,...]

DATA holds uci_iris, uci_wine, ..., each with X.mtx.gz and labels.txt. Scalings: raw; unit (rows),
column unit, min-max (columns). Vote is 1/0/.5. Prints accuracy / NMI (by the
larger entropy), components and seconds of each run. Every method has its defaults except for what
the row names; read-outs of ten starts.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile
import time

import numpy
import scipy.io

SETS = {'iris': 'uci_iris', 'wine': 'uci_wine', 'zoo': 'uci_zoo', 'scale': 'uci_balance_scale',
        'vote': 'uci_house_votes_84', 'chess': 'uci_kr_vs_kp'}
SCALINGS = {
    'raw': lambda X: X,
    'unit': lambda X: X / numpy.maximum(numpy.linalg.norm(X, axis=1, keepdims=True), 1e-300),
    'column unit': lambda X: X / numpy.maximum(numpy.linalg.norm(X, axis=0, keepdims=True), 1e-300),
    'min-max': lambda X: (X - X.min(0)) / numpy.maximum(X.max(0) - X.min(0), 1e-300),
}
CAN, PCAN = ['-m', 'can'], ['-m', 'pcan']
ROWS = [  # set, scaling, method and options
    *[('iris', scaling, method) for scaling in ('raw', 'unit', 'min-max')
      for method in (CAN, PCAN, PCAN + ['-s', 'neighbors=5'])],
    *[('wine', scaling, method) for scaling in ('column unit', 'min-max')
      for method in (CAN, PCAN, PCAN + ['-s', 'variant=local'])],
    *[('zoo', 'min-max', method + ['-s', f'neighbors={k}']) for k in (15, 5)
      for method in (CAN, PCAN)],
    *[('vote', 'raw', method) for method in (CAN, PCAN)],
    *[('scale', 'unit', method) for method in (CAN, PCAN)],
    ('chess', 'raw', CAN),
    *[(name, scaling,
       ['-m', 'ncut', '-s', 'neighbors=5', '-s', 'graph-weight=binary', '-s', 'duplicates=keep'])
      for name, scaling in (('iris', 'unit'), ('wine', 'min-max'), ('zoo', 'unit'),
                            ('zoo', 'min-max'), ('vote', 'raw'), ('scale', 'unit'),
                            ('chess', 'raw'))],
    *[(name, scaling, method) for name,
      scaling in (('iris', 'raw'), ('iris', 'unit'), ('wine', 'min-max'), ('zoo', 'min-max'),
                  ('vote', 'raw'), ('scale', 'unit'))
      for method in (['-m', 'ssc'], ['-m', 'ssc', '-s', 'affine=yes'], ['-m', 'smce'])],
]


class Bench:
    def __init__(self, manifact, data, scratch):
        self.manifact, self.data, self.scratch = manifact, pathlib.Path(data), pathlib.Path(scratch)

    def run(self, *arguments):
        return subprocess.run([self.manifact, *map(str, arguments)], check=True,
                              capture_output=True, text=True).stdout

    def row(self, name, scaling, options):
        folder = self.data / SETS[name]
        X, truth = numpy.asarray(scipy.io.mmread(str(folder / 'X.mtx.gz')),
                                 dtype=float), folder / 'labels.txt'
        X = (X + 1) / 2 if name == 'vote' else X
        scipy.io.mmwrite(str(self.scratch / 'X.mtx'), SCALINGS[scaling](X), precision=17)
        begin = time.perf_counter()
        self.run('cluster', self.scratch / 'X.mtx', '-k', len(numpy.unique(numpy.loadtxt(truth))),
                 '-q', '-o', self.scratch / 'out', '-s', 'scaling=none', *options)
        seconds = time.perf_counter() - begin
        summary = json.loads((self.scratch / 'out/summary.json').read_text())
        found = json.loads(self.run('evaluate', truth, self.scratch / 'out/labels.txt', '--json'))
        said = summary['diagnostics']
        components = said.get('adaptive_components', said.get('graph_components', ''))
        print(
            f'{name:6} {scaling:12} {" ".join(options[1::2]):60} {100 * found["accuracy"]:5.1f} / '
            f'{100 * found["nmi"]:5.1f}  '
              f'{components:>4} components  {seconds:6.2f} s  {summary["status"]}', flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('manifact')
    parser.add_argument('data')
    parser.add_argument('--sets', default=','.join(SETS))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(arguments.manifact, arguments.data, scratch)
        for name, scaling, options in ROWS:
            if name in arguments.sets.split(','):
                bench.row(name, scaling, options)


if __name__ == '__main__':
    main()
