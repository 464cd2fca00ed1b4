// Temporary files without a name, in the folder of TMPDIR, else in /tmp; removed when closed.
#pragma once

#include <cstdio>
#include <string>

namespace cli {

// A descriptor; -1 and errno if none can be made. `pattern` gets the name that it had.
int temporary_descriptor(std::string &pattern);

std::FILE *temporary_file();  // to write and read; null if none can be made

}  // namespace cli
