// The list of all methods (methods.def).
#pragma once

#include <span>
#include <string_view>

#include "methods/method.hpp"

namespace manifact {

std::span<const Method *const> method_table() noexcept;

const Method *find_method(std::string_view name) noexcept;  // null if there is none

}  // namespace manifact
