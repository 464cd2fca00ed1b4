#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "readers/numbers.hpp"
#include "readers/text_reader.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"

namespace cli {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t first_block = 8192;  // a NUL byte in it means binary data, not text
constexpr std::size_t block = std::size_t{1} << 16;

// The relative paths of the regular files below a folder, sorted bytewise. Links to files are
// followed, links to folders are not, because they may form a cycle.
std::vector<std::string> files_below(const std::string &folder) {
  std::vector<std::string> files;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    stop_if_interrupted();
    if (entry->path().filename().native().front() == '.') {
      entry.disable_recursion_pending();
      continue;
    }
    std::error_code ignored;
    if (entry->is_regular_file(ignored))
      files.push_back(entry->path().lexically_relative(folder).native());
  }
  if (error) throw Failure("cannot read " + folder + ": " + error.message());
  std::sort(files.begin(), files.end());
  return files;
}

class FolderReader final : public TextReader {
 public:
  FolderReader(const std::string &path, Progress &progress)
      : folder_(path), progress_(progress), files_(files_below(path)) {
    if (files_.empty())
      throw Failure(
          path + " contains no files; expected one file per document (hidden files are ignored)");
  }

  bool next(Document &document) override {
    while (at_ < files_.size()) {
      progress_.advance(static_cast<std::int64_t>(at_), static_cast<std::int64_t>(files_.size()));
      const std::string &name = files_[at_++];
      if (!read(name)) continue;
      const std::size_t slash = name.rfind('/');
      document.id = name;
      document.label = slash == std::string::npos ? "" : name.substr(0, slash);
      document.text = text_;
      return true;
    }
    return false;
  }

  std::string remark() const override {
    if (binary_ == 0) return "";
    return counted(binary_, "file") + " of " + folder_ + " skipped as binary, the first is " +
           first_binary_ + ": it has a NUL byte near its beginning";
  }

 private:
  // False if the file is not text.
  bool read(const std::string &name) {
    Unpacked file(std::make_unique<Bytes>((fs::path(folder_) / name).native()));
    text_.clear();
    for (std::size_t count = 1; count > 0;) {
      const std::size_t size = text_.size();
      text_.resize(size + std::max(block, size));
      count = file.read(text_.data() + size, text_.size() - size);
      text_.resize(size + count);
    }
    if (std::string_view(text_).substr(0, first_block).find('\0') == std::string_view::npos)
      return true;
    if (binary_++ == 0) first_binary_ = name;
    return false;
  }

  std::string folder_;
  Progress &progress_;
  std::vector<std::string> files_;
  std::size_t at_ = 0;
  std::string text_;
  std::int64_t binary_ = 0;
  std::string first_binary_;
};

}  // namespace

std::unique_ptr<TextReader> read_folder(const std::string &path, Progress &progress) {
  return std::make_unique<FolderReader>(path, progress);
}

}  // namespace cli
