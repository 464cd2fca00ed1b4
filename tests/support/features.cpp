#include "support/features.hpp"

const char *const support::features = MANIFACT_FEATURES;
