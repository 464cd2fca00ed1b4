#!/usr/bin/env bash
# scikit-learn 1.2.1: data are not a trustworthy embedding of themselves.
#
# Guess: trustworthiness(X, X) is 1: neighbors in the embedding are neighbors in the data.
# What happens: equal rows and equal distances are ordered in one way in the data and in another
# in the embedding, and each disagreement counts as an error. Ten distinct rows, 20 times each,
# have .97; whole numbers on a grid .99. Rows without ties have 1. Small differences between two
# layouts of data with duplicates mean nothing.
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
from sklearn.manifold import trustworthiness
print('scikit-learn', sklearn.__version__)
def below_one(X):
    return 'below .995' if trustworthiness(X, X, n_neighbors=5) < .995 else \
        round(float(trustworthiness(X, X, n_neighbors=5)), 6)
random = np.random.RandomState(0)
print('10 rows, 20 times each:', below_one(np.repeat(np.arange(10.)[:, None], 20, axis=0)))
print('whole numbers 0 to 3:', below_one(random.randint(0, 4, (200, 2)).astype(float)))
print('no ties:', below_one(random.random_sample((200, 2))))
END

cat >recorded <<'END'
scikit-learn 1.2.1
10 rows, 20 times each: below .995
whole numbers 0 to 3: below .995
no ties: 1.0
END
diff recorded seen
cat seen
