// The folder of the source tree that the tests were built from.
#pragma once

namespace support {

extern const char *const source_root;

}  // namespace support
