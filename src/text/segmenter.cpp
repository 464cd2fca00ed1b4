#include "text/segmenter.hpp"

#include "runtime/error.hpp"

#ifdef MANIFACT_HAVE_ICU
#include <unicode/ubrk.h>

#include <new>
#endif

namespace manifact {

#ifdef MANIFACT_HAVE_ICU

bool Segmenter::available() noexcept { return true; }

// The root locale: the dictionaries depend on the script only, and the locale of the process must
// not matter.
Segmenter::Segmenter() {
  UErrorCode status = U_ZERO_ERROR;
  iterator_ = ubrk_open(UBRK_WORD, "", nullptr, 0, &status);
  if (status == U_MEMORY_ALLOCATION_ERROR) throw std::bad_alloc();
  if (U_FAILURE(status) != 0)
    fail(Status::feature, "ICU cannot split text into words: %s", u_errorName(status));
}

Segmenter::~Segmenter() {
  if (iterator_ != nullptr) ubrk_close(static_cast<UBreakIterator *>(iterator_));
}

void Segmenter::split(const std::vector<std::int32_t> &codes, std::vector<std::size_t> &ends) {
  text_.clear();
  units_.clear();
  for (std::size_t i = 0; i < codes.size(); ++i) {
    char16_t units[2];
    std::size_t count = 0;
    U16_APPEND_UNSAFE(units, count, static_cast<UChar32>(codes[i]));
    for (std::size_t u = 0; u < count; ++u) {
      text_.push_back(units[u]);
      units_.push_back(i);
    }
  }
  units_.push_back(codes.size());
  auto *const iterator = static_cast<UBreakIterator *>(iterator_);
  UErrorCode status = U_ZERO_ERROR;
  ubrk_setText(iterator, text_.data(), static_cast<std::int32_t>(text_.size()), &status);
  if (U_FAILURE(status) != 0) throw std::bad_alloc();
  ends.clear();
  ubrk_first(iterator);
  for (std::int32_t at = ubrk_next(iterator); at != UBRK_DONE; at = ubrk_next(iterator))
    ends.push_back(units_[static_cast<std::size_t>(at)]);
}

#else

bool Segmenter::available() noexcept { return false; }

Segmenter::Segmenter() {
  fail(Status::feature,
       "this build has no dictionaries for text without spaces (ICU); set segmentation=pairs");
}
Segmenter::~Segmenter() = default;
void Segmenter::split(const std::vector<std::int32_t> &codes, std::vector<std::size_t> &ends) {
  ends.assign(1, codes.size());
}

#endif

}  // namespace manifact
