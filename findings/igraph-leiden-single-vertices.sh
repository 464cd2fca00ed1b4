#!/usr/bin/env bash
# igraph 1.3.5 (R): cluster_leiden() of an unweighted graph returns single vertices.
#
# Guess: cluster_leiden() is the successor of cluster_louvain() and optimizes modularity: two
# cliques joined by an edge are two groups.
# What happens: its default is the constant Potts model with resolution 1, for which nothing but
# a clique can be worth joining; every vertex of the two cliques is a group of its own, and so
# it is for most unweighted graphs. objective_function = "modularity" gives the two.
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
debian r-cran-igraph=1.3.5-3 r-base-core=4.2.2.20221110-2

Rscript - >seen <<'END'
suppressMessages(library(igraph))
cat("igraph", format(packageVersion("igraph")), "\n")
g <- add_edges(disjoint_union(make_full_graph(5), make_full_graph(5)), c(1, 6))
cat("cluster_louvain:", length(cluster_louvain(g)), "groups\n")
cat("cluster_leiden:", length(cluster_leiden(g)), "groups\n")
cat("cluster_leiden, modularity:", length(cluster_leiden(g, "modularity")), "groups\n")
END
sed -i 's/ $//' seen

cat >recorded <<'END'
igraph 1.3.5
cluster_louvain: 2 groups
cluster_leiden: 10 groups
cluster_leiden, modularity: 2 groups
END
diff recorded seen
cat seen
