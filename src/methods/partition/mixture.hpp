// Row of the method table.
#pragma once

#include "methods/method.hpp"

namespace manifact {

extern const Method gmm;

}  // namespace manifact
