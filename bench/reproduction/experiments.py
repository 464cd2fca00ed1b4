"""The table of experiments: which fits make which table or figure of which paper.

A fit is a line: the method, its settings, and where needed `@VARIANT` of the input, `--labels`,
`--constraints` or a start (run.py). A grid adds settings; of several names at once, as in
`lambda mu`, all get the value. The columns of an experiment are those of the printed tables; a draw
is a random choice of classes or, for whole collections, a seed.
"""
import functools

import data as inputs
from experiment import Experiment

KS = [str(k) for k in range(2, 11)]

# --- LCCF: draws of 2 to 10 classes, 50 of each --------------------------------------------------

LCCF_FITS = {
    'KM': 'kmeans preset=paper',
    'KM-NCW': 'kmeans preset=paper ncw=unit-graph',
    'AA': 'average-association preset=paper',
    'NC': 'ncut preset=paper affinity=gram readout=cosine-kmeans',
    'NMF': 'nmf preset=paper',
    'NMF-NCW': 'nmf preset=paper scaling=none @ncw',
    'CF': 'cf preset=paper ncw=none',
    'CF-NCW': 'cf preset=paper',
    'LCCF': 'lccf preset=paper ncw=none',
    'LCCF-NCW': 'lccf preset=paper',
}
LCCF_KERNEL = {f'{row}, kernel': f'{LCCF_FITS[row]} kernel=polynomial offset=0'
               for row in ('CF', 'CF-NCW', 'LCCF', 'LCCF-NCW')}
LCCF_FINAL = {'LCCF': 'lccf normalization=final', 'LCCF-NCW': 'lccf normalization=final '
              'ncw=unit-graph'}
REUTERS = 'reuters21578_raw'
TITLES = {'tdt2': 'TDT2', 'reuters': 'Reuters'}
WHOLE_CORPUS = 'document frequencies of the whole corpus'


def lccf_draws(collection, weights, **limits):
    return lambda data, k, draw: inputs.draw_of(data / collection, int(k), draw, weights, **limits)


def lccf(name, tables, collection, weights, reading, fits, draws=50, **limits):
    return Experiment(f'lccf-{name}', 'lccf', tables, reading, KS, draws,
                      lccf_draws(collection, weights, **(limits or {'least': 11})), fits,
                      quick_columns=['4', '9'], is_control=bool(limits))


TRIALS = ("the order of the authors' program: the best of ten starts after 30 updates without "
          'scaling, then 100 with it')
