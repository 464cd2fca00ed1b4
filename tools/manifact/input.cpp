#include "input.hpp"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "failure.hpp"
#include "numbers.hpp"

namespace cli {
namespace {

constexpr const char *formats_read = "this version reads Matrix Market (mtx), svmlight and CSV (csv), plain or gzip";

bool ends_in(const std::string &text, const std::string &ending) {
  return text.size() >= ending.size() && text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

// Files that another version reads and that would here be one riddle of an error about the first line.
void refuse_unknown_kind(const std::string &path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw Failure(path + " is a directory; " + formats_read);
  for (const char *ending : {".mat", ".tsv", ".jsonl"}) {
    if (ends_in(path, ending) || ends_in(path, std::string(ending) + ".gz"))
      throw Failure(path + ": files ending in " + ending + " are not known; " + formats_read + " (--format says which one it is)");
  }
}

std::vector<std::string> read_lines(const std::string &path) {
  std::ifstream file;
  if (path != "-") {
    file.open(path, std::ios::binary);
    if (!file) throw Failure("cannot read " + path + ": " + std::strerror(errno));
  }
  std::istream &stream = path == "-" ? std::cin : file;
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(std::move(line));
  }
  if (stream.bad()) throw Failure("cannot read " + path + ": " + std::strerror(errno));
  return lines;
}

std::string trimmed(const std::string &text) {
  const auto first = text.find_first_not_of(" \t");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

int matrix_format(const std::string &word) {
  if (word == "auto") return MANIFACT_FORMAT_AUTO;
  if (word == "mtx") return MANIFACT_FORMAT_MATRIX_MARKET;
  if (word == "svmlight") return MANIFACT_FORMAT_SVMLIGHT;
  if (word == "csv") return MANIFACT_FORMAT_CSV;
  throw Failure("--format " + word + " is not known; " + formats_read + "; auto tells them apart by name and first line");
}

Matrix read_matrix(Session &session, const std::string &path, const std::string &format) {
  const int number = matrix_format(format);
  if (number == MANIFACT_FORMAT_AUTO) refuse_unknown_kind(path);
  session.progress().enter("reading", true);
  manifact_matrix *matrix = nullptr;
  session.check(manifact_matrix_read(session.context(), path.c_str(), number, &matrix));
  return Matrix(matrix);
}

std::vector<std::string> read_terms(const std::string &path, std::int64_t n_features, const std::string &matrix_path) {
  std::vector<std::string> terms = read_lines(path);
  if (static_cast<std::int64_t>(terms.size()) != n_features)
    throw Failure(path + " has " + counted(static_cast<std::int64_t>(terms.size()), "line") + ", but " + matrix_path + " has " +
                  counted(n_features, "feature") + "; one term a line was expected");
  return terms;
}

std::vector<std::int64_t> read_labels(const std::string &path) {
  std::vector<std::string> lines = read_lines(path);
  while (!lines.empty() && trimmed(lines.back()).empty()) lines.pop_back();
  std::vector<std::int64_t> labels;
  labels.reserve(lines.size());
  for (const std::string &line : lines) {
    const std::string number = trimmed(line);
    std::int64_t label = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), label);
    if (error != std::errc() || end != number.data() + number.size())
      throw Failure(path + ", line " + std::to_string(labels.size() + 1) + ": expected one integer, found \"" + number.substr(0, 40) + '"');
    labels.push_back(label);
  }
  if (labels.empty()) throw Failure(path + " is empty; expected one integer a line");
  return labels;
}

}  // namespace cli
