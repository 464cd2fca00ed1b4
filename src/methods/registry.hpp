// The list of all methods (methods.def).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "methods/method.hpp"

namespace manifact {

std::span<const Method *const> method_table() noexcept;

const Method *find_method(std::string_view name) noexcept;  // null if there is none

// The names of the methods that use a graph of the caller by default, and of those that take labels
// and pairs: "lccf, semi-lccf, ...", for messages.
std::string methods_with_graph();
std::string methods_with_constraints();
// Those that read counts of a mapped file in place.
std::string methods_that_stream();

}  // namespace manifact
