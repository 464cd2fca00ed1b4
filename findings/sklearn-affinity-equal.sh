#!/usr/bin/env bash
# scikit-learn 1.2.1: AffinityPropagation parts equal points.
#
# Guess: equal documents share a cluster.
# What happens: where all are equal each is a cluster of its own; beside another point two of
# three equal ones share a cluster, and the third has its own.
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

/usr/bin/python3 - >seen 2>/dev/null <<'END'
import sklearn
from sklearn.cluster import AffinityPropagation

print('scikit-learn', sklearn.__version__)
for X in [[0.0], [0.0], [0.0], [0.0]], [[0.0], [0.0], [0.0], [9.0]]:
    print([x for x, in X], AffinityPropagation(random_state=0).fit(X).labels_.tolist())
END

cat >recorded <<'END'
scikit-learn 1.2.1
[0.0, 0.0, 0.0, 0.0] [0, 1, 2, 3]
[0.0, 0.0, 0.0, 9.0] [0, 0, 1, 2]
END
diff recorded seen
cat seen
