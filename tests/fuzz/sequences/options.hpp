// Values for the options of a method, from the tables of the library.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "world.hpp"

namespace sequences {

struct Option {
  int type;
  double minimum, maximum;
  std::string name, fallback;
  std::vector<std::string> words;  // of the method
};

// Those that the method uses.
const std::vector<Option> &options_of(const std::string &method);
std::vector<std::string> method_names();

// One within the bounds that costs little time, or with `bad` perhaps none at all.
std::string random_value(World &world, const Option &option, bool bad);

}  // namespace sequences
