// Lines of a name and numbers, as word2vec, GloVe and fastText write vectors in text. A first line
// of two numbers is the count of lines and that of numbers in each. The end of a line, which
// fastText counts as a word, is left out.
#include <charconv>
#include <optional>
#include <utility>

#include "readers/formats.hpp"
#include "readers/text_reader.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/shell.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

constexpr std::string_view blanks_of_vectors = " \t\r";

std::string_view without_blanks_at_end(std::string_view line) {
  return line.substr(0, line.find_last_not_of(blanks_of_vectors) + 1);  // npos + 1 == 0
}

// Removes and returns the last word.
std::string_view take_last(std::string_view &line) {
  line = without_blanks_at_end(line);
  const std::size_t blank = line.find_last_of(blanks_of_vectors);
  const std::size_t begin = blank == std::string_view::npos ? 0 : blank + 1;
  const std::string_view word = line.substr(begin);
  line = without_blanks_at_end(line.substr(0, begin));
  return word;
}

bool is_one_number(std::string_view word) {
  double value = 0;
  const char *const end = word.data() + word.size();
  const auto [stop, problem] = std::from_chars(word.data(), end, value);
  return !word.empty() && problem == std::errc() && stop == end;
}

// The numbers at the end of a line; what remains is the name.
std::int64_t numbers_at_end(std::string_view &line) {
  std::int64_t count = 0;
  for (;; ++count) {
    std::string_view rest = line;
    if (!is_one_number(take_last(rest))) return count;
    line = rest;
  }
}

// What a first line of two whole numbers declares.
struct Declared {
  std::int64_t lines = 0, numbers = 0;
};

std::optional<Declared> declared(std::string_view line) {
  std::int64_t values[2] = {};
  for (std::int64_t &value : values) {
    const std::string_view word = take_last(line);
    const auto [stop, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word.empty() || problem != std::errc() || stop != word.data() + word.size() || value < 1)
      return std::nullopt;
  }
  return line.empty() ? std::optional(Declared{values[1], values[0]}) : std::nullopt;
}

class NamedVectors final : public TextReader {
 public:
  NamedVectors(std::unique_ptr<Bytes> bytes, const Reading &reading)
      : lines_(std::move(bytes), reading) {}

  bool next(Document &document) override {
    do {
      if (!next_line(document)) return false;
      ++count_;
      if (document.id == end_of_line) has_end_of_line_ = true;
    } while (document.id == end_of_line);
    return true;
  }

  std::int64_t repaired() const override { return lines_.replaced(); }

  std::string remark() const override {
    std::string remark;
    if (has_end_of_line_)
      remark = "the vector of " + std::string(end_of_line) + ", the end of a line, is left out";
    if (declared_.lines > 0 && declared_.lines != count_)
      remark += (remark.empty() ? "" : "; ") + std::string("the first line declares ") +
                counted(declared_.lines, "vector") + ", the file has " + std::to_string(count_);
    return remark;
  }

 private:
  static constexpr std::string_view end_of_line = "</s>";

  // The command for the other lines. Blanks cannot be a name, and a file may have several such.
  std::string without(std::string_view line) const {
    const bool is_blank = blanks_of_vectors.find(line.front()) != std::string_view::npos;
    return on_text_of(is_blank ? std::string("grep -v '^[[:blank:]]'")
                               : "sed " + std::to_string(lines_.number()) + 'd',
                      lines_.name());
  }

  bool next_line(Document &document) {
    std::string_view line;
    do {
      if (!lines_.next(line)) return false;
      if (lines_.number() == 1 && (declared_ = declared(line).value_or(Declared())).numbers > 0) {
        size_ = declared_.numbers;
        if (!lines_.next(line)) return false;
      }
      line = without_blanks_at_end(line);
    } while (line.empty());
    std::string_view name = line;
    if (size_ == 0 && (size_ = numbers_at_end(name)) == 0)
      throw Failure(lines_.place() + ": expected a name and numbers between blanks");
    name = line;
    for (std::int64_t i = 0; i < size_; ++i)
      if (!is_one_number(take_last(name)))
        throw Failure(lines_.place() + ": expected a name and " + counted(size_, "number") +
                      ", found " + std::to_string(i) + " at the end");
    if (name.empty())
      throw Failure(lines_.place() + ": expected a name and " + counted(size_, "number") +
                    ", found no name; without it: " + without(line) + " > NEW");
    document.id.assign(name);
    document.text = line.substr(name.size());
    return true;
  }

  Lines lines_;
  Declared declared_;
  std::int64_t size_ = 0;  // 0: not known
  std::int64_t count_ = 0;
  bool has_end_of_line_ = false;
};

}  // namespace

bool are_named_vectors(std::string_view text) {
  constexpr std::int64_t least = 3;
  std::optional<std::int64_t> size;
  std::int64_t lines = 0;
  // The last line may be cut.
  for (std::size_t end = 0; lines < 3 && (end = text.find('\n')) != std::string_view::npos;) {
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    if (const auto first = declared(line); lines == 0 && !size && first) {
      size = first->numbers;
      continue;
    }
    const std::int64_t count = numbers_at_end(line);
    const bool is_named = !line.empty() && line.find_first_of(",;\t\"") == std::string_view::npos;
    if (!is_named || (size ? count != *size : count < least)) return false;
    size = count;
    ++lines;
  }
  return lines > 1;
}

std::unique_ptr<TextReader> read_named_vectors(std::unique_ptr<Bytes> bytes,
                                               const Reading &reading) {
  return std::make_unique<NamedVectors>(std::move(bytes), reading);
}

}  // namespace cli
