#include "methods/registry.hpp"

namespace manifact {

#define MANIFACT_METHOD(method) extern const Method method;
#include "methods/methods.def"
#undef MANIFACT_METHOD

namespace {

constexpr const Method *table[] = {
#define MANIFACT_METHOD(method) &method,
#include "methods/methods.def"
#undef MANIFACT_METHOD
};

}  // namespace

std::span<const Method *const> method_table() noexcept { return table; }

const Method *find_method(std::string_view name) noexcept {
  if (name == "tnmf") return &onmtf;  // another name in the literature
  for (const Method *method : table)
    if (name == method->name) return method;
  return nullptr;
}

}  // namespace manifact
