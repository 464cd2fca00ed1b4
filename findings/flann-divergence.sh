#!/usr/bin/env bash
# FLANN 1.9.2: neighbors by the Kullback-Leibler divergence.
#
# Guess: it is 0 for equal distributions only, never below 0, and infinite or large where one has
# what the other lacks: a point that shares no word with the query comes last.
# What happens: it is the divergence of the point from the query, and terms where one of the two
# is 0 are left out. A point that shares no word is at 0, like one that is equal; one that shares
# a little is below 0, and the nearest of all.
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
debian libflann-dev=1.9.2+dfsg-1+deb12u1 liblz4-dev=1.9.4-1

cat >try.cpp <<'END'
#include <cstdio>
#include <vector>
#include <flann/flann.hpp>

template <class Distance> void show(const char* name) {
  double query[] = {.5, .5, 0, 0};
  double points[] = {.5, .5, 0, 0, .4, .6, 0, 0, .1, 0, .4, .5, 0, 0, .5, .5};
  flann::Index<Distance> index(
      flann::Matrix<double>(points, 4, 4), flann::LinearIndexParams());
  index.buildIndex();
  std::vector<std::vector<int>> ids;
  std::vector<std::vector<double>> distances;
  index.knnSearch(flann::Matrix<double>(query, 1, 4), ids, distances, 4, flann::SearchParams());
  std::printf("%s:", name);
  const char* names[] = {"equal", "close", "far", "nothing shared"};
  for (size_t i = 0; i < ids[0].size(); ++i)
    std::printf("%s %s %.3f", i ? "," : "", names[ids[0][i]], distances[0][i]);
  std::printf("\n");
}

int main() {
  std::printf("FLANN %s\n", FLANN_VERSION_);
  show<flann::L2<double>>("squared Euclidean");
  show<flann::KL_Divergence<double>>("Kullback-Leibler");
}
END
g++ -w try.cpp -o try -llz4
./try >seen

cat >recorded <<'END'
FLANN 1.9.2
squared Euclidean: equal 0.000, close 0.020, far 0.820, nothing shared 1.000
Kullback-Leibler: far -0.161, equal 0.000, nothing shared 0.000, close 0.020
END
diff recorded seen
cat seen
