#!/usr/bin/env bash
# natural 8.1.1 (npm): the tf-idf of the word "constructor" is not a number.
#
# Guess: a word that a document does not have has the weight 0 there, whatever the word is.
# What happens: for "constructor" it is NaN: the counts of a document are an ordinary object,
# which has that name from its birth. Sums and cosines of such weights are NaN too; commit
# messages and documentation of programs have the word often. Documents that have the word are
# right, and so are other words.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Node.js and npm are those of the system; the package is installed in this folder.
npm install --silent --no-audit --no-fund natural@8.1.1 >&2

cat >try.cjs <<'END'
const natural = require('natural');
const tfidf = new natural.TfIdf();
tfidf.addDocument('the constructor of the parent class');
tfidf.addDocument('a method that adds two numbers');
const weights = word => [0, 1].map(document => String(tfidf.tfidf(word, document).toFixed(3)));
console.log('natural', require('natural/package.json').version);
console.log('constructor', ...weights('constructor'));
console.log('parent', ...weights('parent'));
END
node try.cjs | grep -v injected >seen

cat >recorded <<'END'
natural 8.1.1
constructor 1.000 NaN
parent 1.000 0.000
END
diff recorded seen
cat seen
