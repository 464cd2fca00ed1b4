// Labels and pairs of documents that a person gives: by row number or by name, classes as numbers
// or as names.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "commands/document_names.hpp"
#include "commands/label_file.hpp"
#include "handles.hpp"
#include "readers/missing.hpp"
#include "report/constraints.hpp"

namespace cli {

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
// for an unknown class are those of --labels. -1 beside 1 alone is a class, but no cluster.
enum class Groups { classes, clusters };
GivenClasses read_classes(const std::string &path, const MissingWords &missing, Groups groups);

// The model of call(), whose message about the classes names the file that they are from.
Model with_label_file(const std::optional<std::string> &labels, const std::function<Model()> &call);

}  // namespace cli
