#!/usr/bin/env bash
# METIS 5.1.0: parts of a partition are empty.
#
# Guess: gpmetis cuts a graph of six vertices into the number of parts that is asked for.
# What happens: with 3, 4, 5 and 6 parts two of them have vertices, and the balance that it aims
# at (1.03) is far off; nothing is said, and the exit status is 0. With 2 parts it is right. The
# graph is two triangles with one edge between them; recursive bisection gives all parts.
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
debian metis=5.1.0.dfsg-7

printf '6 7\n2 3\n1 3\n1 2 4\n3 5 6\n4 6\n4 5\n' >graph
for type in kway rb; do
  for parts in 2 3 4 6; do
    gpmetis -ptype="$type" graph "$parts" >log
    echo "$type, asked for $parts, got $(sort -u "graph.part.$parts" | wc -l)"
  done
done >seen

cat >recorded <<'END'
kway, asked for 2, got 2
kway, asked for 3, got 2
kway, asked for 4, got 2
kway, asked for 6, got 2
rb, asked for 2, got 2
rb, asked for 3, got 3
rb, asked for 4, got 4
rb, asked for 6, got 6
END
diff recorded seen
cat seen