LCCF = [
    lccf('tdt2', ['4', '5'], 'tdt2', 'corpus', WHOLE_CORPUS, LCCF_FITS),
    lccf('reuters', ['6', '7'], REUTERS, 'corpus', WHOLE_CORPUS, LCCF_FITS),
    lccf('tdt2-order', ['4', '5'], 'tdt2', 'corpus', 'eqs 17, 18 in the order of the text, '
         'scaled once at the end (normalization=final)', LCCF_FINAL),
    lccf('reuters-order', ['6', '7'], REUTERS, 'corpus', 'eqs 17, 18 in the order of the text, '
         'scaled once at the end (normalization=final)', LCCF_FINAL),
    lccf('tdt2-updates', ['4', '5'], 'tdt2', 'corpus', '50 updates instead of 100',
         {'LCCF-NCW': LCCF_FITS['LCCF-NCW'] + ' max-iterations=50'}),
    lccf('reuters-updates', ['6', '7'], REUTERS, 'corpus', '50 updates instead of 100',
         {'LCCF-NCW': LCCF_FITS['LCCF-NCW'] + ' max-iterations=50'}),
    lccf('tdt2-start', ['4', '5'], 'tdt2', 'corpus', 'one start instead of the best of ten',
         {'LCCF-NCW': LCCF_FITS['LCCF-NCW'] + ' restarts=1'}),
    lccf('reuters-start', ['6', '7'], REUTERS, 'corpus', 'one start instead of the best of ten',
         {'LCCF-NCW': LCCF_FITS['LCCF-NCW'] + ' restarts=1'}),
    lccf('tdt2-trials', ['4', '5'], 'tdt2', 'corpus', TRIALS,
         {'LCCF-NCW': LCCF_FITS['LCCF-NCW'] + ' --unscaled-trials'}),
    lccf('tdt2-starts', ['4', '5'], 'tdt2', 'corpus', 'the best of 50 starts instead of one',
         {'KM-NCW': LCCF_FITS['KM-NCW'] + ' restarts=50'}),
    lccf('tdt2-draw', ['4', '5'], 'tdt2', 'draw', 'document frequencies of each draw',
         {row: LCCF_FITS[row] for row in ('KM', 'NMF-NCW', 'CF-NCW', 'LCCF-NCW')}),
    lccf('reuters-draw', ['6', '7'], REUTERS, 'draw', 'document frequencies of each draw',
         {row: LCCF_FITS[row] for row in ('KM', 'NMF-NCW', 'CF-NCW', 'LCCF-NCW')}),
    # The mean category of the paper has 179 documents, of the 30 largest 313.
    lccf('tdt2-thinned', ['4', '5'], 'tdt2', 'corpus', '57 % of the documents of each category',
         {row: LCCF_FITS[row] for row in ('KM', 'CF-NCW', 'LCCF-NCW')}, share=.57),
    # Of the 56 categories of the paper, those below the 30 largest have 24 documents on average.
    lccf('tdt2-small', ['4', '5'], 'tdt2', 'corpus', 'of the 30 categories, each with the chance '
         'of 26 in 56 has 24 documents',
         {row: LCCF_FITS[row] for row in ('KM', 'CF-NCW', 'LCCF-NCW')},
         small=(26 / 56, 24)),
    # A product with a kernel takes n^2 operations: fewer draws.
    lccf('reuters-offset', ['6', '7'], REUTERS, 'corpus', 'the kernel (x.y + 1)^2 instead of '
         '(x.y)^2', {'LCCF-NCW, kernel': LCCF_KERNEL['LCCF-NCW, kernel'].replace(
             'offset=0', 'offset=1')}, draws=10),
    lccf('tdt2-kernel', ['4', '5'], 'tdt2', 'corpus', WHOLE_CORPUS, LCCF_KERNEL, draws=10),
    lccf('tdt2-kernel-trials', ['4', '5'], 'tdt2', 'corpus', TRIALS,
         {'LCCF-NCW, kernel': LCCF_KERNEL['LCCF-NCW, kernel'] + ' --unscaled-trials'}, draws=10),
    lccf('reuters-kernel', ['6', '7'], REUTERS, 'corpus', WHOLE_CORPUS, LCCF_KERNEL, draws=10),
]
# Why LCCF-NCW stays below print on TDT2: what else the text leaves open.
LCCF.append(lccf('tdt2-cause', [], 'tdt2', 'corpus', '', {
    '300 updates': 'lccf preset=paper max-iterations=300',
    'scale-invariant': 'lccf start=random',
    'ten starts, scaled once': 'lccf preset=paper normalization=final',
}, draws=20))
# The authors' program takes n^2 operations: few draws.
LCCF.append(Experiment('lccf-tdt2-octave', 'lccf', [], '', KS, 6,
                       lccf_draws('tdt2', 'corpus', least=11), {'LCCF-NCW': 'octave'}))
for collection in ('tdt2', REUTERS):
    short = collection.split('21578')[0]
    for figure, option, values in (('1', 'lambda', [1, 10, 50, 100, 500, 1000, 10000]),
                                   ('2', 'neighbors', [3, 5, 10, 15, 20, 25])):
        LCCF.append(Experiment(
            f'lccf-{short}-{option}', 'lccf', [], f'{TITLES[short]}, 5 classes', ['5'], 20,
            lccf_draws(collection, 'corpus', least=11), {'LCCF': LCCF_FITS['LCCF'],
                                               'LCCF-NCW': LCCF_FITS['LCCF-NCW']},
            {row: {option: values} for row in ('LCCF', 'LCCF-NCW')}, figure=figure))
    LCCF.append(Experiment(
        f'lccf-{short}-objective', 'lccf', [], f'{TITLES[short]}, 5 classes', ['5'], 10,
        lccf_draws(collection, 'corpus', least=11),
        {row: f'{LCCF_FITS[row]} restarts=1 tolerance=0 max-iterations=500'
         for row in ('NMF', 'CF', 'LCCF')}, figure='3',
        updates=(1, 2, 5, 10, 20, 50, 100, 200, 500)))

