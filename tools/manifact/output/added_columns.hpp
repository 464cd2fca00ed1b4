// The columns that the user's own table receives: the topic of each document, and how well it fits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

struct AddedCell {
  enum class Kind { empty, number, text, truth };

  Kind kind = Kind::empty;
  std::string text;  // of a truth value: "true" or "false"
};

enum class AddedType { integer, text, real, truth };

using AddedCells = std::vector<AddedCell>;
using AddedNames = std::vector<std::string>;  // as many

// A row for each document, in their order.
struct AddedColumns {
  std::vector<std::int32_t> topics, second_topics;  // -1: none
  std::vector<double> memberships;
  std::vector<bool> outliers;
  std::vector<std::string> titles;        // of the topics
  std::vector<std::string> explanations;  // of the documents; or empty: there is no such column
  int digits = 4;                         // significant ones; from 17 on all

  // labels: of `count` documents, shares: of the k topics in each; both are appended.
  void add(const std::int32_t *labels, const double *shares, std::size_t count, std::size_t k);

  std::int64_t count() const { return static_cast<std::int64_t>(topics.size()); }

  // "topic", "title", "membership", "second_topic", "outlier", and "explanation" if there are some
  AddedNames names() const;
  std::vector<AddedType> types() const;  // of these columns

  // Of a row of the table that is no document, -1, all are empty.
  AddedCells cells(std::int64_t document) const;
};

// The names of the columns, with a number after those that the table has already: "topic_2". Upper
// and lower case are the same, as they are in databases.
AddedNames names_beside(const std::vector<std::string> &names, const AddedNames &plain);

// What was renamed, for a note; "" if nothing was.
std::string renamed(const AddedNames &names, const AddedNames &plain);

}  // namespace cli
