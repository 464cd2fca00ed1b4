// Several inputs of text, one after the other.
#pragma once

#include <memory>

#include "readers/input.hpp"

namespace cli {

// `first` reads `input`, the first of them; `notes` are those of all.
std::unique_ptr<TextReader> read_several(Session &session, const InputOptions &options,
                                         const Input &input, std::unique_ptr<TextReader> first,
                                         std::shared_ptr<Alike> notes, const char *stage);

}  // namespace cli
