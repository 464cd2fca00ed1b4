// Constraints from the reference files.
#pragma once

#include <fstream>
#include <sstream>

#include "support/handles.hpp"

namespace support {

// A table of numbers; empty lines and comments (#) are skipped.
inline std::vector<std::vector<double>> table(const std::string &path) {
  std::vector<std::vector<double>> rows;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::vector<double> row;
    for (double x; words >> x;) row.push_back(x);
    if (!row.empty()) rows.push_back(row);
  }
  return rows;
}

inline Constraints constraints(manifact_context *context, int64_t n,
                               const std::vector<int32_t> &labels,
                               const std::vector<int64_t> &first = {},
                               const std::vector<int64_t> &second = {},
                               const std::vector<double> &weights = {}) {
  manifact_constraints *out = nullptr;
  EXPECT_GE(manifact_constraints_create(context, n, labels.empty() ? nullptr : labels.data(),
                                        first.data(), second.data(), weights.data(),
                                        static_cast<int64_t>(first.size()), &out),
            0)
      << manifact_context_message(context);
  return Constraints(out);
}

// The labels of a folder's labeled documents, or its pairs; empty if it has none.
inline Constraints given_constraints(manifact_context *context, const std::string &folder,
                                     int64_t n, bool by_labels) {
  if (by_labels) {
    const auto truth = table(folder + "labels.txt");
    std::vector<int32_t> labels(static_cast<std::size_t>(n), -1);
    for (const auto &row : table(folder + "labelled_docs.txt"))
      labels[static_cast<std::size_t>(row[0])] =
          static_cast<int32_t>(truth[static_cast<std::size_t>(row[0])][0]);
    return constraints(context, n, labels);
  }
  std::vector<int64_t> first, second;
  std::vector<double> weights;
  for (const auto &row : table(folder + "constraints.txt")) {
    first.push_back(static_cast<int64_t>(row[0]));
    second.push_back(static_cast<int64_t>(row[1]));
    weights.push_back(row[2]);
  }
  return first.empty() ? Constraints() : constraints(context, n, {}, first, second, weights);
}

}  // namespace support
