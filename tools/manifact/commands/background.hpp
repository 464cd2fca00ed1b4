// --idf-from: the document frequencies of a large collection, by which a small one is weighted.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "commands/corpus.hpp"
#include "commands/solving.hpp"
#include "handles.hpp"
#include "readers/input.hpp"
#include "terminal/session.hpp"

namespace cli {

void add_idf_from(Command &command, Solving &arguments);

// The counts of the input are weighted by the frequencies of --idf-from, if it was given.
// `vectorizer`: of a text, which counts the terms of the other texts, or null; `names`: of the
// columns, if they have any.
void set_background(Session &session, const Solving &arguments, const Input &input,
                    manifact_matrix *counts, const manifact_vectorizer *vectorizer,
                    const std::vector<std::string> &names);

}  // namespace cli