# --- RCF: draws of classes with labels or pairs for a share of them -------------------------------

RCF_PLAIN = {
    'KMeans': 'kmeans preset=paper',
    'CF': 'cf normalization=final readout=cosine-kmeans ncw=none max-iterations=400',
    'LCCF': 'lccf preset=paper ncw=none max-iterations=400',
}
RCF_GIVEN = {
    'CCF': 'ccf preset=paper',
    'SemiLCCF': 'semi-lccf preset=paper',
    'CNPCF': 'cnpcf preset=paper',
    'GDCF': 'gdcf preset=paper',
    'RCF': 'rcf preset=paper',
}
RCF_TABLES = {'tdt2': (2, [str(k) for k in range(3, 31, 3)]), REUTERS: (6, KS),
              '20newsgroups': (10, KS)}
RCF_LIMITS = {'tdt2': {}, REUTERS: {'least': 51}, '20newsgroups': {'per_class': 100}}


def rcf_draw(collection, share, given, kind='both'):
    limits = dict(RCF_LIMITS[collection])
    if given != 'labels':  # the number of pairs grows with the square of the documents
        limits['per_class'] = 100

    def make(data, k, draw):
        part = inputs.draw_of(data / collection, int(k), draw, 'corpus', **limits)
        if given != 'pairs':
            return inputs.give_labels(part, share, draw)
        return inputs.give_pairs(part, share, draw, kind)
    return make


def rcf(collection, share, given):
    first, columns = RCF_TABLES[collection]
    first += 2 * (share > 2)
    word = '--constraints' if given == 'pairs' else '--labels'
    fits = {row: f'{fit} {word}' for row, fit in RCF_GIVEN.items()}
    if given == 'pairs':  # the others take labels
        fits = {row: fits[row] for row in ('SemiLCCF', 'CNPCF', 'RCF')}
        columns = [k for k in columns if int(k) <= (6 if collection == 'tdt2' else 10)]
    elif share == 2:
        fits = RCF_PLAIN | fits
    short = {REUTERS: 'reuters', '20newsgroups': 'news'}.get(collection, collection)
    few = ', 100 documents of each class' if given != 'labels' and short != 'news' else ''
    return Experiment(f'rcf-{short}-{share:02}-{given}', 'rcf', [str(first), str(first + 1)],
                      f't = {share} % of the {given.replace("equal", "labels")}' + few, columns, 10,
                      rcf_draw(collection, share / 100, given), fits,
                      quick_columns=[columns[1], columns[3]] if len(columns) > 3 else columns[:1])


RCF = [rcf(collection, share, given) for given in ('labels', 'pairs')
       for collection in RCF_TABLES for share in (2, 20)]
RCF += [rcf(collection, share, 'equal') for collection in ('tdt2', REUTERS) for share in (2, 20)]
# The text names 400 updates for the other methods, and alpha and neighbors for Reuters.
RCF += [Experiment(f'rcf-news-{share:02}-named', 'rcf', [str(first), str(first + 1)],
                   f't = {share} % of the pairs, 400 updates, alpha=0.3 and 4 neighbors', KS, 10,
                   rcf_draw('20newsgroups', share / 100, 'pairs'),
                   {'RCF': f'{RCF_GIVEN["RCF"]} --constraints max-iterations=400 alpha=0.3 '
                    'neighbors=4'}, quick_columns=['3', '5'])
        for share, first in ((2, 10), (20, 12))]
for short, collection, k in (('tdt2', 'tdt2', 9), ('reuters', REUTERS, 5)):
    RCF.append(Experiment(
        f'rcf-{short}-amount', 'rcf', [], f'{TITLES[short]}, {k} classes, t % of the labels',
        ['2', '5', '10', '20', '25'], 10,
        lambda data, t, draw, of=collection, k=k: rcf_draw(of, int(t) / 100, 'labels')(
            data, k, draw),
        {row: f'{RCF_GIVEN[row]} --labels' for row in ('CCF', 'GDCF', 'RCF')},
        figure='1' if short == 'tdt2' else '2'))
    for figure, option, values in (('4', 'alpha', [.1, .3, .5, .7, .9]),
                                   ('5', 'neighbors', [2, 3, 4, 5, 7, 10, 15]),
                                   ('6', 'lambda', [.1, 1, 10, 100, 1000])):
        RCF.append(Experiment(
            f'rcf-{short}-{option}', 'rcf', [], f'{TITLES[short]}, {k} classes, t % of the labels',
            ['2', '20'], 20,
            lambda data, t, draw, of=collection, k=k: rcf_draw(of, int(t) / 100, 'labels')(
                data, k, draw),
            {'RCF': f'{RCF_GIVEN["RCF"]} --labels'}, {'RCF': {option: values}}, figure=figure))
