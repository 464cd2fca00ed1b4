#include "methods/registry.hpp"

namespace manifact {

#define MANIFACT_METHOD(method, source) extern const Method method;
#include "methods/methods.def"
#undef MANIFACT_METHOD

namespace {

constexpr const Method *table[] = {
#define MANIFACT_METHOD(method, source) &method,
#include "methods/methods.def"
#undef MANIFACT_METHOD
};

template <class Takes>
std::string names_of(Takes &&takes) {
  std::string names;
  for (const Method *const method : table)
    if (takes(*method)) names.append(names.empty() ? "" : ", ").append(method->name);
  return names;
}

}  // namespace

std::span<const Method *const> method_table() noexcept { return table; }

const Method *find_method(std::string_view name) noexcept {
  if (name == "tnmf") return &onmtf;  // another name in the literature
  for (const Method *method : table)
    if (name == method->name) return method;
  return nullptr;
}

std::string methods_with_graph() {
  return names_of([](const Method &method) {
    return method.graph == GraphSource::neighbors &&
           method.needs_graph(Options(method.option_set()));
  });
}

std::string methods_with_constraints() {
  return names_of([](const Method &method) { return method.takes_constraints; });
}

std::string methods_that_stream() {
  return names_of([](const Method &method) { return method.streams; });
}

}  // namespace manifact
