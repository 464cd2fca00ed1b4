"""The collections as the papers use them: rows of counts, draws of classes, weights, files."""
import functools
import gzip
import pathlib

try:
    import numpy as np
except ImportError:  # the page and --dry-run need none
    np = None


class Rows:
    """A matrix of sparse rows."""

    def __init__(self, indptr, indices, values, columns):
        self.indptr, self.indices, self.values, self.columns = indptr, indices, values, columns

    def __len__(self):
        return len(self.indptr) - 1

    def of_row(self):
        """The row of each entry."""
        return np.repeat(np.arange(len(self)), np.diff(self.indptr))

    def take(self, rows):
        lengths = np.diff(self.indptr)[rows]
        indptr = np.concatenate([[0], np.cumsum(lengths)])
        at = np.repeat(self.indptr[rows] - indptr[:-1], lengths) + np.arange(indptr[-1])
        return Rows(indptr, self.indices[at], self.values[at], self.columns)

    def keep_columns(self, kept):
        """The columns of the mask, renumbered."""
        number = np.cumsum(kept) - 1
        of, row = kept[self.indices], self.of_row()
        indptr = np.concatenate([[0], np.cumsum(np.bincount(row[of], minlength=len(self)))])
        return Rows(indptr, number[self.indices[of]], self.values[of], int(kept.sum()))

    def frequencies(self):
        """The number of rows with each column."""
        return np.bincount(self.indices[self.values != 0], minlength=self.columns)

    def scaled(self, factors):
        return Rows(self.indptr, self.indices, self.values * factors[self.of_row()], self.columns)

    def unit(self):
        squares = np.bincount(self.of_row(), self.values**2, len(self))
        return self.scaled(1 / np.sqrt(np.where(squares > 0, squares, 1)))

    def products(self, dense):
        """The sums of the rows of `dense`, one for each column, by the values of each row."""
        return np.bincount(self.of_row(), self.values * dense[self.indices], len(self))

    def save(self, path):
        np.savez(path, indices=self.indices.astype(np.int32), indptr=self.indptr.astype(np.int32),
                 format=np.array(b'csr'), shape=np.array([len(self), self.columns]),
                 data=self.values.astype(float))


def tfidf(counts, frequencies=None, documents=None):
    """tf ln(n/df) with unit rows; the frequencies of the rows themselves if none are given."""
    if frequencies is None:
        frequencies, documents = counts.frequencies(), len(counts)
    idf = np.log(documents / np.maximum(frequencies, 1))
    kept = (counts.frequencies() > 0) & (idf > 0)
    weighted = Rows(counts.indptr, counts.indices, counts.values * idf[counts.indices],
                    counts.columns)
    return weighted.keep_columns(kept).unit()


def normalized_cut_weights(X):
    """Rows times (K 1)^-1/2, K = X X': the weighting of the LCCF paper for methods that take
    rows."""
    sums = X.products(np.bincount(X.indices, X.values, X.columns))
    return X.scaled(1 / np.sqrt(np.where(sums > 0, sums, 1)))


@functools.lru_cache(maxsize=8)
def read(folder, name='X.mtx.gz'):
    """Rows of a sparse file, an array of a dense one; and the labels."""
    with gzip.open(folder / name, 'rt') as file:
        head, text = file.readline(), file.read()
    lines = text.split('\n')
    at = next(i for i, line in enumerate(lines) if not line.startswith('%'))
    sizes = [int(word) for word in lines[at].split()]
    numbers = np.array(' '.join(lines[at + 1:]).split(), dtype=float)
    labels = np.array((folder / 'labels.txt').read_text().split(), dtype=int)
    if 'array' in head:
        return numbers.reshape(sizes[1], sizes[0]).T.copy(), labels
    entries = numbers.reshape(-1, 3)
    order = np.lexsort((entries[:, 1], entries[:, 0]))
    row, column = (entries[order, j].astype(int) - 1 for j in (0, 1))
    indptr = np.concatenate([[0], np.cumsum(np.bincount(row, minlength=sizes[0]))])
    return Rows(indptr, column, entries[order, 2], sizes[1]), labels


def mutual_information(counts, labels):
    """Of the presence of each term with the class."""
    n, p = len(counts), counts.frequencies() / len(counts)
    information = np.zeros(counts.columns)
    row = counts.of_row()
    for c in np.unique(labels):
        own = labels == c
        q = own.mean()
        both = np.bincount(counts.indices[own[row]], minlength=counts.columns) / n
        for joint, product in ((both, p * q), (q - both, (1 - p) * q)):
            some = (joint > 0) & (product > 0)
            information[some] += joint[some] * np.log(joint[some] / product[some])
    return information


def best_terms(counts, scores, count=1000):
    kept = np.zeros(counts.columns, dtype=bool)
    kept[np.argsort(-scores, kind='stable')[:count]] = True
    return counts.keep_columns(kept)


def largest_classes(labels, count):
    names, sizes = np.unique(labels, return_counts=True)
    return names[np.argsort(-sizes, kind='stable')[:count]]


class Inputs:
    """What the fits of one draw receive."""

    def __init__(self, X, labels):
        self.X, self.labels = X, np.unique(labels, return_inverse=True)[1]
        self.known = self.pairs = self.files = None

    @property
    def clusters(self):
        return int(self.labels.max()) + 1

    def known_codes(self):
        """The known classes from 0, -1 where unknown."""
        return (self.known - 1).astype(np.int32)

    def variant(self, name):
        if name == 'ncw':
            return normalized_cut_weights(self.X)
        return self.files[name] if self.files else self.X

    def write(self, folder):
        """The file of X."""
        if isinstance(self.X, Rows):
            path = folder / 'X.npz'
            self.X.save(path)
        else:
            path = folder / 'X.npy'
            np.save(path, np.asarray(self.X, dtype=float))
        return path

    def write_labels(self, folder):
        (folder / 'truth.txt').write_text(''.join(f'{c}\n' for c in self.labels))


