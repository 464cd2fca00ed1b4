// The scripts of tools/manifact/completions, in which the names of the tables are filled in.
#pragma once

namespace cli {

extern const char bash_completions[], zsh_completions[], fish_completions[];

}  // namespace cli
