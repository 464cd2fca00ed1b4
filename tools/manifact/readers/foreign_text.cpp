// The first lines of texts that are not documents: references, logs, dumps of databases.
#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "readers/foreign.hpp"
#include "readers/literature.hpp"
#include "readers/log_lines.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

bool is_decimal(char c) { return c >= '0' && c <= '9'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_latin(char c) { return is_capital(c) || (c >= 'a' && c <= 'z'); }

// The lines of a beginning, of which the last may be cut.
std::vector<std::string_view> lines_in(std::string_view text, std::size_t most) {
  std::vector<std::string_view> lines;
  while (!text.empty() && lines.size() < most) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
  }
  return lines;
}

std::string_view without_blanks(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string_view::npos ? "" : line.substr(first);
}

// "@article{key," or "@string{name ="; text such as "@user thanks" is none.
bool begins_entry(std::string_view line) {
  line = without_blanks(line);
  std::size_t at = 1;
  while (at < line.size() && is_latin(line[at])) ++at;
  if (!line.starts_with('@') || at < 4) return false;
  const std::string type = lower_case(line.substr(1, at - 1));
  at = line.find_first_not_of(' ', at);
  if (at == std::string_view::npos || (line[at] != '{' && line[at] != '(')) return false;
  if (type == "comment" || type == "string" || type == "preamble") return true;
  const std::size_t comma = line.find(',', at);
  const std::string_view key = line.substr(at + 1, comma - at - 1);
  return comma == std::string_view::npos ? key.empty()
                                         : key.find_first_of("{}\"=") == std::string_view::npos;
}

// "title = {Flour}", perhaps after the key on the same line.
bool has_bibtex_field(std::string_view line) {
  for (std::size_t at = 0; (at = line.find('=', at)) != std::string_view::npos; ++at) {
    std::size_t end = at;
    while (end > 0 && line[end - 1] == ' ') --end;
    const bool has_name = end > 0 && (is_latin(line[end - 1]) || is_decimal(line[end - 1]));
    const std::string_view value = without_blanks(line.substr(at + 1));
    if (has_name && !value.empty() &&
        (value[0] == '{' || value[0] == '"' || is_decimal(value[0]) || is_latin(value[0])))
      return true;
  }
  return false;
}

// Before the first entry there are comments only.
bool is_bibtex(const std::vector<std::string_view> &lines) {
  bool is_begun = false;
  for (const std::string_view full : lines) {
    const std::string_view line = without_blanks(full);
    if (is_begun && has_bibtex_field(line)) return true;
    if (begins_entry(line)) {
      is_begun = true;
      if (has_bibtex_field(line)) return true;
    } else if (!is_begun && !line.empty() && line[0] != '%' && !line.starts_with("Encoding:") &&
               !line.starts_with("This file was created with")) {
      return false;
    }
  }
  return false;
}

// "TY  - JOUR": a tag of `least` to `most` capitals and digits, filled with blanks, and a hyphen.
bool is_tagged(std::string_view line, std::size_t least, std::size_t most, std::size_t width) {
  std::size_t size = 0;
  while (size < line.size() && (is_capital(line[size]) || is_decimal(line[size]))) ++size;
  if (size < least || size > most || !is_capital(line[0])) return false;
  const std::size_t hyphen = line.find_first_not_of(' ', size);
  return hyphen == width && line[hyphen] == '-' &&
         (line.size() == width + 1 || line[width + 1] == ' ');
}

bool begins_with_tags(std::string_view first, std::string_view tag, std::string_view second,
                      std::size_t most, std::size_t width) {
  return first.starts_with(tag) && is_tagged(first, 2, most, width) &&
         is_tagged(second, 2, most, width);
}

// By the first lines of references, from the first that is not blank.
Format references(const std::vector<std::string_view> &lines) {
  std::size_t i = 0;
  while (i < lines.size() && without_blanks(lines[i]).empty()) ++i;
  if (i + 1 >= lines.size()) return Format::automatic;
  const std::string_view first = lines[i], second = lines[i + 1];
  if (begins_with_tags(first, "TY", second, 2, 4)) return Format::ris;
  if (first.starts_with("TY - ") && begins_with_tags(first, "TY", second, 2, 3)) return Format::ris;
  if (begins_with_tags(first, "PMID", second, 4, 4)) return Format::nbib;
  if (first.starts_with("FN ") && second.starts_with("VR ")) return Format::wos;
  if (first.starts_with("PT ") && (second.starts_with("AU ") || second.starts_with("TI ")))
    return Format::wos;
  const bool is_refer = first.starts_with("%0 ") || first.starts_with("%A ") ||
                        first.starts_with("%T ") || first.starts_with("%F ");
  if (is_refer && second.size() > 3 && second[0] == '%' && second[2] == ' ') return Format::refer;
  return Format::automatic;
}

