#include "readers/json_records.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "readers/json_text.hpp"
#include "readers/json_values.hpp"

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

std::vector<std::string> keys_of(const json &object) {
  std::vector<std::string> keys;
  for (const auto &item : object.items()) keys.push_back(item.key());
  return keys;
}

FieldsSeen seen_in(const Objects &records, const std::vector<std::string> &keys) {
  FieldsSeen seen(keys.size());
  for (const json *record : records)
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (const json *value = value_at(*record, keys[i]); value != nullptr)
        seen[i].add(scalar(value));
  return seen;
}

namespace {

bool holds_objects(const Objects &records, const std::string &key) {
  return std::all_of(records.begin(), records.end(), [&](const json *record) {
    const auto value = record->find(key);
    return value != record->end() && value->is_object();
  });
}

// The fields of the object in `key` of each record, as paths.
struct InnerFields {
  std::vector<std::string> paths;
  FieldsSeen seen;
  FieldChoice choice;

  InnerFields(const Objects &records, const std::string &key) {
    std::vector<std::string> own;
    for (const json *record : records)
      for (std::string &name : keys_of(record->at(key)))
        if (std::find(own.begin(), own.end(), name) == own.end()) own.push_back(std::move(name));
    for (const std::string &name : own) paths.push_back(key + '.' + name);
    seen = seen_in(records, paths);
    choice = guessed_fields(own, seen);
  }
};

}  // namespace

void look_inside(const Objects &records, std::vector<std::string> &keys, FieldsSeen &seen,
                 FieldChoice &guess) {
  for (const FieldChoice &choice : {guess, guessed_fields(keys)})
    if (std::any_of(choice.text.begin(), choice.text.end(),
                    [&](std::size_t place) { return !holds_objects(records, keys[place]); }))
      return;
  const bool is_whole_record = keys.size() == 1;
  std::optional<InnerFields> inner;
  for (const std::string &key : keys) {
    if (!holds_objects(records, key) || (!is_whole_record && names_other_record(key))) continue;
    InnerFields fields(records, key);
    if (fields.choice.text.empty()) continue;
    if (inner) return;
    inner = std::move(fields);
  }
  if (!inner) return;
  const auto add = [&](std::optional<std::size_t> &place, const std::optional<std::size_t> &other) {
    if (place || !other) return;
    place = inner->paths.size();
    inner->paths.push_back(keys[*other]);
    inner->seen.push_back(seen[*other]);
  };
  add(inner->choice.id, guess.id);
  add(inner->choice.date, guess.date);
  keys = std::move(inner->paths);
  seen = std::move(inner->seen);
  guess = std::move(inner->choice);
}

std::string texts_inside(const Objects &records, const std::vector<std::string> &keys) {
  std::string texts;
  for (const std::string &key : keys) {
    if (!texts.empty() || !holds_objects(records, key)) continue;
    const InnerFields inner(records, key);
    for (const std::size_t place : inner.choice.text)
      texts += (texts.empty() ? "" : ",") + inner.paths[place];
  }
  return texts;
}

std::string leave_out_objects(const Objects &records, const std::vector<std::string> &keys,
                              const FieldsSeen &seen, FieldChoice &guess) {
  // An object in a record, and no text in any.
  const auto is_of_objects = [&](const std::string &key) {
    bool has_object = false;
    for (const json *record : records) {
      const json *value = value_at(*record, key);
      if (value == nullptr || value->is_null()) continue;
      if (!value->is_object()) return false;
      has_object = true;
    }
    return has_object;
  };
  const std::vector<std::size_t> known = guessed_fields(keys).text;
  std::string left_out;
  for (const std::size_t place : guess.text)
    if (std::find(known.begin(), known.end(), place) == known.end() && is_of_objects(keys[place]))
      left_out +=
          (left_out.empty() ? "; not read, as it holds objects: \"" : ", \"") + keys[place] + '"';
  // An object that holds the text is not left out.
  const auto holds_text = [&](std::size_t place) {
    if (!is_of_objects(keys[place]) || !holds_objects(records, keys[place])) return false;
    const InnerFields inner(records, keys[place]);
    return std::any_of(inner.choice.text.begin(), inner.choice.text.end(), [&](std::size_t one) {
      const json *value = value_at(*records.front(), inner.paths[one]);
      return value != nullptr && value->is_string();
    });
  };
  if (left_out.empty() || std::any_of(guess.text.begin(), guess.text.end(), holds_text)) return "";
  std::vector<std::string> others;
  FieldsSeen others_seen;
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (!is_of_objects(keys[i])) {
      others.push_back(keys[i]);
      others_seen.push_back(seen[i]);
    }
  const std::vector<std::size_t> texts = guessed_fields(others, others_seen).text;
  if (texts.empty()) return "";
  guess.text.clear();
  for (const std::size_t place : texts) guess.text.push_back(*place_of(keys, others[place]));
  return left_out;
}

std::string text_inside(const json &record, const std::string &key) {
  if (std::string texts = texts_inside({&record}, {key}); !texts.empty()) return texts;
  const json *object = value_at(record, key);
  if (object == nullptr || !object->is_object()) return "";
  std::string longest;
  std::size_t most_words = 0;
  for (const auto &item : object->items()) {
    FieldSeen seen;
    if (item.value().is_string()) seen.add(item.value().get_ref<const std::string &>());
    if (seen.words <= most_words) continue;
    most_words = seen.words;
    longest = key + '.' + item.key();
  }
  return longest;
}

}  // namespace cli
