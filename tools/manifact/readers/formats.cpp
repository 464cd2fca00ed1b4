#include "readers/formats.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "readers/foreign.hpp"
#include "readers/html.hpp"
#include "readers/mail.hpp"
#include "readers/numeric_table.hpp"
#include "readers/table_layout.hpp"
#include "terminal/failure.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

struct Word {
  const char *word;
  Format format;
};

constexpr std::array<Word, 43> words{{{"auto", Format::automatic},
                                      {"mtx", Format::matrix_market},
                                      {"svmlight", Format::svmlight},
                                      {"csv", Format::csv},
                                      {"counts", Format::counts},
                                      {"mat", Format::mat},
                                      {"npy", Format::npy},
                                      {"npz", Format::npz},
                                      {"fvecs", Format::fvecs},
                                      {"hdf5", Format::hdf5},
                                      {"10x", Format::tenx},
                                      {"uci", Format::uci},
                                      {"lda-c", Format::ldac},
                                      {"cluto", Format::cluto},
                                      {"dir", Format::folder},
                                      {"tsv", Format::tsv},
                                      {"json", Format::json},
                                      {"jsonl", Format::json_lines},
                                      {"deb822", Format::deb822},
                                      {"mbox", Format::mbox},
                                      {"maildir", Format::maildir},
                                      {"eml", Format::mail},
                                      {"zip", Format::zip},
                                      {"tar", Format::tar},
                                      {"spreadsheet", Format::spreadsheet},
                                      {"sqlite", Format::sqlite},
                                      {"parquet", Format::parquet},
                                      {"arrow", Format::arrow},
                                      {"safetensors", Format::safetensors},
                                      {"word2vec", Format::word2vec},
                                      {"ris", Format::ris},
                                      {"bibtex", Format::bibtex},
                                      {"nbib", Format::nbib},
                                      {"wos", Format::wos},
                                      {"refer", Format::refer},
                                      {"pubmed", Format::pubmed},
                                      {"endnote", Format::endnote},
                                      {"lines", Format::lines},
                                      {"log", Format::log},
                                      {"git-log", Format::git_log},
                                      {"whatsapp", Format::whatsapp},
                                      {"slack", Format::slack},
                                      {"file", Format::file}}};

constexpr std::array<Word, 53> endings{
    {{".mtx", Format::matrix_market}, {".svm", Format::svmlight},
     {".svmlight", Format::svmlight}, {".libsvm", Format::svmlight},
     {".csv", Format::csv},           {".counts", Format::counts},
     {".mat", Format::mat},           {".npy", Format::npy},
     {".npz", Format::npz},           {".fvecs", Format::fvecs},
     {".h5ad", Format::hdf5},         {".h5", Format::hdf5},
     {".hdf5", Format::hdf5},         {".tsv", Format::tsv},
     {".tab", Format::tsv},           {".json", Format::json},
     {".jsonl", Format::json_lines},  {".ndjson", Format::json_lines},
     {".deb822", Format::deb822},     {".mbox", Format::mbox},
     {".eml", Format::mail},          {".zip", Format::zip},
     {".tar", Format::tar},           {".tgz", Format::tar},
     {".tar.xz", Format::tar},        {".tar.bz2", Format::tar},
     {".tar.zst", Format::tar},       {".html", Format::file},
     {".htm", Format::file},          {".xhtml", Format::file},
     {".xml", Format::file},          {".md", Format::file},
     {".markdown", Format::file},     {".xlsx", Format::spreadsheet},
     {".xlsm", Format::spreadsheet},  {".ods", Format::spreadsheet},
     {".sqlite", Format::sqlite},     {".sqlite3", Format::sqlite},
     {".ris", Format::ris},           {".bib", Format::bibtex},
     {".bibtex", Format::bibtex},     {".nbib", Format::nbib},
     {".ciw", Format::wos},           {".enw", Format::refer},
     {".log", Format::log},           {".parquet", Format::parquet},
     {".pq", Format::parquet},        {".arrow", Format::arrow},
     {".arrows", Format::arrow},      {".feather", Format::arrow},
     {".ipc", Format::arrow},         {".safetensors", Format::safetensors},
     {".vec", Format::word2vec}}};