// The elements of references in XML, after a declaration, a document type and comments.
Format references_in_xml(std::string_view text) {
  if (!without_blanks(text).starts_with('<')) return Format::automatic;
  text = text.substr(0, 4096);
  if (text.find("<PubmedArticleSet") != std::string_view::npos ||
      text.find("<!DOCTYPE PubmedArticleSet") != std::string_view::npos)
    return Format::pubmed;
  const std::size_t records = text.find("<xml><records><record");
  return records != std::string_view::npos ||
                 (text.find("<records>") != std::string_view::npos &&
                  text.find("<ref-type name=") != std::string_view::npos)
             ? Format::endnote
             : Format::automatic;
}

bool is_sql_dump(const std::vector<std::string_view> &lines) {
  for (const std::string_view line : lines) {
    if (line.starts_with("PRAGMA foreign_keys") || line.starts_with("INSERT INTO ") ||
        line.starts_with("CREATE TABLE "))
      return true;
    if (!line.empty() && !line.starts_with("--") && !line.starts_with("/*")) return false;
    if (line.find(" database dump") != std::string_view::npos ||
        line.starts_with("-- MySQL dump") || line.starts_with("-- MariaDB dump") ||
        line.starts_with("-- phpMyAdmin SQL Dump"))
      return true;
  }
  return false;
}

// Weka's "@relation", then "@attribute".
bool is_arff(const std::vector<std::string_view> &lines) {
  bool has_relation = false;
  for (const std::string_view line : lines) {
    const std::string word = lower_case(line.substr(0, 11));
    if (line.empty() || line.front() == '%') continue;
    if (has_relation) return word.starts_with("@attribute") || word.starts_with("@data");
    if (!word.starts_with("@relation")) return false;
    has_relation = true;
  }
  return false;
}

// A version, two or four numbers of rows and columns, and the names of the columns.
bool is_gct(const std::vector<std::string_view> &lines) {
  if (lines.size() < 3 || (lines[0] != "#1.2" && lines[0] != "#1.3")) return false;
  return !lines[1].empty() &&
         lines[1].find_first_not_of("0123456789\t") == std::string_view::npos &&
         lines[2].find('\t') != std::string_view::npos;
}

// Ten cells of a word, of which the first is its number in the sentence, below comments.
bool is_conllu(const std::vector<std::string_view> &lines) {
  std::size_t words = 0;
  for (const std::string_view line : lines) {
    if (line.empty() || line.front() == '#') continue;
    if (!is_decimal(line.front()) || std::count(line.begin(), line.end(), '\t') != 9) return false;
    if (words == 0 && !line.starts_with("1\t") && !line.starts_with("1-")) return false;
    ++words;
  }
  return words > 2;
}

bool has_line(const std::vector<std::string_view> &lines, std::string_view begin) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](std::string_view line) { return line.starts_with(begin); });
}

std::vector<std::string_view> cells_of(std::string_view line, std::string_view separators) {
  std::vector<std::string_view> cells;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find_first_of(separators, at), line.size());
    cells.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return cells;
}

// "<s>" or "<text id=\"1\">" alone; the name of the element, "" for other lines.
std::string_view tag_alone(std::string_view line) {
  if (line.size() < 3 || line.front() != '<' || line.back() != '>' ||
      line.find('<', 1) != std::string_view::npos)
    return "";
  const std::size_t begin = line[1] == '/' ? 2 : 1;
  return is_latin(line[begin]) ? line.substr(begin, line.find_first_of(" >/", begin) - begin) : "";
}

