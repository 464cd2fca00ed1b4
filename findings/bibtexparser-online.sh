#!/usr/bin/env bash
# bibtexparser 1.1.0: entries of web pages, data sets, software and theses are left out.
#
# Guess: every entry of a .bib file is an entry of the result; BibLaTeX and Zotero write
# @online, @dataset, @software and @thesis as they write @article.
# What happens: loads() keeps the fourteen types of BibTeX of 1988 and drops all others; the
# only sign is a message of logging. With BibTexParser(ignore_nonstandard_types=False) all are
# read.
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
debian python3-bibtexparser=1.1.0+ds-5

cat >library.bib <<'END'
@article{a, title={First}, author={Doe, Jane}, journal={Journal}, year={2001}}
@online{b, title={Second}, author={Doe, Jane}, url={https://example.org}, date={2020-01-02}}
@dataset{c, title={Third}, author={Doe, Jane}, year={2020}}
@software{d, title={Fourth}, author={Doe, Jane}, year={2020}}
@thesis{e, title={Fifth}, author={Doe, Jane}, year={2020}}
END
/usr/bin/python3 - >seen 2>/dev/null <<'END'
import bibtexparser
from bibtexparser.bparser import BibTexParser
print('bibtexparser', bibtexparser.__version__)
text = open('library.bib').read()
print('by default:', *(entry['ID'] for entry in bibtexparser.loads(text).entries))
everything = BibTexParser(ignore_nonstandard_types=False)
print('all types:', *(entry['ID'] for entry in bibtexparser.loads(text, everything).entries))
END

cat >recorded <<'END'
bibtexparser 1.1.0
by default: a
all types: a b c d e
END
diff recorded seen
cat seen
