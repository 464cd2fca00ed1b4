// The list of all methods, on top of the families: nothing in src/methods includes it.
#pragma once

#include <span>
#include <string_view>

#include "methods/method.hpp"

namespace manifact {

std::span<const Method *const> method_table() noexcept;

const Method *find_method(std::string_view name) noexcept;  // null: there is none of that name

}  // namespace manifact
