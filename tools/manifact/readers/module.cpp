#include "readers/module.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <system_error>

#include "terminal/failure.hpp"

namespace cli {
namespace fs = std::filesystem;
namespace {

// In the build folder, next to the program (for manifact-mpi, next to manifact); otherwise at the
// installed location relative to the program, so that both may be moved together.
fs::path place_of_module(const std::string &name) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path installed = MANIFACT_MODULES;
  if (error) return installed / name;
  const fs::path own = program.parent_path();
  const fs::path beside = own.filename() == "manifact-mpi" ? own.parent_path() / "manifact" : own;
  if (fs::exists(beside / name, error)) return beside / name;
  return (own / installed.lexically_relative(MANIFACT_PROGRAMS) / name).lexically_normal();
}

}  // namespace

void *symbol_of_module(const std::string &module, const char *function, const std::string &what) {
  // Linked in the fuzzers.
  if (void *linked = dlsym(RTLD_DEFAULT, function)) return linked;
  void *const library = dlopen(place_of_module(module + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
  void *const found = library == nullptr ? nullptr : dlsym(library, function);
  if (found == nullptr)
    throw Failure(what + ": a part of this program cannot be loaded: " + dlerror());
  return found;
}

}  // namespace cli
