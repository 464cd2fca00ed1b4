#!/usr/bin/env bash
# scikit-learn 1.2.1, SciPy 1.10.1: dump_svmlight_file() and mmwrite() write 16 significant digits.
#
# Guess: a text format of doubles is written with 17 digits, or as short as reads back exactly, so
# that a matrix is the same after writing and reading, as with numpy.savetxt() and repr().
# What happens: both lose the last bits. 0.1 + 0.2 comes back as 0.3. Sums of rows, ties of
# distances and tests for equality change between a matrix and its file; mmwrite(precision=17)
# keeps the bits.
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
debian python3-sklearn=1.2.1+dfsg-1 python3-scipy=1.10.1-2

/usr/bin/python3 - >seen <<'END'
import io
import numpy as np
import scipy
import scipy.io
import scipy.sparse
import sklearn
from sklearn.datasets import dump_svmlight_file, load_svmlight_file

print('scikit-learn', sklearn.__version__, 'SciPy', scipy.__version__)
X = scipy.sparse.csr_matrix(np.array([[0.1 + 0.2, 0.5]]))
file = io.BytesIO()
dump_svmlight_file(X, [1], file)
print(file.getvalue().decode().strip())
file.seek(0)
print('svmlight, exact:', (load_svmlight_file(file, zero_based=True)[0] != X).nnz == 0)
for precision in (None, 17):
    file = io.BytesIO()
    scipy.io.mmwrite(file, X, precision=precision)
    file.seek(0)
    print('mmwrite, precision', precision, 'exact:', (scipy.io.mmread(file).tocsr() != X).nnz == 0)
END

cat >recorded <<'END'
scikit-learn 1.2.1 SciPy 1.10.1
1 0:0.3 1:0.5
svmlight, exact: False
mmwrite, precision None exact: False
mmwrite, precision 17 exact: True
END
diff recorded seen
cat seen
