#!/usr/bin/env bash
# Weka 3.6.14: SimpleKMeans does not minimize the sum of squares of the data that it is given.
#
# Guess: k-means of a table of numbers uses their Euclidean distances: two groups that are 1,000
# apart in one attribute and 0 or 1 in the other are the two clusters.
# What happens: every attribute is scaled to [0, 1] first, for the distances and for the "sum of
# squared errors" printed, while centroids are printed in the units of the data. Here one
# cluster of four points has members of both groups; -A "weka.core.EuclideanDistance -D" does
# what was guessed.
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
debian weka=3.6.14-3

printf '@relation r\n@attribute a numeric\n@attribute b numeric\n' >points.arff
printf '@data\n0,0\n0,1\n1000,0\n1000,1\n0,0\n1000,1\n' >>points.arff
cluster() {
  java -cp /usr/share/java/weka.jar weka.clusterers.SimpleKMeans -t points.arff -N 2 "$@" \
      2>/dev/null |
    grep -E 'squared errors|^[ab] |%'
}
{
  dpkg-query -W -f '${Package} ${Version}\n' weka
  cluster
  echo '-A weka.core.EuclideanDistance -D'
  cluster -A 'weka.core.EuclideanDistance -D'
} >seen
sed -i 's/ *$//' seen

cat >recorded <<'END'
weka 3.6.14-3
Within cluster sum of squared errors: 1.5000000000000002
a                  500        750          0
b                  0.5       0.75          0
0      4 ( 67%)
1      2 ( 33%)
-A weka.core.EuclideanDistance -D
Within cluster sum of squared errors: 1.3333333333333335
a                 500      1000         0
b                 0.5    0.6667    0.3333
0      3 ( 50%)
1      3 ( 50%)
END
diff recorded seen
cat seen
