"""Results beside print: means, standard errors, differences, verdicts, and what is printed in
error."""
import json
import math
import pathlib
import statistics

from experiment import RACE_DRAWS, RACE_FINALISTS
from run import MEASURES

PRINTED = pathlib.Path(__file__).parent / 'printed'
LIMIT = 2  # standard errors
POINT = 1  # percent, where there is no random choice
LEAST_ERROR = .1  # percent; smaller standard errors of a difference are as none
DRAWS = 6  # of a row, below which nothing is decided
STARTS = 3  # of a cell with random choices


def printed(paper):
    return json.loads((PRINTED / f'{paper}.json').read_text())


class Cell:
    """The values of one measure over the draws, in percent."""

    def __init__(self, values, setting=''):
        self.values, self.setting = [100 * value for value in values], setting
        self.mean = statistics.fmean(self.values)
        self.deviation = statistics.stdev(self.values) if len(values) > 1 else None

    @property
    def count(self):
        return len(self.values)

    @property
    def error(self):
        return None if self.deviation is None else self.deviation / math.sqrt(self.count)


def settings_of(results, column, row):
    """{setting: list of scores of the draws}"""
    found = {}
    for (of, _), record in sorted(results.records.items(), key=lambda item: item[0][1]):
        if of == column:
            for setting, values in record['scores'].get(row, {}).items():
                found.setdefault(setting, []).append(values)
    return found


def accuracy_of(values):
    return statistics.fmean(each[0] for each in values)


def candidates(found):
    """The settings of a grid of which the best is taken. Of a large one, those that are best in the
    first draws, which all settings have; else those with the most draws."""
    if len(found) > 2 * RACE_FINALISTS and max(map(len, found.values())) > 1:
        first = {setting: accuracy_of(values[:RACE_DRAWS]) for setting, values in found.items()}
        return sorted(found, key=first.get, reverse=True)[:RACE_FINALISTS]
    most = max(map(len, found.values()))
    return [setting for setting, values in found.items() if len(values) == most]


def cell_of(results, column, row, measure):
    """Of the setting with the best mean accuracy; None if not run."""
    found = settings_of(results, column, row)
    if not found:
        return None
    setting = max(candidates(found), key=lambda one: accuracy_of(found[one]))
    at = MEASURES.index(measure)
    return Cell([values[at] for values in found[setting]], setting)


class Comparison:
    """One cell, or the mean of a row, with print."""

    def __init__(self, mean, error, print_value, count, runs, draws=None, least=DRAWS,
                 print_error=None):
        """count: draws of a mean; draws: all that it is made of, if there may be too few."""
        self.mean, self.error, self.print_value, self.count = mean, error, print_value, count
        self.few = draws is not None and draws < least
        self.difference = mean - print_value
        self.z = None
        # The printed mean has an error of its own: as printed, or that of as many draws of our
        # spread.
        if print_error is None and error:
            print_error = error * math.sqrt(count / (runs or count))
        both = math.hypot(error or 0, print_error or 0)
        if both >= LEAST_ERROR:
            self.z = self.difference / both

    @property
    def verdict(self):
        if self.few:
            return 'undecided'
        if self.z is None:
            close = abs(self.difference) <= POINT
        else:
            close = abs(self.z) <= LIMIT
        return 'reproduced' if close else 'better' if self.difference > 0 else 'below'


def value_printed(paper, table, row, column):
    sheet = paper['tables'][table]
    if row not in sheet['rows'] or column not in sheet['columns']:
        return None
    return sheet['rows'][row][sheet['columns'].index(column)] * 100 / paper['unit']


def compare_cell(paper, table, results, row, column, random=True):
    """random: whether the row depends on the draw."""
    sheet = paper['tables'][table]
    cell = cell_of(results, column, row, sheet['measure'])
    value = value_printed(paper, table, row, column)
    if cell is None or value is None:
        return None
    print_error = None
    if paper.get('deviations') == 'hold' and random:
        deviation = sheet['deviations'][row][sheet['columns'].index(column)]
        print_error = None if deviation is None else deviation / math.sqrt(sheet['runs'])
    return Comparison(cell.mean, cell.error, value, cell.count, sheet['runs'],
                      cell.count if random else None, STARTS, print_error)


