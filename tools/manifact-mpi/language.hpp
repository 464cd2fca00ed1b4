// The language of texts that are divided among the ranks.
#pragma once

#include "commands/solving.hpp"

namespace cli {

// Collective. The settings with the language that manifact finds in the first texts, and stemming
// if there is one for it, in place of language=auto.
Settings with_language(Session &session, const Solving &arguments, const Settings &settings);

}  // namespace cli
