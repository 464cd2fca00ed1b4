// Readers and writers whose libraries pull in fifty others, such as HDF5 and curl. They are
// modules, each of which is loaded when a file needs it: linked, they would more than double the
// time that the program takes to start.
#pragma once

#include <string>

namespace cli {

// The function of that name in a module. A Failure if the module is absent, whose message begins
// with `what`: "x.mat cannot be read".
void *symbol_of_module(const std::string &module, const char *function, const std::string &what);

template <class Function>
Function *of_module(const std::string &module, const char *function, const std::string &what) {
  return reinterpret_cast<Function *>(symbol_of_module(module, function, what));
}

}  // namespace cli
