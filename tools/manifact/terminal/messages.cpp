#include "terminal/messages.hpp"

#include <cstdio>

#include "terminal/progress.hpp"
#include "terminal/utf8.hpp"

namespace cli {

void print_message(std::string_view sentence) {
  clear_progress();
  std::fprintf(stderr, "manifact: %s\n", escaped(sentence).c_str());
}

}  // namespace cli
