#!/usr/bin/env bash
# MCL 22-282: of edges that are given twice, the largest counts; an edge that is given once has
# one direction.
#
# Guess: in "a b weight" lines, repeated edges add their weights, as those of igraph and of a
# sparse matrix of triplets do, and an undirected graph is written with one line an edge.
# What happens: mcxload -abc keeps the maximum of repeated lines (-re add adds them), and builds
# the matrix of one direction unless it is told --stream-mirror. mcl --abc clusters that
# one-sided matrix.
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
debian mcl=1:22-282+ds-2

printf 'a b 1\na b 5\nb c 2\n' >edges.abc
{
  mcl --version | grep -o '22-282'
  for options in '' '-re add' '--stream-mirror'; do
    echo "mcxload -abc edges.abc $options"
    mcxload -abc edges.abc $options -write-tab names -o matrix 2>/dev/null
    sed -n '/^begin/,$p' matrix
  done
} >seen
sed -i 's/ *$//' seen

cat >recorded <<'END'
22-282
mcxload -abc edges.abc
begin
0 1:5 $
1 2:2 $
)
mcxload -abc edges.abc -re add
begin
0 1:6 $
1 2:2 $
)
mcxload -abc edges.abc --stream-mirror
begin
0 1:5 $
1 0:5 2:2 $
2 1:2 $
)
END
diff recorded seen
cat seen
