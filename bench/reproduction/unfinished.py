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
            f'{"; ".join(close) or "none"}. All others are further away.\n')
