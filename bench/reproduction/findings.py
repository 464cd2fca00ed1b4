"""docs/findings.md, from the fits of bench/findings alone."""
import json
import pathlib
import statistics

from comparison import markdown
from studies import STUDIES

HEAD = pathlib.Path(__file__).with_name('findings.md')
PLACES = {'accuracy': 0, 'nmi': 1}
SECONDS, AGREEMENT = 3, 4
TITLES = {'accuracy': 'accuracy', 'nmi': 'NMI (larger entropy)'}


def read(path):
    return json.loads(path.read_text()) if path.exists() else {'machine': {}, 'studies': {}}


def save(path, kept):
    lines = []
    for study, collections in kept['studies'].items():
        rows = [f'  {json.dumps(name)}: {{\n   ' + ',\n   '.join(
            f'{json.dumps(seed)}: {json.dumps(found)}' for seed, found in seeds.items()) + '}'
            for name, seeds in collections.items()]
        lines.append(f' {json.dumps(study)}: {{\n' + ',\n'.join(rows) + '}')
    text = (f'{{"machine": {json.dumps(kept["machine"])},\n"studies": {{\n' + ',\n'.join(lines)
            + '}}\n')
    partial = path.with_suffix('.partial')
    partial.write_text(text)
    partial.replace(path)


def sentence(text):
    """With a capital letter, except the symbol k."""
    return text if text.startswith('k ') else text[0].upper() + text[1:]


class Findings:
    def __init__(self, study, collections):
        self.study = study
        self.fits = [found for seeds in collections.values() for found in seeds.values()]
        self.collections = collections

    def values(self, method, value, at):
        return [found[method][str(value)][at] for found in self.fits]

    def change(self, method, value, at):
        """The mean difference from the usual value for each collection, in percent: the seeds of a
        collection are not independent."""
        return [statistics.fmean(100 * (found[method][str(value)][at]
                                        - found[method][str(self.study.usual)][at])
                                 for found in seeds.values())
                for seeds in self.collections.values()]

    def table(self):
        at, rows = PLACES[self.study.measure], [['', *map(str, self.study.values)]]
        for method in self.study.methods:
            row = [f'`{method}`']
            for value in self.study.values:
                text = f'{100 * statistics.fmean(self.values(method, value, at)):.1f}'
                if value != self.study.usual:
                    changes = self.change(method, value, at)
                    text += f' ({min(changes):+.1f} to {max(changes):+.1f})'
                row.append(text)
            rows.append(row)
        return markdown(rows)

    def sentences(self):
        """What changes in the same direction in all collections."""
        at, others = PLACES[self.study.measure], [value for value in self.study.values
                                                  if value != self.study.usual]
        for value in others:
            changes = {method: self.change(method, value, at) for method in self.study.methods}
            moved = [f'`{method}` {statistics.fmean(each):+.1f}'
                     for method, each in changes.items()
                     if min(each) > 0 or max(each) < 0]
            text = f'{", ".join(moved)} (the same direction in all collections)' if moved else \
                'no method changes in the same direction in all collections'
            yield f'* {value}: {text}.'

    def agreement(self):
        if not self.study.agreement:
            return
        value = next(value for value in self.study.values if value != self.study.usual)
        for method in self.study.methods:
            same = self.values(method, value, AGREEMENT)
            seconds = [sum(self.values(method, one, SECONDS))
                       for one in (value, self.study.usual)]
            yield (f'* `{method}`: the same clusters in {sum(s == 1 for s in same)} of {len(same)} '
                   f'fits, adjusted Rand index between both {min(same):.3f} at least; '
                   f'{seconds[0] / seconds[1]:.2f} times the time of a processor.')


def write(kept, folder):
    machine = kept['machine']
    out = [HEAD.read_text()]
    if machine:
        out.append(f'Measured with {machine["program"]} and the scripts of {machine["source"]} '
                   f'on one machine ({machine["processor"]}).\n')
    for name, study in STUDIES.items():
        collections = kept['studies'].get(name, {})
        if not collections:
            continue
        found = Findings(study, collections)
        out += [f'## {study.title}\n', f'{sentence(study.about)}; '
                f'{TITLES[study.measure]}, percent; {", ".join(found.collections)}; '
                f'{len(found.fits)} fits of each.\n', found.table(),
                '\n'.join([*found.sentences(), *found.agreement()]) + '\n']
    (folder / 'findings.md').write_text('\n'.join(out).rstrip() + '\n')
