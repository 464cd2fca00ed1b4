// Text that is neither UTF-8 nor Latin-1: bytes of Cyrillic, Greek, Semitic and Asian encodings
// would be read as accented letters, which make topics of their own.
#pragma once

#include <string>
#include <string_view>

namespace cli {

// A Failure that names --encoding and, if the letters suggest one, the encoding: if the bytes do
// not look like Windows-1252. Text in European languages has single letters beyond ASCII between
// others.
// `is_of_many`: a file of a folder or an archive, in which others may have another encoding.
void refuse_other_encoding(std::string_view beginning, const std::string &name,
                           bool is_of_many = false);

}  // namespace cli
