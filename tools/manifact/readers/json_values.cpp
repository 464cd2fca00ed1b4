#include "readers/json_values.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "readers/lines.hpp"
#include "terminal/failure.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

bool is_escape(std::string_view text, char low, char high) {
  return text.size() >= 6 && text[0] == '\\' && (text[1] == 'u') &&
         (text[2] == 'd' || text[2] == 'D') && (text[3] | 0x20) >= low && (text[3] | 0x20) <= high;
}

// Python writes NaN, Infinity and -Infinity for numbers that JSON does not have: they become null.
std::string with_nulls(std::string_view text) {
  std::string mended;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    std::size_t taken = in_string && rest[0] == '\\' ? 2 : 1;
    in_string = in_string != (rest[0] == '"');
    for (const std::string_view word : {"NaN", "Infinity", "-Infinity"}) {
      if (!in_string && rest.starts_with(word)) taken = word.size();
    }
    mended += taken > 2 ? std::string_view("null") : rest.substr(0, taken);
    at += taken;
  }
  return mended;
}

constexpr std::size_t longest_value = std::size_t{1} << 28;
// RFC 7464 puts a record separator before each value (jq --seq, journalctl -o json-seq).
constexpr std::string_view blanks = " \t\r\n\x1e";

class JsonLines final : public JsonValues {
 public:
  JsonLines(std::unique_ptr<Bytes> bytes, const Reading &reading)
      : lines_(std::move(bytes), reading) {}

  bool next(std::string_view &value) override {
    constexpr std::string_view event = "data: {";  // journalctl -o json-sse
    do {
      if (!lines_.next(value)) return false;
      value.remove_prefix(std::min(value.find_first_not_of(blanks), value.size()));
    } while (value.empty());
    if (value.starts_with(event)) value.remove_prefix(event.size() - 1);
    return true;
  }

  std::string id() const override { return "line " + std::to_string(lines_.number()); }
  std::string place() const override { return lines_.place(); }
  bool is_lines() const override { return true; }
  const std::string &name() const override { return lines_.name(); }
  std::int64_t replaced() const override { return lines_.replaced(); }

 private:
  Lines lines_;
};

// Finds the end of a value by its brackets, outside of strings; continues where it stopped.
class ValueEnd {
 public:
  // The position after the value at the beginning of `text`, or 0 if it ends later.
  std::size_t find(std::string_view text) {
    for (; at_ < text.size(); ++at_) {
      const char c = text[at_];
      if (in_string_) {
        if (c == '\\') {
          if (at_ + 1 == text.size()) return 0;
          ++at_;
        } else if (c == '"') {
          in_string_ = false;
          if (depth_ == 0) return at_ + 1;
        }
      } else if (c == '"') {
        in_string_ = true;
      } else if (c == '{' || c == '[') {
        ++depth_;
      } else if (c == '}' || c == ']') {
        if (depth_ == 0) return at_;
        if (--depth_ == 0) return at_ + 1;
      } else if (depth_ == 0 && (c == ',' || blanks.find(c) != std::string_view::npos)) {
        return at_;
      }
    }
    return 0;
  }

 private:
  std::size_t at_ = 0;
  std::int64_t depth_ = 0;
  bool in_string_ = false;
};

class JsonSequence final : public JsonValues {
 public:
  // `inside`: the records are those of the arrays of this name, wherever they are.
  JsonSequence(std::unique_ptr<Bytes> bytes, const Reading &reading, std::string inside = "")
      : text_(std::move(bytes), reading), window_(first_window, '\0'), inside_(std::move(inside)) {}

  bool next(std::string_view &value) override {
    if (!skip_to_value()) return false;
    ++number_;
    ValueEnd end;
    std::size_t length = 0;
    while ((length = end.find(rest())) == 0) {
      if (refill()) continue;
      if (is_array_) throw Failure(place() + " is not complete: the text ends within it");
      length = rest().size();
      break;
    }
    value = rest().substr(0, length);
    at_ += length;
    return true;
  }

