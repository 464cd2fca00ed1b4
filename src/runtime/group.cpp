#include "runtime/group.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

namespace manifact {

void agree(Group &group, const Error *error) {
  const std::vector<Index> failed = group.all(Index{error != nullptr ? 1 : 0});
  Index first = 0;
  while (first < group.size() && failed[static_cast<std::size_t>(first)] == 0) ++first;
  if (first == group.size()) return;
  struct {
    int status;
    char text[480];
  } report = {};
  if (first == group.rank() && error != nullptr) {
    report.status = static_cast<int>(error->status());
    const std::string text = std::string(error->what()).substr(0, sizeof report.text - 1);
    std::copy(text.begin(), text.end(), report.text);
  }
  group.broadcast(&report, sizeof report, first);
  char sentence[512];
  std::snprintf(sentence, sizeof sentence, "rank %lld: %s", number(first), report.text);
  throw AgreedError(static_cast<Status>(report.status), sentence);
}

}  // namespace manifact
