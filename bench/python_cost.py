#!/usr/bin/python3
"""Time and memory of a fit through Python against the same fit in C:

bench/python_cost.py FIT_COST MATRIX [--method auto] [-k 30] [--fits 5]

FIT_COST is the program bench-fit-cost of the build. The package of Python finds the library as
always: MANIFACT_LIBRARY names its file. Each language has a process of its own, which reads the
matrix first; the processes of the two alternate. Printed are the least seconds of a fit, its least
seconds of the processor, which other programs disturb less, and the median of the bytes by which
the peak of the process during a fit exceeds what it held before; then the same of Python against C,
and the medians of the ratios of each pair of processes.
"""
import argparse
import ctypes
import pathlib
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve()


def resident(name):
    with open('/proc/self/status', encoding='ascii') as lines:
        return 1024 * int(next(line for line in lines if line.startswith(name)).split()[1])


def fits_in_python(path, method, k, fits):
    """What bench/fit_cost.c does."""
    sys.path.insert(0, str(HERE.parents[1] / 'bindings/python'))
    import manifact
    import scipy.io
    # As the library holds it. Values of other types are converted, in a copy.
    X = scipy.io.mmread(path).tocsr().astype(float)
    kind, = (kind for kind in map(manifact.__dict__.get, manifact.methods.__all__)
             if kind._method == method)
    for _ in range(fits):
        ctypes.CDLL(None).malloc_trim(0)
        pathlib.Path('/proc/self/clear_refs').write_text('5')
        before, start, used = resident('VmRSS:'), time.monotonic(), time.process_time()
        fitted = kind(k).fit(X)
        print(f'{time.monotonic() - start:.4f} {time.process_time() - used:.4f} '
              f'{resident("VmHWM:") - before}', flush=True)
        del fitted


def run(command):
    """(seconds and CPU seconds of the second fit, bytes of the first)"""
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    first, second = (line.split() for line in lines)
    return float(second[0]), float(second[1]), int(first[2])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n', 1)[0])
    parser.add_argument('program')
    parser.add_argument('matrix')
    parser.add_argument('--method', default='auto')
    parser.add_argument('-k', type=int, default=30)
    parser.add_argument('--fits', type=int, default=5, help='processes of each language')
    parser.add_argument('--child', action='store_true', help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        return fits_in_python(given.matrix, given.method, given.k, given.fits)
    fits = [given.matrix, given.method, str(given.k)]
    found = {'C': [], 'Python': []}
    for _ in range(given.fits):
        found['C'].append(run([given.program, *fits, '2']))
        found['Python'].append(run([sys.executable, HERE, given.program, given.matrix, '--method',
                                    given.method, '-k', str(given.k), '--fits', '2', '--child']))
    costs = {}
    for language, rows in found.items():
        seconds, used, sizes = zip(*rows)
        costs[language] = min(seconds), min(used), statistics.median(sizes)
    for language, (seconds, used, size) in costs.items():
        print(f'{language:8}{seconds:8.3f} s{used:10.3f} CPU s{size / 1e6:10.1f} MB')
    c, own = costs.values()
    time_ratio, cpu_ratio = (statistics.median(python[i] / c[i] for c, python in
                                               zip(*found.values())) for i in range(2))
    print(f'Python / C: least time {own[0] / c[0]:.3f}, CPU time {own[1] / c[1]:.3f}; '
          f'median of pairs: time {time_ratio:.3f}, CPU time {cpu_ratio:.3f}; '
          f'memory {(own[2] - c[2]) / 1e6:+.1f} MB')
    return 0


sys.exit(main())
