#!/usr/bin/env bash
# scikit-learn 1.2.1 and LIBSVM 3.24: a comment that one writes, the other refuses.
#
# Guess: the svmlight format has comments, dump_svmlight_file(comment=...) writes them, so the tools
# of LIBSVM, whose format it is named after as well, skip them.
# What happens: svm-train stops at line 1, "Wrong input format". (The values after the comment are
# fine: without it the same file is read.)
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
debian python3-sklearn=1.2.1+dfsg-1 libsvm-tools=3.24+ds-6

/usr/bin/python3 - <<'END'
import numpy as np
from sklearn.datasets import dump_svmlight_file

X = np.array([[1.0, 2.0], [2.0, 1.0]])
dump_svmlight_file(X, [1, -1], 'with', zero_based=False, comment='two documents')
dump_svmlight_file(X, [1, -1], 'without', zero_based=False)
END
{
  /usr/bin/python3 -c 'import sklearn; print("scikit-learn", sklearn.__version__)'
  dpkg-query -W -f 'LIBSVM ${Version}\n' libsvm-tools
  grep -v '^# Generated' with
  for file in with without; do
    status=0
    svm-train -q $file model 2>message || status=$?
    echo "svm-train $file: exit code $status $(cat message)" | sed 's/ $//'
  done
} >seen

cat >recorded <<'END'
scikit-learn 1.2.1
LIBSVM 3.24+ds-6
# Column indices are one-based
#
# two documents
1 1:1 2:2
-1 1:2 2:1
svm-train with: exit code 1 Wrong input format at line 1
svm-train without: exit code 0 
END
diff recorded seen
cat seen
