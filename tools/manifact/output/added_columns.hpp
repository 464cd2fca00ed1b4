// The columns that the user's own table receives: the topic of each document, and how well it fits.
#pragma once

#include <array>
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

constexpr std::size_t added_columns = 5;
using AddedCells = std::array<AddedCell, added_columns>;
using AddedNames = std::array<std::string, added_columns>;

// A row for each document, in their order.
struct AddedColumns {
  std::vector<std::int32_t> topics, second_topics;  // -1: none
  std::vector<double> memberships;
  std::vector<bool> outliers;
  std::vector<std::string> titles;  // of the topics
  int digits = 4;                   // significant ones; from 17 on all

  // labels: of `count` documents, shares: of the k topics in each; both are appended.
  void add(const std::int32_t *labels, const double *shares, std::size_t count, std::size_t k);

  std::int64_t count() const { return static_cast<std::int64_t>(topics.size()); }

  // Of a row of the table that is no document, -1, all are empty.
  AddedCells cells(std::int64_t document) const;
};

// The names of the columns, with a number after those that the table has already: "topic_2". Upper
// and lower case are the same, as they are in databases.
AddedNames names_beside(const std::vector<std::string> &names);

// What was renamed, for a note; "" if nothing was.
std::string renamed(const AddedNames &names);

// "topic", "title", "membership", "second_topic", "outlier"
const AddedNames &plain_names();

}  // namespace cli
