"""What people would run instead of `manifact cluster`: tf-idf, TruncatedSVD(100), unit rows and
KMeans(n_init=10) of scikit-learn, as one command that reads a file and writes labels.

    svd_kmeans.py COUNTS.npz CLUSTERS LABELS.txt [SEED]
"""
import sys

import numpy as np
import scipy.sparse as sp
from sklearn.cluster import KMeans
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.preprocessing import normalize

counts, clusters, labels, seed = *sys.argv[1:4], int((*sys.argv[4:], '0')[0])
X = TfidfTransformer().fit_transform(sp.load_npz(counts))
X = normalize(TruncatedSVD(100, random_state=seed).fit_transform(X))
found = KMeans(int(clusters), n_init=10, random_state=seed).fit_predict(X)
np.savetxt(labels, found, fmt='%d')
