#!/usr/bin/env bash
# ReadStat 1.1.8, with PSPP 1.6.2: a value that the file declares as missing is a number in the CSV.
#
# Guess: where a file of SPSS (.sav) says that 99 means "no answer", the cell of the CSV is empty,
# as for a value that the system lacks.
# What happens: the system's missing values are empty cells, those of the user are written as 99,
# without a word: a point far away.
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
debian readstat=1.1.8-1 pspp=1.6.2-2

cat >try.sps <<'END'
DATA LIST FREE / age income.
BEGIN DATA
31 2
99 3
. 1
END DATA.
MISSING VALUES age (99).
SAVE OUTFILE='try.sav'.
END
pspp try.sps
readstat try.sav - 2>/dev/null >seen

cat >recorded <<'END'
"age","income"
31.000000,2.000000
99.000000,3.000000
,1.000000
END
diff recorded seen
cat seen
