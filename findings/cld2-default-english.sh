#!/usr/bin/env bash
# CLD2 (2015-08-06): a language that is not found is English.
#
# Guess: DetectLanguage() returns UNKNOWN_LANGUAGE for a text that is too short or that it cannot
# tell.
# What happens: it returns ENGLISH and sets is_reliable to false. Who looks at the language alone,
# reads short German or Italian texts, and lists of names, as English.
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
debian libcld2-dev=0.0.0-git20150806-9

cat >detect.cpp <<'END'
#include <cstdio>
#include <cstring>

#include <cld2/public/compact_lang_det.h>

int main() {
  for (const char *text : {"Das ist ein kurzer Satz.", "Der Hund", "la casa", "xqzt 17"}) {
    bool is_reliable = false;
    const auto length = static_cast<int>(std::strlen(text));
    const CLD2::Language language = CLD2::DetectLanguage(text, length, true, &is_reliable);
    std::printf("%s: %s, %s\n", text, CLD2::LanguageName(language),
        is_reliable ? "reliable" : "not reliable");
  }
}
END
g++ detect.cpp -o detect -lcld2
{
  dpkg-query -W -f 'CLD2 ${Version}\n' libcld2-dev
  ./detect
} >seen

cat >recorded <<'END'
CLD2 0.0.0-git20150806-9
Das ist ein kurzer Satz.: GERMAN, reliable
Der Hund: ENGLISH, not reliable
la casa: ENGLISH, not reliable
xqzt 17: ENGLISH, not reliable
END
diff recorded seen
cat seen
