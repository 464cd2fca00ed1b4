#include "commands/known_names.hpp"

#include <manifact/manifact.h>

#include <cstdint>
#include <sstream>

#include "terminal/failure.hpp"
#include "terminal/nearest.hpp"

namespace cli {
namespace {

std::vector<std::string> words_of(const std::string &method, const std::string &name) {
  const char *words = manifact_method_option_words(method.c_str(), name.c_str());
  if (words == nullptr) words = manifact_method_option_words("vectorizer", name.c_str());
  std::istringstream stream(words != nullptr ? words : "");
  std::vector<std::string> known;
  for (std::string word; stream >> word;) known.push_back(word);
  return known;
}

}  // namespace

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < manifact_method_count(); ++i) {
    const char *name = nullptr;
    if (manifact_method_info(i, &name, nullptr, nullptr) >= 0) names.emplace_back(name);
  }
  return names;
}

std::vector<std::string> option_names(const std::string &method) {
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < manifact_option_count(); ++i) {
    const char *name = nullptr;
    if (manifact_option_info(i, &name, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr) < 0)
      continue;
    if (manifact_method_uses_option(method.c_str(), name) == MANIFACT_TRUE ||
        manifact_method_uses_option("vectorizer", name) == MANIFACT_TRUE)
      names.emplace_back(name);
  }
  return names;
}

void with_method_hint(const std::string &name, const std::function<void()> &call) {
  try {
    call();
  } catch (const Failure &failure) {
    if (!failure.text.starts_with("unknown method")) throw;
    throw Failure(failure.text + did_you_mean(name, method_names()), failure.code);
  }
}

void with_option_hint(const std::string &method, const std::string &name, const std::string &value,
                      const std::function<void()> &call) {
  try {
    call();
  } catch (const Failure &failure) {
    if (failure.text.starts_with("unknown option"))
      throw Failure(failure.text + did_you_mean(name, option_names(method)), failure.code);
    if (failure.text.find("must be one of") != std::string::npos)
      throw Failure(failure.text + did_you_mean(value, words_of(method, name)), failure.code);
    throw;
  }
}

}  // namespace cli
