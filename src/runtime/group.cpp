#include "runtime/group.hpp"

#include <cstdio>

namespace manifact {

void agree(Group &group, const Error *error) {
  const std::vector<Index> failed = group.all(Index{error != nullptr ? 1 : 0});
  Index first = 0;
  while (first < group.size() && failed[static_cast<std::size_t>(first)] == 0) ++first;
  if (first == group.size()) return;
  struct {
    int status, system_error;
    char text[512];  // of an Error
  } report = {};
  if (first == group.rank() && error != nullptr) {
    report.status = static_cast<int>(error->status());
    report.system_error = error->system_error();
    std::snprintf(report.text, sizeof report.text, "%s", error->what());
  }
  group.broadcast(&report, sizeof report, first);
  char sentence[sizeof report.text + 32];
  std::snprintf(sentence, sizeof sentence, "rank %lld: %s", number(first), report.text);
  throw AgreedError(static_cast<Status>(report.status), sentence, report.system_error);
}

}  // namespace manifact