// Lines of one word, perhaps with tabs after it, between lines of one tag.
const Foreign *words_between_tags(const std::vector<std::string_view> &lines) {
  constexpr std::size_t fewest = 6, longest = 15;
  constexpr std::array documents{"text", "doc", "document", "article", "file"};
  std::size_t words = 0, bytes = 0, tags = 0;
  bool has_document = false, has_sentence = false;
  for (const std::string_view line : lines) {
    if (line.empty() || line.starts_with("<?xml") || line.starts_with("<!--")) continue;
    if (const std::string_view tag = tag_alone(line); !tag.empty()) {
      ++tags;
      has_document =
          has_document || std::find(documents.begin(), documents.end(), tag) != documents.end();
      has_sentence = has_sentence || tag == "s" || tag == "p";
      continue;
    }
    const std::string_view word = line.substr(0, line.find('\t'));
    if (tags == 0 || word.empty() || word.find(' ') != std::string_view::npos) return nullptr;
    ++words;
    bytes += word.size();
  }
  if (words < fewest || bytes > longest * words) return nullptr;
  return has_document ? &foreign::vrt : has_sentence ? &foreign::vrt_sentences : nullptr;
}

// "The<TAB>DT<TAB>the": tags in capitals or signs.
bool are_tagged_words(const std::vector<std::string_view> &lines) {
  constexpr std::size_t fewest = 10;
  std::size_t words = 0, same = 0;
  for (const std::string_view line : lines) {
    if (line.empty()) continue;
    const std::vector<std::string_view> cells = cells_of(line, "\t");
    if (cells.size() != 3 || line.find(' ') != std::string_view::npos || cells[0].empty() ||
        cells[1].empty() || is_decimal(cells[1].front()) ||
        (is_latin(cells[1].front()) && !is_capital(cells[1].front())))
      return false;
    ++words;
    same += lower_case(cells[0]) == lower_case(cells[2]) ? 1 : 0;
  }
  return words >= fewest && 5 * same >= 2 * words;
}

// "B-ORG", but no code such as "E-1001"
bool is_tag_of_entity(std::string_view cell) {
  return cell.size() > 2 && cell[1] == '-' &&
         std::string_view("BIESLU").find(cell[0]) != std::string_view::npos &&
         std::all_of(cell.begin() + 2, cell.end(), is_capital);
}

// "EU NNP B-NP B-ORG": cells between blanks or tabs, as many in each line.
bool has_tags_of_entities(const std::vector<std::string_view> &lines) {
  constexpr std::size_t fewest = 20, most_tags = 40;
  std::size_t words = 0, size = 0, outside = 0;
  bool has_begin = has_line(lines, "-DOCSTART-");
  std::set<std::string_view> tags;
  for (const std::string_view line : lines) {
    if (line.empty()) continue;
    const std::vector<std::string_view> cells = cells_of(line, " \t");
    const std::string_view tag = cells.back();
    const bool is_outside = tag == "O";
    if (cells.size() < 2 || (size > 0 && cells.size() != size) || cells[0].empty() ||
        !(is_outside || is_tag_of_entity(tag)))
      return false;
    size = cells.size();
    ++words;
    outside += is_outside ? 1 : 0;
    has_begin = has_begin || tag.starts_with("B-") || tag.starts_with("I-");
    tags.insert(tag);
  }
  return words >= fewest && outside > 0 && has_begin && tags.size() <= most_tags;
}

// A line of hyphens, with "+" or "|" between columns, below a header; or one of "+" and hyphens
// above it; or of characters that draw boxes.
bool is_drawn_table(const std::vector<std::string_view> &lines) {
  const auto is_rule = [](std::string_view line, std::string_view joints) {
    while (line.ends_with(' ')) line.remove_suffix(1);
    return line.size() > 4 && line.find("---") != std::string_view::npos &&
           line.find_first_of(joints) != std::string_view::npos &&
           line.find_first_not_of("-" + std::string(joints)) == std::string_view::npos;
  };
  if (lines.size() < 3) return false;
  const bool is_boxed = lines[0].starts_with("\xe2\x94\x8c\xe2\x94\x80");  // sqlite3 -box
  const bool is_table = is_rule(lines[0], "+") && is_rule(lines[2], "+");
  const bool is_aligned = lines[0].find('|') != std::string_view::npos && is_rule(lines[1], "+");
  return is_boxed || is_table || is_aligned;
}

bool has_digits(std::string_view line, std::size_t digits) {
  return line.size() >= digits &&
         std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(digits), is_decimal);
}

// "A", the version of the format, the versions of R as numbers.
bool is_ascii_rds(const std::vector<std::string_view> &lines) {
  return lines.size() > 3 && lines[0] == "A" && (lines[1] == "2" || lines[1] == "3") &&
         has_digits(lines[2], 6) && has_digits(lines[3], 5);
}

bool is_barcode(std::string_view line) {
  const std::size_t end = std::min(line.find_first_not_of("ACGTN"), line.size());
  return end >= 8 && (end == line.size() || line[end] == '-' || line[end] == '.');
}

