// The readers of archives of text and of gzip: any bytes, from a file or through a pipe, are
// documents or one Failure with a reason. Bytes that are packed are read as they were, or refused
// if the packing is damaged. text_archives.py writes the first inputs.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../../tools/manifact/readers/formats.hpp"
#include "../../tools/manifact/readers/text_reader.hpp"
#include "../../tools/manifact/terminal/failure.hpp"
#include "../../tools/manifact/terminal/utf8.hpp"
#include "repaired_text_archive.hpp"

namespace {

using namespace cli;

struct Result {
  std::vector<std::string> documents;
  bool is_refused = false;

  bool operator==(const Result &) const = default;
};

enum class Way { file, pipe };

// The bytes as a file with a path, or as standard input.
std::string as_input(std::string_view bytes, Way way) {
  static const int file = memfd_create("archive", 0);
  if (ftruncate(file, 0) != 0 ||
      pwrite(file, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    std::abort();
  if (way == Way::file) return "/proc/self/fd/" + std::to_string(file);
  if (lseek(file, 0, SEEK_SET) != 0 || dup2(file, STDIN_FILENO) != STDIN_FILENO) std::abort();
  return "-";
}

// Whether a part of the path begins with a dot and is neither "." nor "..".
bool is_hidden(const std::string &path) {
  for (std::size_t begin = 0, end = 0; begin <= path.size(); begin = end + 1) {
    end = std::min(path.find('/', begin), path.size());
    const std::string part = path.substr(begin, end - begin);
    if (part.starts_with('.') && part != "." && part != "..") return true;
  }
  return false;
}

// A name is the path of a file that is not hidden, and its folder is the label.
void check_name(const Document &document) {
  const std::string &id = document.id;
  const std::size_t slash = id.rfind('/');
  if (id.empty() || id.ends_with('/') || is_hidden(id) ||
      document.label != (slash == std::string::npos ? "" : id.substr(0, slash)))
    std::abort();
}

template <class Open>
Result read_all(Open &&open) {
  Result result;
  try {
    const std::unique_ptr<TextReader> reader = open();
    for (Document document; reader->next(document);) {
      const std::string begin = excerpt(document.text, 20);
      if (repaired(begin) != begin || document.id.empty()) std::abort();
      const std::size_t text = std::hash<std::string_view>()(document.text);
      result.documents.push_back(document.id + '\n' + std::to_string(text));
    }
    reader->remark();
  } catch (const Failure &failure) {
    if (failure.text.empty() || failure.code != bad_input) std::abort();
    result.is_refused = true;
  }
  return result;
}

class Checked final : public TextReader {
 public:
  explicit Checked(std::unique_ptr<TextReader> reader) : reader_(std::move(reader)) {}
  bool next(Document &document) override {
    if (!reader_->next(document)) return false;
    check_name(document);
    return true;
  }
  std::string remark() const override { return reader_->remark(); }

 private:
  std::unique_ptr<TextReader> reader_;
};

Result read_as_archive(std::string_view bytes, Way way) {
  static Progress progress(true);
  Reading reading;
  reading.harmless_expansion = 1 << 20;  // bombs are refused in less time
  const std::string path = as_input(bytes, way);
  return read_all([&] {
    auto input = std::make_unique<Bytes>(path);
    const std::string begin = beginning(*input);
    content_of({begin, begin, false, path}, {});
    return std::make_unique<Checked>(read_archive(path, std::move(input), reading, progress));
  });
}

Result read_as_file(std::string_view bytes) {
  const std::string path = as_input(bytes, Way::file);
  return read_all([&] { return read_file("a.txt", std::make_unique<Bytes>(path), {}); });
}

bool is_compressed(std::string_view bytes) {
  constexpr std::string_view magics[] = {"\x1f\x8b", "BZh",
                                         "\xfd"
                                         "7zXZ",
                                         "(\xb5/\xfd"};
  for (const std::string_view magic : magics) {
    if (bytes.starts_with(magic)) return true;
  }
  return false;
}

// The same bytes in two members of gzip, and with the damage that only their ends show.
void check_packed([[maybe_unused]] const std::string &bytes,
                  [[maybe_unused]] const Result &documents) {
#ifdef MANIFACT_HAVE_ZLIB
  const std::size_t half = bytes.size() / 2;
  const std::string packed = fuzz::gzip(bytes.substr(0, half)) + fuzz::gzip(bytes.substr(half));
  if (read_as_archive(packed, Way::file) != documents) std::abort();
  if (read_as_file(packed) != read_as_file(bytes)) std::abort();
  std::string damaged = packed;
  damaged[damaged.size() - 5] ^= 1;  // of the checksum
  if (!read_as_archive(damaged, Way::file).is_refused) std::abort();
  damaged = packed.substr(0, packed.size() - 1);
  if (!read_as_archive(damaged, Way::pipe).is_refused) std::abort();
#endif
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char *>(data), size);
  const std::string repaired = fuzz::repaired_text_archive(bytes);
  read_as_archive(bytes, Way::file);
  if (repaired != bytes) read_as_archive(repaired, Way::file);
  const Result documents = read_as_archive(repaired, Way::pipe);
  if (is_compressed(repaired)) {
    read_as_file(repaired);
  } else {
    check_packed(repaired, documents);
  }
  return 0;
}
