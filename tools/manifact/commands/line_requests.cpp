#include "commands/line_requests.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "readers/cell_values.hpp"
#include "readers/encoding.hpp"
#include "readers/field_names.hpp"
#include "readers/foreign.hpp"
#include "readers/json_text.hpp"
#include "readers/json_values.hpp"
#include "readers/stream.hpp"
#include "readers/text_reader.hpp"
#include "shared/document_names.hpp"
#include "shared/gunzip.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"
#include "terminal/numbers.hpp"
#include "terminal/shell.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

constexpr std::size_t longest_request = std::size_t{1} << 26;
constexpr const char *name_of_line = "the line";

// A text as the bytes of a file.
class TextStream final : public Stream {
 public:
  explicit TextStream(std::string_view text) : rest_(text) {}

  std::size_t read(char *to, std::size_t size) override {
    const std::size_t count = rest_.copy(to, size);
    rest_.remove_prefix(count);
    return count;
  }
  const std::string &name() const override { return name_; }

 private:
  std::string_view rest_;
  std::string name_ = name_of_line;
};

// A JSON object has one of the fields of the text that the model keeps; others are empty.
void expect_usual(std::string_view line, Reading &reading) {
  if (reading.fields.text || !reading.usual.text) return;
  const nlohmann::json object = nlohmann::json::parse(line, nullptr, false);
  if (!object.is_object()) return;
  std::vector<std::string> keys;
  for (const auto &item : object.items()) keys.push_back(item.key());
  std::string found;
  for (const std::string &field : split_fields(*reading.usual.text, keys))
    if (value_at(object, field) != nullptr) found += (found.empty() ? "" : ",") + field;
  reading.fields.text = found.empty() ? reading.usual.text : found;
}

std::vector<double> numbers_of_array(const nlohmann::json &array) {
  constexpr const char *otherwise = "the line is no JSON array of numbers";
  if (!array.is_array()) throw Failure(otherwise);
  std::vector<double> numbers;
  for (const nlohmann::json &one : array) {
    if (!one.is_number()) throw Failure(otherwise);
    numbers.push_back(one.get<double>());
  }
  return numbers;
}

// The vector of an object is in the field that the model keeps.
LineNumbers numbers_of_object(const nlohmann::json &object, const Reading &reading) {
  if (!object.is_object()) throw Failure("the line is no JSON object");
  const std::optional<std::string> &field = reading.usual.vector;
  if (!field)
    throw Failure(
        "a JSON array of the numbers is expected, not an object: the model keeps no field of "
        "vectors");
  const nlohmann::json *const vector = value_at(object, *field);
  if (vector == nullptr) throw Failure("the line has no field \"" + escaped(*field) + '"');
  if (!vector->is_array())
    throw Failure("the field \"" + escaped(*field) + "\" is no array of numbers");
  const std::optional<std::string> &named =
      reading.fields.id ? reading.fields.id : reading.usual.id;
  const std::string id = scalar(value_at(object, named.value_or("id")));
  return {repaired(id), numbers_of_array(*vector)};
}

std::string_view stripped(std::string_view text, std::string_view blanks) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);  // npos + 1 == 0
}

// Between semicolons, commas or tabs each cell has a number; blanks may be repeated.
std::vector<double> numbers_of_cells(std::string_view text) {
  std::vector<double> numbers;
  const auto has = [&](char c) { return text.find(c) != std::string_view::npos; };
  if (has(',') && has(';'))
    throw Failure(
        "the line has commas and semicolons; one of them separates the numbers, which have "
        "decimal points");
  const char mark = has(';') ? ';' : has(',') ? ',' : has('\t') ? '\t' : ' ';
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(mark), text.size());
    const std::string_view cell = trimmed_cell(text.substr(0, end));
    const bool is_last = end == text.size();
    const std::string number = std::to_string(numbers.size() + 1);
    if (mark != ' ' && (cell.empty() || (!is_last && end + 1 == text.size())))
      throw Failure("number " + (cell.empty() ? number : std::to_string(numbers.size() + 2)) +
                    " of the line is missing");
    text.remove_prefix(is_last ? end : end + 1);
    if (cell.empty()) continue;
    const std::optional<double> value = number_in(cell);
    if (!value || !std::isfinite(*value))
      throw Failure("number " + number + " of the line is \"" + escaped(excerpt(cell, 40)) +
                    "\", which is no finite number");
    numbers.push_back(*value);
  }
  return numbers;
}

class OneText final : public TextReader {
 public:
  explicit OneText(std::string_view text) : text_(text) {}

  bool next(Document &document) override {
    if (std::exchange(is_read_, true)) return false;
    document.text = text_;
    return true;
  }

 private:
  std::string_view text_;
  bool is_read_ = false;
};

}  // namespace

ArrivingLines::ArrivingLines(const std::string &path)
    : name_(path == "-" ? "standard input" : path),
      file_(path == "-" ? -1 : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)),
      fd_(path == "-" ? STDIN_FILENO : file_.fd) {
  if (fd_ < 0) throw Failure("cannot open " + path + ": " + std::generic_category().message(errno));
}

