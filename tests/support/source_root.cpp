#include "support/source_root.hpp"

// The only source of the tests that contains the path: a compiler cache shares all others between
// copies of the tree.
const char *const support::source_root = MANIFACT_SOURCE_ROOT;
