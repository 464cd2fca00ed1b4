#!/usr/bin/env bash
# mclust 6.0.0 (R): the adjusted Rand index of a partition with itself is not a number.
#
# Guess: adjustedRandIndex(x, x) is 1 for every partition x, as that of scikit-learn is.
# What happens: it is 1 for one cluster, and NaN when every document is a cluster of its own. A
# mean over several numbers of clusters, the last of which is n, is NaN; which.max() over them
# passes over the perfect one.
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
debian r-cran-mclust=6.0.0-1 r-base-core=4.2.2.20221110-2 python3-sklearn=1.2.1+dfsg-1

Rscript - >seen <<'END'
suppressMessages(library(mclust))
cat("mclust", format(packageVersion("mclust")), "\n")
for (x in list(c(1, 1, 1, 1), c(1, 1, 2, 2), 1:4))
  cat(x, "with itself:", adjustedRandIndex(x, x), "\n")
END
/usr/bin/python3 - >>seen <<'END'
import sklearn
from sklearn.metrics import adjusted_rand_score
x = [1, 2, 3, 4]
print('scikit-learn', sklearn.__version__, '1 2 3 4 with itself:', adjusted_rand_score(x, x))
END
sed -i 's/ $//' seen

cat >recorded <<'END'
mclust 6.0.0
1 1 1 1 with itself: 1
1 1 2 2 with itself: 1
1 2 3 4 with itself: NaN
scikit-learn 1.2.1 1 2 3 4 with itself: 1.0
END
diff recorded seen
cat seen