for kind in ('both', 'must', 'cannot'):
    RCF.append(Experiment(
        f'rcf-news-{kind}', 'rcf', [], '20 Newsgroups, 5 classes, t % of the pairs: '
        f'{"must- and cannot-links" if kind == "both" else kind + "-links"}',
        ['1', '2', '5', '10', '20'], 10,
        lambda data, t, draw, kind=kind: rcf_draw('20newsgroups', int(t) / 100, 'pairs', kind)(
            data, 5, draw),
        {'RCF': f'{RCF_GIVEN["RCF"]} --constraints'}, figure='3'))

# --- DRCC: whole collections, the best of a grid for each method ----------------------------------

LAMBDAS, SIZES = [.1, 1, 10, 100, 500, 1000], list(range(1, 11))
DRCC_FITS = {
    'Kmeans': 'kmeans preset=paper',
    'NCut': 'ncut preset=paper readout=cosine-kmeans readout-starts=1',
    'NMF': 'nmf preset=paper restarts=1',
    'SNMF': 'semi-nmf preset=paper',
    'ONMTF': 'onmtf preset=paper',
    'GNMF': 'gnmf preset=paper restarts=1',
    'RCC': 'rcc preset=paper',
    'DRCC': 'drcc preset=paper',
}
DRCC_GRIDS = {'NCut': {'neighbors': SIZES[1:]},
              'GNMF': {'neighbors': SIZES, 'lambda': LAMBDAS},
              'RCC': {'neighbors': SIZES, 'lambda': LAMBDAS},
              'DRCC': {'neighbors feature-neighbors': SIZES, 'lambda mu': LAMBDAS}}
DRCC_QUICK = {'NCut': {'neighbors': [5, 10]},
              'GNMF': {'neighbors': [5, 10], 'lambda': [10, 100]},
              'RCC': {'neighbors': [5, 10], 'lambda': [100, 500]},
              'DRCC': {'neighbors feature-neighbors': [5, 10], 'lambda mu': [100, 500]}}


def drcc_input(terms):
    def make(data, column, draw):
        if column == 'Newsgroup4':
            return inputs.weighted(*inputs.groups_rec(data, terms))
        part = inputs.whole(data / column.lower())
        if column == 'Coil20':
            part.X = part.X / (part.X**2).sum(1, keepdims=True)**.5
        return part
    return make


def made_once(make):
    """The same object for all draws, which do not differ."""
    kept = functools.lru_cache(lambda data, column: make(data, column, 0))
    return lambda data, column, draw: kept(data, column)


