// Texts without the blocks that many documents share: signatures, disclaimers, mail footers.
//
// A block is a line, or a sentence of a longer one, of at least four words. It is repeated if it is
// in at least 10 documents and in at least 2 % of them, apart from blanks and capitals. Documents
// of the same text count once: a story that was sent several times is no boilerplate. A document
// that consists of such blocks alone stays as it is.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "readers/temporary.hpp"
#include "readers/text_reader.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

constexpr std::size_t least_words_of_block = 4;
constexpr std::int64_t least_documents_of_block = 10, shares_of_documents = 50;
constexpr std::size_t most_blocks = 1000;  // that are dropped, those in most documents

// FNV-1a of the words, in lower case and without the blanks between them.
struct BlockHash {
  std::uint64_t value = 14695981039346656037ULL;
  std::size_t words = 0;

  explicit BlockHash(std::string_view block) {
    bool is_between = true;
    for (const char c : block) {
      const bool is_blank = static_cast<unsigned char>(c) <= ' ';
      if (is_blank) {
        is_between = true;
        continue;
      }
      if (std::exchange(is_between, false)) {
        ++words;
        add(' ');
      }
      add(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
    }
  }

 private:
  void add(char c) { value = (value ^ static_cast<unsigned char>(c)) * 1099511628211ULL; }
};

// Calls visit(block) for all blocks, which together are the text.
template <class Visit>
void each_block(std::string_view text, const Visit &visit) {
  constexpr std::string_view sentence_ends = ".!?";
  while (!text.empty()) {
    std::size_t end = 0;
    while (end < text.size()) {
      const char c = text[end++];
      if (c == '\n') break;
      if (end < text.size() && text[end] == ' ' && sentence_ends.find(c) != sentence_ends.npos)
        break;
    }
    visit(text.substr(0, end));
    text.remove_prefix(end);
  }
}

// Documents in a temporary file, which has no name.
class Spool {
 public:
  Spool() : file_(temporary_file()) {
    if (file_ == nullptr) throw Failure("--repeated-blocks drop: no temporary file can be made");
  }

  void add(const Document &document) {
    for (const std::string_view part :
         {std::string_view(document.id), std::string_view(document.label),
          std::string_view(document.date), std::string_view(document.link), document.text,
          std::string_view(document.vector)})
      add(part);
    const std::uint64_t groups = document.groups.size();
    write(&groups, sizeof groups);
    for (const std::string &group : document.groups) add(group);
  }

  void rewind() {
    if (std::fflush(file_.get()) != 0) fail();
    std::rewind(file_.get());
  }

  bool next(Document &document, std::string &text) {
    if (!read(document.id)) return false;
    if (!read(document.label) || !read(document.date) || !read(document.link) || !read(text) ||
        !read(document.vector))
      fail();
    document.text = text;
    std::uint64_t groups = 0;
    if (std::fread(&groups, 1, sizeof groups, file_.get()) != sizeof groups) fail();
    document.groups.resize(groups);
    for (std::string &group : document.groups)
      if (!read(group)) fail();
    return true;
  }

 private:
  void add(std::string_view part) {
    const std::uint64_t size = part.size();
    write(&size, sizeof size);
    write(part.data(), part.size());
  }
  [[noreturn]] static void fail() {
    throw Failure("--repeated-blocks drop: the temporary file cannot be written or read");
  }
  void write(const void *data, std::size_t size) {
    if (size > 0 && std::fwrite(data, 1, size, file_.get()) != size) fail();
  }
  bool read(std::string &part) {
    std::uint64_t size = 0;
    if (std::fread(&size, 1, sizeof size, file_.get()) != sizeof size) return false;
    part.resize(size);
    if (std::fread(part.data(), 1, size, file_.get()) != size) fail();
    return true;
  }

  struct Close {
    void operator()(std::FILE *file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> file_;
};

using Hashes = std::set<std::uint64_t>;

std::string written_hashes(const Hashes &hashes) {
  std::string text;
  for (const std::uint64_t hash : hashes) {
    char digits[17];
    const auto [end, problem] = std::to_chars(digits, digits + sizeof digits, hash, 16);
    text.append(text.empty() ? "" : ",").append(digits, end);
  }
  return text;
}

Hashes hashes_in(const std::string &text) {
  Hashes hashes;
  const char *const end = text.data() + text.size();
  for (const char *at = text.data(); at < end;) {
    std::uint64_t hash = 0;
    const auto [stop, problem] = std::from_chars(at, end, hash, 16);
    if (problem == std::errc()) hashes.insert(hash);
    at = std::find(stop, end, ',');
    at += at < end ? 1 : 0;
  }
  return hashes;
}

class BlockReader final : public TextReader {
 public:
  BlockReader(std::unique_ptr<TextReader> reader, std::string name, const Reading &reading)
      : reader_(std::move(reader)), name_(std::move(name)), reading_(reading) {
    if (reading.usual.blocks) dropped_ = hashes_in(*reading.usual.blocks);
    is_known_ = reading.usual.blocks.has_value();
  }

