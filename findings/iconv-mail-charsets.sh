#!/usr/bin/env bash
# iconv of glibc 2.36: names of charsets that mail declares, iconv does not know.
#
# Guess: iconv knows the charsets registered with IANA by their registered names.
# What happens: ks_c_5601-1987, the name that much Korean mail declares, and iso-8859-8-i, the
# name of Hebrew mail in logical order, are unknown; euc-kr and iso-8859-8, which have the same
# bytes, are known. What asks iconv with the name from the header, gets an error for a readable
# message. Python 3.11 knows the first name, but not the second.
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
debian libc-bin=2.36-9+deb12u14

{
  iconv --version | head -n 1
  for name in ks_c_5601-1987 euc-kr iso-8859-8-i iso-8859-8; do
    iconv=unknown python=unknown
    if iconv -f $name -t utf-8 </dev/null 2>/dev/null; then iconv=known; fi
    if /usr/bin/python3 -c "b''.decode('$name')" 2>/dev/null; then python=known; fi
    echo "$name: iconv $iconv, Python $python"
  done
} >seen

cat >recorded <<'END'
iconv (Debian GLIBC 2.36-9+deb12u14) 2.36
ks_c_5601-1987: iconv unknown, Python known
euc-kr: iconv known, Python known
iso-8859-8-i: iconv unknown, Python known
iso-8859-8: iconv known, Python known
END
diff recorded seen
cat seen
