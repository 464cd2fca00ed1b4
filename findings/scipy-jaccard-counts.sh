#!/usr/bin/env bash
# SciPy 1.10.1, R 4.2.2: the Jaccard distance of counts.
#
# Guess: two documents with the same words are at the distance 0, whatever their counts: as
# "binary" in R, and as "dice" beside it in SciPy.
# What happens: "jaccard" compares the counts themselves: [1, 2] and [2, 1] have nothing in
# common, and are at the distance 1. X > 0 gives the distance of sets.
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
debian python3-scipy=1.10.1-2 r-base-core=4.2.2.20221110-2

/usr/bin/python3 - >seen <<'END'
import numpy, scipy
from scipy.spatial.distance import pdist

print('SciPy', scipy.__version__)
X = numpy.array([[1, 2, 0], [2, 1, 0]])
print('jaccard', pdist(X, 'jaccard')[0], 'of X > 0', pdist(X > 0, 'jaccard')[0], 'dice',
      pdist(X, 'dice')[0])
END
Rscript -e 'cat("R binary", dist(rbind(c(1, 2, 0), c(2, 1, 0)), "binary"), "\n")' | sed 's/ $//' \
    >>seen

cat >recorded <<'END'
SciPy 1.10.1
jaccard 1.0 of X > 0 0.0 dice 0.0
R binary 0
END
diff recorded seen
cat seen