bool is_low(const std::vector<std::string_view> &lines, bool is_all) {
  const std::string_view first = lines.front();
  if (!is_all || first.empty() || first.size() > 9 ||
      !std::all_of(first.begin(), first.end(), is_decimal))
    return false;
  return std::to_string(lines.size() - 1) == first;
}

bool is_mallet(const std::vector<std::string_view> &lines) {
  constexpr std::size_t least_lines = 6, repeated = 3;
  std::set<std::string_view> names, labels;
  for (const std::string_view line : lines) {
    const std::size_t name = line.find(' ');
    if (name == std::string_view::npos) return false;
    const std::size_t label = line.find(' ', name + 1);
    if (name == 0 || label == std::string_view::npos || label == name + 1) return false;
    names.insert(line.substr(0, name));
    labels.insert(line.substr(name + 1, label - name - 1));
  }
  return lines.size() >= least_lines && names.size() == lines.size() &&
         repeated * labels.size() <= lines.size();
}

std::vector<std::string_view> first_lines(std::string_view text, bool is_all,
                                          std::size_t inspected_lines = 40) {
  constexpr std::size_t longest_head = std::size_t{1} << 13;
  is_all = is_all && text.size() <= longest_head;
  std::vector<std::string_view> lines = lines_in(text.substr(0, longest_head), inspected_lines);
  if (!is_all && lines.size() > 1 && lines.size() < inspected_lines) lines.pop_back();
  return lines;
}

}  // namespace

const Foreign *foreign_of_lines(std::string_view text, bool is_all) {
  constexpr std::size_t most_lines = 100'000, inspected_lines = 50;
  std::vector<std::string_view> lines = lines_in(text, most_lines);
  if (lines.empty()) return nullptr;
  if (is_low(lines, is_all)) return &foreign::low;
  lines.resize(std::min(lines.size(), inspected_lines));
  return is_mallet(lines) ? &foreign::mallet : nullptr;
}

const Foreign *foreign_of_documents(std::string_view text) {
  std::string_view rest = without_blanks(text);
  if (rest.starts_with("WEBVTT")) return &foreign::subtitles;
  const std::vector<std::string_view> lines = lines_in(rest, 2);
  if (lines.size() == 2 && !lines[0].empty() &&
      std::all_of(lines[0].begin(), lines[0].end(), is_decimal) && !lines[1].empty() &&
      is_decimal(lines[1].front()) && lines[1].find(" --> ") != std::string_view::npos)
    return &foreign::subtitles;
  // The root, below a declaration and comments.
  if (!rest.starts_with('<')) return nullptr;
  std::size_t at = 0;
  while (at != std::string_view::npos && at + 1 < rest.size() && !is_latin(rest[at + 1]))
    at = rest.find('<', rest.substr(at).starts_with("<!--") ? rest.find("-->", at) : at + 1);
  if (at == std::string_view::npos) return nullptr;
  rest.remove_prefix(at);
  const auto begins = [](std::string_view xml, std::string_view name) {
    return xml.starts_with(name) && xml.size() > name.size() &&
           std::string_view(" >\t\r\n").find(xml[name.size()]) != std::string_view::npos;
  };
  // Of several entries.
  const auto repeats = [&](std::string_view name) {
    const std::size_t first = rest.find(name);
    return first != std::string_view::npos && rest.find(name, first + 1) != std::string_view::npos;
  };
  if ((begins(rest, "<rss") && repeats("<item")) ||
      (begins(rest, "<feed") && rest.find("Atom") < 500 && repeats("<entry")))
    return &foreign::feed;
  if (begins(rest, "<teiCorpus")) return &foreign::tei_corpus;
  const bool has_rows = rest.substr(0, 500).find("<row Id=\"") != std::string_view::npos;
  return begins(rest, "<posts") && has_rows ? &foreign::stack_exchange : nullptr;
}

const Foreign *foreign_of_words(std::string_view text, bool is_all) {
  const std::vector<std::string_view> lines = first_lines(text, is_all);
  if (const Foreign *kind = words_between_tags(lines)) return kind;
  if (are_tagged_words(lines)) return &foreign::tagged_words;
  constexpr std::size_t more_lines = 1000;  // entities may be rare
  if (!has_tags_of_entities(first_lines(text, is_all, more_lines))) return nullptr;
  return has_line(lines, "-DOCSTART-") ? &foreign::iob_documents : &foreign::iob;
}