constexpr std::size_t whole_beginning = 4096;  // a shorter beginning is the whole input

bool is_number(std::string_view cell) {
  if (cell.starts_with('+')) cell.remove_prefix(1);
  double value = 0;
  const char *const end = cell.data() + cell.size();
  const auto [stop, problem] = std::from_chars(cell.data(), end, value);
  return problem == std::errc() && stop == end;
}

// Independent of the locale.
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Removes and returns the first line, without its end.
std::string_view take_line(std::string_view &text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

std::size_t cells(std::string_view line) {
  return 1 + static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char c) {
           return c == ',' || c == ';' || c == '\t';
         }));
}

// "17:0.5", or the "qid:3" of ranking data.
bool is_feature(std::string_view word) {
  const std::size_t colon = word.find(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  const std::string_view index = word.substr(0, colon);
  return (index == "qid" || std::all_of(index.begin(), index.end(), is_digit)) &&
         holds_numbers(word.substr(colon + 1));
}

// Numbers, if any, then features up to the end of the line or a comment.
bool is_svmlight(std::string_view line) {
  constexpr const char *blanks = " \t";
  line = line.substr(0, line.find('#'));
  bool is_label = true, has_feature = false;
  for (std::size_t begin = 0;
       (begin = line.find_first_not_of(blanks, begin)) != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
    const std::string_view word = line.substr(begin, end - begin);
    const bool is_of_feature = is_feature(word);
    if (!is_of_feature && !(is_label && holds_numbers(word))) return false;
    has_feature = is_of_feature;
    is_label = false;
    begin = end;
  }
  return has_feature;
}

// Whether the first column of a header has no name: pandas and R write the names of rows there.
bool has_row_names(std::string_view header) {
  const std::string_view name = header.substr(0, header.find_first_of(",;\t"));
  return name.size() < header.size() && (name.empty() || name == "\"\"");
}

// Outside of quotes; the size of the line if there is none.
std::size_t first_separator(std::string_view line) {
  bool is_quoted = false;
  std::size_t i = 0;
  for (; i < line.size(); ++i) {
    if (line[i] == '"') is_quoted = !is_quoted;
    if (!is_quoted && (line[i] == ',' || line[i] == ';' || line[i] == '\t')) break;
  }
  return i;
}

// The cells of a line after the first, which is not empty.
std::string_view without_row_name(std::string_view line) {
  const std::size_t end = first_separator(line);
  return end == line.size() || end == 0 ? "" : line.substr(end + 1);
}

// Between separators, numbers between blanks are a text.
bool has_blank_in_cell(std::string_view line) {
  while (!line.empty()) {
    const std::size_t end = first_separator(line);
    const std::string_view cell = line.substr(0, end);
    const std::size_t begin = cell.find_first_not_of(" \t\"");
    if (begin != std::string_view::npos &&
        cell.substr(begin, cell.find_last_not_of(" \t\"") - begin).find(' ') !=
            std::string_view::npos)
      return true;
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return false;
}

// Several numbers, separated by nothing else.
bool has_numbers_between_blanks(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(' ');
  if (begin == std::string_view::npos || cells(line) > 1 || !holds_numbers(line)) return false;
  return line.substr(begin, line.find_last_not_of(' ') - begin + 1).find(' ') !=
         std::string_view::npos;
}

// The words of a line, of which some may be in quotes; none if it has other separators.
std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words_found;
  if (line.find_first_of(",;\t") != std::string_view::npos) return words_found;
  for (std::size_t at = 0; (at = line.find_first_not_of(' ', at)) != std::string_view::npos;) {
    const std::size_t quote = line[at] == '"' ? line.find('"', at + 1) : at;
    const std::size_t end = std::min(line.find(' ', std::min(quote, line.size())), line.size());
    words_found.push_back(line.substr(at, end - at));
    at = end;
  }
  return words_found;
}

// Names between blanks above as many numbers, or one more with a name in quotes before it, as
// R's write.table() writes them.
bool is_table_between_blanks(std::string_view first, std::string_view second) {
  const std::vector<std::string_view> names = words_of(first), values = words_of(second);
  const bool has_row_name = values.size() == names.size() + 1 && values.front().starts_with('"');
  if (names.size() < 2 || (values.size() != names.size() && !has_row_name)) return false;
  return std::none_of(names.begin(), names.end(), is_number) &&
         std::all_of(values.begin() + (has_row_name ? 1 : 0), values.end(), is_number);
}

// A first line of numbers, or of names followed by a line of as many numbers. A single number above
// a line that is not numeric is text, for example with a year as its title. numpy.savetxt() writes
// a header as a comment.
bool is_csv(std::string_view first, std::string_view second) {
  if (first.starts_with("# ") && has_numbers_between_blanks(second)) return true;
  if (holds_numbers(first)) return cells(first) > 1 || second.empty() || holds_numbers(second);
  const std::size_t names = has_row_names(first) ? 1 : 0;
  if (names > 0) second = without_row_name(second);
  return holds_numbers(second) && cells(second) > 1 && cells(first) == names + cells(second);
}

// An object, or an array that begins with one. Text may begin with "[" or "{" too.
bool is_json(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n\x1e"), text.size()));
  if (text.starts_with("data: {\"")) text.remove_prefix(6);  // server-sent events
  const char first = text.empty() ? '\0' : text.front();
  if (first != '{' && first != '[') return false;
  const std::size_t inside = text.find_first_not_of(" \t\r\n", 1);
  const char second = inside == std::string_view::npos ? '\0' : text[inside];
  return first == '{' ? second == '"' || second == '}' : second == '{' || second == ']';
}

// A beginning may end within its first line, and even within a number.
std::string_view without_cut_end(std::string_view text) {
  if (text.size() < whole_beginning || text.find('\n') != std::string_view::npos) return text;
  const std::size_t last = text.find_last_of(" ,;\t");
  return text.substr(
      0, last == std::string_view::npos ? text.size() : text.find_last_not_of(" ,;\t", last) + 1);
}

// Archives of arrays have member names such as "data.npy".
Format kind_of_zip(std::string_view text) {
  return text.size() < 30 || first_of_zip(text).ends_with(".npy") ? Format::npz : Format::zip;
}

// Lines of numbers, a table of text, or "label<TAB>text" lines.
Format kind_of_lines(std::string_view text, bool is_all, const Fields &fields) {
  std::string_view rest = without_cut_end(text);
  const std::string_view first = take_line(rest);
  const std::string_view second = take_line(rest);
  if (!fields.text) {
    if (is_svmlight(first) || (first.substr(0, 1) == "#" && is_svmlight(second)))
      return Format::svmlight;
    if (is_csv(first, second)) return Format::csv;
  }
  if (names_text(text, is_all, fields)) return Format::table;
  if (!fields.text && is_numeric_table(text, is_all, fields)) return Format::csv;
  if (!fields.any() && is_table_between_blanks(first, second)) return Format::csv;
  if (!fields.any() && are_named_vectors(text)) return Format::word2vec;
  std::int64_t lines = 0, with_tab = 0;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    ++lines;
    with_tab += line.find('\t') != std::string_view::npos ? 1 : 0;
  }
  return lines > 0 && 2 * with_tab >= lines ? Format::tsv : Format::automatic;
}

}  // namespace

