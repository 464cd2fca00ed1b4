#!/usr/bin/python3
"""Made-up documents that --outliers finds among real ones, and real ones lost, as a Markdown table.

    bench/outliers.py PROGRAM INPUT [--k 5] [--count 500] [--share 0.15] [--seeds 0,1,2] METHOD ...

INPUT is lines label<TAB>text (.gz). The words of a made-up document are drawn from those of all
documents, with replacement; their number is that of a document drawn likewise. METHOD is a name,
with -k K for another number of clusters: "auto -k 20".
"""
import argparse
import gzip
import json
import pathlib
import random
import subprocess
import tempfile


def mixed(source, count, seed):
    """The real lines, then the made-up ones."""
    lines = gzip.open(source, 'rt').read().splitlines()
    documents = [line.split('\t', 1)[1].split() for line in lines]
    words = [word for document in documents for word in document]
    draw = random.Random(seed)
    for _ in range(count):
        length = len(draw.choice(documents))
        lines.append('made-up\t' + ' '.join(draw.choices(words, k=length)))
    return lines, len(documents)


def outliers(arguments, method, path, real):
    name, *rest = method.split()
    k = rest if rest else ['-k', str(arguments.k)]
    with tempfile.TemporaryDirectory() as out:
        subprocess.run([arguments.program, 'cluster', path, '-m', name, *k, '-q', '--outliers',
                        str(arguments.share), '-o', out], check=True)
        labels = pathlib.Path(out, 'labels.txt').read_text().split()
        summary = json.loads(pathlib.Path(out, 'summary.json').read_text())
    without = [i for i, label in enumerate(labels) if label == '-1']
    assert len(without) == int(summary['diagnostics']['outliers'])
    return sum(i >= real for i in without), sum(i < real for i in without)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('input')
    parser.add_argument('methods', nargs='+', metavar='METHOD')
    parser.add_argument('--k', type=int, default=5)
    parser.add_argument('--count', type=int, default=500)
    parser.add_argument('--share', type=float, default=0.15)
    parser.add_argument('--seeds', default='0,1,2')
    arguments = parser.parse_args()
    print('| method | seed | made-up documents found | real ones lost |\n|---|---|---:|---:|')
    for method in arguments.methods:
        for seed in arguments.seeds.split(','):
            lines, real = mixed(arguments.input, arguments.count, int(seed))
            with tempfile.NamedTemporaryFile('w', suffix='.tsv') as file:
                file.write('\n'.join(lines) + '\n')
                file.flush()
                found, lost = outliers(arguments, method, file.name, real)
            print(f'| `{method}` | {seed} | {found} of {arguments.count} | {lost} of {real:,} |',
                  flush=True)


if __name__ == '__main__':
    main()
