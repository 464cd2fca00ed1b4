"""The normalized cut and CLGR on labeled collections: accuracy and NMI compared with the required
minimum.

    python3 bench/spectral_targets.py MANIFACT [DATA]      MANIFACT: the program, DATA: the folder
    of collections [../shared/data]

The read-out has 10 starts; terms occur in at least 2 documents; times include the graph. rec.* of
20 Newsgroups are the four groups with this prefix.
"""
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile


def evaluated(program, matrix, truth, k, *options):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, 'cluster', str(matrix), '-k', str(k), '-q', '-o', folder,
                        *options], check=True)
        scores = json.loads(subprocess.run([program, 'evaluate', str(truth), folder + '/labels.txt',
                                            '--json'], check=True, capture_output=True).stdout)
    return 100 * scores['accuracy'], 100 * scores['nmi_sqrt']


def rec_groups(data, folder):
    """The documents of the groups rec.*, as a separate matrix and labels."""
    source = data / '20newsgroups'
    names = (source / 'classes.txt').read_text().split()  # one per line, numbered from 1
    labels = (source / 'labels.txt').read_text().split()
    numbers = {str(number) for number, name in enumerate(names, 1) if name.startswith('rec.')}
    rows = {row: place + 1 for place,
            row in enumerate(row for row, label in enumerate(labels, 1) if label in numbers)}
    with gzip.open(source / 'X.mtx.gz', 'rt') as stream:
        head = stream.readline()
        line = stream.readline()
        while line.startswith('%'):
            line = stream.readline()
        columns = line.split()[1]
        entries = [(rows[int(i)], j, x) for i, j,
                   x in (entry.split() for entry in stream) if int(i) in rows]
    (folder / 'labels.txt').write_text(''.join(label + '\n' for label in labels
                                               if label in numbers))
    with open(folder / 'rec.mtx', 'w', encoding='ascii') as out:
        out.write(f'{head}{len(rows)} {columns} {len(entries)}\n')
        out.writelines(f'{i} {j} {x}\n' for i, j, x in entries)
    return folder / 'rec.mtx', folder / 'labels.txt'


def main(program, data='../shared/data'):
    data = pathlib.Path(data)
    with tempfile.TemporaryDirectory() as folder:
        rec = rec_groups(data, pathlib.Path(folder))
        tdt2 = data / 'tdt2/X.mtx.gz', data / 'tdt2/labels.txt'
        cstr = data / 'cstr/X_tfidf.mtx.gz', data / 'cstr/labels.txt'
        rows = [('tdt2', tdt2, 30, 'ncut', ['neighbors=20'], 86),
                ('tdt2', tdt2, 30, 'ncut', ['neighbors=40'], 86),
                ('tdt2', tdt2, 30, 'clgr', ['neighbors=20'], 86),
                ('tdt2', tdt2, 30, 'clgr', ['neighbors=40'], 86),
                ('cstr', cstr, 4, 'ncut', ['neighbors=20'], 88),
                ('cstr', cstr, 4, 'clgr', ['neighbors=20'], 88),
                ('rec.*', rec, 4, 'ncut', ['neighbors=40', 'weighting=tfidf'], 88),
                ('rec.*', rec, 4, 'ncut', ['neighbors=40', 'weighting=log-tfidf'], 91)]
        print(
            '| collection | method | settings | read-out | accuracy | NMI sqrt | floor | '
            '|\n|---|---|---|---|---|---|---|---|')
        for name, (matrix, truth), k, method, settings, floor in rows:
            for readout in ('rotation', 'cosine-kmeans'):
                options = [word for setting in [*settings, 'readout=' + readout,
                                                'readout-starts=10'] for word in ('-s', setting)]
                accuracy, nmi = evaluated(program, matrix, truth, k, '-m', method, *options)
                verdict = 'reached' if accuracy >= floor else 'MISSED'
                if readout != 'rotation' and name != 'rec.*':
                    verdict = ''
                print(
                    f'| {name} | {method} | {" ".join(settings)} | {readout} | {accuracy:.1f} | '
                    f'{nmi:.1f} | {floor} | {verdict} |', flush=True)


if __name__ == '__main__':
    main(*sys.argv[1:])