Format format_of_word(const std::string &word) {
  for (const auto &[name, format] : words) {
    if (word == name) return format;
  }
  throw Failure("--format " + word + " is unknown; expected one of " + known_formats());
}

std::vector<std::string> format_words() {
  std::vector<std::string> names;
  for (const auto &[name, format] : words) names.emplace_back(name);
  return names;
}

std::string known_formats() {
  std::string known;
  for (const std::string &name : format_words()) known += (known.empty() ? "" : ", ") + name;
  return known;
}

Format format_of_name(const std::string &path) {
  std::string name = lower_case(path);
  if (name.size() > 3 && name.compare(name.size() - 3, 3, ".gz") == 0) name.resize(name.size() - 3);
  for (const auto &[word, format] : endings) {
    const std::string_view ending = word;
    if (name.size() > ending.size() &&
        name.compare(name.size() - ending.size(), ending.size(), ending) == 0)
      return format;
  }
  return Format::automatic;
}

Format kind_of_csv(std::string_view text, bool is_all, const Fields &fields) {
  if (fields.text) return Format::table;
  if (is_numeric_table(text, is_all, fields)) return Format::csv;
  const TableLayout layout = table_layout(text, is_all, fields);
  if (layout.holds_words || fields.any()) return Format::table;
  if (!layout.is_named || !names_text(text, is_all, fields)) return Format::csv;
  text = below_title(text, layout);
  const std::string_view header = take_line(text);
  const std::string_view line = take_line(text);
  const std::string_view cells = has_row_names(header) ? without_row_name(line) : line;
  if (first_separator(line) < line.size() && has_blank_in_cell(cells)) return Format::table;
  return holds_numbers(cells) ? Format::csv : Format::table;
}

