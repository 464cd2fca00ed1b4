#!/usr/bin/env bash
# fastText 0.9.2: the file of word vectors has a word that no text has, with a vector of its
# own.
#
# Guess: the rows of a .vec file are the words of the text that it was trained on.
# What happens: the end of each line is a token "</s>", in the midst of the words by its
# frequency. It is the nearest neighbor of words that end lines, a point in every clustering of
# the vocabulary, and one more than the words that were counted. Lines end with a blank, so that
# splitting at single blanks finds one number too many.
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
debian fasttext=0.9.2+ds-1+b1

printf 'the cat sat on the mat the cat sat\nthe dog sat on the mat the dog sat\n' >text
fasttext skipgram -input text -output words -dim 2 -minCount 1 -bucket 100 -thread 1 >/dev/null 2>&1
{
  dpkg-query -W -f '${Package} ${Version}\n' fasttext
  echo "distinct words: $(tr ' ' '\n' <text | sort -u | wc -l)"
  head -1 words.vec
  cut -d ' ' -f 1 words.vec | sed 1d | paste -sd ' '
  echo "lines that end with a blank: $(grep -c ' $' words.vec)"
} >seen

cat >recorded <<'END'
fasttext 0.9.2+ds-1+b1
distinct words: 6
7 2
the sat cat on mat </s> dog
lines that end with a blank: 7
END
diff recorded seen
cat seen
