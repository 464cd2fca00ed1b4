#include "runtime/budget.hpp"

#include <cstdarg>
#include <cstdio>

#include "runtime/error.hpp"

namespace manifact {

void check_budget(double bytes, Index budget, const char *what, ...) {
  if (bytes <= static_cast<double>(budget)) return;
  char text[400];
  std::va_list arguments;
  va_start(arguments, what);
  std::vsnprintf(text, sizeof text, what, arguments);
  va_end(arguments);
  fail(Status::budget, "%s %.0f bytes, more than the memory-budget of %lld", text, bytes,
       number(budget));
}

}  // namespace manifact
