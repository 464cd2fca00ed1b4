#!/usr/bin/python3
"""Methods on collections with classes, as a Markdown table: what docs/benchmarks.md is made from.

    bench/method_table.py MANIFACT DATA [--collections cstr,webace,...] [--seeds 3] [--cost]
                          [--documents N] ["METHOD option=value ..." ...]

MANIFACT is the program, DATA the folder of collections, each with X.mtx.gz and labels.txt. A cell
is accuracy / NMI (geometric mean) in percent, the mean over the seeds 0, 1, ...; with --cost it is
the median seconds / CPU seconds / peak memory in MB of the whole command. `rec` stands for
the four groups rec.* of 20newsgroups; --documents takes N documents of each collection, spread
evenly over it. Without METHODs: the methods for text at their defaults.
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

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'tests'))
from reference.inputs import part, spread

CLUSTERS = {'cstr': 4, 'webace': 20, 'classic3': 3, 'bbc_news': 5, 'rec': 4, 'tdt2': 30,
            '20newsgroups': 20, 'reuters21578_raw': 66, 'coil20': 20,
            'gitlog_556k': 20, 'uci_iris': 3, 'uci_wine': 3, 'uci_zoo': 7,
            'uci_house_votes_84': 2, 'uci_balance_scale': 3}
TEXT = ['auto', 'auto preset=quality', 'auto preset=fast', 'cf', 'lccf',
        'lccf normalization=final', 'nmf', 'gnmf', 'semi-nmf', 'onmtf', 'rcc', 'drcc',
        'drcc preset=text', 'average-association', 'ratio-cut', 'ncut', 'symnmf', 'cplr', 'clgr',
        'kmeans', 'spherical-kmeans', 'gmm', 'asi']


def rec_groups(data, folder):
    """The documents of the groups rec.* of 20 Newsgroups."""
    source = data / '20newsgroups'
    names = (source / 'classes.txt').read_text().split()  # one a line, numbered from 1
    numbers = {str(number) for number, name in enumerate(names, 1) if name.startswith('rec.')}
    labels = (source / 'labels.txt').read_text().split()
    return part(source, [row for row, label in enumerate(labels, 1) if label in numbers], folder)


def thinned(source, count, folder):
    """`count` documents of a collection, spread evenly over it."""
    n = len((source / 'labels.txt').read_text().split())
    return part(source, spread(n, count), folder)


def measured(command):
    """Seconds, CPU seconds and peak memory in MB of one run."""
    begin = time.perf_counter()
    with subprocess.Popen([str(word) for word in command], stderr=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f'{command} ended with {process.returncode}')
    seconds = time.perf_counter() - begin
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def scored(program, folder, k, method, seed, scratch, threads=2, more=()):
    """One fit: its accuracy and NMI in percent, and what `measured` returns. METHOD is a name and
    settings; `more` holds further words of the command."""
    name, *settings = method.split()
    options = [word for setting in settings for word in ('-s', setting)]
    cost = measured([program, 'cluster', folder / 'X.mtx.gz', '-k', k, '-m', name, '-q', '-o',
                     scratch / 'out', '--seed', seed, '--threads', threads, *options, *more])
    found = subprocess.run([program, 'evaluate', folder / 'labels.txt', scratch / 'out/labels.txt',
                            '--json'], check=True, capture_output=True).stdout
    return [100 * json.loads(found)[key] for key in ('accuracy', 'nmi_sqrt')], cost


def cell(program, folder, k, method, arguments, scratch):
    runs = [scored(program, folder, k, method, seed, scratch, arguments.threads)
            for seed in range(arguments.seeds)]
    scores, costs = zip(*runs)
    if arguments.cost:
        seconds, processor, memory = (statistics.median(each) for each in zip(*costs))
        return f'{seconds:.2f} / {processor:.2f} / {memory:.0f}'
    return ' / '.join(f'{statistics.mean(each):.1f}' for each in zip(*scores))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('manifact')
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('methods', nargs='*', default=TEXT)
    parser.add_argument('--collections', default='cstr,webace,classic3,bbc_news,tdt2,20newsgroups')
    parser.add_argument('--seeds', type=int, default=3)
    parser.add_argument('--threads', type=int, default=2)
    parser.add_argument('--documents', type=int, default=0)
    parser.add_argument('--cost', action='store_true')
    arguments = parser.parse_intermixed_args()
    collections = arguments.collections.split(',')
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        folders = {name: arguments.data / name for name in collections}
        if 'rec' in folders:
            folders['rec'] = rec_groups(arguments.data, scratch / 'rec')
        if arguments.documents:
            folders = {name: thinned(folder, arguments.documents, scratch / f'{name}-thinned')
                       for name, folder in folders.items()}
        print('| | ' + ' | '.join(f'{name}, {CLUSTERS[name]}' for name in collections) + ' |')
        print('|---' * (1 + len(collections)) + '|')
        for method in arguments.methods:
            print(f'| `{method}` |', end='', flush=True)
            for name in collections:
                print('', cell(arguments.manifact, folders[name], CLUSTERS[name], method,
                               arguments, scratch), '|', end='', flush=True)
            print(flush=True)


if __name__ == '__main__':
    main()
