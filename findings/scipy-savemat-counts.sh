#!/usr/bin/env bash
# SciPy 1.10.1, Octave 7.3.0: Octave does not load sparse counts.
#
# Guess: savemat() of the matrix that CountVectorizer gives is a .mat file that Octave loads;
# dense counts are.
# What happens: load fails: values of a sparse matrix must be doubles there, and savemat() writes
# the 64-bit integers as they are, without a word. Counts of 8 bits, single precision, and
# booleans do load; X.astype(float) does.
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
debian python3-scipy=1.10.1-2 python3-sklearn=1.2.1+dfsg-1 octave=7.3.0-2

/usr/bin/python3 - >seen <<'END'
import scipy, sklearn
from scipy.io import savemat
from sklearn.feature_extraction.text import CountVectorizer

X = CountVectorizer().fit_transform(['red red green', 'green blue'])
print('SciPy', scipy.__version__, 'scikit-learn', sklearn.__version__, X.dtype)
for name, matrix in ('counts', X), ('floats', X.astype(float)), ('dense', X.toarray()):
    savemat(name + '.mat', {'X': matrix})
END
cat >try.m <<'END'
printf('Octave %s\n', version());
for name = {'counts', 'floats', 'dense'}
  try
    printf('%s: sum %g\n', name{1}, full(sum(load([name{1} '.mat']).X(:))));
  catch failure
    printf('%s: %s\n', name{1}, failure.message);
  end
end
END
octave --no-gui --quiet --no-init-file try.m >>seen 2>/dev/null

cat >recorded <<'END'
SciPy 1.10.1 scikit-learn 1.2.1 int64
Octave 7.3.0
counts: load: reading sparse matrix data for 'X'
floats: sum 5
dense: sum 5
END
diff recorded seen
cat seen
