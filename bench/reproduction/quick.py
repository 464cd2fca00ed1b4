"""The part that --quick runs beside all that was run, for the page."""
import compare
from experiments import EXPERIMENTS


class Part:
    """Of results, what the quick run has."""

    def __init__(self, experiment, results):
        self.name, self.records = results.name, {}
        for draw, column, row, setting in experiment.tasks(quick=True):
            record = results.records.get((column, draw))
            values = record and record['scores'].get(row, {}).get(setting)
            if values:
                kept = self.records.setdefault((column, draw), {**record, 'scores': {}})
                kept['scores'].setdefault(row, {})[setting] = values


def cells_of(paper, table, experiment, results):
    """(name, the cell or mean of the quick run, that of all draws of the same columns)"""
    part, columns = Part(experiment, results), experiment.quick_columns or experiment.columns
    sheet = compare.printed(paper)
    is_series = sheet['tables'][table]['columns'][0].isdigit()
    for row in experiment.fits:
        if is_series:
            yield (row, *(compare.compare_row(sheet, table, of, row, columns)
                          for of in (part, results)))
            continue
        for column in columns:
            yield (f'{row}, {column}',
                   *(compare.compare_cell(sheet, table, of, row, column, row not in
                                          experiment.once) for of in (part, results)))


def section(stores, markdown):
    """How far the quick run is from the whole one, in its own standard errors."""
    tables = {}
    for name, results in stores.items():
        experiment = EXPERIMENTS[name]
        if not experiment.tables:
            continue
        numbers = ', '.join(dict.fromkeys(table.split()[0] for table in experiment.tables))
        within, away, fewer = tables.setdefault((experiment.paper.upper(), numbers), ([], [], []))
        for what, ours, whole in cells_of(experiment.paper, experiment.tables[0], experiment,
                                          results):
            if ours is None or whole is None:
                continue
            if what.split(',')[0] in experiment.grids:
                fewer.append(what)
            elif ours.count == whole.count:  # no more draws than those of the quick run
                continue
            elif abs(whole.mean - ours.mean) <= max(compare.LIMIT * (ours.error or 0),
                                                    compare.POINT):
                within.append(what)
            else:
                away.append(f'{name}, {what}: {ours.mean:.1f} ± {ours.error or 0:.1f} against '
                            f'{whole.mean:.1f}')
    rows = [['paper', 'tables', 'compared', 'within 2 s.e. of the quick run',
             'more than 2 s.e. away', 'best of fewer settings']]
    for (paper, numbers), (within, away, fewer) in tables.items():
        rows.append([paper, numbers, str(len(within) + len(away)), str(len(within)),
                     '; '.join(away) or '–', str(len(fewer))])
    return ('## The quick run\n\nThe rows or cells of `--quick` beside those of all draws of the '
            'same columns, where there are more of them (accuracy; all readings). A best setting '
            'of fewer settings can only be lower; it is not compared.\n\n' + markdown(rows))
