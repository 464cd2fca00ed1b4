#!/usr/bin/env bash
# gensim 4.2.0 with scikit-learn 1.2.1: Sparse2Corpus takes the columns as documents.
#
# Guess: the matrix of CountVectorizer, a row for each document, becomes a corpus of as many
# documents.
# What happens: the default is documents_columns=True. Two documents with three terms become three
# documents, one for each term, in which the documents are words. Every model accepts that.
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
debian python3-gensim=4.2.0+dfsg-1+deb12u1 python3-sklearn=1.2.1+dfsg-1

/usr/bin/python3 -W ignore - >seen <<'END'
import gensim
import sklearn
from gensim.matutils import Sparse2Corpus
from sklearn.feature_extraction.text import CountVectorizer

print('gensim', gensim.__version__, 'scikit-learn', sklearn.__version__)
X = CountVectorizer().fit_transform(['apple apple pear', 'pear plum'])
for arguments in ({}, {'documents_columns': False}):
    corpus = Sparse2Corpus(X, **arguments)
    print(arguments, len(corpus), [[(int(i), int(x)) for i, x in document] for document in corpus])
END

cat >recorded <<'END'
gensim 4.2.0 scikit-learn 1.2.1
{} 3 [[(0, 2)], [(0, 1), (1, 1)], [(1, 1)]]
{'documents_columns': False} 2 [[(0, 2), (1, 1)], [(1, 1), (2, 1)]]
END
diff recorded seen
cat seen
