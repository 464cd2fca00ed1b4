"""What the references and the tests of the program receive alike: the collections, labels of some
documents, and parts of collections. Without NumPy, for the tests."""
import gzip
import random

SHARE = 0.05
OBJECTS = 10
DOCUMENTS = 450

# Column of the tables -> folder, number of classes.
TEXT = {'classic3': ('classic3', 3), 'cstr': ('cstr', 4), 'bbc_news': ('bbc_news', 5),
        'webace': ('webace', 20), 'tdt2': ('tdt2', 30)}
# Parts, for methods whose time and memory grow with the cube and the square of the documents.
PARTS = {f'{name}_{DOCUMENTS}': TEXT[name] for name in ('classic3', 'bbc_news', 'webace')}
TEXT.update(PARTS)
TABLES = {'iris': ('uci_iris', 3), 'wine': ('uci_wine', 3), 'zoo': ('uci_zoo', 7)}
# Coil10 is a part of coil20, for the tests.
IMAGES = {'coil20': ('coil20', 20), 'coil10': ('coil20', OBJECTS)}
KINDS = {'text': TEXT, 'tables': TABLES, 'images': IMAGES}
SETS = {**TEXT, **TABLES, **IMAGES}

# The methods that receive labels of some documents.
LABELED = {'rcf', 'semi-lccf', 'ccf', 'gdcf', 'cnpcf', 'label-propagation'}


def draw(classes, seed, share=SHARE):
    """A share of each class, at least one document; the others are 0."""
    source, known = random.Random(seed), [0] * len(classes)
    for c in sorted(set(classes)):
        members = [i for i, other in enumerate(classes) if other == c]
        for i in source.sample(members, max(1, round(share * len(members)))):
            known[i] = c
    return known


def read_classes(folder):
    return [int(word) for word in (folder / 'labels.txt').read_text().split()]


def spread(n, count):
    """Documents, numbered from 1, that are spread evenly over a collection."""
    return [1 + i * n // count for i in range(count)]


def part(source, kept, folder):
    """The documents of a collection whose numbers, from 1, are in a list, written to a folder."""
    place = {row: i for i, row in enumerate(kept, 1)}
    with gzip.open(source / 'X.mtx.gz', 'rt') as stream:
        lines = (line for line in stream if not line.startswith('%'))
        columns = next(lines).split()[1]
        entries = (entry.split() for entry in lines)
        entries = [(place[int(i)], j, x) for i, j, x in entries if int(i) in place]
    folder.mkdir()
    with gzip.open(folder / 'X.mtx.gz', 'wt', compresslevel=1) as out:
        out.write('%%MatrixMarket matrix coordinate integer general\n')
        out.write(f'{len(kept)} {columns} {len(entries)}\n')
        out.writelines(f'{i} {j} {x}\n' for i, j, x in entries)
    labels = (source / 'labels.txt').read_text().split()
    (folder / 'labels.txt').write_text(''.join(labels[row - 1] + '\n' for row in kept))
    return folder


def write_part(source, folder):
    """The part of a text collection as a collection of its own."""
    return part(source, spread(len(read_classes(source)), DOCUMENTS), folder)


def coil10_rows(classes):
    """The images of the first objects."""
    return [i for i, c in enumerate(classes) if c <= OBJECTS]


def write_coil10(coil20, folder):
    """The part of coil20 (a dense Matrix Market array) as a collection of its own."""
    classes = read_classes(coil20)
    rows = coil10_rows(classes)
    with gzip.open(coil20 / 'X.mtx.gz', 'rt') as stream:
        lines = [line for line in stream if not line.startswith('%')]
    n, columns = map(int, lines[0].split())
    folder.mkdir()
    with gzip.open(folder / 'X.mtx.gz', 'wt', compresslevel=1) as out:
        out.write(f'%%MatrixMarket matrix array real general\n{len(rows)} {columns}\n')
        out.writelines(lines[1 + j * n + i] for j in range(columns) for i in rows)
    (folder / 'labels.txt').write_text(''.join(f'{classes[i]}\n' for i in rows))
    return folder