std::vector<ArrivingLines::Line> ArrivingLines::next(std::size_t most) {
  std::vector<Line> lines;
  for (;;) {
    begin();
    if (is_begun_) take(lines, most);
    if (!lines.empty() || is_at_end_) return lines;
    if (read_more()) continue;
    is_at_end_ = true;
    begin();
    if (!held_.empty() || is_skipping_) add(lines, held_.size());
    return lines;
  }
}

// Drops a byte order mark of UTF-8, and refuses what has no lines of text.
void ArrivingLines::begin() {
  constexpr std::size_t enough = 64;  // for the signatures of formats
  if (is_begun_) return;
  if (held_.size() < enough && !is_at_end_ && held_.find('\n') == std::string::npos) return;
  is_begun_ = true;
  const std::string file = shell_path(name_);
  const char *const reads = "; --follow reads lines of UTF-8: ";
  const bool is_of_units = held_.starts_with("\xff\xfe") || held_.starts_with("\xfe\xff") ||
                           detected_encoding(held_).starts_with("UTF-16");
  if (is_of_units)
    throw Failure(name_ + " is UTF-16" + reads + "iconv -f utf-16 -t utf-8 " + file +
                  " | manifact assign MODEL - --follow");
  if (manifact::is_gzip(held_))
    throw Failure(name_ + " is compressed by gzip" + reads + "zcat " + file +
                  " | manifact assign MODEL - --follow");
  if (const Foreign *kind = foreign_of_bytes(held_); kind != nullptr)
    throw Failure(name_ + " is " + kind->name + reads + remedy_for(*kind, name_));
  if (held_.starts_with(byte_order_mark)) held_.erase(0, byte_order_mark.size());
}

void ArrivingLines::take(std::vector<Line> &lines, std::size_t most) {
  std::size_t begin = 0;
  while (lines.size() < most) {
    const std::size_t end = held_.find('\n', std::max(begin, searched_));
    if (end == std::string::npos) {
      searched_ = held_.size();
      break;
    }
    Line line{++number_, held_.substr(begin, end - begin), std::exchange(is_skipping_, false)};
    if (line.is_too_long) line.text.clear();
    if (line.text.ends_with('\r')) line.text.pop_back();
    lines.push_back(std::move(line));
    begin = searched_ = end + 1;
  }
  held_.erase(0, begin);
  searched_ -= begin;
  if (held_.size() <= longest_request || !lines.empty()) return;
  is_skipping_ = true;
  held_.clear();
  searched_ = 0;
}

void ArrivingLines::add(std::vector<Line> &lines, std::size_t size) {
  lines.push_back({++number_, is_skipping_ ? std::string() : held_.substr(0, size), is_skipping_});
  if (lines.back().text.ends_with('\r')) lines.back().text.pop_back();
  held_.clear();
}

// False at the end.
bool ArrivingLines::read_more() {
  constexpr int milliseconds = 200;  // a signal may come just before the wait
  pollfd waits{fd_, POLLIN, 0};
  while (::poll(&waits, 1, milliseconds) <= 0) stop_if_interrupted();
  char block[1 << 16];
  ssize_t count = ::read(fd_, block, sizeof block);
  while (count < 0 && (errno == EINTR || errno == EAGAIN)) {
    stop_if_interrupted();
    ::poll(&waits, 1, milliseconds);
    count = ::read(fd_, block, sizeof block);
  }
  stop_if_interrupted();
  if (count < 0)
    throw Failure("cannot read " + name_ + ": " + std::generic_category().message(errno));
  held_.append(block, static_cast<std::size_t>(count));
  return count > 0;
}

LineRequest request_in(std::string_view line, bool is_json, const Reading &given) {
  Reading reading = given;
  if (is_json) expect_usual(line, reading);
  std::unique_ptr<TextReader> reader =
      is_json ? read_json(std::make_unique<Bytes>(std::make_unique<TextStream>(line)), reading)
              : std::make_unique<OneText>(line);
  reader = read_without_tags(std::move(reader), name_of_line, reading);
  reader = read_mail_in_fields(std::move(reader), name_of_line, reading);
  reader = read_masked(std::move(reader), name_of_line, reading);
  reader = read_without_repeated(std::move(reader), name_of_line, reading);
  Document document;
  if (!reader->next(document)) throw Failure("the line has no JSON object");
  LineRequest request{manifact::is_position(document.id) ? "" : repaired(document.id),
                      std::string(document.text),
                      is_json ? reader->fields().text.value_or("") : ""};
  if (!request.id.empty()) request.id_field = reader->fields().id.value_or("");
  if (reader->next(document)) throw Failure("the line has more than one JSON object");
  return request;
}

LineNumbers numbers_in(std::string_view line, std::int64_t expected, const Reading &reading) {
  using nlohmann::json;
  LineNumbers found;
  const std::string_view text = stripped(line, " \r");
  if (text.starts_with('{')) {
    found = numbers_of_object(json::parse(text, nullptr, false), reading);
  } else if (text.starts_with('[')) {
    found.numbers = numbers_of_array(json::parse(text, nullptr, false));
  } else {
    found.numbers = numbers_of_cells(text);
  }
  if (std::ssize(found.numbers) != expected)
    throw Failure("the line has " + counted(std::ssize(found.numbers), "number") +
                  ", but the documents of the model have " + counted(expected, "feature"));
  return found;
}

}  // namespace cli
