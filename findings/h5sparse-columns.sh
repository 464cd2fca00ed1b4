#!/usr/bin/env bash
# h5sparse 0.1.0, SciPy 1.10.1: slices of a matrix that is stored by columns.
#
# Guess: data[0:2] is the first two rows, as of a dataset of h5py and of any matrix of SciPy; a
# matrix stored by columns takes longer.
# What happens: of a csc_matrix it is the first two columns. A loop over batches of rows sees
# batches of features, with all rows each.
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
debian python3-h5sparse=0.1.0-6 python3-scipy=1.10.1-2

cat >try.py <<'END'
from importlib.metadata import version
import h5sparse
import scipy
from scipy.sparse import csc_matrix, csr_matrix

print('h5sparse', version('h5sparse'), 'SciPy', scipy.__version__)
rows = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
for kind in csr_matrix, csc_matrix:
    with h5sparse.File('matrix.h5', 'w') as file:
        file.create_dataset('data', data=kind(rows))
    with h5sparse.File('matrix.h5', 'r') as file:
        data = file['data']
        print(kind.__name__, 'SciPy:', kind(rows)[0:2].toarray().tolist())
        print(kind.__name__, 'h5sparse:', data[0:2].toarray().tolist(), 'of', data.shape)
END
/usr/bin/python3 try.py >seen

cat >recorded <<'END'
h5sparse 0.1.0 SciPy 1.10.1
csr_matrix SciPy: [[1, 2, 3], [4, 5, 6]]
csr_matrix h5sparse: [[1, 2, 3], [4, 5, 6]] of (3, 3)
csc_matrix SciPy: [[1, 2, 3], [4, 5, 6]]
csc_matrix h5sparse: [[1, 2], [4, 5], [7, 8]] of (3, 3)
END
diff recorded seen
cat seen
