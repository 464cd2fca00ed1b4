#include "readers/term_entries.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <vector>

#include "readers/cell_values.hpp"
#include "readers/encoding.hpp"
#include "readers/field_guess.hpp"
#include "readers/table_columns.hpp"
#include "readers/table_layout.hpp"
#include "terminal/failure.hpp"
#include "terminal/shell.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using Place = std::optional<std::size_t>;

// Of tidytext, tm and quanteda; of udpipe, spacyr and others.
constexpr auto documents = {"document", "doc_id",  "doc",  "docid",    "docname", "doc_name",
                            "text_id",  "file_id", "file", "filename", "book",    "document_id"};
constexpr auto terms = {"term", "word", "token", "feature", "lemma", "terms", "words", "ngram"};
constexpr auto counts = {"count", "n", "freq", "frequency", "tf"};
constexpr auto weights = {"weight", "value", "tf_idf", "tfidf"};
// Numbers beside the counts; "sentence_id" is one, too.
constexpr auto others = {"id",      "line", "linenumber", "line_number", "sentence", "sent",
                         "start",   "end",  "begin",      "position",    "index",    "idx",
                         "chapter", "page", "paragraph",  "rank",        "total",    "n",
                         "count",   "tf",   "idf",        "tf_idf",      "tfidf",    "weight"};

struct Columns {
  std::size_t document = 0, term = 0;
  Place count;
};

Place first_of(const std::vector<std::string> &names, std::initializer_list<const char *> known) {
  for (const char *name : known)
    if (const Place place = place_of(names, name)) return place;
  return std::nullopt;
}

// Whether all values are numbers, apart from missing ones.
bool are_counts(const FieldSeen &seen, const TableLayout &layout, const Reading &reading,
                bool are_whole) {
  std::size_t numbers = 0;
  for (std::string kind : seen.kinds) {
    if (reading.missing.contain(kind, false)) continue;
    if (layout.dialect.delimiter == ';') std::replace(kind.begin(), kind.end(), ',', '.');
    const std::optional<double> number = number_in(trimmed_cell(kind));
    if (!number || (are_whole && *number != std::floor(*number))) return false;
    ++numbers;
  }
  return numbers > 0;
}

// Whether a column of numbers is one of those beside the terms, and no feature of the records.
bool could_be_beside_terms(const std::string &name) {
  const std::string lower = lower_case(name);
  return counts_rows(name) || lower.empty() || lower.ends_with("_id") ||
         std::find(others.begin(), others.end(), lower) != others.end();
}

// Cells that name a document repeat; those of terms have few words.
std::optional<Columns> columns_of(const TableLayout &layout, const Reading &reading) {
  constexpr std::size_t fewest = 6, longest = 30;
  const std::vector<std::string> &names = layout.row_header;
  const FieldsSeen &seen = layout.seen;
  Place document = first_of(names, documents);
  const bool is_clear = document.has_value();
  if (!document) document = place_of(names, "id");
  const Place term = first_of(names, terms);
  if (!document || !term || std::max(*document, *term) >= seen.size()) return std::nullopt;
  Place count = first_of(names, counts);
  const bool is_count = count.has_value();
  if (!count) count = first_of(names, weights);
  // Fractions below "value" are those of any long table.
  const bool is_value = count && lower_case(names[*count]) == "value";
  if (count && (*count >= seen.size() || !are_counts(seen[*count], layout, reading, is_value))) {
    if (is_value) return std::nullopt;
    count.reset();
  }
  if (!is_clear && !count) return std::nullopt;
  for (std::size_t i = 0; i < std::min(names.size(), seen.size()); ++i)
    if (i != *document && i != *term && count != i && seen[i].is_numeric() &&
        !could_be_beside_terms(names[i]))
      return std::nullopt;
  const FieldSeen &ids = seen[*document], &words = seen[*term];
  if (ids.values < fewest || words.values < fewest || words.is_numeric() ||
      words.bytes > longest * words.values || words.words > 3 * words.values ||
      !fields_of_texts(seen).empty())
    return std::nullopt;
  const bool repeats = 2 * ids.kinds.size() <= ids.values;
  // Sorted by the counts, the first lines may be of different documents.
  const bool is_triple = is_clear && is_count && count && names.size() == 3;
  if (!repeats && !is_triple) return std::nullopt;
  return Columns{*document, *term, count};
}

std::string remedy(const Columns &columns, const TableLayout &layout, const std::string &path,
                   const std::string &encoding) {
  const char delimiter = layout.dialect.delimiter;
  const auto cell = [](std::size_t column) { return "x[" + std::to_string(column) + ']'; };
  const std::string comma = delimiter == ';' ? ".replace(',', '.')" : "";
  const std::string value = columns.count ? "float(" + cell(*columns.count) + comma + ")" : "1";
  const std::size_t last = std::max({columns.document, columns.term, columns.count.value_or(0)}),
                    above = layout.lines_above + 1;
  const std::string codec = is_utf8(encoding) ? "utf-8-sig" : lower_case(encoding);
  // A count that is missing leaves its line out.
  const std::string has_count =
      columns.count ? " and re.match('[-+]?[.]?[0-9]', " + cell(*columns.count) + ".strip())" : "";
  const std::string command =
      "python3 -c \"import sys, csv, re, collections; f = sys.argv[1]; "
      "v = collections.Counter(); r = list(csv.reader(open(f, encoding='" +
      codec + "', errors='replace', newline=''), delimiter='" +
      (delimiter == '\t' ? "\\t" : std::string(1, delimiter)) + "'))[" + std::to_string(above) +
      ":]; [v.update({(" + cell(columns.document) + ", " + cell(columns.term) + "): " + value +
      "}) for x in r if len(x) > " + std::to_string(last) + has_count +
      "]; d, t = [{x: i + 1 for i, x in enumerate(dict.fromkeys(k[j] for k in v))} for j in (0, "
      "1)]; [open(f + '.' + n + '.txt', 'w', encoding='utf-8').write(''.join(' '.join(x.split()) + "
      "chr(10) for x in "
      "s)) for n, s in (('documents', d), ('terms', t))]; o = open(f + '.mtx', 'w'); "
      "print('%%MatrixMarket matrix coordinate real general', file=o); print(len(d), len(t), "
      "len(v), file=o); [print(d[i], t[j], w, file=o) for (i, j), w in v.items()]\" FILE && "
      "manifact cluster FILE.mtx --terms FILE.terms.txt";
  return with_unpacked_path(command, path);
}

}  // namespace

void refuse_term_entries(std::string_view text, bool is_all, Bytes &bytes, const std::string &path,
                         const Reading &reading) {
  if (!reading.features.empty() || reading.fields.any() || reading.header == Header::no) return;
  const TableLayout layout = table_layout(text, is_all, {});
  if (layout.header.size() != layout.row_header.size() || layout.header.size() < 2) return;
  const std::optional<Columns> columns = columns_of(layout, reading);
  if (!columns) return;
  const auto shown = [&](std::size_t column) {
    return '"' + escaped(layout.row_header[column]) + '"';
  };
  throw Failure(
      (path == "-" ? "standard input" : path) + " has a line for each term (" +
      shown(columns->term) + ") of a document (" + shown(columns->document) + ")" +
      (columns->count ? " with its count (" + shown(*columns->count) + ")" : "") +
      ", not a line for each document; to cluster the documents: " +
      remedy(*columns, layout, path,
             chosen_encoding(beginning(bytes, encoding_sample), "", reading.encoding).encoding));
}

}  // namespace cli
