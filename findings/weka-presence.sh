#!/usr/bin/env bash
# Weka 3.6.14: its vectors of words hold no counts.
#
# Guess: StringToWordVector counts the words of each text, without regard to case.
# What happens: it writes 1 for each word that occurs, however often, and keeps "Cat" and "cat"
# apart; `-C` counts, `-L` folds the case.
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
debian weka=3.6.14-3

cat >texts.arff <<'END'
@relation texts
@attribute text string
@attribute class {p,q}
@data
'cat cat cat. Cat',p
'mouse',q
END
filter() {
  echo "options: ${*:-none}"
  java -cp /usr/share/java/weka.jar weka.filters.unsupervised.attribute.StringToWordVector "$@" \
      -i texts.arff 2>log |
    grep -E '^@attribute|^{'
}
{ filter; filter -C -L; } >seen

cat >recorded <<'END'
options: none
@attribute class {p,q}
@attribute Cat numeric
@attribute cat numeric
@attribute mouse numeric
{1 1,2 1}
{0 q,3 1}
options: -C -L
@attribute class {p,q}
@attribute cat numeric
@attribute mouse numeric
{1 4}
{0 q,2 1}
END
diff recorded seen
cat seen
