"""The part that --quick runs beside all that was run, for the page."""
import compare
from experiments import EXPERIMENTS


# Student's t of a 95 % interval by degrees of freedom.
T95 = {1: 12.71, 2: 4.30, 3: 3.18, 4: 2.78, 5: 2.57, 6: 2.45, 7: 2.36, 8: 2.31, 9: 2.26}


def half_width(comparison, means):
    """Of the 95 % interval of a mean of some columns."""
    freedom = max(1, round((comparison.count - 1) * means))
    return T95.get(freedom, 2) * (comparison.error or 0)


def columns_of(experiment):
    """Columns in one mean."""
    is_series = experiment.columns[0].isdigit()
    return len(experiment.quick_columns or experiment.columns) if is_series else 1


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
            elif abs(whole.mean - ours.mean) <= max(half_width(ours, columns_of(experiment)),
                                                    compare.POINT):
                within.append(what)
            else:
                away.append(f'`{name}`, {what}: {ours.mean:.1f} ± {ours.error or 0:.1f} against '
                            f'{whole.mean:.1f}')
    rows = [['paper', 'tables', 'compared', 'within the interval of the quick run',
             'outside', 'best of fewer settings']]
    for (paper, numbers), (within, away, fewer) in tables.items():
        rows.append([paper, numbers, str(len(within) + len(away)), str(len(within)),
                     '; '.join(away) or '–', str(len(fewer))])
    inside, compared = (sum(int(row[at]) for row in rows[1:]) for at in (3, 2))
    rows.append(['all', '', str(compared), str(inside), '', str(sum(int(r[5]) for r in rows[1:]))])
    return ('## The quick run\n\nThe rows or cells of `--quick` beside those of all draws of the '
            'same columns, where there are more of them (accuracy; all readings): whether the mean '
            'is in the 95 % interval of the quick run, by its standard error and Student\'s t, '
            'or a point away. A best setting of fewer settings can only be lower; it is not '
            'compared.\n\n' + markdown(rows))
