// Archives of text, zip or tar with any compression, read by libarchive.
#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

#include <algorithm>
#include <deque>
#include <exception>
#include <memory>
#include <utility>

#include "readers/file_text.hpp"
#include "readers/modules/expanded.hpp"
#include "readers/text_reader.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"
#include "terminal/numbers.hpp"

namespace cli {
namespace {

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

// A file or a folder whose name begins with a dot, or what macOS adds. "." and ".." are not such
// names: nothing is unpacked, so a path that leads out of the archive is harmless.
bool is_hidden(std::string_view name) {
  if (name.starts_with("__MACOSX/")) return true;
  for (std::size_t begin = 0; begin < name.size();) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    if (part.starts_with('.') && part != "." && part != "..") return true;
    begin = end + 1;
  }
  return false;
}

class ArchiveReader final : public TextReader {
 public:
  ArchiveReader(const std::string &path, std::unique_ptr<Bytes> bytes, const Reading &reading,
                Progress &progress)
      : name_(bytes->name()),
        size_(bytes->size()),
        harmless_(reading.harmless_expansion),
        progress_(progress),
        archive_(archive_read_new()),
        text_(reading, name_),
        runs_(reading) {
    archive *const opened = archive_.get();
    if (opened == nullptr) throw std::bad_alloc();
    archive_read_support_format_zip(opened);
    archive_read_support_format_tar(opened);
    // A zip file is read by the directory at its end; input from a pipe, or compressed as a whole,
    // is read from the beginning.
    const bool is_file = bytes->is_regular();
    stream_ = std::make_unique<Expanded>(std::move(bytes), harmless_);
    if (is_file && !stream_->is_packed()) stream_.reset();
    check(stream_ == nullptr ? archive_read_open_filename(opened, path.c_str(), block_size)
                             : archive_read_open(opened, this, nullptr, read_more, nullptr));
  }

  bool next(Document &document) override {
    const Utf8Names utf8_names;
    for (;;) {
      while (!is_ended_ && reads_ahead()) is_ended_ = !read_entry();
      if (members_.empty()) break;
      Member member = std::move(members_.front());
      members_.pop_front();
      held_ -= std::ssize(member.content);
      const std::size_t slash = member.name.rfind('/');
      document.id = member.name;
      document.label = slash == std::string::npos ? "" : member.name.substr(0, slash);
      if (!convert(member, document)) continue;
      text_.add_document();
      return true;
    }
    // The checksums of compressed data come last.
    while (stream_ != nullptr && stream_->is_packed() && !stream_->block().empty()) {
    }
    text_.finish();
    return false;
  }

  std::string remark() const override { return text_.remark(); }
  std::int64_t repaired() const override { return text_.repaired(); }

 private:
  // A file of the archive; the content of one that is given to a filter is empty.
  struct Member {
    std::string name, content;
    bool is_filtered = false;
  };
  static constexpr std::int64_t most_held = std::int64_t{1} << 26;  // bytes

  // One member, or several while filters run.
  bool reads_ahead() const {
    return members_.empty() ||
           (members_.front().is_filtered && !runs_.is_full() && held_ < most_held);
  }

  // The next entry, if it is a file; false at the end.
  bool read_entry() {
    stop_if_interrupted();
    archive_entry *entry = nullptr;
    const int result = archive_read_next_header(archive_.get(), &entry);
    check(result);
    if (result == ARCHIVE_EOF) return false;
    const char *shown = archive_entry_pathname_utf8(entry);
    if (shown == nullptr) shown = archive_entry_pathname(entry);
    std::string name = shown == nullptr ? "" : shown;
    while (name.starts_with("./")) name.erase(0, 2);
    if (is_skipped(name, entry)) return true;
    Member member{name, content_of(name), false};
    if (const Filter *filter = text_.filter(name)) {
      runs_.start_on(*filter, std::exchange(member.content, ""));
      member.is_filtered = true;
    }
    held_ += std::ssize(member.content);
    members_.push_back(std::move(member));
    return true;
  }

  bool convert(Member &member, Document &document) {
    if (member.is_filtered)
      return text_.take_filtered(member.name, runs_.take(), content_, document);
    content_ = std::move(member.content);
    return text_.convert(member.name, content_, document);
  }

  static la_ssize_t read_more(archive *, void *user, const void **block_of) {
    ArchiveReader &reader = *static_cast<ArchiveReader *>(user);
    try {
      const std::string_view block = reader.stream_->block();
      *block_of = block.data();
      return static_cast<la_ssize_t>(block.size());
    } catch (...) {  // not through the functions of another language
      reader.failure_ = std::current_exception();
      return ARCHIVE_FATAL;
    }
  }

  bool is_skipped(const std::string &name, archive_entry *entry) {
    const auto type = archive_entry_filetype(entry);
    if (name.empty() || name.ends_with('/') || type == AE_IFDIR) return true;
    // Some programs write zip files without types. A hard link has the text of another entry.
    const bool is_file = type == AE_IFREG || type == 0;
    if (is_hidden(name))
      text_.skip_hidden(name);
    else if (text_.skip_deleted(name))
      return true;
    else if (!is_file || archive_entry_hardlink(entry) != nullptr)
      text_.skip_special(name);
    else
      return false;
    return true;
  }

  // After ARCHIVE_RETRY, the library would skip a damaged entry.
  void check(int result) {
    if (failure_ || (result != ARCHIVE_OK && result != ARCHIVE_WARN && result != ARCHIVE_EOF))
      fail(name_ + " cannot be read as an archive");
  }

  [[noreturn]] void fail(const std::string &what) {
    if (failure_) std::rethrow_exception(failure_);
    throw Failure(what + ": " + reason_of(archive_.get()));
  }

  std::string content_of(const std::string &name) {
    std::string content;
    for (la_ssize_t got = 1; got != 0;) {
      stop_if_interrupted();
      const std::size_t size = content.size();
      if (size > longest_file)
        throw Failure(name_ + ": " + name + " is longer than " +
                      short_bytes(static_cast<double>(longest_file)));
      content.resize(size + block_size);
      got = archive_read_data(archive_.get(), content.data() + size, block_size);
      // A wrong checksum is only a warning of the library.
      if (got < 0 || failure_) fail(name_ + ": " + name + " cannot be read");
      content.resize(size + static_cast<std::size_t>(got));
      expanded_ += got;
      check_size();
    }
    return content;
  }

  void check_size() {
    const std::int64_t packed =
        stream_ != nullptr ? stream_->packed() : archive_filter_bytes(archive_.get(), -1);
    if (stream_ == nullptr && size_ > 0) progress_.advance(packed, size_);
    check_expansion(name_, harmless_, expanded_, packed);
  }

  std::string name_;
  std::int64_t size_, harmless_, expanded_ = 0;
  Progress &progress_;
  std::unique_ptr<Expanded> stream_;  // null if the file is read by its path
  std::unique_ptr<archive, ReleaseArchive> archive_;
  FileText text_;
  FilterRuns runs_;
  std::deque<Member> members_;
  std::int64_t held_ = 0;
  bool is_ended_ = false;
  std::string content_;
  std::exception_ptr failure_;
};

}  // namespace

}  // namespace cli

extern "C" cli::ReadArchive manifact_read_archive;  // of the type that the program expects

void manifact_read_archive(const std::string &path, std::unique_ptr<cli::Bytes> &bytes,
                           const cli::Reading &reading, cli::Progress &progress,
                           std::unique_ptr<cli::TextReader> &reader) {
  reader = std::make_unique<cli::ArchiveReader>(path, std::move(bytes), reading, progress);
}
