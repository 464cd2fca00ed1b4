#!/usr/bin/env bash
# graphology-communities-louvain 2.0.2 (npm): weights that are text count as 1.
#
# Guess: a weight "0.9", as CSV files and attributes of GEXF give it, is a number, or it is refused.
# What happens: each such edge has the weight 1, without a word: the communities and the
# modularity are those of the graph without weights.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Node.js and npm are those of the system; the package is installed in this folder.
npm install --silent --no-audit --no-fund graphology@0.26.0 graphology-communities-louvain@2.0.2 >&2

cat >try.cjs <<'END'
const Graph = require('graphology'), louvain = require('graphology-communities-louvain');
const edges = [[0, 1, 9], [1, 2, .1], [2, 3, 9], [3, 0, .1], [0, 2, .1], [1, 3, .1]];
const communities = weight => {
  const graph = new Graph({type: 'undirected'});
  for (let i = 0; i < 4; ++i) graph.addNode(i);
  for (const [a, b, value] of edges) graph.addEdge(a, b, {weight: weight(value)});
  const {count, modularity} = louvain.detailed(graph, {randomWalk: false});
  return `${count} communities, modularity ${modularity.toFixed(3)}`;
};
console.log('graphology-communities-louvain',
    require('graphology-communities-louvain/package.json').version);
console.log('numbers:', communities(Number));
console.log('text:   ', communities(String));
console.log('all 1:  ', communities(() => 1));
END
node try.cjs >seen

cat >recorded <<'END'
graphology-communities-louvain 2.0.2
numbers: 2 communities, modularity 0.478
text:    1 communities, modularity 0.000
all 1:   1 communities, modularity 0.000
END
diff recorded seen
cat seen
