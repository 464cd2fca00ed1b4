#include "model/file/violations.hpp"

#include <algorithm>

#include "runtime/index.hpp"
#include "runtime/key_values.hpp"

namespace manifact {

// first second=weight
void put_violations(ArchiveWriter &writer, const Model &model) {
  if (model.violations.empty()) return;
  KeyValues lines;
  for (const Pair &pair : model.violations)
    lines.emplace_back(print(pair.first) + ' ' + print(pair.second), print(pair.weight));
  writer.text("violations", joined(lines));
}

std::vector<Pair> read_violations(const ArchiveReader &archive, Index n) {
  std::vector<Pair> violations;
  if (!archive.has("violations")) return violations;
  for (const auto &[documents, weight] : split(archive.text("violations"))) {
    const std::size_t space = std::min(documents.find(' '), documents.size());
    const std::string_view first = std::string_view(documents).substr(0, space),
                           second = std::string_view(documents).substr(space);
    Pair pair;
    const bool good =
        parsed(first, pair.first) && !second.empty() && parsed(second.substr(1), pair.second) &&
        parsed(std::string_view(weight), pair.weight) && pair.first >= 0 && pair.first < n &&
        pair.second >= -1 && pair.second < n && pair.weight >= -1 && pair.weight <= 1;
    if (!good)
      archive.refuse("'%.60s=%.60s' is not a violated pair of documents", documents.c_str(),
                     weight.c_str());
    violations.push_back(pair);
  }
  return violations;
}

}  // namespace manifact
