#!/usr/bin/env bash
# loompy 3.0.7: files whose genes are in different orders.
#
# Guess: combine() matches rows by their names, or refuses files whose rows differ.
# What happens: without key=, rows are put side by side by position, and the names are those of
# the first file: the counts of gene b stand under gene a. Nothing is said. key='gene' puts them
# in order.
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
debian python3-loompy=3.0.7+dfsg-2

cat >try.py <<'END'
import logging
import loompy
import numpy as np

logging.disable()
print('loompy', loompy.__version__)
loompy.create('one.loom', np.array([[1, 2], [3, 4]]),
              {'gene': np.array(['a', 'b'])}, {'cell': np.array(['w', 'x'])})
loompy.create('two.loom', np.array([[30, 40], [10, 20]]),
              {'gene': np.array(['b', 'a'])}, {'cell': np.array(['y', 'z'])})
for name, options in (('all', {}), ('keyed', {'key': 'gene'})):
    loompy.combine(['one.loom', 'two.loom'], name + '.loom', **options)
    with loompy.connect(name + '.loom') as file:
        for gene, counts in zip(file.ra.gene, file[:, :].tolist()):
            print(options or 'as it is', gene, counts)
END
/usr/bin/python3 -W ignore try.py >seen

cat >recorded <<'END'
loompy 3.0.7
as it is a [1, 2, 30, 40]
as it is b [3, 4, 10, 20]
{'key': 'gene'} a [1, 2, 10, 20]
{'key': 'gene'} b [3, 4, 30, 40]
END
diff recorded seen
cat seen
