#include "options/renamed.hpp"

#include "runtime/error.hpp"

namespace manifact {
namespace {

constexpr struct {
  std::string_view before;
  const char *now;
} names[] = {{"normalisation", "normalization"}};

constexpr struct {
  std::string_view option, before;
  const char *now;
} words[] = {{"normalization", "si", "scale-invariant"},
             {"normalization", "end", "final"},
             {"normalization", "each", "per-update"},
             {"normalization", "authors", "unit-memberships"},
             {"ncw", "authors", "unit-graph"},
             {"ncw", "appendix", "full"},
             {"stemming", "on", "yes"},
             {"stemming", "off", "no"},
             {"closure", "on", "yes"},
             {"closure", "off", "no"}};

}  // namespace

const char *renamed_option(std::string_view name) noexcept {
  for (const auto &one : names)
    if (name == one.before) return one.now;
  return nullptr;
}

const char *renamed_word(std::string_view option, std::string_view word) noexcept {
  for (const auto &one : words)
    if (option == one.option && word == one.before) return one.now;
  return nullptr;
}

void rename_setting(std::string &name, std::string &value) {
  if (const char *const now = renamed_option(name)) name = now;
  if (const char *const now = renamed_word(name, value)) value = now;
}

void refuse_renamed_option(std::string_view name) {
  if (const char *const now = renamed_option(name))
    fail(Status::option, "option '%.*s' is now '%s'", static_cast<int>(name.size()), name.data(),
         now);
}

void refuse_renamed_word(std::string_view option, std::string_view word) {
  if (const char *const now = renamed_word(option, word))
    fail(Status::option, "option '%.*s': '%.*s' is now '%s'", static_cast<int>(option.size()),
         option.data(), static_cast<int>(word.size()), word.data(), now);
}

}  // namespace manifact
