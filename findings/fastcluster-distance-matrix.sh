#!/usr/bin/env bash
# fastcluster 1.2.3, beside SciPy 1.10.1: a square matrix of distances.
#
# Guess: fastcluster.linkage() has the arguments and results of scipy.cluster.hierarchy.linkage(),
# so a square symmetric matrix with zeros in the diagonal is warned of as there: it is taken as
# points.
# What happens: the same tree of the rows as points, without a warning.
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
debian python3-fastcluster=1.2.3-2 python3-scipy=1.10.1-2 python3-numpy=1:1.24.2-1+deb12u1

/usr/bin/python3 - >seen <<'END'
import warnings

import fastcluster
import numpy as np
import scipy
from scipy.cluster import hierarchy
from scipy.spatial.distance import pdist, squareform

print('fastcluster', fastcluster.__version__, 'scipy', scipy.__version__)
distances = pdist(np.array([[0.], [1], [3], [6], [10]]))
for name, linkage in (('scipy', hierarchy.linkage), ('fastcluster', fastcluster.linkage)):
    print(name, 'pairs', linkage(distances, 'single')[:, 2].tolist())
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter('always')
        heights = linkage(squareform(distances), 'single')[:, 2]
    print(name, 'square', heights.round(3).tolist(), len(told), 'warning(s)')
END

cat >recorded <<'END'
fastcluster 1.2.3 scipy 1.10.1
scipy pairs [1.0, 2.0, 3.0, 4.0]
scipy square [2.236, 4.472, 6.708, 8.944] 1 warning(s)
fastcluster pairs [1.0, 2.0, 3.0, 4.0]
fastcluster square [2.236, 4.472, 6.708, 8.944] 0 warning(s)
END
diff recorded seen
cat seen
