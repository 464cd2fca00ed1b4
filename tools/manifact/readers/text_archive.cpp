// Archives of text, zip or tar with any compression, read by libarchive.
#include <memory>
#include <utility>

#include "readers/file_text.hpp"
#include "readers/numbers.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"

#ifdef MANIFACT_HAVE_ARCHIVE
#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

#include <exception>
#endif

namespace cli {

#ifdef MANIFACT_HAVE_ARCHIVE

namespace {

// Text is compressed to a fiftieth at most; an archive that expands more is made to exhaust memory
// or time.
constexpr std::int64_t largest_expansion = 200;
constexpr std::int64_t harmless_size = std::int64_t{1} << 28;

struct Release {
  void operator()(archive *opened) const { archive_read_free(opened); }
};

// libarchive converts names to the character set of the locale: that of this thread becomes UTF-8
// for the scope.
class Utf8Names {
 public:
  Utf8Names() : locale_(newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)) {
    if (locale_ != nullptr) before_ = uselocale(locale_);
  }
  ~Utf8Names() {
    if (locale_ == nullptr) return;
    uselocale(before_);
    freelocale(locale_);
  }
  Utf8Names(const Utf8Names &) = delete;
  Utf8Names &operator=(const Utf8Names &) = delete;

 private:
  locale_t locale_, before_ = nullptr;
};

// A file or a folder whose name begins with a dot, or what macOS adds.
bool is_hidden(std::string_view name) {
  return name.starts_with('.') || name.find("/.") != std::string_view::npos ||
         name.starts_with("__MACOSX/");
}

class ArchiveReader final : public TextReader {
 public:
  ArchiveReader(const std::string &path, std::unique_ptr<Bytes> bytes, const Reading &reading,
                Progress &progress)
      : name_(bytes->name()),
        bytes_(std::move(bytes)),
        size_(bytes_->size()),
        progress_(progress),
        text_(reading, name_) {
    archive *const opened = archive_read_new();
    if (opened == nullptr) throw std::bad_alloc();
    archive_.reset(opened);
    archive_read_support_format_zip(opened);
    archive_read_support_format_tar(opened);
    for (const auto support : {archive_read_support_filter_gzip, archive_read_support_filter_bzip2,
                               archive_read_support_filter_xz, archive_read_support_filter_zstd})
      support(opened);
    // A file is read by its directory at the end; what comes from a pipe, from the beginning.
    const bool is_file = bytes_->is_regular();
    if (is_file) bytes_.reset();
    check(is_file ? archive_read_open_filename(opened, path.c_str(), block_size)
                  : archive_read_open(opened, this, nullptr, read_more, nullptr));
  }

  bool next(Document &document) override {
    const Utf8Names utf8_names;
    archive_entry *entry = nullptr;
    for (;;) {
      stop_if_interrupted();
      const int result = archive_read_next_header(archive_.get(), &entry);
      if (result == ARCHIVE_EOF) break;
      check(result);
      // Some programs write zip files without types.
      const auto type = archive_entry_filetype(entry);
      if (type != AE_IFREG && type != 0) continue;
      const char *shown = archive_entry_pathname_utf8(entry);
      if (shown == nullptr) shown = archive_entry_pathname(entry);
      std::string name = shown == nullptr ? "" : shown;
      while (name.starts_with("./")) name.erase(0, 2);
      if (name.empty() || name.ends_with('/') || is_hidden(name)) continue;
      if (archive_entry_hardlink(entry) != nullptr) continue;  // its text is that of another entry
      const std::size_t slash = name.rfind('/');
      document.id = name;
      document.label = slash == std::string::npos ? "" : name.substr(0, slash);
      if (read(name, document)) return true;
    }
    text_.finish();
    return false;
  }

  std::string remark() const override { return text_.remark(); }
  std::int64_t repaired() const override { return text_.repaired(); }

 private:
  static la_ssize_t read_more(archive *, void *user, const void **block_of) {
    ArchiveReader &reader = *static_cast<ArchiveReader *>(user);
    try {
      reader.input_.resize(block_size);
      const std::size_t count = reader.bytes_->read(reader.input_.data(), block_size);
      *block_of = reader.input_.data();
      return static_cast<la_ssize_t>(count);
    } catch (...) {  // not through the functions of another language
      reader.failure_ = std::current_exception();
      return -1;
    }
  }

  void check(int result) {
    if (result < ARCHIVE_WARN) fail(name_ + " cannot be read as an archive");
  }

  [[noreturn]] void fail(const std::string &what) {
    if (failure_) std::rethrow_exception(failure_);
    const char *reason = archive_error_string(archive_.get());
    throw Failure(what + ": " + (reason == nullptr ? "it is damaged" : reason));
  }

  bool read(const std::string &name, Document &document) {
    content_.clear();
    for (la_ssize_t got = 1; got != 0;) {
      stop_if_interrupted();
      const std::size_t size = content_.size();
      if (size > longest_file)
        throw Failure(name_ + ": " + name + " is longer than " +
                      short_bytes(static_cast<double>(longest_file)));
      content_.resize(size + block_size);
      got = archive_read_data(archive_.get(), content_.data() + size, block_size);
      // A wrong checksum is only a warning of the library.
      if (got < 0 && got != ARCHIVE_RETRY) fail(name_ + ": " + name + " cannot be read");
      const std::size_t count = got > 0 ? static_cast<std::size_t>(got) : 0;
      content_.resize(size + count);
      expanded_ += static_cast<std::int64_t>(count);
      check_expansion();
    }
    if (const Filter *filter = text_.filter(name))
      return text_.take_filtered(name, run_filter_on(*filter, content_), content_, document);
    return text_.convert(name, content_, document);
  }

  void check_expansion() {
    const std::int64_t packed = archive_filter_bytes(archive_.get(), -1);
    if (size_ > 0) progress_.advance(packed, size_);
    if (expanded_ > harmless_size && expanded_ / largest_expansion > packed)
      throw Failure(name_ + " expands to more than " + std::to_string(largest_expansion) +
                    " times its size; decompress it first if it is trusted");
  }

  std::string name_;
  std::unique_ptr<Bytes> bytes_;
  std::int64_t size_;
  Progress &progress_;
  std::unique_ptr<archive, Release> archive_;
  FileText text_;
  std::string input_, content_;
  std::int64_t expanded_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

std::unique_ptr<TextReader> read_archive(const std::string &path, std::unique_ptr<Bytes> bytes,
                                         const Reading &reading, Progress &progress) {
  return std::make_unique<ArchiveReader>(path, std::move(bytes), reading, progress);
}

#else

std::unique_ptr<TextReader> read_archive(const std::string &, std::unique_ptr<Bytes> bytes,
                                         const Reading &, Progress &) {
  throw Failure(bytes->name() +
                " is an archive, which this build cannot read: it was built without libarchive");
}

#endif

}  // namespace cli