DRCC = [
    Experiment('drcc', 'drcc', ['3', '4'], 'the best setting of the grid; Newsgroup4: the 1,000 '
               'terms of largest mutual information with the classes',
               ['CSTR', 'WebACE', 'Newsgroup4', 'Coil20'], 20, drcc_input('mi'), DRCC_FITS,
               DRCC_GRIDS, quick_grids=DRCC_QUICK,
               quick_columns=['CSTR', 'WebACE', 'Newsgroup4'],
               figure='1, 2'),
    Experiment('drcc-frequent', 'drcc', ['3', '4'], 'the best setting of the grid; Newsgroup4: '
               'the 1,000 terms in the most documents', ['Newsgroup4'], 20, drcc_input('df'),
               DRCC_FITS, DRCC_GRIDS, quick_grids=DRCC_QUICK),
    Experiment('drcc-pixels', 'drcc', ['3', '4'], 'pixels as they are instead of images of unit '
               'length; memberships of NMF read out by k-means', ['Coil20'], 20,
               lambda data, column, draw: inputs.whole(data / 'coil20'),
               {'Kmeans': 'kmeans preset=paper scaling=none',
                'NMF': 'nmf preset=paper restarts=1 scaling=none readout=kmeans'},
               quick_draws=3),
    Experiment('drcc-pixels-grid', 'drcc', ['3', '4'], 'pixels as they are, the best setting of a '
               'part of the grid', ['Coil20'], 20,
               lambda data, column, draw: inputs.whole(data / 'coil20'),
               {'DRCC': 'drcc preset=paper scaling=none'},
               {'DRCC': {'neighbors feature-neighbors': [3, 5, 10], 'lambda mu': [100, 1000]}},
               quick_draws=3, quick_grids={'DRCC': {'neighbors feature-neighbors': [5],
                                                    'lambda mu': [1000]}}),
    Experiment('drcc-best', 'drcc', ['3', '4'], 'ONMTF by the best objective of ten starts',
               ['WebACE'], 20, drcc_input('mi'), {'ONMTF': 'onmtf preset=paper restarts=10'},
               quick_draws=3),
    Experiment('drcc-starts', 'drcc', ['3', '4'], 'NMF from k-means, as the paper starts DRCC',
               ['CSTR', 'WebACE'], 20, drcc_input('mi'),
               {'NMF': 'nmf preset=paper restarts=1 start=kmeans'}, quick_draws=3),
    # Scales below 1 leave no links between rows of unit length, above 100 only differences of
    # rounding.
    Experiment('drcc-gaussian', 'drcc', ['3', '4'], 'NCut of all pairs with the weights of a '
               'Gaussian, as the text has it, the best of the scales 1, 10 and 100',
               ['WebACE', 'Newsgroup4'], 20, made_once(drcc_input('mi')), {'NCut': 'gaussian-ncut'},
               {'NCut': {'scale': [1, 10, 100]}}, quick_draws=2),
]

# --- SRMCF: tables of UCI, a grid of 726 settings -------------------------------------------------

SRMCF_SETS = {'Scale': 'uci_balance_scale', 'Zoo': 'uci_zoo', 'Wine': 'uci_wine',
              'Iris': 'uci_iris', 'Chess': 'uci_kr_vs_kp', 'Vote': 'uci_house_votes_84'}
SRMCF_FITS = {
    'k-means': 'kmeans preset=paper scaling=none',
    'CF': 'cf preset=paper restarts=1 ncw=none scaling=none',
    'NMF': 'nmf preset=paper restarts=1 scaling=none',
    'SMCE': 'smce preset=paper',
    'SSC': 'ssc preset=paper',
    'Ncut': 'ncut preset=paper scaling=none neighbors=5 graph-weight=binary '
            'metric=euclidean',
    'SRMCF': 'srmcf preset=paper',
}
POWERS = [f'1e{power}' for power in range(-5, 6)]


def few_of(column):
    return POWERS[1::2] if column == 'Chess' else POWERS  # 3,196 rows: 150 settings, not 726


def srmcf(name, scaling, reading, columns):
    few = [column for column in columns if column != 'Chess']
    clusters = {'Scale': 3, 'Zoo': 7, 'Wine': 3, 'Iris': 3, 'Chess': 2, 'Vote': 2}
    return [Experiment(
        f'srmcf-{name}-{column.lower()}', 'srmcf',
        ['1 accuracy', '1 normalized mutual information', '1 purity'], reading, [column], 10,
        lambda data, column, draw: inputs.table(data / SRMCF_SETS[column], scaling), SRMCF_FITS,
        {'SRMCF': {'adaptive-neighbors': [max(1, clusters[column] + more)
                                          for more in range(-1, 5)],
                   'adaptive-weight': few_of(column), 'lambda': few_of(column)}},
        once=('SMCE', 'SSC', 'SRMCF'),
        quick_grids={'SRMCF': {'adaptive-neighbors': [clusters[column] + 2],
                               'adaptive-weight': ['1e-2', '1e2'],
                               'lambda': ['1e-2', '1e0', '1e2']}})
        for column in columns if column in few or name == 'given']


SRMCF_SCALINGS = {'given': 'none', 'rows': 'rows', 'columns': 'columns'}
SRMCF_READINGS = {'given': 'the tables as they are', 'rows': 'rows of unit length',
                  'columns': 'features of unit length', 'range': 'features from 0 to 1'}
SRMCF = [experiment for name, scaling in SRMCF_SCALINGS.items()
         for experiment in srmcf(name, scaling, SRMCF_READINGS[name], list(SRMCF_SETS))]
