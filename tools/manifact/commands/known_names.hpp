// The names of the library's tables: methods, and options of a method.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace cli {

std::vector<std::string> method_names();

// The options of a method and of the vectorizer; of the latter alone for the method "vectorizer".
std::vector<std::string> option_names(const std::string &method);

// Runs `call`, which sets an option or makes a solver. If it fails because a name is not known, the
// Failure names the nearest one that is.
void with_method_hint(const std::string &name, const std::function<void()> &call);
void with_option_hint(const std::string &method, const std::string &name, const std::string &value,
                      const std::function<void()> &call);

}  // namespace cli
