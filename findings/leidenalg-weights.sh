#!/usr/bin/env bash
# leidenalg 0.9.1 with igraph 0.10.2: the attribute "weight" of the edges has no effect.
#
# Guess: find_partition(graph, ModularityVertexPartition) uses the edge attribute "weight" of
# the graph, as cluster_leiden() of igraph in R and the Louvain methods of networkx and
# graphology do.
# What happens: all edges count 1 unless weights="weight" is given. On a ring whose edges weigh
# 100 and 1 in turn, the six heavy pairs are not found.
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
debian python3-leidenalg=0.9.1-1+b1 python3-igraph=0.10.2-1+b1 python3-networkx=2.8.8-1

/usr/bin/python3 - >seen <<'END'
import igraph
import leidenalg
import networkx
n = 12
ring = igraph.Graph([(i, (i + 1) % n) for i in range(n)])
ring.es['weight'] = [100 if i % 2 else 1 for i in range(n)]
print('leidenalg', leidenalg.version, 'igraph', igraph.__version__,
      'networkx', networkx.__version__)
def pairs(groups):
    return sum(1 for i in range(1, n, 2)
               if any(i in group and (i + 1) % n in group for group in groups))
def report(name, groups):
    print(f'{name}: {len(groups)} groups, {pairs(groups)} of 6 heavy pairs together')
modularity = leidenalg.ModularityVertexPartition
report('find_partition', list(leidenalg.find_partition(ring, modularity, seed=1)))
report('with weights="weight"',
       list(leidenalg.find_partition(ring, modularity, seed=1, weights='weight')))
same = networkx.Graph()
same.add_weighted_edges_from((e.source, e.target, e['weight']) for e in ring.es)
report('networkx louvain', networkx.community.louvain_communities(same, seed=1))
END

cat >recorded <<'END'
leidenalg 0.9.1 igraph 0.10.2 networkx 2.8.8
find_partition: 4 groups, 4 of 6 heavy pairs together
with weights="weight": 6 groups, 6 of 6 heavy pairs together
networkx louvain: 6 groups, 6 of 6 heavy pairs together
END
diff recorded seen
cat seen
