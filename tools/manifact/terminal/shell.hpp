// Words of the commands that messages print, for a POSIX shell: each runs as it is printed.
#pragma once

#include <string>
#include <string_view>

namespace cli {

// The text as one word: in quotes if it is needed. Characters that a message would escape are
// given by printf(1).
std::string shell_word(std::string_view text);

// The path of a file as an argument: no program takes it for an option, nor awk for an assignment.
// FILE if it has none, as standard input and "-"; `ending` is appended to it.
std::string shell_path(std::string_view path, std::string_view ending = "");

// Each FILE of a command, also one with an ending as FILE.csv, replaced by the path.
std::string with_path(std::string command, std::string_view path);

// By its content; false also if it is not a regular file that can be read.
bool is_gzip_file(std::string_view path);

// A command that reads text, such as cut -f1, with the path as its last word, or after the command
// that decompresses the file if it is gzip. FILE if it is not a regular file, as a member of an
// archive.
std::string on_text_of(std::string_view command, std::string_view path);

// with_path(), after the decompression if the file is gzip: the command has the name of the
// decompressed file.
std::string with_unpacked_path(const std::string &command, std::string_view path);

}  // namespace cli