SRMCF += srmcf('range', 'min-max', SRMCF_READINGS['range'], ['Wine'])
# What the text does not say of the baselines: SSC with all coefficients, memberships of NMF read
# out by k-means, and for cuts neighbors by the cosine.
SRMCF_OTHER = {
    'NMF': 'nmf preset=paper restarts=1 scaling=none readout=kmeans',
    'SSC': 'ssc preset=paper mass=1',
    'Ncut': 'ncut preset=paper scaling=none neighbors=5 graph-weight=binary metric=cosine',
    'SRMCF': 'srmcf preset=paper start=ncut metric=cosine',
}


def srmcf_other(name, scaling, column):
    large = column == 'Chess'
    fits = {'NMF': SRMCF_OTHER['NMF'], 'SRMCF': 'srmcf preset=paper start=random'} if large \
        else SRMCF_OTHER
    return Experiment(
        f'srmcf-other-{name}-{column.lower()}', 'srmcf',
        ['1 accuracy', '1 normalized mutual information', '1 purity'],
        'NMF read out by k-means; SRMCF from random factors' if large else
        f'{SRMCF_READINGS[name]}, SSC with all '
        'coefficients, NMF read out by k-means, Ncut and the start of SRMCF with neighbors by the '
        'cosine',
        [column], 10,
        lambda data, column, draw: inputs.table(data / SRMCF_SETS[column], scaling), fits,
        {'SRMCF': {'adaptive-weight': ['1e-2', '1e0', '1e2'], 'lambda': ['1e0', '1e2']}},
        once=('SSC',), quick_draws=3)


def srmcf_pcan(start, text, name, scaling, column):
    """SRMCF from the clusters of PCAN, which the text names; it does not say how W and V follow."""
    of_means, = srmcf(name, scaling, '', [column])
    return Experiment(
        f'srmcf-{start}-{name}-{column.lower()}', 'srmcf', of_means.tables,
        f'{SRMCF_READINGS[name]}, SRMCF from the clusters of PCAN with {text}', [column], 10,
        of_means.make, {'SRMCF': f'{SRMCF_FITS["SRMCF"]} --{start}'}, of_means.grids,
        once=('SRMCF',), quick_grids=of_means.quick_grids)


def srmcf_order(scaling):
    """The rows of Scale, whose distances are full of ties, in 20 random orders: the columns."""
    of_pcan = srmcf_pcan('pcan-own', '', scaling, SRMCF_SCALINGS[scaling], 'Scale')
    few = {name: values if name == 'adaptive-neighbors' else POWERS[1::2]
           for name, values in of_pcan.grids['SRMCF'].items()}
    return Experiment(
        f'srmcf-order-{scaling}-scale', 'srmcf', [], '', [str(order) for order in range(20)], 1,
        lambda data, column, draw: inputs.in_random_order(of_pcan.make(data, 'Scale', 0),
                                                          int(column)),
        of_pcan.fits, {'SRMCF': few}, once=('SRMCF',), quick_columns=['0', '1'])


def srmcf_single(name, scaling, column, neighbors):
    """SRMCF from one start of k-means instead of the best of several."""
    powers = ['1e-3', '1e0', '1e2', '1e4']
    return Experiment(
        f'srmcf-single-{name}-{column.lower()}', 'srmcf', [], '', [column], 10,
        lambda data, column, draw: inputs.table(data / SRMCF_SETS[column], scaling),
        {'SRMCF': 'srmcf preset=paper readout-starts=1'},
        {'SRMCF': {'adaptive-neighbors': [neighbors], 'adaptive-weight': powers,
                   'lambda': powers}})


SRMCF += [srmcf_other(name, scaling, column) for name, scaling in SRMCF_SCALINGS.items()
          for column in ('Scale', 'Zoo', 'Wine', 'Iris')]
SRMCF += [srmcf_pcan(start, text, name, scaling, column)
          for start, text in (('pcan', '15 neighbors'), ('pcan-own', 'as many neighbors'))
          for name, scaling in (('given', 'none'), ('rows', 'rows'), ('range', 'min-max'))
          for column in SRMCF_SETS if column != 'Chess' or name == 'given']
