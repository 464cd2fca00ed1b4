// Output to standard output or to a single file.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "output/writing.hpp"

namespace cli {

// Writes to standard output. A failed write is a Failure: silent if the reader closed the pipe,
// else with the reason.
void print(std::string_view text);

// Replaces a file as a whole: writes a temporary file and renames it. A device or a pipe is written
// in place; "-" is standard output (as is /dev/stdout, which may be a regular file that contains
// other data).
void write_file(const std::string &path, std::string_view text);
void write_file(const std::string &path, const Content &content);

// The same for a regular file that `make` creates, given the path of a temporary one.
void write_file_by(const std::string &path, const std::function<void(const std::string &)> &make);

// Called before long computations: throws if it is already certain that the file cannot be written.
void require_writable_file(const std::string &path);

// Likewise: throws if an output is one of the inputs, under any name; "-" is ignored. Results must
// not overwrite the data that they are computed from.
void refuse_overwriting(const std::vector<std::string> &outputs,
                        const std::vector<std::string> &inputs);

// Throws for "-" in commands that do not write to standard output, so that no file of that name is
// created.
void refuse_dash(const std::string &path, const char *reason);

}  // namespace cli
