// Rows of the method table: factorisations of X itself, of the documents alone or of documents and features together.
#pragma once

#include "methods/method.hpp"

namespace manifact {

extern const Method nmf, gnmf, semi_nmf, onmtf, rcc, drcc;

}  // namespace manifact
