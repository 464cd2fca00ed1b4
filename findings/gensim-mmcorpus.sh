#!/usr/bin/env bash
# gensim 4.2.0 with SciPy 1.10.1 and Matrix 1.5.3 (R): MmCorpus cannot read what they write.
#
# Guess: MmCorpus reads Matrix Market files, whoever wrote them.
# What happens: it refuses files in which documents do not come in ascending order, such as those
# of writeMM() of R, which goes column by column; and files with another header than "coordinate
# real general", such as those of mmwrite() for whole numbers, or for a matrix of counts that
# happens to be symmetric, which mmwrite() detects by itself.
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
debian python3-gensim=4.2.0+dfsg-1+deb12u1 python3-scipy=1.10.1-2 r-cran-matrix=1.5-3-1 \
    r-base-core=4.2.2.20221110-2

Rscript -e 'suppressMessages(library(Matrix))' \
    -e 'cat("Matrix", format(packageVersion("Matrix")))' \
  -e 'invisible(writeMM(sparseMatrix(c(1, 1, 2), c(1, 2, 1), x = c(5.5, 6, 7)), "r.mtx"))' >version
/usr/bin/python3 -W ignore - >seen <<'END'
import gensim
import numpy as np
import scipy
import scipy.io
import scipy.sparse
from gensim.corpora import MmCorpus

print('gensim', gensim.__version__, 'SciPy', scipy.__version__, open('version').read())
for name, X in (('general', [[5.5, 6], [7, 0]]), ('symmetric', [[5.5, 6], [6, 0]]),
                ('whole', [[5, 6], [7, 0]])):
    scipy.io.mmwrite(name + '.mtx', scipy.sparse.csr_matrix(np.array(X)))
for name in ('general', 'symmetric', 'whole', 'r'):
    try:
        print(name, [list(document) for document in MmCorpus(name + '.mtx')])
    except Exception as error:
        print(name, type(error).__name__, str(error).split('\n')[-1])
END

cat >recorded <<'END'
gensim 4.2.0 SciPy 1.10.1 Matrix 1.5.3
general [[(0, 5.5), (1, 6.0)], [(0, 7.0)]]
symmetric ValueError %%MatrixMarket matrix coordinate real symmetric
whole ValueError %%MatrixMarket matrix coordinate integer general
r AssertionError matrix columns must come in ascending order
END
diff recorded seen
cat seen
