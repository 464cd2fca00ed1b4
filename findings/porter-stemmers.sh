#!/usr/bin/env bash
# Lingua::Stem 2.31 (Perl), lunr 2.3.9 (npm), snowballstemmer 2.2.0: three stemmers of Porter,
# three results.
#
# Guess: all three give the stems of the published algorithm.
# What happens: Lingua::Stem leaves "addition" as it is and cuts "advertised" to "advert"; lunr
# keeps a final y after a vowel ("airplay"). Vocabularies that were made with one do not match
# texts that were stemmed by another. Snowball's "porter" has the stems of the paper.
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
debian liblingua-stem-perl=2.31-1 python3-snowballstemmer=2.2.0-2

# Node.js and npm are those of the system; the package is installed in this folder.
npm install --silent --no-audit --no-fund lunr@2.3.9 >&2

words="addition additional advertised airplay relational"
{
  perl -MLingua::Stem -e '
    print "Lingua::Stem $Lingua::Stem::VERSION: ";
    print join(" ", @{Lingua::Stem->new(-locale => "en")->stem(@ARGV)}), "\n"' $words
  node -e '
    const lunr = require("lunr");
    const stem = word => lunr.stemmer(new lunr.Token(word)).toString();
    console.log(`lunr ${lunr.version}: ` + process.argv.slice(1).map(stem).join(" "))' $words
  /usr/bin/python3 -c '
import sys
import snowballstemmer
print("snowballstemmer:", *snowballstemmer.stemmer("porter").stemWords(sys.argv[1:]))' $words
} >seen

cat >recorded <<'END'
Lingua::Stem 2.31: addition addition advert airplai relat
lunr 2.3.9: addit addit advertis airplay relat
snowballstemmer: addit addit advertis airplai relat
END
diff recorded seen
cat seen
