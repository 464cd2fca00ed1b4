#include "readers/json_records.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cli {
namespace {

using nlohmann::json;

// The words in the order of their places. A place that is damaged is ignored.
std::string text_of_index(const json &index) {
  std::vector<std::pair<std::int64_t, std::string>> words;
  for (const auto &item : index.items()) {
    if (!item.value().is_array()) continue;
    for (const json &place : item.value())
      if (place.is_number_integer()) words.emplace_back(place.get<std::int64_t>(), item.key());
  }
  std::stable_sort(words.begin(), words.end(),
                   [](const auto &a, const auto &b) { return a.first < b.first; });
  std::string text;
  for (const auto &[place, word] : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

bool is_piece(const json &value) {
  const auto text = value.is_object() ? value.find("text") : value.end();
  return value.is_object() && text != value.end() && text->is_string() && value.contains("type");
}

}  // namespace

void write_out(json &record) {
  if (const auto index = record.find("abstract_inverted_index"); index != record.end()) {
    if (!record.contains("abstract") && index->is_object())
      record["abstract"] = text_of_index(*index);
    record.erase("abstract_inverted_index");
  }
  const auto pieces = record.find("text");
  if (pieces == record.end() || !pieces->is_array() ||
      std::none_of(pieces->begin(), pieces->end(), is_piece))
    return;
  std::string text;
  for (const json &piece : *pieces) {
    if (piece.is_string()) text += piece.get_ref<const std::string &>();
    if (is_piece(piece)) text += piece["text"].get_ref<const std::string &>();
  }
  *pieces = text;
}

bool is_notice(const json &record) {
  const auto type = record.find("type");
  return type != record.end() && type->is_string() && *type == "service" &&
         record.contains("action");
}

}  // namespace cli
