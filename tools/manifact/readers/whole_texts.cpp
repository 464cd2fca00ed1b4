#include "readers/whole_texts.hpp"

#include <sys/types.h>

#include "readers/temporary.hpp"

namespace cli {

void WholeTexts::add(std::string_view text) {
  if (has_failed_) return;
  if (file_ == nullptr) file_.reset(temporary_file());
  has_failed_ = file_ == nullptr || (!text.empty() && std::fwrite(text.data(), 1, text.size(),
                                                                  file_.get()) != text.size());
  if (has_failed_) return file_.reset();
  ends_.push_back((ends_.empty() ? 0 : ends_.back()) + text.size());
  for (const char c : text)  // FNV-1a
    hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  hash_ = (hash_ ^ 0xffU) * 1099511628211ULL;
}

std::uint64_t WholeTexts::bytes(std::size_t document) const {
  return ends_[document] - (document > 0 ? ends_[document - 1] : 0);
}

std::string WholeTexts::text(std::size_t document) const {
  std::string text(bytes(document), '\0');
  const auto begin = static_cast<off_t>(ends_[document] - text.size());
  has_failed_ = has_failed_ || file_ == nullptr || ::fseeko(file_.get(), begin, SEEK_SET) != 0 ||
                std::fread(text.data(), 1, text.size(), file_.get()) != text.size();
  return has_failed_ ? "" : text;
}

}  // namespace cli
