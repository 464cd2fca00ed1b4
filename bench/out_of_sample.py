"""Assignment of new documents by the spectral methods: a fifth of TDT2 is held out and assigned by
the nearest centroid and by the local predictor.

    python3 bench/out_of_sample.py MANIFACT [DATA [SPLITS]]      MANIFACT: the program, DATA: the
    folder of collections [../shared/data], SPLITS [5]

Prints the accuracy of the training documents, and of the others after `manifact assign`; the idf is
that of the training documents.
"""
import gzip
import json
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

SETTINGS = {'ncut': ['neighbors=20'], 'clgr': ['neighbors=20'], 'ratio-cut': ['neighbors=20']}


def read(folder):
    with gzip.open(folder / 'X.mtx.gz', 'rt') as stream:
        head = stream.readline()
        line = stream.readline()
        while line.startswith('%'):
            line = stream.readline()
        rows, columns, _ = line.split()
        documents = [[] for _ in range(int(rows))]
        for entry in stream:
            i, rest = entry.split(maxsplit=1)
            documents[int(i) - 1].append(rest)
    return head, columns, documents, (folder / 'labels.txt').read_text().split()


def write(folder, name, head, columns, documents, labels, chosen):
    with open(folder / (name + '.mtx'), 'w', encoding='ascii') as out:
        out.write(f'{head}{len(chosen)} {columns} {sum(len(documents[i]) for i in chosen)}\n')
        for place, i in enumerate(chosen, 1):
            out.writelines(f'{place} {rest}' for rest in documents[i])
    (folder / (name + '.txt')).write_text(''.join(labels[i] + '\n' for i in chosen))


def accuracy(program, truth, labels):
    return 100 * json.loads(subprocess.run([program, 'evaluate', truth, labels, '--json'],
                                           check=True, capture_output=True).stdout)['accuracy']


def main(program, data='../shared/data', splits=5):
    head, columns, documents, labels = read(pathlib.Path(data) / 'tdt2')
    found = {}
    for split in range(int(splits)):
        order = list(range(len(documents)))
        random.Random(split).shuffle(order)
        cut = len(order) // 5
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            write(folder, 'new', head, columns, documents, labels, sorted(order[:cut]))
            write(folder, 'train', head, columns, documents, labels, sorted(order[cut:]))
            for method, settings in SETTINGS.items():
                for rule in ('centroid', 'predictor'):
                    options = [word for setting in [*settings, 'out-of-sample=' + rule]
                               for word in ('-s', setting)]
                    subprocess.run([program, 'cluster', name + '/train.mtx', '-k', '30', '-m',
                                    method, '-q', '-o', name + '/out', *options], check=True)
                    subprocess.run([program, 'assign', name + '/out/model.manifact',
                                    name + '/new.mtx', '-q', '-o', name + '/labels'], check=True)
                    found.setdefault((method, rule),
                                     []).append((accuracy(program, name + '/train.txt',
                                                          name + '/out/labels.txt'),
                                                          accuracy(program, name + '/new.txt',
                                                                   name + '/labels')))
    print('| method | rule | training documents | new documents |\n|---|---|---|---|')
    for (method, rule), scores in found.items():
        columns_of = [f'{statistics.mean(s):.1f} ± {statistics.pstdev(s):.1f}'
                      for s in zip(*scores)]
        print(f'| {method} | {rule} | {columns_of[0]} | {columns_of[1]} |')


if __name__ == '__main__':
    main(*sys.argv[1:])
