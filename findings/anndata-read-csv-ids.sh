#!/usr/bin/env bash
# anndata 0.8.0: read_csv() takes identifiers that are numbers for a feature.
#
# Guess: the first column of a table with a header holds the names of the rows, whatever they
# look like: a table of cells "x1,1,2" is read so.
# What happens: names are recognized by their letters. A table with the identifiers 101, 102,
# ... has one feature more, "id", which is larger than all others and decides every distance.
# first_column_names=True reads it as meant.
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
debian python3-anndata=0.8.0-4

printf 'id,a,b\nx1,1,2\nx2,3,4\n' >letters.csv
printf 'id,a,b\n101,1,2\n102,3,4\n' >numbers.csv
/usr/bin/python3 -W ignore - >seen <<'END'
import anndata
print('anndata', anndata.__version__)
def show(name, **options):
    table = anndata.read_csv(name, **options)
    print(name, *options, list(table.obs_names), list(table.var_names), table.X.tolist())
show('letters.csv')
show('numbers.csv')
show('numbers.csv', first_column_names=True)
END

cat >recorded <<'END'
anndata 0.8.0
letters.csv ['x1', 'x2'] ['a', 'b'] [[1.0, 2.0], [3.0, 4.0]]
numbers.csv ['0', '1'] ['id', 'a', 'b'] [[101.0, 1.0, 2.0], [102.0, 3.0, 4.0]]
numbers.csv first_column_names ['101', '102'] ['a', 'b'] [[1.0, 2.0], [3.0, 4.0]]
END
diff recorded seen
cat seen
