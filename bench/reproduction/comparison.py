"""docs/comparison.md, from the fits of bench/compare alone."""
import json
import pathlib
import random
import statistics

MEASURES = ['accuracy', 'nmi', 'ari']
TITLES = ['Accuracy', 'NMI (larger entropy)', 'Adjusted Rand index']
PROCESSOR, MEMORY = 4, 5
MOST_SECONDS = 60  # of a processor for a fit
# What people would use for texts and for tables.
PAIR, PARTS = 'SVD or scaling + KMeans', ('SVD + KMeans', 'StandardScaler + KMeans')
INSIDE_OTHERS = ('rec', 'reuters10')  # collections that are parts of others
# Nemenyi's test at .05: factors of the critical difference of 2, 3, ... methods.
NEMENYI = [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164]

FACTS = ['program', 'peers', 'processor', 'system']
HEAD = pathlib.Path(__file__).with_name('comparison.md')


def read(path):
    return json.loads(path.read_text()) if path.exists() else {}


def save(path, kept):
    lines = []
    for name in sorted(kept):
        rows = ',\n  '.join(f'{json.dumps(method)}: {json.dumps(fits)}'
                            for method, fits in kept[name].items())
        lines.append(f' {json.dumps(name)}: {{\n  {rows}}}')
    partial = path.with_suffix('.partial')
    partial.write_text('{\n' + ',\n'.join(lines) + '\n}\n')
    partial.replace(path)


def wilcoxon(differences):
    """The exact two-sided p-value of the signed ranks; zeros are left out, ties have mean ranks."""
    values = sorted((d for d in differences if d != 0), key=abs)
    if not values:
        return 1.0
    ranks, i = [], 0
    while i < len(values):
        j = i
        while j < len(values) and abs(values[j]) == abs(values[i]):
            j += 1
        ranks += [i + j + 1] * (j - i)  # twice the mean rank
        i = j
    positive = sum(rank for rank, value in zip(ranks, values) if value > 0)
    ways = {0: 1}
    for rank in ranks:
        more = dict(ways)
        for total, count in ways.items():
            more[total + rank] = more.get(total + rank, 0) + count
        ways = more
    least = min(positive, sum(ranks) - positive)
    below = sum(count for total, count in ways.items() if total <= least)
    return min(1.0, 2 * below / 2**len(ranks))


def holm(p_values):
    """Adjusted p-values, in the given order."""
    order, adjusted, largest = sorted(range(len(p_values)), key=p_values.__getitem__), {}, 0
    for place, at in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - place) * p_values[at]))
        adjusted[at] = largest
    return [adjusted[at] for at in range(len(p_values))]


def interval(differences, draws=5000):
    """The 95 % bootstrap interval of the mean."""
    chance = random.Random(0)
    means = sorted(statistics.fmean(chance.choices(differences, k=len(differences)))
                   for _ in range(draws))
    return means[int(.025 * draws)], means[int(.975 * draws)]


def ranks_of(values):
    """Rank 1 for the largest; ties have mean ranks."""
    return [1 + sum(other > value for other in values)
            + (sum(other == value for other in values) - 1) / 2 for value in values]


def markdown(rows):
    head, *body = rows
    return '\n'.join(['| ' + ' | '.join(head) + ' |', '|' + '---|' * len(head)]
                     + ['| ' + ' | '.join(row) + ' |' for row in body]) + '\n'


