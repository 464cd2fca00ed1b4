#include "fuzz_reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  manifact::fuzz_reader(data, size, manifact::Format::csv);
  return 0;
}
