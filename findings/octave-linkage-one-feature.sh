#!/usr/bin/env bash
# statistics 1.5.3 (Octave): linkage() takes points with one feature as distances.
#
# Guess: linkage(X) clusters the rows of X, however many columns it has.
# What happens: a column of three numbers is taken as the three distances between three points,
# one of six as those between four: the tree is of other data, and has too few leaves. Other
# lengths are refused. linkage(pdist(X)) is right.
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
debian octave=7.3.0-2 octave-statistics=1.5.3-2

cat >try.m <<'END'
pkg load statistics
printf('statistics %s\n', pkg('list', 'statistics'){1}.version);
X = [0; 2; 10; 11; 30; 31];
printf('linkage(X): %d joins at %s\n', rows(linkage(X)), mat2str(linkage(X)(:, 3)'));
printf('linkage(pdist(X)): %d joins at %s\n', rows(linkage(pdist(X))),
    mat2str(linkage(pdist(X))(:, 3)'));
END
octave --no-gui --quiet --no-init-file try.m >seen 2>/dev/null

cat >recorded <<'END'
statistics 1.5.3
linkage(X): 3 joins at [0 2 10]
linkage(pdist(X)): 5 joins at [1 1 2 8 19]
END
diff recorded seen
cat seen
