"""Labels that manifact suggest-labels asks for, and pairs that suggest-pairs asks for, against as
many of random documents:

    ask_study.py MANIFACT DATA [--collections cstr webace ...] [--answers 1 2 5] [--draws 3]
    ask_study.py MANIFACT DATA --pairs 50 100 200 [--collections cstr webace ...] [--draws 3]

A collection is clustered by the default method. Then a number of documents for each class, on
average, is labeled with the true classes, in rounds, and after each round the documents are fitted
again with all labels, as manifact label does; the next questions are those of the last fit. Printed
is the accuracy of all documents, for random documents the mean and the standard deviation of the
draws.

With --pairs, these numbers of pairs of documents are answered in all after each round, ten at a
time, and the documents are fitted again by ccf with the pairs after each round: pairs of random
documents, those that suggest-pairs asks for by the documents alone, with the seed of the draw, and
by the last model.
"""
import argparse
import json
import pathlib
import random
import statistics
import subprocess
import tempfile


def run(*words, stdin=''):
    done = subprocess.run(list(map(str, words)), input=stdin, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f'{words}: {done.stderr}')
    return done.stdout


class Collection:
    def __init__(self, program, folder, name):
        self.program, self.folder, self.name = program, folder, name
        path = pathlib.Path(name)
        self.matrix, self.truth = path / 'X.mtx.gz', path / 'labels.txt'
        self.labels = self.truth.read_text().split()
        self.classes = len(set(self.labels))
        self.model = folder / f'{path.name}.manifact'
        run(program, 'cluster', self.matrix, '-k', self.classes, '-o', self.model, '-q')

    def accuracy(self, model, answers, where):
        """Of all documents, and the model after a fit with the answers."""
        file, out = where / 'answers.tsv', where / 'out'
        file.write_text(''.join(f'{i}\tclass {self.labels[i]}\n' for i in answers))
        run(self.program, 'label', model, '--answers', file, '-o', out, '--force', '-q',
            stdin='q\n')
        scores = json.loads(run(self.program, 'evaluate', self.truth, out / 'labels.txt',
                                '--json'))
        return scores['accuracy'], out / 'model.manifact'

    def suggested(self, model, answers, count, where):
        words = ['--labels', where / 'answers.tsv'] if answers else []
        found = json.loads(run(self.program, 'suggest-labels', model, '-n', count, '--json', '-q',
                               *words))
        return [one['document'] for one in found]

    def study(self, rounds, choose):
        """The accuracies after each round; choose(model, answers, count, folder) -> documents."""
        found, answers, model = [], [], self.model
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            where = pathlib.Path(name)
            for total in rounds:
                count = total * self.classes - len(answers)
                answers += choose(model, answers, count, where)
                score, made = self.accuracy(model, answers, where)
                model = where / f'{total}.manifact'
                made.rename(model)
                found.append(score)
        return found


class Pairs(Collection):
    """Answers about pairs; ways of asking are functions (answers, count) -> pairs."""

    def fit(self, answers, where):
        file, out = where / 'pairs.txt', where / 'out'
        file.write_text(''.join(f'{i} {j} {self.relation(i, j)}\n' for i, j in answers))
        given = ['-m', 'ccf', '--constraints', file] if answers else []
        run(self.program, 'cluster', self.matrix, '-k', self.classes, '-q', '--force', '-o', out,
            *given)
        return json.loads(run(self.program, 'evaluate', self.truth, out / 'labels.txt',
                              '--json'))['accuracy']

    def relation(self, i, j):
        return 1 if self.labels[i] == self.labels[j] else -1

    def asked(self, answers, count, where, *of):
        known = where / 'known.txt'
        known.write_text(''.join(f'{i} {j} {self.relation(i, j)}\n' for i, j in answers))
        given = ['--constraints', known] if answers else []
        found = json.loads(run(self.program, 'suggest-pairs', *of, '-n', count, '--json', '-q',
                               *given))
        return [(one['first'], one['second']) for one in found]

    def ways(self, seed, where):
        draw = random.Random(seed)
        return {
            'random': lambda _, count: [draw.sample(range(len(self.labels)), 2)
                                        for _ in range(count)],
            'documents': lambda answers, count: self.asked(
                answers, count, where, self.matrix, '-k', self.classes, '--seed', seed),
            'model': lambda answers, count: self.asked(answers, count, where,
                                                       where / 'out/model.manifact')}

    def study(self, rounds, way, seed):
        """The accuracies after each round."""
        found, answers = [], []
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            where = pathlib.Path(name)
            self.fit([], where)
            ask = self.ways(seed, where)[way]
            for total in rounds:
                while len(answers) < total:
                    more = ask(answers, min(10, total - len(answers)))
                    if not more:
                        break
                    answers += more
                found.append(self.fit(answers, where))
        return found


def study_pairs(options, folder, name):
    one = Pairs(options.program.resolve(), pathlib.Path(folder), options.data / name)
    drawn = {way: [one.study(options.pairs, way, seed)
                   for seed in range(1 if way == 'model' else options.draws)]
             for way in ('random', 'documents', 'model')}
    for i, total in enumerate(options.pairs):
        shown = ''.join(f'{statistics.mean(scores):7.3f} {statistics.pstdev(scores):6.3f}'
                        for scores in ([draw[i] for draw in draws] for draws in drawn.values()))
        print(f'{name:14} {total:6} {shown}', flush=True)


def at_random(collection, seed):
    draw = random.Random(seed)
    order = draw.sample(range(len(collection.labels)), len(collection.labels))
    return lambda _model, answers, count, _where: order[len(answers):len(answers) + count]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('program', type=pathlib.Path)
    parser.add_argument('data', type=pathlib.Path)
    parser.add_argument('--collections', nargs='+',
                        default=['cstr', 'webace', 'bbc_news', '20newsgroups'])
    parser.add_argument('--answers', nargs='+', type=int, default=[1, 2, 5],
                        help='labels per class, on average, after each round')
    parser.add_argument('--pairs', nargs='+', type=int, help='pairs in all after each round')
    parser.add_argument('--draws', type=int, default=3)
    options = parser.parse_args()
    if options.pairs:
        print('collection      pairs  random, by documents, by model: mean, deviation')
        for name in options.collections:
            with tempfile.TemporaryDirectory() as folder:
                study_pairs(options, folder, name)
        return
    print('collection     labels  suggested  random (mean, deviation)')
    for name in options.collections:
        with tempfile.TemporaryDirectory() as folder:
            one = Collection(options.program.resolve(), pathlib.Path(folder), options.data / name)
            asked = one.study(options.answers, one.suggested)
            drawn = [one.study(options.answers, at_random(one, seed))
                     for seed in range(options.draws)]
            for i, total in enumerate(options.answers):
                scores = [draw[i] for draw in drawn]
                print(f'{name:14} {total * one.classes:6} {asked[i]:10.3f} '
                      f'{statistics.mean(scores):7.3f} {statistics.pstdev(scores):6.3f}',
                      flush=True)


if __name__ == '__main__':
    main()
