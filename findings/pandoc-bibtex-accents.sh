#!/usr/bin/env bash
# pandoc 2.17.1.1: words of BibTeX become other words.
#
# Guess: pandoc -f bibtex -t csljson gives the words that TeX sets: naïve, α.
# What happens: the accent above \i stays a mark of its own behind a dotless i, so that "naıve"
# with a mark is a word that no other file has; a Greek letter in a formula stays a command of
# TeX.
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
debian pandoc=2.17.1.1-2~deb12u1

cat >a.bib <<'END'
@article{k, title={A na\"{\i}ve Erd{\H o}s $\alpha$ ride}, year=2020}
END
{
  echo "pandoc 2.17.1.1"
  pandoc -f bibtex -t csljson a.bib | python3 -c 'import json, sys
for word in json.load(sys.stdin)[0]["title"].split():
    print(word.encode("ascii", "backslashreplace").decode())'
} >seen

cat >recorded <<'END'
pandoc 2.17.1.1
A
na\u0131\u0308ve
erd\u0151s
\alpha
ride
END
diff recorded seen
cat seen