std::vector<std::string> names_above_numbers(std::string_view text, bool is_all) {
  std::vector<std::string> names = table_layout(text, is_all, {}).header;
  if (names.empty() || is_number(names.front())) return {};
  // numpy.savetxt() writes a header as a comment.
  if (names.front().starts_with("# ")) names.front().erase(0, 2);
  return names;
}

bool are_numbers_between_blanks(std::string_view text) {
  const std::string_view first = take_line(text), second = take_line(text);
  return has_numbers_between_blanks(second.empty() ? first : second);
}

Format format_of_magic(std::string_view bytes) {
  constexpr std::size_t place_in_tar = 257;
  if (bytes.starts_with("MATLAB 7.3 MAT-file")) return Format::hdf5;
  if (bytes.substr(0, 7) == "MATLAB ") return Format::mat;
  if (bytes.substr(0, 6) == "\x93NUMPY") return Format::npy;
  if (bytes.substr(0, 8) == "\x93MFCOUNT") return Format::counts;
  if (bytes.substr(0, 4) == "PK\3\4" || bytes.substr(0, 4) == "PK\5\6") return kind_of_zip(bytes);
  if (bytes.size() > place_in_tar && bytes.substr(place_in_tar, 5) == "ustar") return Format::tar;
  return Format::automatic;
}

Format format_of_beginning(std::string_view text, bool is_all, const Fields &fields) {
  if (lower_case(text.substr(0, 8)) == "%%matrix") return Format::matrix_market;
  if (is_json(text))
    return text[text.find_first_of("[{")] == '[' ? Format::json : Format::json_lines;
  if (text.substr(0, 8) == "Package:") return Format::deb822;
  if (looks_like_mbox(text)) return Format::mbox;
  if (looks_like_mail(text)) return Format::mail;
  if (looks_like_html(text) || looks_like_xml(text)) return Format::file;
  return kind_of_lines(text, is_all, fields);
}

bool has_records(Format format) {
  return format == Format::tsv || format == Format::table || format == Format::json ||
         format == Format::json_lines || format == Format::deb822 || format == Format::word2vec;
}

bool is_text(Format format) {
  return has_records(format) || format == Format::folder || format == Format::mbox ||
         format == Format::maildir || format == Format::mail || format == Format::zip ||
         format == Format::tar || format == Format::file;
}

bool is_bag_of_words(Format format) {
  return format == Format::uci || format == Format::ldac || format == Format::cluto;
}

bool is_array(Format format) {
  return format == Format::npy || format == Format::npz || format == Format::fvecs ||
         format == Format::mat || format == Format::hdf5 || format == Format::safetensors ||
         is_bag_of_words(format);
}

bool is_converted(Format format) {
  return format == Format::spreadsheet || format == Format::sqlite || format == Format::parquet ||
         format == Format::arrow;
}

}  // namespace cli
