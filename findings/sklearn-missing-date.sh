#!/usr/bin/env bash
# scikit-learn 1.2.1 with pandas 1.5.3: KMeans of a column of dates, one of which is missing.
#
# Guess: the missing date is refused like a missing number, or dates are refused altogether.
# What happens: dates are nanoseconds and the missing one is -9223372036854775808 of them: a point
# far from all others, which gets a cluster of its own; the other clusters are joined.
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
debian python3-sklearn=1.2.1+dfsg-1 python3-pandas=1.5.3+dfsg-2

/usr/bin/python3 - >seen 2>/dev/null <<'END'
import pandas
import sklearn
from sklearn.cluster import KMeans

print('scikit-learn', sklearn.__version__, 'pandas', pandas.__version__)
days = ['2020-01-01', '2020-01-02', '2020-01-03', '2023-01-01', '2023-01-02', '2023-01-03']
for missing in (None, 'day', 'number'):
    frame = pandas.DataFrame({'day': pandas.to_datetime(days)})
    if missing == 'day':
        frame.loc[0, 'day'] = pandas.NaT
    if missing == 'number':
        frame = pandas.DataFrame({'number': [float('nan'), 1, 2, 30, 31, 32]})
    try:
        fit = KMeans(2, n_init=10, random_state=0).fit(frame)
        groups = [[i for i, l in enumerate(fit.labels_) if l == c] for c in range(2)]
        print('missing', missing, sorted(groups), f'{fit.cluster_centers_.min():.3g}')
    except ValueError as error:
        print('missing', missing, str(error).split('.')[0])
END

cat >recorded <<'END'
scikit-learn 1.2.1 pandas 1.5.3
missing None [[0, 1, 2], [3, 4, 5]] 1.58e+18
missing day [[0], [1, 2, 3, 4, 5]] -9.22e+18
missing number Input X contains NaN
END
diff recorded seen
cat seen