  std::string id() const override { return "record " + std::to_string(number_); }
  std::string place() const override { return name() + ", record " + std::to_string(number_); }
  bool is_lines() const override { return false; }
  bool is_array() const override { return is_array_ && inside_.empty(); }
  std::string inside() const override { return inside_; }
  const std::string &name() const override { return text_.name(); }
  std::int64_t replaced() const override { return text_.replaced(); }

 private:
  std::string_view rest() const { return {window_.data() + at_, end_ - at_}; }

  // Removes blanks; false at the end of the text.
  bool skip_blanks() {
    for (;;) {
      const std::size_t count = rest().find_first_not_of(blanks);
      at_ += count == std::string_view::npos ? rest().size() : count;
      if (count != std::string_view::npos) return true;
      if (!refill()) return false;
    }
  }

  Failure malformed(const char *expected) {
    return Failure(place() + ": expected " + expected + ", found \"" + rest().front() + '"');
  }

  bool at(char expected) { return skip_blanks() && rest().front() == expected; }

  // Removes a string and returns it; a part of it if it is long.
  std::string take_string() {
    std::string text;
    ++at_;
    for (bool is_escaped = false; at_ < end_ || refill(); ++at_) {
      const char c = window_[at_];
      if (!is_escaped && c == '"') {
        ++at_;
        break;
      }
      is_escaped = !is_escaped && c == '\\';
      if (text.size() <= inside_.size()) text += c;
    }
    return text;
  }

  // Removes all up to the first record of the next such array; false at the end.
  bool skip_to_array() {
    while (skip_blanks()) {
      if (rest().front() != '"') {
        ++at_;
        continue;
      }
      if (take_string() != inside_ || !at(':')) continue;
      ++at_;
      if (!at('[')) continue;
      ++at_;
      if (at('{')) {
        is_array_ = is_begun_ = true;
        is_closed_ = false;
        return true;
      }
    }
    return false;
  }

  // Removes the separator of two values.
  bool skip_to_value() {
    if (!inside_.empty() && (!is_begun_ || is_closed_)) return skip_to_array();
    if (!skip_blanks()) {
      if (is_array_ && !is_closed_)
        throw Failure(name() + " is truncated: its array is not closed");
      return false;
    }
    if (!is_begun_ && rest().front() == '[') {
      is_array_ = true;
      ++at_;
      is_begun_ = true;
      if (!skip_blanks()) return skip_to_value();
      return rest().front() == ']' ? close() : true;
    }
    if (is_closed_) throw malformed("nothing after the array");
    if (is_array_) {
      if (rest().front() == ']') return close();
      if (rest().front() != ',') throw malformed("a comma between two records");
      ++at_;
      if (!skip_blanks()) return skip_to_value();
    }
    is_begun_ = true;
    if (rest().front() == ',' || rest().front() == ']' || rest().front() == '}')
      throw malformed("a record");
    return true;
  }

  bool close() {
    ++at_;
    is_closed_ = true;
    return skip_to_value();
  }

  bool refill() {
    std::memmove(window_.data(), window_.data() + at_, end_ - at_);
    end_ -= std::exchange(at_, 0);
    if (end_ == window_.size()) {
      if (end_ >= longest_value) throw Failure(place() + " is longer than 256 MB");
      window_.resize(2 * end_);
    }
    const std::size_t count = text_.read(window_.data() + end_, window_.size() - end_);
    end_ += count;
    return count > 0;
  }

  Decoded text_;
  std::string window_;
  std::string inside_;
  std::size_t at_ = 0, end_ = 0;
  std::int64_t number_ = 0;
  bool is_begun_ = false, is_array_ = false, is_closed_ = false;
};

}  // namespace

std::string mended_line(std::string_view line) {
  std::string text = with_nulls(repaired(line));
  for (std::size_t at = 0; (at = text.find('\\', at)) != std::string::npos;) {
    const std::string_view here = std::string_view(text).substr(at);
    if (is_escape(here, '8', 'b') && is_escape(here.substr(6), 'c', 'f')) {
      at += 12;
    } else if (is_escape(here, '8', 'f')) {
      text.replace(at, 6, "\\ufffd");
      at += 6;
    } else {
      at += 2;
    }
  }
  return text;
}

