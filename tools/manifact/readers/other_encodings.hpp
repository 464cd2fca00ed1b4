// Text that is neither UTF-8 nor Latin-1: bytes of Cyrillic, Greek, Semitic and Asian encodings
// would be read as accented letters, which make topics of their own.
#pragma once

#include <string>
#include <string_view>

namespace cli {

// What text that was taken for Windows-1252 seems to be. Text in European languages has single
// letters beyond ASCII between others; that of other scripts consists of them.
struct OtherEncoding {
  std::string likely;       // or several, such as "IBM852 or WINDOWS-1250"; "" if none is
  bool is_certain = false;  // that it is not Windows-1252
};
OtherEncoding other_encoding(std::string_view beginning);

// For the message about text that is read as Windows-1252 in doubt; "" if there is none.
std::string otherwise_read(const OtherEncoding &other);

// Why a text is refused: names --encoding and, if there is one, the likely encoding.
// `is_of_many`: a file of a folder or an archive, in which others may have another encoding.
std::string refusal_of(const OtherEncoding &other, const std::string &name,
                       bool is_of_many = false);

// The command that converts a file.
std::string conversion_from(const OtherEncoding &other);

}  // namespace cli
