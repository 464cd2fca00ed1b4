"""docs/reproduction.md and its plots, from the results alone."""
import pathlib

import compare
import notes
import plots
import quick
import unfinished
from experiment import RACE_DRAWS
from experiments import EXPERIMENTS
from run import MEASURES, Results

PAPERS = {'lccf': 'LCCF', 'rcf': 'RCF', 'drcc': 'DRCC', 'srmcf': 'SRMCF', 'clgr': 'CLGR'}
LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'  # of readings
UNFINISHED = 'decrease still to come, %'
INTRODUCTION = pathlib.Path(__file__).with_name('introduction.md')


def signed(value):
    return f'{value:+.1f}'


def shown(comparison):
    """ours ± s.e., print, the difference in standard errors"""
    if comparison is None:
        return '–', '–', '–'
    # A standard error of a few draws says little.
    without = comparison.few or comparison.error is None
    error = '' if without else f' ± {comparison.error:.1f}'
    if comparison.few or comparison.z is None:
        difference = f'{signed(comparison.difference)} points'
    else:
        difference = f'{signed(comparison.z)} s.e.'
    if comparison.verdict == 'below':
        difference = f'**{difference}**'
    return f'{comparison.mean:.1f}{error}', f'{comparison.print_value:.1f}', difference


def markdown(rows):
    head, *body = rows
    lines = ['| ' + ' | '.join(head) + ' |', '|' + '---|' * len(head)]
    return '\n'.join(lines + ['| ' + ' | '.join(row) + ' |' for row in body]) + '\n'


