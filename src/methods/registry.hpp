// The list of all methods (methods.def), on top of the families, which do not include it.
#pragma once

#include <span>
#include <string_view>

#include "methods/method.hpp"

namespace manifact {

std::span<const Method *const> method_table() noexcept;

const Method *find_method(std::string_view name) noexcept;  // null: there is none of that name

}  // namespace manifact
