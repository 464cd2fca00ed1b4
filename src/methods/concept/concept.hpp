// Rows of the method table: X ~ X W V'.
#pragma once

#include "methods/method.hpp"

namespace manifact {

extern const Method automatic, cf, lccf;

}  // namespace manifact
