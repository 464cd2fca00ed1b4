"""The reference of every method, by the name of the method in the program."""
from .inputs import PARTS, TEXT
from . import concept, cuts, factorizations, learned, peers, supervised

REFERENCES = {
    'auto': peers.svd_kmeans, 'cf': concept.cf, 'lccf': concept.lccf, 'rcf': supervised.rcf,
    'semi-lccf': supervised.semi_lccf, 'ccf': supervised.ccf, 'gdcf': supervised.gdcf,
    'cnpcf': supervised.cnpcf, 'srmcf': concept.srmcf, 'nmf': factorizations.nmf,
    'gnmf': factorizations.gnmf, 'semi-nmf': factorizations.semi_nmf,
    'onmtf': factorizations.onmtf, 'rcc': factorizations.rcc, 'drcc': factorizations.drcc,
    'label-propagation': supervised.label_propagation,
    'average-association': cuts.average_association, 'ratio-cut': cuts.ratio_cut,
    'ncut': cuts.ncut, 'symnmf': cuts.symnmf, 'cplr': cuts.cplr, 'clgr': cuts.clgr,
    'can': learned.can, 'pcan': learned.pcan, 'ssc': learned.ssc, 'smce': learned.smce,
    'kmeans': peers.kmeans, 'spherical-kmeans': peers.spherical_kmeans, 'gmm': peers.gmm,
    'asi': peers.svd_kmeans,
}
# Time and memory grow with the cube and the square of the rows.
SMALL_ONLY = {'can', 'pcan', 'ssc', 'smce'}
SMALL_SETS = {'cstr', 'iris', 'wine', 'zoo', 'coil20', 'coil10', *PARTS}


def applies(method, name):
    """Whether a method is run on a collection; pcan is for tables and images."""
    if method == 'pcan' and name in TEXT:
        return False
    return name in SMALL_SETS if method in SMALL_ONLY else name not in PARTS
