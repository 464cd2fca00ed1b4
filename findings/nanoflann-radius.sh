#!/usr/bin/env bash
# nanoflann 1.4.3: neighbors within a radius are fewer.
#
# Guess: a search with the radius 2 finds a point at the distance 1.5, and tells this distance.
# What happens: with the metric L2 radius and distances are squared ones: it finds nothing but the
# point itself until the radius is 4, and then tells 2.25.
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
debian libnanoflann-dev=1.4.3+ds-2

cat >try.cpp <<'END'
#include <cstdint>
#include <cstdio>
#include <nanoflann.hpp>
#include <vector>

struct Points {
  std::vector<double> x;
  std::size_t kdtree_get_point_count() const { return x.size(); }
  double kdtree_get_pt(std::size_t i, std::size_t) const { return x[i]; }
  template <class Box> bool kdtree_get_bbox(Box&) const { return false; }
};

int main() {
  Points points{{0, 1.5, 8}};
  using Metric = nanoflann::L2_Simple_Adaptor<double, Points>;
  nanoflann::KDTreeSingleIndexAdaptor<Metric, Points, 1> tree(1, points);
  tree.buildIndex();
  std::printf("version %x\n", NANOFLANN_VERSION);
  for (double radius : {2., 4.}) {
    double query = 0;
    std::vector<std::pair<std::uint32_t, double>> found;
    tree.radiusSearch(&query, radius, found, nanoflann::SearchParams());
    std::printf("radius %g:", radius);
    for (auto& [index, distance] : found)
      std::printf(" point %u at %g", index, distance);
    std::printf("\n");
  }
}
END
g++ -std=c++17 -o try try.cpp
./try >seen

cat >recorded <<'END'
version 142
radius 2: point 0 at 0
radius 4: point 0 at 0 point 1 at 2.25
END
diff recorded seen
cat seen
