"""Partitions by scikit-learn.

kmeans            KMeans, ten starts
spherical_kmeans  the same on unit rows
gmm               GaussianMixture with diagonal covariances, ten starts: of text and images on
                  max(k, 10) singular coordinates (images: centered), of tables on the values
svd_kmeans        100 singular coordinates, unit rows, KMeans; tables and images: KMeans on the
                  values. The peer of `auto` and `asi`, which have no published program
"""
from sklearn.decomposition import PCA, TruncatedSVD
from sklearn.mixture import GaussianMixture

from . import graphs


def kmeans(case, seed):
    return graphs.kmeans(case.X, case.k, seed)


def spherical_kmeans(case, seed):
    return graphs.kmeans(case.unit(), case.k, seed)


def coordinates(case, rank):
    reduction = TruncatedSVD if case.is_text else PCA
    return case.once(('coordinates', rank), lambda: reduction(
        rank, random_state=0).fit_transform(case.X))


def gmm(case, seed):
    rank = max(case.k, 10)
    rows = coordinates(case, rank) if case.is_text or case.X.shape[1] > 10 * rank else case.X
    return GaussianMixture(case.k, covariance_type='diag', n_init=10,
                           random_state=seed).fit_predict(rows)


def svd_kmeans(case, seed):
    if not case.is_text:
        return kmeans(case, seed)
    return graphs.cosine_kmeans(coordinates(case, 100), case.k, seed)