SRMCF += [srmcf_order(scaling) for scaling in ('rows', 'columns')]
SRMCF += [srmcf_other('given', 'none', 'Chess'), srmcf_other('range', 'min-max', 'Wine')]
SRMCF += [srmcf_single(name, scaling, column, neighbors) for name, scaling in
          (('given', 'none'), ('rows', 'rows'))
          for column, neighbors in (('Scale', 4), ('Zoo', 8))]
SRMCF.append(srmcf_single('given', 'none', 'Chess', 4))
SRMCF.append(Experiment(
    'srmcf-smce-chess', 'srmcf', ['1 accuracy', '1 normalized mutual information', '1 purity'],
    'the tables as they are, SMCE by the best of a grid', ['Chess'], 1,
    lambda data, column, draw: inputs.table(data / SRMCF_SETS[column], 'none'),
    {'SMCE': SRMCF_FITS['SMCE']},
    {'SMCE': {'neighbors': [5, 10, 20, 49], 'lambda': [1, 10, 100]}}, once=('SMCE',)))

# --- CLGR: whole collections, the best of a grid --------------------------------------------------

CLGR_FITS = {
    'KM': 'kmeans preset=paper',
    'SKM': 'spherical-kmeans preset=paper',
    'GMM': 'gmm preset=paper',
    'NMF': 'nmf preset=paper restarts=1',
    'Ncut': 'ncut preset=paper',
    'ASI': 'asi preset=paper',
    'TNMF': 'onmtf preset=paper',
    'CPLR': 'cplr preset=paper',
    'CLGR': 'clgr preset=paper',
}
CLGR_GRIDS = {'Ncut': {'neighbors': [20, 40, 80]},
              'CPLR': {'neighbors': [20, 40, 80], 'local-ridge': [.1, 1, 10]},
              'CLGR': {'neighbors': [20, 40, 80], 'local-ridge': [.1, 1, 10],
                       'lambda': [.1, 1, 10]}}


def clgr_input(data, column, draw, equal=False):
    if column == 'News4':
        return inputs.weighted(*inputs.groups_rec(data, 'mi'))
    if column == 'Reuters':
        return inputs.weighted(*inputs.reuters_top(data, equal))
    return inputs.whole(data / column.lower())


COUNTED = {row: f'{CLGR_FITS[row]} scaling=none @counts' for row in ('KM', 'NMF')}
CLGR = [
    Experiment('clgr', 'clgr', ['3', '4'], 'unit tf-idf, the best setting of the grid',
               ['CSTR', 'Reuters', 'WebACE', 'News4'], 5, clgr_input, CLGR_FITS, CLGR_GRIDS,
               once=('Ncut', 'CPLR', 'CLGR'), quick_columns=['CSTR', 'WebACE'],
               quick_grids={'Ncut': {'neighbors': [20]},
                            'CPLR': {'neighbors': [20], 'local-ridge': [.1]},
                            'CLGR': {'neighbors': [20, 80], 'local-ridge': [.1],
                                     'lambda': [.1, 1]}}),
    Experiment('clgr-counts', 'clgr', ['3', '4'], 'counts of unequal length, as they are',
               ['CSTR', 'Reuters', 'WebACE', 'News4'], 5, clgr_input, COUNTED,
               quick_columns=['CSTR', 'WebACE']),
    Experiment('clgr-equal', 'clgr', ['3', '4'], 'Reuters: as many documents of each class, as far '
               'as they have them', ['Reuters'], 5,
               lambda data, column, draw: clgr_input(data, column, draw, equal=True), CLGR_FITS,
               CLGR_GRIDS, once=('Ncut', 'CPLR', 'CLGR')),
    Experiment('clgr-parameters', 'clgr', [], 'WebACE, 20 neighbors', ['WebACE'], 1, clgr_input,
               {'CLGR': 'clgr preset=paper'},
               {'CLGR': {'local-ridge': [.03125, .0625, .125, .25, 1, 4],
                         'lambda': [.03125, .0625, .125, .25, 1, 4]}}, figure='1'),
    Experiment('clgr-neighbors', 'clgr', [], 'WebACE', ['WebACE'], 1, clgr_input,
               {'CLGR': 'clgr preset=paper'}, {'CLGR': {'neighbors': list(range(10, 101, 10))}},
               figure='2'),
]
EXPERIMENTS = {experiment.name: experiment
               for experiment in [*LCCF, *RCF, *DRCC, *SRMCF, *CLGR]}
