#!/usr/bin/env bash
# stopwords-iso 1.1.0 (npm): the stop words of English hold countries, companies and the
# subjects of documents.
#
# Guess: a list of stop words has words without content: articles, pronouns, prepositions,
# auxiliary verbs.
# What happens: the English list has the codes of nearly all countries ("us", "uk", "in", but
# also "fr", "jp", "br"), words of the web of 1999 ("microsoft", "netscape", "http") and "bill",
# "computer", "fire", "research", "system", "test"; the German one has "Jahr", "Mensch", "Tag",
# "Zeit". Topics about computers or research lose their first words.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Node.js and npm are those of the system; the packages are installed in this folder.
npm install --silent --no-audit --no-fund stopwords-iso@1.1.0 >&2

node - >seen <<'END'
const words = require('stopwords-iso');
const {version} = require('./node_modules/stopwords-iso/package.json');
console.log('stopwords-iso', version);
const has = (language, list) => list.filter(word => words[language].includes(word)).join(' ');
console.log('English:', has('en', ['fr', 'jp', 'br', 'mx', 'microsoft', 'netscape', 'bill',
    'computer',
  'fire', 'research', 'system', 'test', 'election', 'engine']));
console.log('of two letters:', words.en.filter(word => word.length === 2).length);
console.log('German:', has('de', ['jahr', 'mensch', 'tag', 'zeit', 'wahl']));
END

cat >recorded <<'END'
stopwords-iso 1.1.0
English: fr jp br mx microsoft netscape bill computer fire research system test
of two letters: 272
German: jahr mensch tag zeit
END
diff recorded seen
cat seen
