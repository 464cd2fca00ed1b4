#!/usr/bin/env bash
# scikit-learn 1.2.1: load_svmlight_file() decides for each file alone whether columns count from 0.
#
# Guess: a file that dump_svmlight_file() wrote with its default options is read back by
# load_svmlight_file() with its default options as the same matrix.
# What happens: dump_svmlight_file() counts from 0; load_svmlight_file() has zero_based="auto" and
# takes a file in which column 0 never occurs as counted from 1. The features of such a batch, here
# that of one document, are all one column too far to the left, without a word.
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
debian python3-sklearn=1.2.1+dfsg-1

/usr/bin/python3 - >seen <<'END'
import numpy as np
import sklearn
from sklearn.datasets import dump_svmlight_file, load_svmlight_file

print('scikit-learn', sklearn.__version__)
for name, X in (('first', [[1, 2, 3], [0, 5, 6]]), ('second', [[0, 5, 6]])):
    dump_svmlight_file(np.array(X, float), [0] * len(X), name)
    print(name, load_svmlight_file(name, n_features=3)[0].toarray().astype(int).tolist())
END

cat >recorded <<'END'
scikit-learn 1.2.1
first [[1, 2, 3], [0, 5, 6]]
second [[5, 6, 0]]
END
diff recorded seen
cat seen
