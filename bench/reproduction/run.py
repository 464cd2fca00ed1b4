"""Runs fits with the program and keeps every draw as a record in a JSON file."""
import json
import os
import pathlib
import platform
import statistics
import subprocess
import time

import gaussian
import octave
from experiment import RACE_DRAWS, RACE_FINALISTS

MEASURES = ['accuracy', 'nmi', 'nmi_sqrt', 'purity']
# The authors' program, and what the library does not do.
OTHERS = {'octave': octave.labels,
          'gaussian-ncut': lambda inputs, seed, scale: gaussian.labels(inputs, seed, float(scale))}


class Results:
    """The records of one experiment: {column, draw, seed, documents, clusters, machine, scores},
    where scores are {row: {setting: [accuracy, nmi, nmi_sqrt, purity, CPU seconds]}}; where the
    objective was followed, its values precede the seconds. Each record is a line of the file."""

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


def describe_machine(version):
    model = platform.processor() or platform.machine()
    try:
        for line in open('/proc/cpuinfo'):
            if line.startswith('model name'):
                model = line.split(':', 1)[1].strip()
                break
    except OSError:
        pass
    source = subprocess.run(['git', '-C', pathlib.Path(__file__).parent, 'describe', '--always'],
                            capture_output=True, text=True).stdout
    return {'processor': model, 'cores': os.cpu_count(), 'system': platform.system(),
            'program': f'manifact {version}', 'source': source.strip()}


def options_of(fit, setting):
    """(method, variant of the input, options) of a fit."""
    method, *words = fit.split() or ['']
    variant = next((word[1:] for word in words if word.startswith('@')), None)
    pairs = [word.split('=') for word in words + setting.split() if '=' in word]
    return method, variant, dict(pairs)


def matrix_for(session, X):
    """(handle, what it borrows) of rows of `data` or an array."""
    from manifact import _matrix
    if hasattr(X, 'indptr'):
        import scipy.sparse
        X = scipy.sparse.csr_matrix((X.values, X.indices, X.indptr), shape=(len(X), X.columns))
    return _matrix.matrix_of(session, X)


class Fits:
    """The fits of one draw in this process, by the Python package: without the start of a program,
    its reading and writing, which took longer than most fits."""

    def __init__(self, inputs):
        from manifact import _session, known, metrics, model
        self.session, self.inputs, self.matrices = _session.Session(1), inputs, {}
        self.starts = {}
        self.constraints_of, self.evaluate = known.constraints_of, metrics.evaluate
        self.model = model.Model

    def matrix(self, variant):
        if variant not in self.matrices:
            self.matrices[variant] = matrix_for(self.session, self.inputs.variant(variant))
        return self.matrices[variant][0]

    def known(self, fit, lib, solver):
        n = len(self.inputs.labels)
        if '--labels' in fit.split():
            known = self.constraints_of(self.session, n, self.inputs.known_codes(), None)
        elif '--constraints' in fit.split():
            known = self.constraints_of(self.session, n, None, self.inputs.pairs)
        else:
            return
        self.session.call(lib.manifact_solver_set_constraints, solver, known, of='solver')

    def start(self, fit, setting, lib, solver, seed):
        """The clusters of PCAN as the start, which the SRMCF paper names, with 15 neighbors or as
        many as the fit."""
        known = {'--pcan': '15', '--pcan-own': options_of('', setting)[2].get(
            'adaptive-neighbors')}
        neighbors = next((count for word, count in known.items() if word in fit.split()), None)
        if neighbors is None:
            return
        import numpy
        from manifact._library import ffi
        if (neighbors, seed) not in self.starts:
            labels = self.fitted(f'pcan neighbors={neighbors} scaling=none', '', seed)[0].labels
            self.starts[neighbors, seed] = numpy.ascontiguousarray(labels, numpy.int32)
        labels = self.starts[neighbors, seed]
        self.session.call(lib.manifact_solver_set_start_labels, solver,
                          ffi.cast('int32_t *', ffi.from_buffer(labels)), len(labels), of='solver')

    def trials(self, fit, lib, solver, seed):
        """The start of the authors' program: the best of ten after 30 updates without scaling."""
        if '--unscaled-trials' in fit.split():
            words = [word for word in fit.split() if word != '--unscaled-trials']
            words += ['normalization=none', 'update=mu', 'max-iterations=0']
            best, _ = self.fitted(' '.join(words), '', seed)
            self.session.call(lib.manifact_solver_set_start_model, solver, best._handle,
                              of='solver')

    def fitted(self, fit, setting, seed):
        """(model, CPU seconds of the fit)"""
        from manifact._library import lib
        method, variant, options = options_of(fit, setting)
        options |= {'weighting': 'none', 'keep-data': 'no', 'seed': seed}
        solver = self.session.solver(method, options)
        matrix = self.matrix(variant)
        self.known(fit, lib, solver)
        self.start(fit, setting, lib, solver, seed)
        self.trials(fit, lib, solver, seed)
        begin = time.thread_time()
        made = self.session.make('model', lib.manifact_solver_fit, solver, matrix,
                                 self.inputs.clusters, of='solver')
        return self.model(made), time.thread_time() - begin

    def scores(self, fit, setting, seed, updates=()):
        """The measures of one fit, the objective after some updates if asked for, and its CPU
        seconds. Some fits are not by the library."""
        if fit in OTHERS:
            begin = os.times()
            labels = OTHERS[fit](self.inputs, seed, **options_of(fit, setting)[2])
            end = os.times()
            found = self.evaluate(self.inputs.labels, labels)
            return [round(found[name], 5) for name in MEASURES] + [
                round(sum(end[:4]) - sum(begin[:4]), 3)]
        model, seconds = self.fitted(fit, setting, seed)
        found = self.evaluate(self.inputs.labels, model.labels)
        values = [round(found[name], 5) for name in MEASURES]
        if updates:
            values.append([float(f'{model.history[at]:.9g}') for at in updates])
        return [*values, round(seconds, 4)]


