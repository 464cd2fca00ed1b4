// Where results go: standard output, or one file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cli {

// Standard output. A failed write is a Failure: silent when the reader closed the pipe, else with
// the reason.
void print(std::string_view text);

// A file that is replaced as a whole: written aside and renamed. A device or a pipe is written to
// in place; "-" is standard output (and so is /dev/stdout, which may be a regular file that has
// other things in it).
void write_file(const std::string &path, std::string_view text);

// Asked before long work: throws when it can already be told that the file cannot be written.
void require_writable_file(const std::string &path);

// Likewise: throws when an output is one of the inputs, under whatever name; "-" is none. Results
// must not destroy what they are made of.
void refuse_overwriting(const std::vector<std::string> &outputs,
                        const std::vector<std::string> &inputs);

// Where "-" is not taken for standard output: throws, so that no file of that name is made.
void refuse_dash(const std::string &path, const char *reason);

}  // namespace cli
