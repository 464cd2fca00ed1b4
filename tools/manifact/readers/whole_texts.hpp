// The whole texts of documents, for what is written at the end: in a temporary file, which has no
// name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

class WholeTexts {
 public:
  // Without a temporary file, or as soon as it is full, nothing more is kept: has_failed().
  void add(std::string_view text);

  std::size_t count() const { return ends_.size(); }
  std::uint64_t bytes(std::size_t document) const;
  std::string text(std::size_t document) const;  // "" and has_failed() if it cannot be read
  bool has_failed() const { return has_failed_; }
  std::uint64_t hash() const { return hash_; }  // of all texts

 private:
  struct Close {
    void operator()(std::FILE *file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> file_;
  std::vector<std::uint64_t> ends_;
  std::uint64_t hash_ = 14695981039346656037ULL;
  mutable bool has_failed_ = false;
};

}  // namespace cli
