// The optional parts of the library that the build found.
#pragma once

namespace support {

extern const char *const features;  // such as "gzip=1 icu=0"

}  // namespace support