class Table:
    def __init__(self, kept, methods):
        """methods: {collection: the methods that apply to it}; those with all of them count."""
        self.names = [name for name, wanted in methods.items()
                      if set(wanted) <= set(kept.get(name, {}))]
        found = [method for name in self.names for method in kept[name]]
        self.methods = sorted(set(found), key=lambda name: (name != 'auto', found.index(name)))
        if set(PARTS) <= set(found):
            self.methods.append(PAIR)
        self.kept = kept

    def median(self, method, name, at):
        if method == PAIR:
            values = [self.median(part, name, at) for part in PARTS]
            return next((value for value in values if value is not None), None)
        fits = self.kept[name].get(method)
        if fits is None or None in fits.values():
            return None
        return statistics.median(fit[at] for fit in fits.values() if fit[at] is not None)

    def filled(self, method, at):
        """The medians over the collections, KMeans where the method does not apply."""
        values = [self.median(method, name, at) for name in self.names]
        return [self.median('KMeans', name, at) if value is None else value
                for name, value in zip(self.names, values)]

    def cells(self, at, scale, digits):
        rows = [['', *self.methods]]
        for name in self.names:
            values = [self.median(method, name, at) for method in self.methods]
            rows.append([f'`{name}`', *('–' if value is None else f'{scale * value:.{digits}f}'
                                        for value in values)])
        means = [statistics.fmean(self.filled(method, at)) for method in self.methods]
        rows.append(['mean', *(f'{scale * value:.{digits}f}' for value in means)])
        return markdown(rows)

    def tests(self, at):
        ours, rows = self.filled('auto', at), []
        peers = self.methods[1:]
        differences = {method: [100 * (a - b) for a, b in zip(ours, self.filled(method, at))]
                       for method in peers}
        p_values = holm([wilcoxon(differences[method]) for method in peers])
        for method, p in zip(peers, p_values):
            low, high = interval(differences[method])
            won = sum(d > 0 for d in differences[method])
            rows.append([method, f'{statistics.fmean(differences[method]):+.1f}',
                         f'{low:+.1f} to {high:+.1f}', f'{won} of {len(ours)}', f'{p:.3f}'])
        head = ['`auto` minus', 'mean difference', '95 % interval', 'better on', 'p (Holm)']
        return markdown([head, *rows]), dict(zip(peers, p_values))

    def ranks(self, at):
        columns = [self.filled(method, at) for method in self.methods]
        each = [ranks_of(values) for values in zip(*columns)]
        k, n = len(self.methods), len(self.names)
        critical = NEMENYI[k - 2] * (k * (k + 1) / (6 * n))**.5
        means = [statistics.fmean(ranks) for ranks in zip(*each)]
        listed = ', '.join(f'{method} {mean:.2f}' for mean, method in sorted(
            zip(means, self.methods)))
        return f'Mean ranks: {listed}; critical difference {critical:.2f}.\n'

    def robust(self, method):
        """How the test of the accuracy depends on the choice of collections."""
        differences = [a - b for a, b in zip(self.filled('auto', 0), self.filled(method, 0))]
        without = [wilcoxon(differences[:at] + differences[at + 1:])
                   for at in range(len(differences))]
        apart = [d for d, name in zip(differences, self.names) if name not in INSIDE_OTHERS]
        return (f"The test of the accuracy without Holm's correction has p = "
                f'{wilcoxon(differences):.3f}, {max(without):.3f} at most if one collection is '
                f'left out, {wilcoxon(apart):.3f} without those that are parts of others.\n')

    def verdict(self, wanted):
        """Whether the default beats the best pipeline in mean accuracy and NMI, in the time of
        KMeans."""
        parts, holds = [], True
        for at, title in ((0, 'accuracy'), (1, 'NMI')):
            means = {method: 100 * statistics.fmean(self.filled(method, at))
                     for method in self.methods}
            best = max(self.methods[1:], key=means.get)
            p = self.tests(at)[1][best]
            parts.append(f'mean {title} {means["auto"]:.1f} against {means[best]:.1f} of the best '
                         f'single pipeline, {best} (p = {p:.3f})')
            holds = holds and means['auto'] > means[best] and p < .05
        each = [self.filled(method, PROCESSOR) for method in ('auto', 'KMeans', best)]
        times = [sum(seconds) for seconds in each]
        quicker = sum(ours <= theirs for ours, theirs in zip(*each[:2]))
        parts.append(f'{times[0]:.1f} seconds of a processor for all collections against '
                     f'{times[1]:.1f} of KMeans and {times[2]:.1f} of {best}; on {quicker} of '
                     'them alone no more than KMeans')
        holds = holds and times[0] <= times[1]
        word = 'holds' if holds else 'does not hold'
        if len(self.names) < wanted:
            word = f'is not decided ({len(self.names)} of {wanted} collections were run)'
        return ('That `auto` beats the best single pipeline in mean accuracy and mean NMI with p < '
                f'.05, in no more time than KMeans with ten starts, {word}: '
                f'{"; ".join(parts)}. {self.robust(best)}')


def seeds_of(table):
    """How many seeds each method has: "auto 5, KMeans 2 to 5"."""
    counts = {}
    for name in table.names:
        for method, fits in table.kept[name].items():
            if None not in fits.values():
                counts.setdefault(method, set()).add(len(fits))
    return ', '.join(f'{method} ' + ' to '.join(map(str, sorted({min(of), max(of)})))
                     for method, of in counts.items())


def write(kept, folder, methods):
    table = Table(kept, methods)
    machine = ', '.join(str(kept.get('machine', {}).get(fact, '?')) for fact in FACTS)
    out = [HEAD.read_text(), f'{len(table.names)} collections; seeds of a collection: '
           f'{seeds_of(table)}; {machine}.\n',
           '## Verdict\n']
    out += [table.verdict(len(methods))] if table.names else ['Not run.\n']
    for at, title in enumerate(TITLES) if table.names else ():
        out += [f'## {title}\n', table.cells(at, 100, 1), table.tests(at)[0], table.ranks(at)]
    if table.names:
        out += ['## Cost\n', 'Seconds of a processor, reading included, without the start of '
                'Python and its imports:\n', table.cells(PROCESSOR, 1, 1),
                'Peak memory of the process in MB, of scikit-learn with Python and its imports:\n',
                table.cells(MEMORY, 1, 0)]
    (folder / 'comparison.md').write_text('\n'.join(out).rstrip() + '\n')
