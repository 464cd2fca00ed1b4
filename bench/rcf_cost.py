#!/usr/bin/python3
"""The cost of rcf compared with lccf: time and memory of an update and of a whole fit.

    bench/rcf_cost.py MANIFACT FOLDER K [SHARE]      FOLDER contains X.mtx.gz and labels.txt; SHARE
    of each class is labeled, 0.2

The time of an update is derived from two runs that differ by 100 updates, as the median of 5 such
pairs, alternating between the methods.
"""
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import numpy

SETTINGS = {
    'lccf normalization=final': ['-m', 'lccf', '-s', 'normalization=final'],
    'rcf, top 20': ['-m', 'rcf'],
    'rcf, exact': ['-m', 'rcf', '-s', 'propagation-top=exact'],
}


def main(manifact, folder, k, share):
    truth, random = numpy.loadtxt(folder / 'labels.txt', dtype=int), numpy.random.RandomState(0)
    known = numpy.zeros_like(truth)
    for c in numpy.unique(truth):
        of_class = numpy.flatnonzero(truth == c)
        known[random.permutation(of_class)[:max(1, round(share * len(of_class)))]] = c
    with tempfile.TemporaryDirectory() as scratch:
        numpy.savetxt(pathlib.Path(scratch) / 'known.txt', known, fmt='%d')

        def run(options, updates):
            labels = ['--labels', f'{scratch}/known.txt'] if 'rcf' in options else []
            start = time.perf_counter()
            subprocess.run([manifact, 'cluster', folder / 'X.mtx.gz', '-k', str(k), '--threads',
                            '2', '-q', '--json', '-s', 'readout=argmax',
                            '-s', f'max-iterations={updates}', *options, *labels], check=True,
                            stdout=subprocess.DEVNULL)
            return time.perf_counter() - start

        times = {name: [] for name in SETTINGS}
        for _ in range(5):
            for name, options in SETTINGS.items():
                times[name].append((run(options, 110) - run(options, 10)) / 100)
        base = statistics.median(times['lccf normalization=final'])
        for name, values in times.items():
            print(
                f'{name:25}{1000 * statistics.median(values):7.2f} ms per update, '
                f'{statistics.median(values) / base:.2f} of lccf')
        for name, options in SETTINGS.items():
            labels = ['--labels', f'{scratch}/known.txt'] if 'rcf' in options else []
            seconds = []
            for _ in range(3):
                start = time.perf_counter()
                subprocess.run([manifact, 'cluster', folder / 'X.mtx.gz', '-k', str(k), '--threads',
                                '2', '-q', '--json', *options, *labels], check=True,
                               stdout=subprocess.DEVNULL)
                seconds.append(time.perf_counter() - start)
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            print(
                f'{name:25}{statistics.median(seconds):7.2f} s for the whole run; no child used '
                f'more than {peak:.0f} MiB so far')


main(sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]),
     float(sys.argv[4]) if len(sys.argv) > 4 else 0.2)
