// Any bytes, and the same bytes with corrected checksums: an Error, or an archive whose sections
// can all be read.
#include <cstdint>
#include <cstdlib>

#include "io/archive.hpp"
#include "repaired_archive.hpp"
#include "runtime/error.hpp"

namespace manifact {
namespace {

constexpr const char *names[] = {"words", "ints", "longs", "singles", "reals", "other"};

template <class Take>
void look(Take &&take) {
  try {
    take();
  } catch (const Error &error) {
    if (error.status() != Status::corrupt) std::abort();
  }
}

void open_archive(const std::uint8_t *data, std::size_t size) {
  const auto memory = std::make_shared<Memory>();
  try {
    const ArchiveReader reader(data, size, "fuzz");
    for (const char *name : names) {
      look([&] { (void)reader.text(name); });
      look([&] { (void)reader.numbers<std::int32_t>(name, -1, -1, memory); });
      look([&] { (void)reader.numbers<std::int64_t>(name, -1, -1, memory); });
      look([&] { (void)reader.numbers<float>(name, -1, 3, memory); });
      look([&] { (void)reader.numbers<double>(name, 2, -1, memory); });
    }
  } catch (const Error &error) {
    if (error.status() != Status::corrupt && error.status() != Status::format &&
        error.status() != Status::version)
      std::abort();
  }
  if (memory->peak() > static_cast<std::int64_t>(size) || memory->now() != 0) std::abort();
}

}  // namespace
}  // namespace manifact

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  manifact::open_archive(data, size);
  const auto bytes = manifact::repaired_archive(data, size);
  manifact::open_archive(bytes.data(), bytes.size());
  return 0;
}
