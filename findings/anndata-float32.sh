#!/usr/bin/env bash
# anndata 0.8.0: counts become float32.
#
# Guess: AnnData(X) keeps the numbers of X; of whole numbers, whole numbers.
# What happens: without dtype= they become float32, with a FutureWarning that speaks of the type
# and not of the values: counts above 2^24 are rounded. A file written from it has the rounded
# counts.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Installs the version that was tried, if it is missing: as root or with sudo.
debian() {
  for package; do
    [ "$(dpkg-query -W -f '${Version}' "${package%%=*}" 2>/dev/null || true)" = "${package#*=}" ] ||
      $([ "$(id -u)" = 0 ] || echo sudo) apt-get install -y --no-install-recommends "$package" >&2
  done
}
debian python3-anndata=0.8.0-4 python3-numpy=1:1.24.2-1+deb12u1

/usr/bin/python3 -W ignore - >seen <<'END'
import anndata
import numpy as np
import scipy.sparse

print('anndata', anndata.__version__)
counts = np.array([[2**24 + 1, 1]])
for X in (counts, scipy.sparse.csr_matrix(counts)):
    for arguments in ({}, {'dtype': X.dtype}):
        made = anndata.AnnData(X, **arguments).X
        print(type(X).__name__, made.dtype, int(made.max()) - int(counts.max()))
END

cat >recorded <<'END'
anndata 0.8.0
ndarray float32 -1
ndarray int64 0
csr_matrix float32 -1
csr_matrix int64 0
END
diff recorded seen
cat seen
