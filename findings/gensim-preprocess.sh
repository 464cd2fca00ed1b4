#!/usr/bin/env bash
# gensim 4.2.0: simple_preprocess() drops long words.
#
# Guess: the function that its tutorials use lowers case and splits into words; it drops words of
# one letter.
# What happens: it also drops words of more than 15 letters, so that compounds of German, Dutch and
# Finnish and many chemical names are no terms, and nobody says so.
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
debian python3-gensim=4.2.0+dfsg-1+deb12u1

/usr/bin/python3 -W ignore - >seen <<'END'
import gensim
from gensim.utils import simple_preprocess

print('gensim', gensim.__version__)
print(simple_preprocess('Die Krankenversicherung und die Arbeitslosenversicherung'))
print(simple_preprocess('Acetylsalicylic acid and dichlorodiphenyltrichloroethane'))
END

cat >recorded <<'END'
gensim 4.2.0
['die', 'und', 'die']
['acetylsalicylic', 'acid', 'and']
END
diff recorded seen
cat seen
