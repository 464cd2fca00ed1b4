// The labels in a file as they are written: one on each line, or a table of documents and labels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "commands/document_names.hpp"
#include "readers/missing.hpp"

namespace cli {

// One label. Numbers are compared as numbers: 2, 2.0 and 2.000000000000000000e+00 are one class.
struct LabelWord {
  std::string name;              // of the class, a number in its shortest form; "" if it is missing
  std::optional<double> number;  // if it is one
  std::size_t line = 0;          // of the file, from 1
  std::string missing;           // the word for a missing label, "" for an empty one

  bool is_whole() const;
  bool is(double value) const { return number && *number == value; }
};

// An empty label, -, ?, and the words for missing values are no class. -1 and 0 are numbers here.
LabelWord label_word(std::string_view written, bool is_quoted, const MissingWords &missing);

// Whether a column or a field of this name has the labels, or names the documents.
bool is_name_of_labels(const std::string &name);
bool is_name_of_ids(const std::string &name);

struct LabelFile {
  std::string path;               // for messages
  std::vector<LabelWord> labels;  // without a header
  // Of the documents, one for each label; empty if the labels are in the order of the documents.
  std::vector<DocumentNames::Given> documents;
  Notes notes;                   // what was guessed
  std::size_t blank_at_end = 0;  // lines without a label that are not in labels

  bool is_table() const { return !documents.empty(); }
};

// Lines, or JSON. `names`: of the documents, by which a table of commas is distinguished from class
// names with commas; null if the labels are in the order of the documents.
LabelFile read_label_file(const std::string &file, const DocumentNames *names,
                          const MissingWords &missing);

}  // namespace cli