def compare_row(paper, table, results, row, columns):
    """The mean over the columns that were run; columns with one draw have the spread of the
    others."""
    sheet = paper['tables'][table]
    cells = {column: cell_of(results, column, row, sheet['measure']) for column in columns}
    cells = {column: cell for column, cell in cells.items() if cell is not None}
    if not cells:
        return None
    known = [cell.deviation**2 for cell in cells.values() if cell.deviation is not None]
    if known:
        pooled = statistics.fmean(known)
    elif len(cells) > 1:  # of the differences from print, which vary with the draws as well
        pooled = statistics.variance([cell.mean - value_printed(paper, table, row, column)
                                      for column, cell in cells.items()])
    else:
        pooled = None
    mean = statistics.fmean(cell.mean for cell in cells.values())
    print_value = statistics.fmean(value_printed(paper, table, row, column) for column in cells)
    error = None
    if pooled is not None:
        error = math.sqrt(sum((pooled if cell.deviation is None else cell.deviation**2)
                              / cell.count for cell in cells.values())) / len(cells)
    draws = sum(cell.count for cell in cells.values())
    return Comparison(mean, error, print_value, draws / len(cells), sheet['runs'], draws)


# --- what is printed in error ---------------------------------------------------------------------


def wrong_averages(sheet):
    """Averages that are not the mean of their row, by more than rounding."""
    for row, value in sheet.get('average', {}).items():
        values = sheet['rows'][row]
        mean = sum(values) / len(values)
        digits = 3 if abs(value) < 2 else 2
        if abs(mean - value) > 1.5 * 10**-digits:
            yield (f'the average of {row} is printed as {value:g}; its {len(values)} values have '
                   f'the mean {mean:.{digits}f}')


def largest_deviation(mean, runs, unit):
    """Of values from 0 to the unit with this mean: all but one of them are at an end."""
    full = min(runs, int(mean * runs // unit))
    rest = [mean * runs - full * unit][:runs - full]
    return statistics.stdev([unit] * full + rest + [0] * (runs - full - len(rest)))


def impossible_deviations(sheet, unit):
    """Standard deviations above what values from 0 to the unit with this mean, which is rounded,
    can have."""
    runs = sheet['runs']
    for row, deviations in sheet.get('deviations', {}).items():
        for column, mean, deviation in zip(sheet['columns'], sheet['rows'][row], deviations):
            if deviation is None:
                continue
            most = max(largest_deviation(min(max(mean + rounded, 0), unit), runs, unit)
                       for rounded in (-.005, 0, .005))
            if deviation > most + .005:
                yield (f'{row}, {column}: {mean:g} ± {deviation:g} is impossible, since {runs} '
                       f'values from 0 to {unit:g} with this mean deviate by at most {most:.2f}')


def copies(paper, table):
    """(row, kind, text) of rows with the same values as another row of the table, or of a table of
    another amount of labels for methods that take labels."""
    sheets, found = paper['tables'], []
    sheet = sheets[table]
    rows = list(sheet['rows'])
    for i, a in enumerate(rows):
        for b in rows[i + 1:]:
            if sheet['rows'][a] == sheet['rows'][b]:
                found.append((b, 'rows', f'{b} repeats all {len(sheet["rows"][a])} values of {a}'))
    for other, before in sheets.items():
        if not (other.isdigit() and table.isdigit() and int(other) < int(table)):
            continue
        for kind in ('rows', 'deviations'):
            if before['columns'] != sheet['columns'] or before['measure'] != sheet['measure']:
                continue
            for row, values in sheet.get(kind, {}).items():
                same = before.get(kind, {}).get(row) == values
                if same and row not in ('KMeans', 'CF', 'LCCF'):
                    what = 'values' if kind == 'rows' else 'standard deviations'
                    found.append((row, kind, f'the {what} of {row} repeat those of Table {other}, '
                                  'of another amount of labels'))
    return found


def copied_rows(paper, table):
    """Rows whose printed values are those of another row: there is nothing to compare with."""
    return {row for row, kind, _ in copies(paper, table) if kind == 'rows'}


def errors_in_print(paper, table):
    sheet = paper['tables'][table]
    found = [*(text for _, _, text in copies(paper, table)), *wrong_averages(sheet)]
    impossible = list(impossible_deviations(sheet, 100 if paper['unit'] == 100 else 1))
    return found + impossible
