#include "readers/companions.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "readers/hdf5.hpp"
#include "readers/lines.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace fs = std::filesystem;
namespace {

// Words in the names of files that have one line a document, or one line a feature.
constexpr std::array of_documents{"barcode", "cells", "documents", "docs", "samples", "titles"};
constexpr std::array of_features{"features", "genes", "terms", "vocab", "words", "peaks"};

template <class Words>
bool names_one_of(const std::string &name, const Words &words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const char *word) { return name.find(word) != std::string::npos; });
}

bool is_list(const std::string &name) {
  constexpr std::array endings{".tsv", ".txt", ".csv", ".tsv.gz", ".txt.gz", ".csv.gz", ".names"};
  return std::any_of(endings.begin(), endings.end(),
                     [&](const char *ending) { return name.ends_with(ending); });
}

std::int64_t lines_of(const fs::path &path) {
  try {
    Lines lines(std::make_unique<Bytes>(path.native()));
    std::int64_t count = 0;
    for (std::string_view line; lines.next(line);) ++count;
    return count;
  } catch (const Failure &) {
    return -1;
  }
}

// The first cells of the lines, or the second ones if there are several, in which case the first
// ones are ids, and the third ones kinds: "ENSG1<TAB>Gene<TAB>Gene Expression". A table with commas
// is not a list of names. kinds: null for documents.
std::vector<std::string> names_in(const fs::path &path, std::int64_t expected,
                                  std::vector<std::string> *kinds) {
  std::vector<std::string> names, ids;
  try {
    Lines lines(std::make_unique<Bytes>(path.native()));
    for (std::string_view line; lines.next(line);) {
      const std::size_t tab = line.find('\t');
      if (lower_case(path.native()).find(".csv") != std::string::npos &&
          line.find(',') != std::string_view::npos)
        return {};
      const std::string_view first = line.substr(0, tab);
      const std::string_view rest = tab == std::string_view::npos ? first : line.substr(tab + 1);
      ids.emplace_back(repaired(first));
      const std::size_t end = rest.find('\t');
      names.emplace_back(repaired(kinds != nullptr ? rest.substr(0, end) : first));
      if (kinds == nullptr) continue;
      const std::string_view third = end == std::string_view::npos ? "" : rest.substr(end + 1);
      kinds->emplace_back(repaired(third.substr(0, third.find('\t'))));
    }
  } catch (const Failure &) {
    return {};
  }
  if (std::ssize(names) == expected + 1) {
    names.erase(names.begin());
    ids.erase(ids.begin());
    if (kinds != nullptr) kinds->erase(kinds->begin());
  }
  if (std::ssize(names) != expected) return {};
  if (kinds != nullptr) make_distinct(names, ids);
  return names;
}

// A header line is one more.
bool has_lines(std::int64_t lines, std::int64_t expected, std::int64_t other) {
  return lines == expected || (lines == expected + 1 && lines != other);
}

// The lists in the folder of the matrix, of documents or of features.
struct Lists {
  std::optional<fs::path> documents, features;
};

Lists lists_beside(const fs::path &matrix) {
  Lists lists;
  std::error_code error;
  const fs::path folder = matrix.has_parent_path() ? matrix.parent_path() : ".";
  const std::string own = lower_case(matrix.filename().native());
  // Of GSM1_matrix.mtx, those that begin with GSM1_.
  const std::string prefix = own.substr(0, own.find_last_of("_-.", own.find(".mtx") - 1) + 1);
  const bool is_tenx = own.find("matrix.mtx") != std::string::npos;
  constexpr int most_entries = 10000;
  int entries = 0;
  for (fs::directory_iterator entry(folder, error);
       !error && entry != fs::directory_iterator() && entries < most_entries;
       entry.increment(error), ++entries) {
    const std::string name = lower_case(entry->path().filename().native());
    const std::string before = is_tenx ? own.substr(0, own.find("matrix.mtx")) : prefix;
    std::error_code ignored;
    const bool is_own = name.starts_with(before) || name.starts_with("barcodes.tsv") ||
                        name.starts_with("features.tsv") || name.starts_with("genes.tsv");
    if (!is_list(name) || !is_own || !entry->is_regular_file(ignored)) continue;
    if (names_one_of(name, of_documents)) lists.documents = entry->path();
    if (names_one_of(name, of_features)) lists.features = entry->path();
  }
  return lists;
}

}  // namespace

std::string turned_matrix(const std::string &path, std::string_view head, std::int64_t rows,
                          std::int64_t columns) {
  if (head.substr(0, 4096).find("%metadata_json:") != std::string_view::npos &&
      head.substr(0, 4096).find("\"format_version\"") != std::string_view::npos)
    return "its comment is that of a 10x matrix";
  if (path.empty() || rows == columns) return "";
  const Lists lists = lists_beside(path);
  if (lists.documents && has_lines(lines_of(*lists.documents), columns, rows))
    return lists.documents->filename().native() + " beside it names the columns";
  if (lists.features && has_lines(lines_of(*lists.features), rows, columns))
    return lists.features->filename().native() + " beside it names the rows";
  return "";
}

std::string CompanionNames::told() const {
  std::string text;
  if (!documents.empty()) text = "ids from " + document_file;
  if (!features.empty())
    text += (text.empty() ? "" : ", ") + ("names of features from " + feature_file);
  return text;
}

CompanionNames names_beside(const std::string &path, std::int64_t rows, std::int64_t columns) {
  const Lists lists = lists_beside(path);
  CompanionNames names;
  if (lists.documents) {
    names.documents = names_in(*lists.documents, rows, nullptr);
    names.document_file = lists.documents->filename().native();
  }
  if (lists.features) {
    names.features = names_in(*lists.features, columns, &names.kinds);
    names.feature_file = lists.features->filename().native();
  }
  return names;
}

std::string tenx_matrix(const std::string &folder) {
  std::error_code ignored;
  const auto found = [&](const std::string &name) -> std::string {
    for (const char *ending : {"", ".gz"})
      if (fs::is_regular_file(fs::path(folder) / (name + ending), ignored))
        return (fs::path(folder) / (name + ending)).native();
    return "";
  };
  const bool has_names = !found("barcodes.tsv").empty() &&
                         (!found("features.tsv").empty() || !found("genes.tsv").empty());
  return has_names ? found("matrix.mtx") : "";
}

}  // namespace cli
