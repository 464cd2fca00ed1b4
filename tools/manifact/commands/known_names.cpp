#include "commands/known_names.hpp"

#include <manifact/manifact.h>

#include <cstdint>

namespace cli {

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < manifact_method_count(); ++i) {
    const char *name = nullptr;
    if (manifact_method_info(i, &name, nullptr, nullptr) >= 0) names.emplace_back(name);
  }
  return names;
}

}  // namespace cli
