"""One experiment: the fits of some rows of printed tables, and in which order they run."""
import dataclasses
import itertools
import typing

# Of a grid, all settings have the first draws and only the best of them the others.
RACE_DRAWS, RACE_FINALISTS = 2, 5


@dataclasses.dataclass
class Experiment:
    name: str
    paper: str
    tables: list[str]  # as in the file of printed values
    reading: str  # what was chosen where the text leaves a choice
    columns: list[str]
    draws: int
    make: typing.Callable  # of the folder of collections, the column and the draw
    fits: dict[str, str]  # row of the printed table -> fit
    grids: dict = dataclasses.field(default_factory=dict)  # row -> {names: values}
    once: tuple = ()  # rows without random choices: one draw
    quick_columns: list[str] = None
    quick_draws: int = None  # 3 of a table, 1 of a figure
    quick_grids: dict = None
    figure: str = ''
    updates: tuple = ()  # after which the objective is kept
    is_control: bool = False  # not a reading of the text: shown, but not counted in verdicts

    def settings(self, row, quick=False):
        """The settings of a row: one empty text without a grid."""
        grids = self.quick_grids if quick and self.quick_grids is not None else self.grids
        grid = grids.get(row, {})
        for values in itertools.product(*grid.values()):
            yield ' '.join(f'{name}={value}' for names, value in zip(grid, values)
                           for name in names.split())

    def draws_of(self, quick):
        few = self.quick_draws or (3 if self.tables else 1)
        return min(few, self.draws) if quick else self.draws

    def is_race(self, row):
        """Whether a grid is large and repeated."""
        return (row not in self.once and len(list(self.settings(row))) > 2 * RACE_FINALISTS
                and self.draws > RACE_DRAWS)

    def tasks(self, quick=False):
        """(draw, column, row, setting) in the order of running; after the first draws of a grid
        the settings are "finalist 0" and so on."""
        columns = self.quick_columns if quick and self.quick_columns else self.columns
        for draw in range(self.draws_of(quick)):
            for column in columns:
                for row in self.fits:
                    if draw == 0 or row not in self.once:
                        settings = self.settings(row, quick)
                        if draw >= RACE_DRAWS and not quick and self.is_race(row):
                            settings = [f'finalist {i}' for i in range(RACE_FINALISTS)]
                        for setting in settings:
                            yield draw, column, row, setting
