#!/usr/bin/env bash
# SciPy 1.10.1: fcluster(criterion="maxclust") returns 2 clusters for 3, 4 and 5.
#
# Guess: a tree of n points can be cut into any number of clusters, which is what the criterion
# is for; R's cutree() does it.
# What happens: it looks for a height, and all merges of one height are on one side of it. Where
# distances tie, as those of whole numbers, ratings and grids do, far fewer clusters come back,
# without a warning. cut_tree() of the same package cuts by the order of merges and returns as
# many as asked for.
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
debian python3-scipy=1.10.1-2

/usr/bin/python3 - >seen <<'END'
import numpy as np
import scipy
from scipy.cluster.hierarchy import cut_tree, fcluster, linkage
print('SciPy', scipy.__version__)
Z = linkage(np.array([[0.], [1], [2], [10], [11], [12]]), 'single')
for k in (2, 3, 4, 5, 6):
    cut = len(set(fcluster(Z, k, 'maxclust'))), len(set(cut_tree(Z, k).ravel()))
    print(f'k = {k}: fcluster {cut[0]}, cut_tree {cut[1]}')
END

cat >recorded <<'END'
SciPy 1.10.1
k = 2: fcluster 2, cut_tree 2
k = 3: fcluster 2, cut_tree 3
k = 4: fcluster 2, cut_tree 4
k = 5: fcluster 2, cut_tree 5
k = 6: fcluster 2, cut_tree 6
END
diff recorded seen
cat seen
