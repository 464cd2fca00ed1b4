#!/usr/bin/env bash
# scikit-learn 1.2.1: the words of CountVectorizer end at combining marks.
#
# Guess: the default token_pattern, \w\w+ on Unicode text, finds the words of every script that
# separates words by blanks.
# What happens: \w of Python's re does not match combining vowel signs. Words of Hindi, Tamil,
# Bengali and others are cut at each sign, and the pieces of one letter are dropped: the two words
# of the first text leave nothing, of the others fragments. The same words in Latin letters with
# accents, decomposed as on macOS (NFD), are cut, too.
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
debian python3-sklearn=1.2.1+dfsg-1

/usr/bin/python3 - >seen <<'END'
import unicodedata
import sklearn
from sklearn.feature_extraction.text import CountVectorizer

print('scikit-learn', sklearn.__version__)
for text in ('\u0939\u093f\u0928\u094d\u0926\u0940 \u092d\u093e\u0937\u093e end',
             '\u0ba4\u0bae\u0bbf\u0bb4\u0bcd \u0bae\u0bca\u0bb4\u0bbf end',
             unicodedata.normalize('NFD', 'Z\xfcrich na\xefve end'), 'Z\xfcrich na\xefve end'):
    found = CountVectorizer().fit([text]).get_feature_names_out()
    print(ascii(list(found)))
END

cat >recorded <<'END'
scikit-learn 1.2.1
['end']
['end', '\u0ba4\u0bae']
['end', 'nai', 'rich', 've', 'zu']
['end', 'na\xefve', 'z\xfcrich']
END
diff recorded seen
cat seen
