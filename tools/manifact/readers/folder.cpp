#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "readers/file_text.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"

namespace cli {
namespace fs = std::filesystem;
namespace {

std::vector<std::string> sorted(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  return names;
}

// The links whose file is not read by its own name, or by an earlier link.
std::vector<std::string> links_to_others(const std::string &folder,
                                         const std::vector<std::string> &files,
                                         const std::vector<std::string> &links, FileText &text) {
  std::set<std::string> read;
  const auto add = [&](const std::string &name) {
    std::error_code ignored;
    return read.insert(fs::canonical(fs::path(folder) / name, ignored).native()).second;
  };
  if (links.empty()) return {};
  for (const std::string &name : files) add(name);
  std::vector<std::string> others;
  for (const std::string &name : links) {
    if (add(name))
      others.push_back(name);
    else
      text.skip_link(name);
  }
  return others;
}

// The relative paths of the regular files below a folder, sorted bytewise. Links to files are
// followed, links to folders are not, because they may form a cycle.
std::vector<std::string> files_below(const std::string &folder, FileText &text) {
  std::vector<std::string> files, links, hidden, special;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    stop_if_interrupted();
    std::string name = entry->path().lexically_relative(folder).native();
    std::error_code ignored;
    if (entry->path().filename().native().front() == '.') {
      entry.disable_recursion_pending();
      hidden.push_back(std::move(name));
    } else if (entry->is_regular_file(ignored)) {
      (entry->is_symlink(ignored) ? links : files).push_back(std::move(name));
    } else if (!entry->is_directory(ignored) || entry->is_symlink(ignored)) {
      special.push_back(std::move(name));
    }
  }
  if (error) throw Failure("cannot read " + folder + ": " + error.message());
  for (const std::string &name : sorted(std::move(hidden))) text.skip_hidden(name);
  for (const std::string &name : sorted(std::move(special))) text.skip_special(name);
  for (std::string &name : links_to_others(folder, files, sorted(std::move(links)), text))
    files.push_back(std::move(name));
  return sorted(std::move(files));
}

class FolderReader final : public TextReader {
 public:
  FolderReader(const std::string &path, const Reading &reading, Progress &progress)
      : folder_(path), progress_(progress), text_(reading, path), files_(files_below(path, text_)) {
    if (files_.empty())
      throw Failure(
          path + " contains no files; expected one file per document (hidden files are ignored)");
  }

  bool next(Document &document) override {
    while (at_ < files_.size()) {
      progress_.advance(static_cast<std::int64_t>(at_), static_cast<std::int64_t>(files_.size()));
      const std::string &name = files_[at_++];
      const std::size_t slash = name.rfind('/');
      document.id = name;
      document.label = slash == std::string::npos ? "" : name.substr(0, slash);
      if (!read(name, document)) continue;
      text_.add_document();
      return true;
    }
    text_.finish();
    return false;
  }

  std::string remark() const override { return text_.remark(); }
  std::int64_t repaired() const override { return text_.repaired(); }

 private:
  // False if the file is skipped.
  bool read(const std::string &name, Document &document) {
    const std::string path = (fs::path(folder_) / name).native();
    if (const Filter *filter = text_.filter(name))
      return text_.take_filtered(name, run_filter(*filter, path), content_, document);
    Unpacked file(std::make_unique<Bytes>(path));
    try {
      content_ = all_of(file, longest_file);
    } catch (const Damaged &) {
      return text_.skip_damaged(name);
    }
    return text_.convert(name, content_, document);
  }

  std::string folder_;
  Progress &progress_;
  FileText text_;
  std::vector<std::string> files_;
  std::size_t at_ = 0;
  std::string content_;
};

}  // namespace

std::unique_ptr<TextReader> read_folder(const std::string &path, const Reading &reading,
                                        Progress &progress) {
  return std::make_unique<FolderReader>(path, reading, progress);
}

}  // namespace cli
