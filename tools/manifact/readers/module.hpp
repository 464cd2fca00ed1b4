// Readers whose libraries bring forty others, such as HDF5 and curl. Each is a module, which is
// loaded when a file needs it: linked, they would double the time that the program takes to start.
#pragma once

#include <string>

namespace cli {

// The function of that name in a module. A Failure if the module is absent; `file` is for the
// message.
void *symbol_of_module(const std::string &module, const char *function, const std::string &file);

template <class Function>
Function *of_module(const std::string &module, const char *function, const std::string &file) {
  return reinterpret_cast<Function *>(symbol_of_module(module, function, file));
}

}  // namespace cli
