#!/usr/bin/env bash
# SciPy 1.10.1: savemat() pads names, and loadmat() leaves the blanks.
#
# Guess: a list of class names is the same after savemat() and loadmat().
# What happens: names are rows of a matrix of characters, so shorter ones get blanks at the end:
# "sea" comes back as "sea  ". Compared with the names of another source, only the longest class
# agrees. (A cell array, an object array in NumPy, keeps the names.) A vector of labels becomes a
# matrix with one row.
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
debian python3-scipy=1.10.1-2

/usr/bin/python3 - >seen <<'END'
import numpy as np
import scipy
import scipy.io

print('SciPy', scipy.__version__)
names = ['sea', 'space']
scipy.io.savemat('names.mat', {'names': names, 'cells': np.array(names, object),
                               'labels': np.array([0, 1, 1])})
read = scipy.io.loadmat('names.mat')
print(read['names'].tolist(), [name == again for name, again in zip(names, read['names'])])
print([cell.tolist() for cell in read['cells'].ravel()], read['labels'].shape)
END

cat >recorded <<'END'
SciPy 1.10.1
['sea  ', 'space'] [False, True]
[['sea'], ['space']] (1, 3)
END
diff recorded seen
cat seen
