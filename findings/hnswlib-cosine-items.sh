#!/usr/bin/env bash
# hnswlib 0.6.2 (Python): the vectors of a cosine index are not those that were added.
#
# Guess: `get_items()` gives back the vectors that were added.
# What happens: in the space "cosine" they come back with length 1: the lengths are lost, and
# vectors cannot be moved from there to an index of another space. In the other spaces they come
# back as they were.
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
debian python3-hnswlib=0.6.2-2+deb12u1

/usr/bin/python3 - >seen <<'END'
import hnswlib
import numpy as np

for space in ['l2', 'ip', 'cosine']:
    index = hnswlib.Index(space, 2)
    index.init_index(max_elements=1)
    index.add_items(np.array([[3, 4]], np.float32))
    print(space, np.round(index.get_items([0])[0], 2).tolist())
END

cat >recorded <<'END'
l2 [3.0, 4.0]
ip [3.0, 4.0]
cosine [0.6, 0.8]
END
diff recorded seen
cat seen