def draw_classes(labels, k, draw, least=1, per_class=None, share=1, small=None):
    """The rows of k random classes of at least `least` documents: all, a number of each class, or a
    share of each; small: (share of the classes, documents) of classes that are made small."""
    random = np.random.default_rng([k, draw])
    names, sizes = np.unique(labels, return_counts=True)
    names = random.choice(names[sizes >= least], k, replace=False)
    rows = np.flatnonzero(np.isin(labels, names))
    if per_class:
        rows = np.concatenate([random.permutation(rows[labels[rows] == c])[:per_class]
                               for c in names])
    if share < 1:
        rows = np.concatenate([random.permutation(own)[:max(2, round(share * len(own)))]
                               for own in (rows[labels[rows] == c] for c in names)])
    if small:
        limits = np.where(random.random(k) < small[0], small[1], len(rows))
        rows = np.concatenate([random.permutation(rows[labels[rows] == c])[:limit]
                               for c, limit in zip(names, limits)])
    return np.sort(rows)


def draw_of(folder, k, draw, weights, **limits):
    """A draw of k classes; weights: document frequencies of the `corpus` or of the `draw`."""
    counts, labels = read(folder)
    rows = draw_classes(labels, k, draw, **limits)
    if weights == 'corpus':
        return Inputs(tfidf(counts.take(rows), counts.frequencies(), len(counts)), labels[rows])
    return Inputs(tfidf(counts.take(rows)), labels[rows])


def give_labels(inputs, share, draw):
    """Labels of a share of each class, at least one document; 0 is unknown."""
    random = np.random.default_rng([draw, 1])
    inputs.known = np.zeros(len(inputs.labels), dtype=int)
    for c in range(inputs.clusters):
        own = random.permutation(np.flatnonzero(inputs.labels == c))
        inputs.known[own[:max(1, round(share * len(own)))]] = c + 1
    return inputs


def give_pairs(inputs, share, draw, kind='both'):
    """A share of all pairs of documents with their relation; kind: also only `must` or `cannot`."""
    random, n = np.random.default_rng([draw, 2]), len(inputs.labels)
    i, j = np.triu_indices(n, 1)
    chosen = random.choice(len(i), round(share * len(i)), replace=False)
    i, j = i[chosen], j[chosen]
    relation = np.where(inputs.labels[i] == inputs.labels[j], 1, -1)
    of = {'both': relation != 0, 'must': relation > 0, 'cannot': relation < 0}[kind]
    inputs.pairs = np.stack([i[of], j[of], relation[of]], axis=1)
    return inputs


def groups_rec(data, terms):
    """Four groups of 20 Newsgroups with 1,000 terms, by mutual information or documents (df)."""
    counts, labels = read(data / '20newsgroups')
    names = (data / '20newsgroups/classes.txt').read_text().split()
    rows = np.flatnonzero([names[c - 1].startswith('rec.') for c in labels])
    part, own = counts.take(rows), labels[rows]
    scores = mutual_information(part, own) if terms == 'mi' else part.frequencies()
    return best_terms(part, scores), own


def reuters_top(data, equal=False, count=2900):
    """Random documents of the ten largest classes with 1,000 terms by mutual information; equal:
    of all classes as many, as far as they have them."""
    counts, labels = read(data / 'reuters21578_raw')
    largest, random = largest_classes(labels, 10), np.random.default_rng(0)
    rows = random.permutation(np.flatnonzero(np.isin(labels, largest)))
    if equal:
        place = np.zeros(len(rows), dtype=int)  # of a document in its class
        for c in largest:
            own = labels[rows] == c
            place[own] = np.arange(own.sum())
        rows = rows[np.argsort(place, kind='stable')]
    rows = np.sort(rows[:count])
    part, own = counts.take(rows), labels[rows]
    return best_terms(part, mutual_information(part, own)), own


def whole(folder):
    """A collection with counts and the weights of its source, or a dense one."""
    X, labels = read(folder)
    if not isinstance(X, Rows):
        return Inputs(X, labels)
    inputs = Inputs(read(folder, 'X_tfidf.mtx.gz')[0].unit(), labels)
    inputs.files = {None: inputs.X, 'counts': X}
    return inputs


def weighted(counts, labels):
    inputs = Inputs(tfidf(counts), labels)
    inputs.files = {None: inputs.X, 'counts': counts}
    return inputs


def table(folder, scaling):
    """A dense table: as given, unit rows, unit columns or columns from 0 to 1."""
    X, labels = read(folder)
    if folder.name == 'uci_house_votes_84':
        X = (X + 1) / 2
    if scaling == 'rows':
        X = X / np.sqrt(np.maximum((X * X).sum(1, keepdims=True), 1e-300))
    if scaling == 'columns':
        X = X / np.sqrt(np.maximum((X * X).sum(0), 1e-300))
    if scaling == 'min-max':
        X = (X - X.min(0)) / np.maximum(X.max(0) - X.min(0), 1e-300)
    return Inputs(X, labels)


def in_random_order(inputs, draw):
    order = np.random.default_rng(draw).permutation(len(inputs.labels))
    return Inputs(inputs.X[order], inputs.labels[order])


def folder_of(data, name):
    return pathlib.Path(data) / name
