#!/usr/bin/env bash
# KlustaKwik 3.0.2: features of the file that have no part in the clustering.
#
# Guess: points are clustered by all features of the .fet file, whose first line is their number.
# What happens: features 13 to 16, and all after the 17th, are left out: the default of the option
# UseFeatures is a mask of 17 digits, four of them 0. Two groups that features 13 to 16 part are
# one cluster, even if the search starts from the two groups; only the log has the number of
# features that were used.
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
debian klustakwik=3.0.2+ds-2

cat >points.py <<'END'
import random
import sys

# 1,000 points with 16 features, of two groups that are apart in four of them.
random.seed(1)
first = int(sys.argv[1])
print(16)
for i in range(1000):
    print(*(round(random.gauss(i % 2 * 400 if first <= j < first + 4 else 0, 10))
            for j in range(1, 17)))
END

# The clusters to start from; 1 is that of noise.
{ echo 3; for ((i = 0; i < 1000; ++i)); do echo $((2 + i % 2)); done; } >groups

try() {
  /usr/bin/python3 points.py "$1" >points.fet.1
  KlustaKwik points 1 -StartCluFile groups $2 >log
  echo "apart in $1 to $(($1 + 3))," \
    "used $(sed -n 's/.* points of dimension \([0-9]*\).*/\1/p' log):" \
    "clusters of $(tail -n +2 points.clu.1 | sort | uniq -c | awk '{ printf "%s ", $1 }')"
}

{
  echo "KlustaKwik $(dpkg-query -W -f '${Version}' klustakwik)"
  try 9 ''
  try 13 ''
  try 13 '-UseFeatures 1111111111111111'
} | sed 's/ *$//' >seen

cat >recorded <<'END'
KlustaKwik 3.0.2+ds-2
apart in 9 to 12, used 12: clusters of 500 500
apart in 13 to 16, used 12: clusters of 1000
apart in 13 to 16, used 16: clusters of 500 500
END
diff recorded seen
cat seen
