"""Runs fits with the program and keeps every draw as a record in a JSON file."""
import json
import os
import pathlib
import platform
import shutil
import subprocess
import tempfile
import threading
import time

MEASURES = ['accuracy', 'nmi', 'nmi_sqrt', 'purity']


class Results:
    """The records of one experiment: {column, draw, seed, documents, clusters, machine, scores},
    where scores are {row: {setting: [accuracy, nmi, nmi_sqrt, purity, CPU seconds]}}. Each record
    is a line of the file."""

    def __init__(self, folder, name):
        self.path = pathlib.Path(folder) / f'{name}.json'
        kept = json.loads(self.path.read_text()) if self.path.exists() else {}
        self.name, self.machines = name, kept.get('machines', [])
        self.records = {(record['column'], record['draw']): record
                        for record in kept.get('records', [])}

    def machine(self, facts):
        if facts not in self.machines:
            self.machines.append(facts)
        return self.machines.index(facts)

    def has(self, draw, column, row, setting):
        record = self.records.get((column, draw), {'scores': {}})
        return setting in record['scores'].get(row, {})

    def add(self, draw, column, row, setting, values, facts):
        record = self.records.setdefault((column, draw), {**facts, 'scores': {}})
        record['scores'].setdefault(row, {})[setting] = values

    def save(self):
        def order(record):
            column = record['column']
            return record['draw'], int(column) if column.isdigit() else 0, column

        lines = [json.dumps(record) for record in sorted(self.records.values(), key=order)]
        machines = ',\n  '.join(json.dumps(machine) for machine in self.machines)
        text = (f'{{"experiment": {json.dumps(self.name)},\n "machines": [\n  {machines}],\n'
                ' "records": [\n  ' + ',\n  '.join(lines) + ']}\n')
        self.path.parent.mkdir(exist_ok=True)
        partial = self.path.with_suffix('.partial')
        partial.write_text(text)
        partial.replace(self.path)


def describe_machine(program):
    model = platform.processor() or platform.machine()
    try:
        for line in open('/proc/cpuinfo'):
            if line.startswith('model name'):
                model = line.split(':', 1)[1].strip()
                break
    except OSError:
        pass
    version = subprocess.run([program, '--version'], capture_output=True, text=True).stdout
    source = subprocess.run(['git', '-C', pathlib.Path(__file__).parent, 'describe', '--always'],
                            capture_output=True, text=True).stdout
    return {'processor': model, 'cores': os.cpu_count(), 'system': platform.system(),
            'program': version.strip().partition('\n')[0], 'source': source.strip()}


def command_of(fit, setting, inputs, folder, variant_file):
    """The words of `manifact cluster` for a fit."""
    method, *words = fit.split()
    out = []
    for word in words + setting.split():
        if word == '--labels':
            out += ['--labels', folder / 'known.txt']
        elif word == '--constraints':
            out += ['--constraints', folder / 'pairs.txt']
        elif not word.startswith('@'):
            out += ['-s', word]
    return ['cluster', variant_file, '-k', inputs.clusters, '-m', method, '--weighting', 'none',
            *out]


def variant_of(fit):
    return next((word[1:] for word in fit.split() if word.startswith('@')), None)


class Runner:
    def __init__(self, program, given):
        self.program, self.data, self.given = program, given.data, given
        self.lock, self.failures = threading.Lock(), []
        self.facts = describe_machine(program)

    def fit(self, words, seed, folder, at):
        """The scores of one fit and its CPU seconds, or None."""
        out, log = folder / f'out-{at}', folder / f'log-{at}'
        words = [str(word) for word in [self.program, *words, '--seed', seed, '--threads', 1, '-q',
                                        '--force', '-o', out]]
        with open(log, 'wb') as errors:
            process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=errors)
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise RuntimeError(f'{" ".join(words[1:])}: {log.read_text().strip()[-300:]}')
        found = subprocess.run([self.program, 'evaluate', folder / 'truth.txt', out / 'labels.txt',
                                '--json'], check=True, capture_output=True)
        scores = json.loads(found.stdout)
        shutil.rmtree(out, ignore_errors=True)
        return [round(scores[name], 5) for name in MEASURES] + [
            round(usage.ru_utime + usage.ru_stime, 3)]

    def draw(self, experiment, results, draw, column, tasks, at):
        """All fits of one draw of one column that are missing."""
        inputs = experiment.make(self.data, column, draw)
        facts = {'column': column, 'draw': draw, 'seed': draw, 'documents': len(inputs.labels),
                 'clusters': inputs.clusters, 'machine': results.machine(self.facts)}
        with tempfile.TemporaryDirectory(prefix='reproduce-') as folder:
            folder = pathlib.Path(folder)
            inputs.write_labels(folder)
            for row, setting in tasks:
                fit = experiment.fits[row]
                file = inputs.write(folder, variant_of(fit))
                try:
                    values = self.fit(command_of(fit, setting, inputs, folder, file), draw, folder,
                                      at)
                except RuntimeError as error:
                    self.failures.append(f'{experiment.name} {column} {row} {setting}: {error}')
                    continue
                with self.lock:
                    results.add(draw, column, row, setting, values, facts)
        with self.lock:
            results.save()


def missing(experiment, results, quick):
    """{(draw, column): [(row, setting)]} in the order of running."""
    todo = {}
    for draw, column, row, setting in experiment.tasks(quick):
        if not results.has(draw, column, row, setting):
            todo.setdefault((draw, column), []).append((row, setting))
    return todo


class Estimate:
    """CPU seconds of a fit: the mean of the row in the column, of the row, or of all."""

    def __init__(self, stores):
        self.known, self.every = {}, []
        for results in stores.values():
            for (column, _), record in results.records.items():
                for row, settings in record['scores'].items():
                    for values in settings.values():
                        self.note(results.name, column, row, values[-1])

    def note(self, name, column, row, seconds):
        for key in ((name, column, row), (name, row)):
            total, count = self.known.get(key, (0, 0))
            self.known[key] = total + seconds, count + 1
        self.every.append(seconds)

    def of(self, name, column, row):
        for key in ((name, column, row), (name, row)):
            if key in self.known:
                total, count = self.known[key]
                return total / count
        return sum(self.every) / len(self.every) if self.every else 1.0


def schedule(experiments, stores, quick):
    """Draws of all experiments in turn, so that a run that is stopped has filled all tables
    evenly."""
    work = []
    for number, experiment in enumerate(experiments):
        for (draw, column), tasks in missing(experiment, stores[experiment.name], quick).items():
            work.append((draw, number, experiment, column, tasks))
    work.sort(key=lambda each: each[:2])
    return [(experiment, draw, column, tasks) for draw, _, experiment, column, tasks in work]


def clock():
    return time.monotonic()
