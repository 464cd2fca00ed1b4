// Tables with a line for each term of a document, as tidytext and programs of linguistics write.
#pragma once

#include <string>
#include <string_view>

#include "readers/text_reader.hpp"

namespace cli {

// Refuses a table of documents, terms and perhaps their counts, by the names and the cells of its
// columns, with the command that makes a matrix of it. `text`: the beginning of
// `bytes`.
void refuse_term_entries(std::string_view text, bool is_all, Bytes &bytes, const std::string &path,
                         const Reading &reading);

}  // namespace cli
