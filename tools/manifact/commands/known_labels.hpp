// Labels and pairs of documents that a person gives: by row number or by name, classes as numbers
// or as names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "commands/document_names.hpp"
#include "commands/label_file.hpp"
#include "readers/missing.hpp"

namespace cli {

struct KnownLabels {
  std::vector<std::int32_t> numbers;  // of the class of each document; -1 = unknown
  std::vector<std::string> names;     // of the classes; empty if they are numbers
  std::int64_t zeros = 0;             // labels 0, which mean an unknown class
  Notes notes = {};                   // what was guessed, and how many are unknown

  // The class of a document with a label; `names` is not empty.
  const std::string &name_of(std::int64_t document) const {
    return names[static_cast<std::size_t>(numbers[static_cast<std::size_t>(document)])];
  }
};

// A file of --labels, in one of three forms: a whole number on each line; class names, one on each
// line; or a table of documents and classes, separated by tabs, commas or semicolons. 0, -1, "-",
// "?", empty lines and the words for missing values mean an unknown class in all of them. Class
// names are numbered from 0 in their order.
KnownLabels read_known_labels(const std::string &path, const DocumentNames &documents,
                              const std::string &input, const MissingWords &missing);

struct Pairs {
  std::vector<std::int64_t> first, second;
  std::vector<double> weights;
  Notes notes;

  std::int64_t size() const { return static_cast<std::int64_t>(weights.size()); }
};

// A file of --constraints: lines of two documents and a weight; names are separated by tabs.
Pairs read_pairs(const std::string &path, const DocumentNames &documents);

struct GivenClasses {
  std::vector<std::int64_t> numbers;  // -1: unknown
  std::int64_t unknown = 0;
  Notes notes;
  std::size_t blank_at_end = 0;  // lines that are not in numbers
};

// A file of evaluate: a whole number or a class name on each line. 0 is a class; the other words
// for an unknown class are those of --labels.
GivenClasses read_classes(const std::string &path, const MissingWords &missing);

}  // namespace cli