Format literature_of_text(std::string_view text, bool is_all) {
  const std::vector<std::string_view> lines = first_lines(text, is_all);
  if (lines.empty()) return Format::automatic;
  if (const Format format = references(lines); format != Format::automatic) return format;
  return is_bibtex(lines) ? Format::bibtex : references_in_xml(text);
}

Format entries_of_text(std::string_view text, bool is_all) {
  std::vector<std::string_view> lines = first_lines(text, is_all);
  std::erase_if(lines, [](std::string_view line) { return without_blanks(line).empty(); });
  if (lines.empty()) return Format::automatic;
  const bool has_author =
      lines.size() > 1 && (lines[1].starts_with("Author: ") || lines[1].starts_with("Merge: "));
  if (lines[0].starts_with("commit ") && has_author) return Format::git_log;
  const auto chats = std::count_if(lines.begin(), lines.end(), begins_chat);
  if (begins_chat(lines[0]) && chats > 1) return Format::whatsapp;
  return is_log(lines) ? Format::log : Format::automatic;
}

// Types of columns, or the values of a class, in the second line, and their uses in the third.
bool is_orange(std::string_view text, bool is_all) {
  constexpr std::array types{"c", "d", "s", "t", "continuous", "discrete", "string", "time"};
  constexpr std::array uses{"", "class", "meta", "ignore", "weight", "c", "m", "i", "w"};
  const std::vector<std::string_view> lines = first_lines(text, is_all);
  if (lines.size() < 4) return false;
  const auto cells_of = [](std::string_view line) {
    std::vector<std::string_view> cells;
    for (std::size_t tab = 0; tab != std::string_view::npos; line.remove_prefix(tab + 1)) {
      tab = line.find('\t');
      cells.push_back(line.substr(0, tab));
      if (tab == std::string_view::npos) break;
    }
    return cells;
  };
  const auto names = cells_of(lines[0]), kinds = cells_of(lines[1]), roles = cells_of(lines[2]);
  std::ptrdiff_t known = 0;
  for (const std::string_view kind : kinds) {
    const bool is_type = std::find(types.begin(), types.end(), kind) != types.end();
    if (!is_type && kind.find(' ') == std::string_view::npos) return false;
    known += is_type ? 1 : 0;
  }
  return names.size() > 1 && kinds.size() == names.size() && roles.size() == names.size() &&
         2 * known > std::ssize(kinds) && std::ranges::all_of(roles, [&](std::string_view role) {
           return std::find(uses.begin(), uses.end(), role) != uses.end() ||
                  role.find('=') != std::string_view::npos;
         });
}

const Foreign *foreign_of_text(std::string_view text, bool is_all) {
  const std::vector<std::string_view> lines = first_lines(text, is_all);
  if (lines.empty()) return nullptr;
  if (is_sql_dump(lines)) return &foreign::sql_dump;
  if (is_ascii_rds(lines)) return &foreign::rds;
  if (is_drawn_table(lines)) return &foreign::drawn_table;
  if (is_arff(lines)) return &foreign::arff;
  if (is_gct(lines)) return &foreign::gct;
  if (is_conllu(lines))
    return has_line(lines, "# newdoc") && has_line(lines, "# text = ") ? &foreign::conllu_documents
                                                                       : &foreign::conllu;
  if (lines.front().starts_with("window.YTD.")) return &foreign::tweets_js;
  if (lines.front() == "\1\1\1\1") return &foreign::mmdf;
  if (lines.front().starts_with("BABYL OPTIONS:")) return &foreign::babyl;
  return is_log(lines) ? &foreign::log : nullptr;  // of members
}

bool is_tenx_names(std::string_view name, std::string_view text) {
  if (name.ends_with(".gz")) name.remove_suffix(3);
  const bool is_cells = name.ends_with("barcodes.tsv");
  if (!is_cells && !name.ends_with("features.tsv") && !name.ends_with("genes.tsv")) return false;
  const std::vector<std::string_view> lines = lines_in(text, 20);
  return !lines.empty() && std::all_of(lines.begin(), lines.end(), [&](std::string_view line) {
    const auto tabs = std::count(line.begin(), line.end(), '\t');
    const bool has_names = line.substr(0, line.rfind('\t')).find(' ') == std::string_view::npos;
    return is_cells ? is_barcode(line) || line.empty() : has_names && (tabs == 1 || tabs == 2);
  });
}

}  // namespace cli
