// Any bytes as a model file, the same bytes with their checksums put right, and once more with one
// of the sections dropped, resized or exchanged: an error with a sentence, or a model whose every
// function can be called.
#include <manifact/manifact.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "reference/archive.hpp"
#include "repaired_archive.hpp"
#include "support/model_views.hpp"

namespace {

void check(bool good) {
  if (!good) std::abort();
}

void load(const std::uint8_t *data, std::size_t size) {
  manifact_context *context = nullptr;
  check(manifact_context_create(&context) == MANIFACT_OK);
  manifact_model *model = nullptr;
  const int status = manifact_model_load_memory(context, data, size, &model);
  if (status == MANIFACT_OK) {
    views::look(context, model, check);
  } else {
    check(model == nullptr && std::strlen(manifact_context_message(context)) > 0);
    check(status == MANIFACT_ERROR_CORRUPT || status == MANIFACT_ERROR_FORMAT ||
          status == MANIFACT_ERROR_VERSION);
  }
  std::int64_t now = -1, peak = 0;
  manifact_model_free(model);
  check(manifact_context_memory(context, &now, &peak) == MANIFACT_OK && now == 0);
  check(peak <= (std::int64_t{1} << 26) + 64 * static_cast<std::int64_t>(size));
  manifact_context_free(context);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const std::uint8_t nothing = 0;
  if (size == 0) data = &nothing;
  load(data, size);
  const auto bytes = manifact::repaired_archive(data, size);
  load(bytes.empty() ? &nothing : bytes.data(), bytes.size());
  const auto whole = manifact::taken_apart({bytes.begin(), bytes.end()});
  if (whole.sections.empty()) return 0;
  const std::uint32_t choice = manifact::crc32_of(data, size);  // another one for each input
  const std::string changed = manifact::damaged_section(whole, choice).bytes();
  load(reinterpret_cast<const std::uint8_t *>(changed.data()), changed.size());
  return 0;
}
