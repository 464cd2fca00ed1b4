#include "readers/json_text.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "readers/cell_values.hpp"
#include "readers/epochs.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using nlohmann::json;

// The date of MongoDB's extended JSON, a text or milliseconds, as a text with its unit.
std::string date_in(const json &value) {
  const json *number = &value;
  if (value.is_object() && value.size() == 1 && value.contains("$numberLong"))
    number = &value["$numberLong"];
  if (number == &value && value.is_string()) return value.get<std::string>();
  double milliseconds = 0;
  const std::string text = number->is_string() ? number->get<std::string>() : number->dump();
  const char *const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, milliseconds);
  const bool is_read = problem == std::errc() && stop == end;
  return is_read ? iso_moment(milliseconds / 1000) : "";
}

// Whether an array holds the bytes of a text: journalctl writes messages so that have characters
// it does not print.
bool is_bytes(const json &value) {
  const auto is_byte = [](const json &one) {
    return one.is_number_integer() && one >= 0 && one <= 255;
  };
  return value.is_array() && !value.empty() && std::all_of(value.begin(), value.end(), is_byte);
}

}  // namespace

bool append_text(const json &value, std::string &text, ArraysRead &arrays) {
  const auto add = [&text](const std::string &part) {
    if (!text.empty() && !part.empty()) text += '\n';
    text += part;
  };
  if (value.is_null()) return true;
  if (value.is_string()) {
    add(value.get_ref<const std::string &>());
  } else if (value.is_number()) {
    add(value.dump());
  } else if (is_bytes(value)) {
    ++arrays.bytes;
    std::string bytes;
    for (const json &byte : value) bytes += static_cast<char>(byte.get<int>());
    add(repaired(bytes));
  } else if (value.is_array()) {
    ++arrays.texts;
    ArraysRead inner;
    for (const json &one : value)
      if (!append_text(one, text, inner)) return false;
  } else {
    return false;
  }
  return true;
}

std::string scalar(const json *value) {
  if (value != nullptr && is_bytes(*value) && value->size() > 1) {
    std::string text;
    ArraysRead unused;
    append_text(*value, text, unused);
    return text;
  }
  if (value != nullptr && value->is_array() && value->size() == 1) value = &value->front();
  if (value != nullptr && value->is_object() && value->size() == 1) {
    const std::string &key = value->begin().key();
    const json &inner = value->begin().value();
    if (key == "$date") return date_in(inner);
    if (key == "$oid" || key.starts_with("$number"))
      return inner.is_string() ? inner.get<std::string>() : inner.dump();
  }
  if (value == nullptr || value->is_null() || value->is_structured()) return "";
  return value->is_string() ? value->get_ref<const std::string &>() : value->dump();
}

std::string date_text(const json *value) {
  if (value == nullptr || !value->is_object()) return scalar(value);
  if (const auto parts = value->find("date-parts"); parts != value->end()) {
    const json *first = parts->is_array() && !parts->empty() ? &parts->front() : &*parts;
    std::string date;
    if (first->is_array())
      for (const json &part : *first) {
        const std::string number = scalar(&part);
        date += (date.empty() ? "" : "-") + std::string(number.size() == 1 ? "0" : "") + number;
      }
    return date;
  }
  for (const char *name : {"raw", "literal"})
    if (const auto text = value->find(name); text != value->end()) return scalar(&*text);
  return scalar(value);
}

std::string vector_text(const json *value) {
  if (value == nullptr || value->is_null()) return "";
  return value->is_string() ? value->get<std::string>() : value->dump();
}

bool is_list_of_numbers(const json &value) {
  return value.is_array() && value.size() > 1 &&
         std::all_of(value.begin(), value.end(), [](const json &one) { return one.is_number(); });
}

bool is_text_of_numbers(const json &value) {
  if (value.is_array()) return is_list_of_numbers(value) && !is_bytes(value);
  if (value.is_string()) {
    const auto &text = value.get_ref<const std::string &>();
    return text.find(' ') == std::string::npos && cli::number_in(text).has_value();
  }
  return value.is_number();
}

}  // namespace cli
