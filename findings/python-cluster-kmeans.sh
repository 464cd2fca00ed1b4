#!/usr/bin/env bash
# python-cluster 1.4.1: k-means that leaves points where they were dealt.
#
# Guess: KMeansClustering finds two groups that are far apart, and equal points share a cluster.
# What happens: points are dealt to the clusters in turn. Where this gives clusters of equal means,
# nothing is closer elsewhere, and the search ends: each cluster has half of both groups, and equal
# points are apart. It is so in every run; with another order of the points the result is right.
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
debian python3-cluster=1.4.1.post3-1

cat >try.py <<'END'
from importlib.metadata import version
from cluster import KMeansClustering

print('cluster', version('cluster'))

def show(points, count=2):
    print(f'{count} clusters of', *points)
    for cluster in KMeansClustering([(x,) for x in points]).getclusters(count):
        print('  ', *(x for point in cluster for x in point))

show([0, 0, 100, 100])
show([0, 100, 0, 100])
show([1, 3, 2, 2, 98, 96, 97, 97])
END
/usr/bin/python3 try.py >seen

cat >recorded <<'END'
cluster 1.4.1.post3
2 clusters of 0 0 100 100
   0 100
   0 100
2 clusters of 0 100 0 100
   0 0
   100 100
2 clusters of 1 3 2 2 98 96 97 97
   1 2 98 97
   3 2 96 97
END
diff recorded seen
cat seen