class Page:
    letters = LETTERS

    def __init__(self, folder):
        self.folder = folder
        self.stores = {name: Results(folder, name) for name in EXPERIMENTS}
        self.stores = {name: store for name, store in self.stores.items() if store.records}
        self.images, self.verdicts = {}, []

    def of_table(self, paper, table):
        """The experiments of a table that were run, by reading: {reading: [experiment]}."""
        found = {}
        for name in self.stores:
            experiment = EXPERIMENTS[name]
            if experiment.paper == paper and table in experiment.tables:
                found.setdefault(experiment.reading, []).append(experiment)
        return found

    def cells(self, paper, table, experiments):
        """{(row, column): Comparison} of one reading."""
        sheet = compare.printed(paper)
        found = {}
        for experiment in experiments:
            for row in experiment.fits:
                for column in experiment.columns:
                    comparison = compare.compare_cell(sheet, table, self.stores[experiment.name],
                                                      row, column, row not in experiment.once)
                    if comparison is not None:
                        if self.settings_missing(experiment, row, column):
                            comparison.few = comparison.few or comparison.verdict == 'below'
                        found[row, column] = comparison
        return found

    def settings_missing(self, experiment, row, column):
        """The settings of a grid that were not run: they can only raise the best."""
        found = compare.settings_of(self.stores[experiment.name], column, row)
        return sum(1 for setting in experiment.settings(row) if setting not in found)

    def rows_of(self, paper, table, experiments):
        """{row: Comparison} of the means over the columns."""
        sheet, found = compare.printed(paper), {}
        for experiment in experiments:
            for row in experiment.fits:
                comparison = compare.compare_row(sheet, table, self.stores[experiment.name], row,
                                                 experiment.columns)
                if comparison is not None:
                    found[row] = comparison
        return found

    def is_series(self, paper, table):
        return compare.printed(paper)['tables'][table]['columns'][0].isdigit()

    def means(self, paper, table, readings):
        """Means over the numbers of clusters that were run, a pair of columns for each reading."""
        compared = [self.rows_of(paper, table, experiments) for experiments in readings.values()]
        heads = ['mean of the columns run']
        for letter in LETTERS[:len(compared)]:
            heads += [letter, 'print', 'difference']
        rows = [heads]
        for row in compare.printed(paper)['tables'][table]['rows']:
            if any(row in each for each in compared):
                rows.append([row, *(word for each in compared for word in shown(each.get(row)))])
        return markdown(rows), compared

    def detail(self, paper, table, experiments):
        """ours (print) for each cell"""
        cells = self.cells(paper, table, experiments)
        sheet = compare.printed(paper)['tables'][table]
        columns = [column for column in sheet['columns'] if any(c == column for _, c in cells)]
        rows = [['', *columns]]
        for row in sheet['rows']:
            if not any(r == row for r, _ in cells):
                continue
            line = [row]
            for column in columns:
                comparison = cells.get((row, column))
                ours, value, difference = shown(comparison)
                cell = '–' if comparison is None else f'{ours} ({value})'
                if comparison is not None and not self.is_series(paper, table):
                    cell = f'{ours} ({value}; {difference})'
                line.append(cell)
            rows.append(line)
        return markdown(rows), cells

    def table(self, paper, table):
        sheet = compare.printed(paper)['tables'][table]
        readings = self.of_table(paper, table)
        out = [f'### {PAPERS[paper]}, Table {table.split()[0]}: {sheet["title"]}\n']
        errors = compare.errors_in_print(compare.printed(paper), table)
        if not readings:
            out.append('Not run yet.\n')
        compared, counted = [], [not experiments[0].is_control for experiments in
                                 readings.values()]
        if self.is_series(paper, table) and readings:
            for letter, (reading, experiments) in zip(LETTERS, readings.items()):
                control = ' (a control, not counted in the verdict)' if experiments[
                    0].is_control else ''
                out.append(f'{letter}: {reading}{control}.\n')
            text, compared = self.means(paper, table, readings)
            out.append(text)
            text, _ = self.detail(paper, table, next(iter(readings.values())))
            out += ['Each column, A (print):\n', text]
        else:
            for letter, (reading, experiments) in zip(LETTERS, readings.items()):
                text, cells = self.detail(paper, table, experiments)
                compared.append(cells)
                left = sum(self.settings_missing(experiment, row, column)
                           for experiment in experiments for row in experiment.grids
                           for column in experiment.columns if (row, column) in cells)
                if left:
                    text += (f'\n{left:,} settings of the grids were not run; they can only raise '
                             'the best, so that cells below print are undecided.\n')
                out += [f'{letter}: {reading}. Ours ± s.e. (print; difference).\n', text]
        first = next(iter(readings.values()), [])
        verdict = self.verdict(paper, table,
                               [each for each, counts in zip(compared, counted) if counts],
                               [letter for letter, counts in zip(LETTERS, counted) if counts],
                               errors, self.draws_of(first))
        out.append(f'**Verdict:** {verdict}\n')
        out += [f'* Printed in error: {error}.' for error in errors]
        if errors:
            out.append('')
        return '\n'.join(out)

    def draws_of(self, experiments):
        """How many draws of the protocol the cells have, as "2 to 5 of 50"; empty if all."""
        parts = []
        for experiment in experiments:
            counts = [sum((column, draw) in self.stores[experiment.name].records
                          for draw in range(experiment.draws)) for column in experiment.columns]
            least, most = min(counts), max(counts)
            if least < experiment.draws:
                parts.append(f'{least if least == most else f"{least} to {most}"} of '
                             f'{experiment.draws}')
        return ', '.join(dict.fromkeys(parts))

    def below_elsewhere(self, paper, table, row, letter):
        """Whether a row is below print by the first reading in the columns that another reading
        does not have, which therefore does not reproduce the row."""
        first, *others = self.of_table(paper, table).items()
        experiments = dict(zip(LETTERS[1:], (of for _, of in others)))[letter]
        columns = {column for experiment in experiments for column in experiment.columns
                   if compare.settings_of(self.stores[experiment.name], column, row)}
        for experiment in first[1]:
            left = [column for column in experiment.columns if column not in columns]
            if row in experiment.fits and left:
                found = compare.compare_row(compare.printed(paper), table,
                                            self.stores[experiment.name], row, left)
                return found is not None and found.verdict == 'below'
        return False

    def is_no_better(self, paper, table, row, letter):
        """Whether the mean of a row by another reading is at most that by the first one on the same
        draws: then it is not below print for its wider standard error alone."""
        first, *others = self.of_table(paper, table).items()
        experiments = dict(zip(LETTERS[1:], (of for _, of in others)))[letter]
        at = MEASURES.index(compare.printed(paper)['tables'][table]['measure'])
        differences = [notes.paired(self.stores, other.name, one.name, row, measure=at)
                       for other in experiments for one in first[1]
                       if row in other.fits and row in one.fits]
        return any(found is not None and found[0] <= 0 for found in differences)

    def verdict(self, paper, table, compared, letters, errors, draws):
        """By the rule of the introduction; draws: those run, if not all."""
        counts = {'reproduced': 0, 'better': 0, 'below': 0, 'undecided': 0}
        below, rescued = [], {}
        copied = compare.copied_rows(compare.printed(paper), table)
        partly, wider = [], []
        for key in dict.fromkeys(key for each in compared for key in each):
            if key in copied:
                continue
            of = [(letter, each[key].verdict) for letter, each in zip(letters, compared)
                  if key in each]
            if isinstance(key, str) and of[0] == ('A', 'below'):
                cut = [letter for letter, word in of[1:] if word in ('reproduced', 'better')
                       and self.below_elsewhere(paper, table, key, letter)]
                of = [(letter, word) for letter, word in of if letter not in cut]
                partly += [f'{key} ({letter})' for letter in cut]
                cut = [letter for letter, word in of[1:] if word in ('reproduced', 'better')
                       and self.is_no_better(paper, table, key, letter)]
                of = [(letter, word) for letter, word in of if letter not in cut]
                wider += [f'{key} ({letter})' for letter in cut]
            words = [word for _, word in of]
            best = next(word for word in ('reproduced', 'better', 'undecided', 'below')
                        if word in words)
            counts[best] += 1
            name = key if isinstance(key, str) else ', '.join(key)
            if best == 'below':
                below.append(name)
            elif words[0] == 'below' and best in ('reproduced', 'better'):
                rescued.setdefault(next(letter for letter, word in of if word == best),
                                   []).append(name)
        total, reasons = sum(counts.values()), notes.reasons(paper, table, self.stores)
        explained = [f'{name} ({reasons[name]})' for name in below if name in reasons]
        counts['explained'] = len(explained)
        if total == 0:
            verdict, status = 'not run.', 'not run'
        elif counts['undecided'] == total:
            verdict, status = '', 'undecided'
        elif not below:
            # Far above print is no reproduction: the setting differs from the authors'.
            is_most = 2 * counts['reproduced'] > counts['reproduced'] + counts['better']
            status = 'reproduced' if is_most else 'at or above print, not reproduced'
            verdict = (f'{status}: {counts["reproduced"]} of {total} within '
                       f'{compare.LIMIT} s.e., {counts["better"]} better.')
        else:
            left = '; '.join(name for name in below if name not in reasons)
            tried = notes.TRIED.get((paper, table))
            verdict = (f'{counts["reproduced"]} of {total} within {compare.LIMIT} s.e., '
                       f'{counts["better"]} better; not reproduced and not explained: '
                       f'{left or "none"}{f" (tried: {tried})" if left and tried else ""}.')
            if explained:
                verdict += f' Not reproduced, explained: {"; ".join(explained)}.'
            status = 'in part'
        if counts['undecided'] and total:
            verdict = (f'{verdict} {counts["undecided"]} have fewer than {compare.DRAWS} draws, '
                       f'or {compare.STARTS} starts, or settings missing: undecided.').lstrip()
        if draws and total:
            verdict += f' Draws of each column: {draws}.'
            status += f' ({draws} draws)'
        for letter, names in rescued.items():
            verdict += f' Only by reading {letter}: {"; ".join(names)}.'
        if partly:
            verdict += (' A reading (in parentheses) is at print, but only in its fewer columns, '
                        f'and A is below print in the others: {"; ".join(partly)}.')
        if wider:
            verdict += (' A reading (in parentheses) is within the limit only because its standard '
                        'error is wider, as its mean is not above that of A on the same draws, and '
                        f'does not count: {"; ".join(wider)}.')
        if copied:
            verdict += f' Not compared, since print repeats another row: {", ".join(copied)}.'
        why = notes.explain(paper, table, self.stores)
        if why:
            verdict += f' {why}'
        if errors:
            status += ', errors in print'
        self.verdicts.append((PAPERS[paper], table, total, counts, status))
        return verdict

    def figure(self, paper, experiments):
        """A plot of experiments that belong to one figure and one collection."""
        series, name = {}, experiments[0].name
        option = ''
        for experiment in experiments:
            results = self.stores[experiment.name]
            label = experiment.reading.rpartition(': ')[2] if len(experiments) > 1 else ''
            for row in experiment.fits:
                for column in experiment.columns:
                    found = compare.settings_of(results, column, row)
                    if not experiment.grids:
                        continue
                    option = next(iter(experiment.grids[row]))
                    key = row if len(experiment.columns) == 1 else f'{row}, {column} %'
                    points = self.points(found, experiment.grids[row], 0)
                    if points:
                        series[key] = points
                if not experiment.grids:
                    option = 't, %'
                    points = []
                    for column in experiment.columns:
                        cell = compare.cell_of(results, column, row, 'accuracy')
                        if cell:
                            points.append((column, cell.mean, cell.error or 0))
                    if points:
                        series[label or row] = points
        y_name = 'accuracy, %'
        if experiments[0].updates:
            series, option, y_name = self.decreases(experiments[0]), 'updates', UNFINISHED
        if not series:
            return ''
        file = f'reproduction-{name}.svg'
        title = f'{PAPERS[paper]}, Figure {experiments[0].figure}: {experiments[0].reading}'
        self.images[file] = plots.lines(title, series, option, y_name)
        rows = [[option, *dict.fromkeys(p for points in series.values() for p, _, _ in points)]]
        for key, points in series.items():
            values = {place: f'{value:.1f}' for place, value, _ in points}
            rows.append([key, *(values.get(place, '–') for place in rows[0][1:])])
        unit = f'{y_name[0].upper()}{y_name[1:]}:\n\n' if experiments[0].updates else ''
        return f'![{title}](images/{file})\n\n{unit}{markdown(rows)}'

    def decreases(self, experiment):
        """Of the decrease of the objective from the first kept update to the last one, the share
        that is to come, in percent: {row: points}."""
        series = {}
        for row in experiment.fits:
            found = compare.settings_of(self.stores[experiment.name], experiment.columns[0], row)
            curves = [values[len(MEASURES)] for values in found.get('', [])]
            cells = [compare.Cell([(curve[at] - curve[-1]) / (curve[0] - curve[-1])
                                   for curve in curves])
                     for at in range(len(experiment.updates))] if curves else []
            series[row] = [(str(update), cell.mean, cell.error or 0)
                           for update, cell in zip(experiment.updates, cells)]
        return {row: points for row, points in series.items() if points}

    def points(self, found, grid, number):
        """The best mean for each value of an option of a grid."""
        names, best = list(grid)[number], {}
        option = names.split()[0]
        for setting, values in found.items():
            place = dict(word.split('=') for word in setting.split())[option]
            if len(found) > len(next(iter(grid.values()))):  # of several options: the same draws
                values = values[:RACE_DRAWS]
            cell = compare.Cell([each[0] for each in values])
            if place not in best or cell.mean > best[place].mean:
                best[place] = cell
        order = [str(value) for value in grid[names]]
        return [(place, best[place].mean, best[place].error or 0)
                for place in order if place in best]

    def figures(self, paper):
        groups = {}
        for name in self.stores:
            experiment = EXPERIMENTS[name]
            if experiment.paper == paper and experiment.figure and not experiment.tables:
                group = experiment.figure, 'news' if 'news' in name else name
                groups.setdefault(group, []).append(experiment)
        out = [text for name in self.stores if EXPERIMENTS[name].paper == paper
               for text in self.figures_of_grid(EXPERIMENTS[name])]
        for (figure, _), experiments in sorted(groups.items()):
            text = self.figure(paper, experiments)
            if text:
                out.append(f'### {PAPERS[paper]}, Figure {figure}: '
                           f'{experiments[0].reading.split(": ")[0]}\n\n{text}')
        return out

    def figures_of_grid(self, experiment):
        """Plots of a table whose settings are a grid: one for each collection and option."""
        figures = experiment.figure.split(', ') if experiment.tables and experiment.figure else []
        for number, figure in enumerate(figures):
            for column in experiment.columns:
                series, option = {}, ''
                for row, grid in experiment.grids.items():
                    found = compare.settings_of(self.stores[experiment.name], column, row)
                    if len(grid) > number and found:
                        series[row] = self.points(found, grid, number)
                        option = list(grid)[number].split()[0]
                if not series or max(map(len, series.values())) < 3:
                    continue  # only the quick run
                file = f'reproduction-{experiment.name}-{column.lower()}-{option}.svg'
                title = f'{PAPERS[experiment.paper]}, Figure {figure}: {column}'
                self.images[file] = plots.lines(title, series, option)
                yield f'### {title}\n\n![{title}](images/{file})\n'

    def facts(self):
        """Numbers of fits and CPU time, and the machines."""
        fits = seconds = draws = 0
        machines, sources = [], []
        for store in self.stores.values():
            draws += len(store.records)
            for record in store.records.values():
                for settings in record['scores'].values():
                    fits += len(settings)
                    seconds += sum(values[-1] for values in settings.values())
            for machine in store.machines:
                line = (f'{machine["processor"]}, {machine["cores"]} cores, {machine["system"]}, '
                        f'{machine["program"]}')
                if line not in machines:
                    machines.append(line)
                if machine['source'] not in sources:
                    sources.append(machine['source'])
        return (f'{fits:,} fits of {draws:,} draws, {seconds / 60:.0f} minutes of a processor. '
                f'{"Machine" if len(machines) == 1 else "Machines"}: {"; ".join(machines)}; '
                f'scripts of the commits {", ".join(sources)}.\n')

    def text(self):
        body = []
        for paper in PAPERS:
            sheet = compare.printed(paper)
            body.append(f'## {PAPERS[paper]}\n\n{sheet["cite"]}. {notes.PROTOCOL[paper]}\n')
            body += [self.table(paper, table) for table in sheet['tables']]
            body += self.figures(paper)
        rows = [['paper', 'table', 'compared', 'within 2 s.e.', 'better', 'below',
                 'of them explained', 'undecided', 'verdict']]
        for paper, table, total, counts, status in self.verdicts:
            rows.append([paper, table, str(total), str(counts['reproduced']),
                         str(counts['better']), str(counts['below']), str(counts['explained']),
                         str(counts['undecided']), status])
        head = INTRODUCTION.read_text()
        return '\n'.join([head, self.facts(), '## Verdicts\n', markdown(rows),
                          unfinished.section(self, PAPERS, self.folder, markdown),
                          quick.section(self.stores, markdown), *body])


def write(results, folder):
    page = Page(results)
    text = page.text()
    (folder / 'images').mkdir(parents=True, exist_ok=True)
    (folder / 'reproduction.md').write_text(text.rstrip() + '\n')
    for old in (folder / 'images').glob('reproduction-*.svg'):
        if old.name not in page.images:
            old.unlink()
    for name, image in page.images.items():
        (folder / 'images' / name).write_text(image)
