#!/usr/bin/env bash
# natural 6.12.0 (npm): WordTokenizer and TfIdf know the letters of few languages.
#
# Guess: the tokenizer of the most used text package of JavaScript splits at blanks and
# punctuation, so that German or Czech text gives the words that are in it.
# What happens: letters other than those of English and Russian end a word. "Größe" gives "Gr" and
# "e", "Zürich" gives "Z" and "rich", words of other scripts are left out. The terms of TfIdf,
# which uses the tokenizer, are such fragments. There is no error.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Node.js and npm are those of the system; the package is installed in this folder.
npm install --silent --no-audit --no-fund natural@6.12.0 >&2

cat >try.cjs <<'END'
const natural = require('natural'), version = require('natural/package.json').version;
console.log('natural', version);
const text = 'Gr\u00f6\u00dfe und Z\u00fcrich, \u0442\u0435\u043a\u0441\u0442 ' +
    '\u0939\u093f\u0928\u094d\u0926\u0940';
console.log(JSON.stringify(new natural.WordTokenizer().tokenize(text)));
const tfidf = new natural.TfIdf();
tfidf.addDocument('Gr\u00f6\u00dfe und Z\u00fcrich, \u0939\u093f\u0928\u094d\u0926\u0940');
console.log(JSON.stringify(tfidf.listTerms(0).map(({term}) => term)));
END
node try.cjs >seen

cat >recorded <<'END'
natural 6.12.0
["Gr","e","und","Z","rich","текст"]
["gr","und","rich"]
END
diff recorded seen
cat seen
