#!/usr/bin/env python3
"""Fits from the same start on one process and on several ranks: how far the objectives are apart,
whether the labels are the same, and whether a number of ranks gives the same bits twice.

  SAME_START=BUILD/tests/mpi/same_start ranks_agree.py FILE METHOD K [--ranks P...]
      [--graph FILE] [NAME=VALUE...]

The options default to 50 updates. Exit 1 if an objective differs by more than 1e-12 relative, or
any label or bit.
"""
import argparse
import os
import resource
import shutil
import subprocess
import sys

ENVIRONMENT = {'OMPI_ALLOW_RUN_AS_ROOT': '1', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1',
               'OMPI_MCA_rmaps_base_oversubscribe': '1',
               'OMPI_MCA_btl_vader_single_copy_mechanism': 'none',
               'OMP_NUM_THREADS': '1', 'OPENBLAS_NUM_THREADS': '1'}
UPDATES = ['update=mu', 'keep-data=no', 'max-iterations=50', 'tolerance=0', 'restarts=1']
AGREED = 1e-12


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def fit(arguments, settings, ranks):
    """The output of the first rank; 0 ranks: of one process without MPI."""
    words = [shutil.which('mpirun'), '-np', str(max(ranks, 1)), os.environ['SAME_START'],
             'divided' if ranks else 'alone', arguments.file, arguments.method, arguments.k,
             *settings]
    begin = cpu_seconds()
    out = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True,
                         env={**os.environ, **ENVIRONMENT}).stdout
    objective, updates, *labels = out.split()
    return out, float(objective), int(updates), labels, cpu_seconds() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('file')
    parser.add_argument('method')
    parser.add_argument('k')
    parser.add_argument('settings', nargs='*')
    parser.add_argument('--ranks', type=int, nargs='+', default=[1, 2, 3, 4, 8])
    parser.add_argument('--graph')
    parser.add_argument('--once', action='store_true', help='repeat no number of ranks')
    arguments = parser.parse_intermixed_args()
    settings = [*(arguments.settings or UPDATES)]
    if arguments.graph:
        settings.append(f'graph={arguments.graph}')
    _, alone, updates, labels, seconds = fit(arguments, settings, 0)
    print(f'one process: objective {alone:.17g}, {updates} updates, {len(labels)} documents, '
          f'{seconds:.1f} CPU s', flush=True)
    good = True
    for ranks in arguments.ranks:
        out, objective, count, own, seconds = fit(arguments, settings, ranks)
        apart = abs(objective - alone) / abs(alone)
        others = sum(a != b for a, b in zip(labels, own))
        print(f'{ranks} ranks: {apart:.1e} apart, {count} updates, {others} other labels, '
              f'{seconds:.1f} CPU s', flush=True)
        good &= apart <= AGREED and others == 0 and count == updates and len(own) == len(labels)
    if not arguments.once:
        same = fit(arguments, settings, ranks)[0] == out
        print(f'{ranks} ranks, a second time: ' + ('the same bits' if same else 'OTHER BITS'))
        good &= same
    return 0 if good else 1


if __name__ == '__main__':
    sys.exit(main())
