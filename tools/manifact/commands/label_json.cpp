#include "commands/label_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>
#include <vector>

#include "readers/field_names.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using nlohmann::json;

struct Entry {
  json value;
  std::size_t line;  // or the number of the entry, from 1
};

// The entries of a list, the only object, or the objects on the lines.
std::optional<std::vector<Entry>> entries_of(const std::string &text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos || (text[first] != '[' && text[first] != '{')) return std::nullopt;
  std::vector<Entry> entries;
  json whole = json::parse(text, nullptr, false);
  if (whole.is_array()) {
    for (json &value : whole) entries.push_back({std::move(value), entries.size() + 1});
    return entries;
  }
  if (whole.is_object()) return std::vector<Entry>{{std::move(whole), 1}};
  std::istringstream lines(text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    entries.push_back({json::parse(line, nullptr, false), number});
    if (!entries.back().value.is_object()) return std::nullopt;
  }
  return entries;
}

std::vector<std::string> keys_of(const std::vector<Entry> &entries) {
  constexpr std::size_t inspected = 100;
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < std::min(entries.size(), inspected); ++i)
    for (const auto &item : entries[i].value.items())
      if (std::find(keys.begin(), keys.end(), item.key()) == keys.end()) keys.push_back(item.key());
  return keys;
}

class Labels {
 public:
  Labels(LabelFile &file, const MissingWords &missing) : file_(file), missing_(missing) {}

  // null: there is no value.
  void add(const json *value, std::size_t line) {
    const bool is_none = value == nullptr || value->is_null();
    const bool is_structured = !is_none && value->is_structured();
    without_ += is_none ? 1 : 0;
    structured_ += is_structured ? 1 : 0;
    const bool is_text = !is_none && value->is_string();
    const std::string text = is_none || is_structured ? ""
                             : is_text                ? value->get<std::string>()
                                                      : value->dump();
    file_.labels.push_back(label_word(text, is_text, missing_));
    file_.labels.back().line = line;
  }

  void note() {
    if (without_ > 0)
      file_.notes.push_back(file_.path + ": " + counted(without_, "record") +
                            (without_ == 1 ? " has" : " have") + " no label");
    if (structured_ > 0)
      file_.notes.push_back(file_.path + ": " + counted(structured_, "record") +
                            (structured_ == 1 ? " has" : " have") +
                            " a list or an object for a label, which is not read");
  }

 private:
  LabelFile &file_;
  const MissingWords &missing_;
  std::int64_t without_ = 0, structured_ = 0;
};

const json *field_in(const json &record, const std::string &key) {
  const auto found = record.find(key);
  return found == record.end() ? nullptr : &*found;
}

// The field of the labels: by its name, else the only one beside an id.
std::string label_field(const std::vector<std::string> &keys, const std::string &id,
                        const std::string &path) {
  for (const std::string &key : keys)
    if (key != id && is_name_of_labels(key)) return key;
  std::vector<std::string> others;
  for (const std::string &key : keys)
    if (key != id) others.push_back(key);
  if (others.size() == 1) return others.front();
  throw Failure(path + ": which field has the labels? " + shown_names(keys) +
                "; give records with an id and a label");
}

void read_records(LabelFile &file, Labels &labels, const std::vector<Entry> &entries,
                  bool by_name) {
  const std::vector<std::string> keys = keys_of(entries);
  std::string id;
  for (const std::string &key : keys)
    if (id.empty() && is_name_of_ids(key)) id = key;
  const std::string label = label_field(keys, id, file.path);
  for (const auto &[record, line] : entries) {
    if (!record.is_object())
      throw Failure(file.path + ": record " + std::to_string(line) +
                    " is no object, as others are");
    labels.add(field_in(record, label), line);
    const json *name = id.empty() || !by_name ? nullptr : field_in(record, id);
    if (name == nullptr && !id.empty() && by_name)
      throw Failure(file.path + ": record " + std::to_string(line) + " lacks the field \"" + id +
                    '"');
    if (name != nullptr)
      file.documents.push_back({name->is_string() ? name->get<std::string>() : name->dump(), line});
  }
  file.notes.push_back(file.path + ": labels: \"" + escaped(label) + '"' +
                       (file.is_table() ? ", documents: \"" + escaped(id) + '"'
                                        : ", in the order of the documents"));
}

// {"a.txt": "sport", "b.txt": "food"}
bool is_map(const std::vector<Entry> &entries) {
  if (entries.size() != 1 || !entries.front().value.is_object()) return false;
  const json &object = entries.front().value;
  return object.size() > 2 ||
         std::none_of(object.items().begin(), object.items().end(),
                      [](const auto &item) { return is_name_of_labels(item.key()); });
}

}  // namespace

std::optional<LabelFile> labels_of_json(const std::string &path, const std::string &text,
                                        bool by_name, const MissingWords &missing) {
  const std::optional<std::vector<Entry>> entries = entries_of(text);
  if (!entries) return std::nullopt;
  if (entries->empty()) throw Failure(path + " has no labels");
  LabelFile file;
  file.path = path;
  Labels labels(file, missing);
  if (is_map(*entries)) {
    if (!by_name)
      throw Failure(path + " names documents; give a list of labels in the order of the documents");
    for (const auto &item : entries->front().value.items()) {
      labels.add(&item.value(), 1);
      file.documents.push_back({item.key(), 1});
    }
  } else if (entries->front().value.is_object()) {
    read_records(file, labels, *entries, by_name);
  } else {
    for (const Entry &entry : *entries) labels.add(&entry.value, entry.line);
  }
  labels.note();
  return file;
}

}  // namespace cli
