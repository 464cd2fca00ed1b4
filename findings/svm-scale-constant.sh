#!/usr/bin/env bash
# LIBSVM 3.24: svm-scale leaves out features that are constant.
#
# Guess: scaling to [-1, 1] gives every feature a value in that range, and the scaled file has
# the features of the input.
# What happens: a feature with one value is left out of every line, that is, it is 0, the middle
# of the range. A new batch, scaled by the same range file, loses it too, however much its
# values differ there.
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
debian libsvm-tools=3.24+ds-6

printf '1 1:3 2:5\n-1 1:4 2:5\n1 2:5\n' >train
printf '1 1:3 2:900\n' >new
{
  dpkg-query -W -f '${Package} ${Version}\n' libsvm-tools
  svm-scale -s range train
  echo 'a new batch:'
  svm-scale -r range new
} >seen 2>/dev/null
sed -i 's/ *$//' seen

cat >recorded <<'END'
libsvm-tools 3.24+ds-6
1 1:0.5
-1 1:1
1 1:-1
a new batch:
1 1:0.5
END
diff recorded seen
cat seen
