// Any bytes as a file of counts, and the same bytes with the right length and checksum.
#include <cstdint>
#include <cstring>
#include <vector>

#include "fuzz_reader.hpp"
#include "io/crc32.hpp"

namespace {

constexpr std::size_t at_size = 40, at_checksum = 52, header_size = 64;

template <class Number>
void put(unsigned char *to, Number number) {
  std::memcpy(to, &number, sizeof number);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  manifact::fuzz_reader(data, size, manifact::Format::counts);
  if (size < header_size) return 0;
  std::vector<unsigned char> bytes(data, data + size);
  put(bytes.data() + at_size, std::uint64_t{size});
  put(bytes.data() + at_checksum, manifact::crc32_of(bytes.data(), at_checksum));
  manifact::fuzz_reader(bytes.data(), bytes.size(), manifact::Format::counts);
  return 0;
}
