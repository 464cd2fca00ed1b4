#!/usr/bin/env bash
# bibutils 7.2: the converter for MEDLINE reads no .nbib.
#
# Guess: med2xml reads what PubMed saves as a citation file (.nbib), or refuses it.
# What happens: it writes a collection without records and exits with 0. It reads XML only, and none
# of the other converters of bibutils reads .nbib.
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
debian bibutils=7.2-2

printf 'PMID- 1\nTI  - Flour\nAB  - oven\n\n' >a.nbib
{
  echo "bibutils 7.2"
  for converter in med2xml ris2xml isi2xml end2xml; do
    status=0
    "$converter" a.nbib >a.xml 2>/dev/null || status=$?
    echo "$converter: exit status $status, $(grep -c '<mods ' a.xml || true) records"
  done
} >seen

cat >recorded <<'END'
bibutils 7.2
med2xml: exit status 0, 0 records
ris2xml: exit status 0, 0 records
isi2xml: exit status 0, 0 records
end2xml: exit status 0, 0 records
END
diff recorded seen
cat seen
