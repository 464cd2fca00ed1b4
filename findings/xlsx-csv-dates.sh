#!/usr/bin/env bash
# xlsx 0.18.5 (npm): texts and ids of a CSV file become numbers.
#
# Guess: a cell of a CSV file that is no number stays text, and so does an id with leading zeros.
# What happens: scores and ranges such as "3-4" become dates, that is, numbers of days; "007"
# becomes 7. `raw: true` keeps both.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Node.js and npm are those of the system; the package is installed in this folder.
npm install --silent --no-audit --no-fund xlsx@0.18.5 >&2

cat >try.cjs <<'END'
const xlsx = require('xlsx');
console.log('xlsx', xlsx.version);
for (const raw of [false, true]) {
  const book = xlsx.read('id,text\n007,3-4\n', {type: 'string', raw});
  console.log('raw', raw,
      JSON.stringify(xlsx.utils.sheet_to_json(book.Sheets[book.SheetNames[0]])));
}
END
TZ=UTC node try.cjs >seen

cat >recorded <<'END'
xlsx 0.18.5
raw false [{"id":7,"text":36954}]
raw true [{"id":"007","text":"3-4"}]
END
diff recorded seen
cat seen
