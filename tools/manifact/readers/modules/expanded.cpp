#include "readers/modules/expanded.hpp"

#include <archive.h>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "readers/converted.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"

namespace cli {
void ReleaseArchive::operator()(archive *opened) const { archive_read_free(opened); }

std::string reason_of(archive *opened) {
  const char *reason = archive_error_string(opened);
  return reason == nullptr ? "it is damaged" : reason;
}

// gzip is read by zlib, since libarchive does not compare its checksums.
struct Expanded::Source {
  Unpacked bytes;
  std::string input;
  std::exception_ptr failure;

  explicit Source(std::unique_ptr<Bytes> packed) : bytes(std::move(packed)) {}

  static la_ssize_t read(archive *, void *user, const void **block_of) {
    Source &source = *static_cast<Source *>(user);
    try {
      source.input.resize(block_size);
      const std::size_t count = source.bytes.read(source.input.data(), block_size);
      *block_of = source.input.data();
      return static_cast<la_ssize_t>(count);
    } catch (...) {  // not through the functions of another language
      source.failure = std::current_exception();
      return ARCHIVE_FATAL;
    }
  }
};

Expanded::Expanded(std::unique_ptr<Bytes> bytes, std::int64_t harmless)
    : name_(bytes->name()),
      harmless_(harmless),
      source_(std::make_unique<Source>(std::move(bytes))),
      archive_(archive_read_new()) {
  if (archive_ == nullptr) throw std::bad_alloc();
  open();
}

Expanded::~Expanded() = default;

std::int64_t Expanded::packed() const { return source_->bytes.packed(); }

void Expanded::open() {
  archive *const opened = archive_.get();
  archive_read_support_format_raw(opened);
  archive_read_support_format_empty(opened);
  for (const auto support : {archive_read_support_filter_gzip, archive_read_support_filter_bzip2,
                             archive_read_support_filter_xz, archive_read_support_filter_zstd,
                             archive_read_support_filter_lz4, archive_read_support_filter_lzip})
    support(opened);
  archive_entry *entry = nullptr;
  int result = archive_read_open(opened, source_.get(), nullptr, Source::read, nullptr);
  if (result == ARCHIVE_OK) result = archive_read_next_header(opened, &entry);
  if (source_->failure) std::rethrow_exception(source_->failure);
  if (result != ARCHIVE_OK && result != ARCHIVE_EOF) fail();
  is_at_end_ = result == ARCHIVE_EOF;
  const int layers = archive_filter_count(opened) - 1 + (source_->bytes.is_packed() ? 1 : 0);
  // Each layer multiplies what the one below it expands to.
  if (layers > 1) throw Failure(name_ + " is compressed more than once; decompress it first");
  is_packed_ = layers == 1;
}

void Expanded::fail() const {
  throw Failure(name_ + " cannot be decompressed: " + reason_of(archive_.get()));
}

std::string_view Expanded::block() {
  stop_if_interrupted();
  if (is_at_end_) return "";
  const void *begin = nullptr;
  std::size_t size = 0;
  la_int64_t offset = 0;
  const int result = archive_read_data_block(archive_.get(), &begin, &size, &offset);
  if (source_->failure) std::rethrow_exception(source_->failure);
  if (result != ARCHIVE_OK && result != ARCHIVE_EOF) fail();
  is_at_end_ = result == ARCHIVE_EOF;
  if (is_at_end_) return "";
  expanded_ += static_cast<std::int64_t>(size);
  check_expansion(name_, harmless_, expanded_, packed());
  return {static_cast<const char *>(begin), size};
}

namespace {

// A compressed file as its content.
class Content final : public Stream {
 public:
  Content(std::unique_ptr<Bytes> bytes, std::int64_t harmless)
      : name_(bytes->name()), expanded_(std::move(bytes), harmless) {}

  std::size_t read(char *to, std::size_t size) override {
    if (rest_.empty()) rest_ = expanded_.block();
    const std::size_t count = std::min(size, rest_.size());
    std::copy_n(rest_.data(), count, to);
    rest_.remove_prefix(count);
    return count;
  }
  const std::string &name() const override { return name_; }

 private:
  std::string name_;
  Expanded expanded_;
  std::string_view rest_;
};

}  // namespace
}  // namespace cli

extern "C" cli::OpenCompressed manifact_open_compressed;  // of the type that the program expects

void manifact_open_compressed(std::unique_ptr<cli::Bytes> &bytes, std::int64_t harmless_expansion,
                              std::unique_ptr<cli::Stream> &content) {
  content = std::make_unique<cli::Content>(std::move(bytes), harmless_expansion);
}
