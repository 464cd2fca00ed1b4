// Labels and pairs of documents that a person gives: by row number or by name, classes as numbers
// or as names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "readers/documents.hpp"

namespace cli {

// The rows of documents by their names.
class DocumentNames {
 public:
  DocumentNames(const Documents &documents, std::int64_t n_documents);

  // The row of the document with this name; a whole number that is not a name is a row. The Failure
  // begins with `at`, the file and line.
  std::int64_t row_of(std::string_view name, const std::string &at) const;

  // The row with this number.
  std::int64_t row_of_number(std::string_view number, const std::string &at) const;

  std::int64_t size() const { return n_documents_; }

 private:
  std::int64_t n_documents_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::int64_t> rows_;  // -1: several have the name
};

struct KnownLabels {
  std::vector<std::int32_t> numbers;  // of the class of each document; -1 = unknown
  std::vector<std::string> names;     // of the classes; empty if they are numbers
  std::int64_t zeros = 0;             // labels 0, which mean an unknown class

  // The class of a document with a label; `names` is not empty.
  const std::string &name_of(std::int64_t document) const {
    return names[static_cast<std::size_t>(numbers[static_cast<std::size_t>(document)])];
  }
};

// A file of --labels, in one of three forms: a whole number on each line; class names, one on each
// line; or "document<TAB>class" lines for some documents. 0, -1, "-" and empty lines mean an
// unknown class in all of them. Class names are numbered from 0 in their order.
KnownLabels read_known_labels(const std::string &path, const DocumentNames &documents,
                              const std::string &input);

struct Pairs {
  std::vector<std::int64_t> first, second;
  std::vector<double> weights;

  std::int64_t size() const { return static_cast<std::int64_t>(weights.size()); }
};

// A file of --constraints: lines of two documents and a weight, by row number; or by name,
// separated by tabs.
Pairs read_pairs(const std::string &path, const DocumentNames &documents);

// A file of evaluate: a whole number or a class name on each line. -1, "-" and empty lines mean an
// unknown class; 0 is a class.
std::vector<std::int64_t> read_classes(const std::string &path);

}  // namespace cli