  bool next(Document &document) override {
    if (!is_known_ && spool_ == nullptr) look();
    const bool is_read = spool_ ? spool_->next(document, held_) : reader_->next(document);
    if (!is_read) {
      tell();
      return false;
    }
    text_.clear();
    bool has_rest = false;
    std::int64_t blocks = 0;
    each_block(document.text, [&](std::string_view block) {
      const BlockHash hash(block);
      if (hash.words >= least_words_of_block && dropped_.contains(hash.value)) {
        ++blocks;
        text_ += '\n';
        if (example_.empty() && hash.value == most_repeated_.second) example_ = excerpt(block, 60);
        return;
      }
      has_rest = has_rest || hash.words > 0;
      text_ += block;
    });
    if (blocks == 0 || !has_rest) return true;
    ++documents_;
    document.text = text_;
    return true;
  }

  Fields fields() const override {
    Fields fields = spool_ != nullptr ? fields_ : reader_->fields();
    fields.blocks = written_hashes(dropped_);
    return fields;
  }
  std::string remark() const override { return reader_->remark(); }
  std::int64_t repaired() const override { return reader_->repaired(); }

 private:
  struct Seen {
    std::int64_t documents = 0, last = 0;
  };

  // Reads all documents and finds the blocks that are dropped.
  void look() {
    spool_ = std::make_unique<Spool>();
    std::unordered_map<std::uint64_t, Seen> seen;
    std::unordered_set<std::uint64_t> texts;
    std::int64_t count = 0;
    for (Document document; reader_->next(document);) {
      if (count == 0) fields_ = reader_->fields();
      spool_->add(document);
      if (!texts.insert(BlockHash(document.text).value).second) continue;
      ++count;
      each_block(document.text, [&](std::string_view block) {
        const BlockHash hash(block);
        if (hash.words < least_words_of_block) return;
        Seen &one = seen[hash.value];
        if (std::exchange(one.last, count) != count) ++one.documents;
      });
    }
    spool_->rewind();
    const std::int64_t least = std::max(least_documents_of_block, count / shares_of_documents);
    std::multimap<std::int64_t, std::uint64_t, std::greater<>> most;
    for (const auto &[hash, one] : seen)
      if (one.documents >= least) most.emplace(one.documents, hash);
    for (const auto &[documents, hash] : most)
      if (dropped_.size() < most_blocks) dropped_.insert(hash);
    if (!most.empty()) most_repeated_ = *most.begin();
  }

  void tell() {
    const std::int64_t documents = std::exchange(documents_, 0);
    if (is_known_ && documents == 0) return;
    std::string sentence =
        name_ + ": " + counted(std::ssize(dropped_), "repeated block") + " of text";
    if (documents > 0) sentence += " left out of " + counted(documents, "document");
    if (!example_.empty())
      sentence +=
          ", as \"" + escaped(example_) + "\", which is in " + std::to_string(most_repeated_.first);
    reading_.report(sentence);
  }

  std::unique_ptr<TextReader> reader_;
  std::string name_;
  Reading reading_;
  bool is_known_ = false;
  Hashes dropped_;
  std::pair<std::int64_t, std::uint64_t> most_repeated_{};  // its documents, its hash
  std::string example_;
  std::unique_ptr<Spool> spool_;
  Fields fields_;  // of what is in the spool
  std::string held_, text_;
  std::int64_t documents_ = 0;
};

}  // namespace

std::unique_ptr<TextReader> read_without_repeated(std::unique_ptr<TextReader> reader,
                                                  const std::string &name, const Reading &reading) {
  const bool is_wanted = reading.drops_repeated_blocks.value_or(reading.usual.blocks.has_value());
  if (!is_wanted) return reader;
  return std::make_unique<BlockReader>(std::move(reader), name, reading);
}

}  // namespace cli
