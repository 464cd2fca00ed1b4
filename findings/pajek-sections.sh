#!/usr/bin/env bash
# igraph 0.10.2 (Python), networkx 2.8.8: Pajek files with arcs and edges.
#
# Guess: a network with a section of arcs and one of edges is directed in both, an edge is two
# arcs, and the order of the sections does not matter.
# What happens: in igraph the last section decides, in networkx the first: the same file is
# directed in one and undirected in the other, and the other way round once the sections change
# places. An edge is never two arcs. An empty section decides, too.
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
debian python3-igraph=0.10.2-1+b1 python3-networkx=2.8.8-1

cat >try.py <<'END'
import igraph
import networkx

print('igraph', igraph.__version__, 'networkx', networkx.__version__)

def show(name, sections):
    with open('graph.net', 'w') as file:
        file.write('*Vertices 4\n1 "a"\n2 "b"\n3 "c"\n4 "d"\n' + sections)
    graph = igraph.Graph.Read_Pajek('graph.net')
    other = networkx.read_pajek('graph.net')
    kinds = {True: 'directed', False: 'undirected'}
    print(f'{name}:')
    print('  igraph', kinds[graph.is_directed()],
          *sorted('abcd'[s] + 'abcd'[t] for s, t in graph.get_edgelist()))
    print('  networkx', kinds[other.is_directed()], *sorted(s + t for s, t in other.edges()))

show('arcs, edges', '*Arcs\n1 2\n2 3\n*Edges\n3 4\n')
show('edges, arcs', '*Edges\n3 4\n*Arcs\n1 2\n2 3\n')
show('arcs, no edges', '*Arcs\n1 2\n2 3\n*Edges\n')
END
/usr/bin/python3 try.py >seen

cat >recorded <<'END'
igraph 0.10.2 networkx 2.8.8
arcs, edges:
  igraph undirected ab bc cd
  networkx directed ab bc cd
edges, arcs:
  igraph directed ab bc cd
  networkx undirected ab bc cd
arcs, no edges:
  igraph undirected ab bc
  networkx directed ab bc
END
diff recorded seen
cat seen
