#!/usr/bin/env bash
# hdf5r 1.3.8 (R) and h5py 3.7.0: a matrix that one writes, the other reads transposed.
#
# Guess: HDF5 stores the shape of an array, so rows stay rows in every language.
# What happens: the file has the order of C; R's arrays have the order of Fortran, and hdf5r
# keeps the bytes and reverses the shape. Documents by features becomes features by documents,
# both ways, and nothing in the file tells.
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
debian r-cran-hdf5r=1.3.8+dfsg-1 r-base-core=4.2.2.20221110-2 python3-h5py=3.7.0-8

/usr/bin/python3 - >seen <<'END'
import h5py
import numpy
print('h5py', h5py.__version__)
with h5py.File('documents.h5', 'w') as file:
    file['X'] = numpy.arange(6.).reshape(2, 3)
    print('written by h5py:', *file['X'].shape)
END
Rscript - >>seen <<'END'
suppressMessages(library(hdf5r))
cat("hdf5r", format(packageVersion("hdf5r")), "\n")
file <- H5File$new("documents.h5", "r")
cat("read by hdf5r:", dim(file[["X"]][, ]), "\n")
file$close_all()
file <- H5File$new("features.h5", "w")
file[["X"]] <- matrix(1, 4, 7)
cat("written by hdf5r:", 4, 7, "\n")
file$close_all()
END
/usr/bin/python3 - >>seen <<'END'
import h5py
print('read by h5py:', *h5py.File('features.h5')['X'].shape)
END
sed -i 's/ $//' seen

cat >recorded <<'END'
h5py 3.7.0
written by h5py: 2 3
hdf5r 1.3.8
read by hdf5r: 3 2
written by hdf5r: 4 7
read by h5py: 7 4
END
diff recorded seen
cat seen