def run_draw(experiment, data, draw, column, tasks):
    """(facts of the draw, [(row, setting, values)], failures) of the fits of one draw."""
    inputs = experiment.make(data, column, draw)
    facts = {'column': column, 'draw': draw, 'seed': draw, 'documents': len(inputs.labels),
             'clusters': inputs.clusters}
    fits, done, failures = Fits(inputs), [], []
    for row, setting in tasks:
        try:
            done.append((row, setting, fits.scores(experiment.fits[row], setting, draw,
                                                   experiment.updates)))
        except Exception as error:
            failures.append(f'{experiment.name} {column} {row} {setting}: {error}')
    return facts, done, failures


def finalists(experiment, results, column, row):
    """The settings of a grid that stay after the first draws: those of the best mean accuracy."""
    found = {}
    for setting in experiment.settings(row):
        values = [results.records[column, draw]['scores'].get(row, {}).get(setting)
                  for draw in range(RACE_DRAWS) if (column, draw) in results.records]
        if len(values) < RACE_DRAWS or None in values:
            return None
        found[setting] = statistics.fmean(value[0] for value in values)
    return sorted(found, key=found.get, reverse=True)[:RACE_FINALISTS]


def missing(experiment, results, quick, placeholders=True):
    """{(draw, column): [(row, setting)]} in the order of running. Settings of a grid that are not
    known yet, since the first draws are missing, are placeholders or left out."""
    todo, stay = {}, {}
    for draw, column, row, setting in experiment.tasks(quick):
        if draw >= RACE_DRAWS and not quick and experiment.is_race(row):
            if (column, row) not in stay:
                stay[column, row] = finalists(experiment, results, column, row)
                if stay[column, row] is None:
                    stay[column, row] = [f'finalist {i}' for i in range(RACE_FINALISTS)]
            setting = stay[column, row][int(setting.split()[1])]
            if setting.startswith('finalist') and not placeholders:
                continue
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


def schedule(experiments, stores, quick, draws=None, rows=None):
    """Draws of all experiments in turn, so that a run that is stopped has filled all tables
    evenly; only the first draws, or some rows."""
    work = []
    for number, experiment in enumerate(experiments):
        todo = missing(experiment, stores[experiment.name], quick, placeholders=False)
        for (draw, column), tasks in todo.items():
            tasks = [task for task in tasks if not rows or task[0] in rows]
            if not tasks or draw >= (draws or draw + 1):
                continue
            work.append((draw, number, experiment, column, tasks))
    work.sort(key=lambda each: each[:2])
    return [(experiment, draw, column, tasks) for draw, _, experiment, column, tasks in work]


def clock():
    return time.monotonic()
