#!/usr/bin/env bash
# ReadStat 1.1.8, with PSPP 1.6.2: a value that the file declares as missing is a number in the CSV.
#
# Guess: where a file of SPSS (.sav) says that 99 means "no answer", the cell of the CSV is empty,
# as for a value that the system lacks, or the program says so.
# What happens: the system's missing values are empty cells, those of the user are written as 99,
# and nothing is said: a point far away. PSPP leaves both out.
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

cat >try.sps <<'SYNTAX'
DATA LIST FREE / age income.
BEGIN DATA
31 2
99 3
. 1
END DATA.
MISSING VALUES age (99).
SAVE OUTFILE='try.sav'.
COMPUTE one=1.
AGGREGATE OUTFILE='try2.sav' /BREAK=one /valid=N(age) /missing=NMISS(age).
GET FILE='try2.sav'.
PRINT OUTFILE='counts' / valid missing.
EXECUTE.
SYNTAX
pspp try.sps
echo "PSPP: values, missing" $(cat counts) >seen
readstat try.sav try.csv 2>&1 | sed 's/ in .*//' >>seen
cat try.csv >>seen

cat >recorded <<'END'
PSPP: values, missing 1 2
Converted 2 variables and 3 rows
"age","income"
31.000000,2.000000
99.000000,3.000000
,1.000000
END
diff recorded seen
cat seen
