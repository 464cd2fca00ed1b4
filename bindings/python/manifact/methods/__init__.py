"""One estimator for each method. Written by bindings/generate."""
from .auto import Auto
from .cf import CF
from .lccf import LCCF
from .rcf import RCF
from .semi_lccf import SemiLCCF
from .ccf import CCF
from .gdcf import GDCF
from .cnpcf import CNPCF
from .srmcf import SRMCF
from .nmf import NMF
from .gnmf import GNMF
from .semi_nmf import SemiNMF
from .onmtf import ONMTF
from .rcc import RCC
from .drcc import DRCC
from .label_propagation import LabelPropagation
from .average_association import AverageAssociation
from .ratio_cut import RatioCut
from .ncut import NCut
from .symnmf import SymNMF
from .cplr import CPLR
from .clgr import CLGR
from .can import CAN
from .pcan import PCAN
from .ssc import SSC
from .smce import SMCE
from .kmeans import KMeans
from .spherical_kmeans import SphericalKMeans
from .gmm import GMM
from .asi import ASI

__all__ = [
    'Auto', 'CF', 'LCCF', 'RCF', 'SemiLCCF', 'CCF', 'GDCF', 'CNPCF', 'SRMCF', 'NMF', 'GNMF',
    'SemiNMF', 'ONMTF', 'RCC', 'DRCC', 'LabelPropagation', 'AverageAssociation', 'RatioCut', 'NCut',
    'SymNMF', 'CPLR', 'CLGR', 'CAN', 'PCAN', 'SSC', 'SMCE', 'KMeans', 'SphericalKMeans', 'GMM',
    'ASI'
]