std::size_t end_of_json_value(std::string_view text) { return ValueEnd().find(text); }

bool is_json_sequence(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return false;
  text.remove_prefix(first);
  if (text.front() == '[') return true;
  const std::string_view line = text.substr(0, text.find('\n'));
  if (line.size() == text.size()) return false;
  const std::string_view second = text.substr(line.size() + 1);
  return line.front() == '{' && ValueEnd().find(line) == 0 &&
         blanks.find(second.empty() ? 'x' : second.front()) != std::string_view::npos;
}

std::string array_of_records(std::string_view text) {
  constexpr std::array arrays{"results",  "messages", "items",   "records", "works",
                              "articles", "issues",   "tickets", "entries", "documents",
                              "posts",    "rows",     "data",    "hits"};
  // A record itself has a text, or is one of several.
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos || text[begin] != '{') return "";
  text.remove_prefix(begin);
  const std::size_t end = ValueEnd().find(text);
  if (end > 0 && text.find('{', end) != std::string_view::npos) return "";
  std::string name;
  int depth = 0;
  std::size_t place = std::string::npos;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (c != '"') continue;
    const std::size_t from = i + 1;
    for (++i; i < text.size() && text[i] != '"'; ++i) i += text[i] == '\\' ? 1 : 0;
    if (i >= text.size()) break;
    const std::string_view found = text.substr(from, i - from);
    const auto next = [&](std::size_t from_here) {
      return text.find_first_not_of(blanks, from_here);
    };
    const std::size_t colon = next(i + 1);
    if (colon == std::string_view::npos || text[colon] != ':') continue;
    const std::size_t value = next(colon + 1);
    if (value == std::string_view::npos) break;
    if (depth == 1 && text[value] == '"')
      for (const char *own : {"text", "body", "title", "abstract", "content", "description"})
        if (found == own) return "";
    const std::size_t first = text[value] == '[' ? next(value + 1) : std::string_view::npos;
    if (first == std::string_view::npos || text[first] != '{') continue;
    const bool is_listing =
        found == "children" && text.find("\"Listing\"") != std::string_view::npos;  // of Reddit
    const bool is_known =
        is_listing || std::find(arrays.begin(), arrays.end(), found) != arrays.end();
    if (is_known && value < place) {
      place = value;
      name = found;
      break;
    }
  }
  return name;
}

std::unique_ptr<JsonValues> json_values(std::unique_ptr<Bytes> bytes, const Reading &reading) {
  bool is_all = false;
  const std::string head = decoded_beginning(*bytes, reading, is_all);
  if (const std::string name = array_of_records(head); !name.empty() && bytes->part() == nullptr) {
    reading.report(bytes->name() + ": the records of \"" + name + "\" are read");
    return std::make_unique<JsonSequence>(std::move(bytes), reading, name);
  }
  if (!is_json_sequence(head)) return std::make_unique<JsonLines>(std::move(bytes), reading);
  return std::make_unique<JsonSequence>(std::move(bytes), reading);
}

bool is_of_pandas(const nlohmann::json &object) {
  const auto is_object = [](const nlohmann::json &value) { return value.is_object(); };
  return (object.size() > 1 && std::all_of(object.begin(), object.end(), is_object)) ||
         (object.contains("columns") && object.contains("data"));
}

const nlohmann::json *value_at(const nlohmann::json &object, std::string_view path) {
  if (!object.is_object()) return nullptr;
  if (const auto found = object.find(path); found != object.end()) return &*found;
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos;
       dot = path.find('.', dot + 1)) {
    const auto inner = object.find(path.substr(0, dot));
    const nlohmann::json *found =
        inner == object.end() ? nullptr : value_at(*inner, path.substr(dot + 1));
    if (found != nullptr) return found;
  }
  return nullptr;
}

std::string article(const nlohmann::json &value) {
  const std::string type = value.type_name();
  return value.is_null() ? type : (type == "array" || type == "object" ? "an " : "a ") + type;
}

}  // namespace cli
