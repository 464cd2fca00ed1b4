"""The partition methods on labeled collections: accuracy and NMI (with the geometric mean),
means over five seeds.

    python3 bench/partition_scores.py MANIFACT [DATA] [METHOD...]     MANIFACT: the program, DATA:
    the folder of collections [../shared/data]

A METHOD may include settings: "gmm covariance=shared".
"""
import json
import pathlib
import subprocess
import sys
import tempfile

COLLECTIONS = [('tdt2', 'X', 30), ('cstr', 'X', 4), ('classic3', 'X', 3), ('20newsgroups', 'X', 20)]
METHODS = ['gmm', 'gmm covariance=shared', 'asi']
SEEDS = range(5)


def scores(program, matrix, truth, k, method, seed):
    name, *settings = method.split()
    options = [word for setting in settings for word in ('-s', setting)]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, 'cluster', str(matrix), '-k', str(k), '-m', name, '-q', '-o',
                        folder, '--seed', str(seed), *options], check=True)
        found = json.loads(subprocess.run([program, 'evaluate', str(truth), folder + '/labels.txt',
                                           '--json'], check=True, capture_output=True).stdout)
    return 100 * found['accuracy'], 100 * found['nmi_sqrt']


def main(program, data='../shared/data', *methods):
    print('| collection | method | accuracy | NMI sqrt | accuracies |\n|---|---|---|---|---|')
    for name, matrix, k in COLLECTIONS:
        folder = pathlib.Path(data) / name
        for method in methods or METHODS:
            found = [scores(program, folder / f'{matrix}.mtx.gz', folder / 'labels.txt', k, method,
                            seed) for seed in SEEDS]
            accuracy, nmi = (sum(each) / len(found) for each in zip(*found))
            print(
                f'| {name} | {method} | {accuracy:.1f} | {nmi:.1f} | '
                f'{" ".join(f"{a:.1f}" for a, _ in found)} |', flush=True)


if __name__ == '__main__':
    main(*sys.argv[1:])
