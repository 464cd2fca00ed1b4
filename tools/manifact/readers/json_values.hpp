// The JSON values of a text, one at a time, as bytes: one per line; or the elements of an array; or
// concatenated values, as jq prints them.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "readers/decoded.hpp"

namespace cli {

class JsonValues {
 public:
  JsonValues() = default;
  JsonValues(const JsonValues &) = delete;
  JsonValues &operator=(const JsonValues &) = delete;
  virtual ~JsonValues() = default;

  // False at the end. The value is valid until the next call.
  virtual bool next(std::string_view &value) = 0;
  virtual std::string id() const = 0;     // "line 17"
  virtual std::string place() const = 0;  // "news.jsonl, line 17"
  virtual bool is_lines() const = 0;
  virtual bool is_array() const { return false; }  // the text is one array
  // The name of the arrays whose elements they are; "" if they are those of the text.
  virtual std::string inside() const { return ""; }
  virtual const std::string &name() const = 0;
  virtual std::int64_t replaced() const = 0;
};

// Lines, unless the text begins with an array, or with an object of several lines.
std::unique_ptr<JsonValues> json_values(std::unique_ptr<Bytes> bytes, const Reading &reading);

// Whether a text with this beginning is an array, or an object that its first line does not close.
bool is_json_sequence(std::string_view beginning);

// The position after the value at the beginning of a text, or 0 if it ends later.
std::size_t end_of_json_value(std::string_view text);

// What the parser, which is stricter than real-world text, refused: unpaired surrogates ("\ud83d"
// cut off an emoji) and invalid UTF-8 become U+FFFD; NaN and Infinity become null.
std::string mended_line(std::string_view line);

// Whether an object has another layout of pandas' to_json(): by columns, by rows, or "split".
bool is_of_pandas(const nlohmann::json &object);

// The value at "a.b.c": the field of exactly that name if there is one, else the one at that path.
// Null if there is none.
const nlohmann::json *value_at(const nlohmann::json &object, std::string_view path);

// "an array", "a number", "null".
std::string article(const nlohmann::json &value);

}  // namespace cli
