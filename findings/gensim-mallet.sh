#!/usr/bin/env bash
# gensim 4.2.0: a corpus of phrases or of weights is another one after MalletCorpus.
#
# Guess: what MalletCorpus.serialize() writes, MalletCorpus reads back: the same terms and counts.
# What happens: a term with a blank in it, as n-grams have, is written as it is and becomes two
# terms; a weight such as 1.5 is written as one occurrence, 0.9 as none. There is no error, and no
# warning unless logging is set up.
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
from gensim.corpora import MalletCorpus

print('gensim', gensim.__version__)
terms = {0: 'data base', 1: 'index'}
MalletCorpus.serialize('corpus', [[(0, 1), (1, 1.5)], [(1, 0.9)]], id2word=terms)
print(open('corpus').read().strip())
read = MalletCorpus('corpus')
print([[(read.id2word[i], count) for i, count in document] for document in read])
END

cat >recorded <<'END'
gensim 4.2.0
0 __unknown__ data base index
1 __unknown__
[[('data', 1), ('base', 1), ('index', 1)], []]
END
diff recorded seen
cat seen
