// Rows of the method table: X ~ X W V'.
#pragma once

#include "methods/method.hpp"

namespace manifact {

extern const Method automatic, cf, lccf, rcf, semi_lccf, ccf, gdcf, cnpcf;

}  // namespace manifact
