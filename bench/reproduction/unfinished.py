"""What of the protocol was not run, and which verdicts that may change, for the page."""
import compare
import run
from experiments import EXPERIMENTS

MARGIN = .5  # standard errors


def fits_of(paper, stores, folder):
    """(fits of the protocol, those that are missing)"""
    every = left = 0
    for name, experiment in EXPERIMENTS.items():
        if experiment.paper == paper:
            every += sum(1 for _ in experiment.tasks())
            results = stores.get(name) or run.Results(folder, name)
            left += sum(map(len, run.missing(experiment, results, quick=False).values()))
    return every, left


def near(page, paper, table):
    """Rows whose best reading is close to the limit between reproduced and below, with the
    difference in standard errors."""
    readings = page.of_table(paper, table).values()
    compared = [(letter, page.rows_of(paper, table, experiments))
                for letter, experiments in zip(page.letters, readings)
                if not experiments[0].is_control]
    for row in dict.fromkeys(row for _, rows in compared for row in rows):
        found = [rows[row].z for letter, rows in compared
                 if row in rows and rows[row].z is not None
                 and (letter == page.letters[0]
                      or not page.is_no_better(paper, table, row, letter))]
        if found and abs(max(found) + compare.LIMIT) <= MARGIN:
            yield f'{row} ({max(found):+.1f})'


def single_cells(page, paper, table):
    """(cells compared, those below print by every reading) of the rows of a table."""
    printed, compared, below = compare.printed(paper), set(), set()
    for experiments in page.of_table(paper, table).values():
        for experiment in experiments:
            for row in () if experiment.is_control else experiment.fits:
                for column in experiment.columns:
                    if row not in printed['tables'][table]['rows']:
                        continue
                    found = compare.compare_row(printed, table, page.stores[experiment.name], row,
                                                [column])
                    if found is None or found.verdict == 'undecided':
                        continue
                    if found.verdict == 'below' and (row, column) not in compared:
                        below.add((row, column))
                    elif found.verdict != 'below':
                        below.discard((row, column))
                    compared.add((row, column))
    return compared, below


def of_single_cells(page, papers):
    cells, below = 0, []
    for paper, title in papers.items():
        for table in compare.printed(paper)['tables']:
            if page.is_series(paper, table):
                compared, found = single_cells(page, paper, table)
                copied = compare.copied_rows(compare.printed(paper), table)
                cells += sum(row not in copied for row, _ in compared)
                below += [f'{title} {table}: {row} at {column}' for row, column in sorted(found)
                          if row not in copied]
    if not cells:
        return ''
    return (f'Of the {cells} single cells of the tables of numbers of clusters, {len(below)} '
            f'({100 * len(below) / cells:.1f} percent) are more than {compare.LIMIT} standard '
            'errors below print by every reading, where chance alone gives 2 to 4 percent for each '
            'reading; they are not explained one by one: ' + '; '.join(below) + '.\n')


def section(page, papers, folder, markdown):
    rows, close = [['paper', 'fits of the protocol', 'missing']], []
    for paper, title in papers.items():
        every, left = fits_of(paper, page.stores, folder)
        rows.append([title, f'{every:,}', f'{left:,}'])
        for table in compare.printed(paper)['tables']:
            if left and page.is_series(paper, table):
                found = ', '.join(near(page, paper, table))
                close += [f'{title} {table}: {found}'] if found else []
    return ('## What is missing\n\n' + markdown(rows) + '\nOf the rows of tables of numbers of '
            f'clusters, those whose best reading is within {MARGIN} standard errors of the limit '
            f'of {compare.LIMIT} below print, on either side, which more draws may move across it: '
            f'{"; ".join(close) or "none"}. All others are further away.\n\n'
            + of_single_cells(page, papers))
