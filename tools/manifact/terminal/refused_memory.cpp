#include "terminal/refused_memory.hpp"

#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

#include "terminal/failure.hpp"

namespace cli {
namespace {

std::atomic<bool> memory_was_refused{false};

void note_refused_memory() {
  memory_was_refused = true;
  throw std::bad_alloc();
}

[[noreturn]] void tell_out_of_memory() noexcept {
  constexpr std::string_view text = "manifact: out of memory\n";
  if (memory_was_refused && write(STDERR_FILENO, text.data(), text.size()) >= 0) _exit(bad_input);
  std::abort();
}

}  // namespace

void tell_refused_memory() {
  std::set_new_handler(note_refused_memory);
  std::set_terminate(tell_out_of_memory);
}

}  // namespace cli
