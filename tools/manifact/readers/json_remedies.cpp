#include "readers/json_remedies.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "readers/json_text.hpp"
#include "terminal/shell.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using nlohmann::json;

constexpr const char *table_of_pandas =
    "; numbers are read from a table: pandas writes one with to_csv(index=False)";

// The text of an object of counts repeats each word.
std::string text_of_counts(const std::string &counts) {
  return "text: ([" + counts + " | to_entries[] | range(.value) as $i | .key] | join(\" \"))";
}

std::string to_lines(const std::string &filter, const JsonFile &file) {
  return by_jq((file.is_array ? ".[] | " : "") + filter, file.name) +
         " > NEW.jsonl && manifact cluster NEW.jsonl";
}

std::string to_table(const std::string &filter, const JsonFile &file, const char *option = "-r") {
  return by_jq(filter + " | @csv", file.name, option) + " > NEW.csv && manifact cluster NEW.csv";
}

// Small enough that a text can repeat the word.
bool is_count(const json &value) {
  constexpr int most = 10000;
  return value.is_number_integer() && value >= 0 && value <= most;
}

template <typename IsOne>
bool is_object_of(const json &value, IsOne is_one) {
  return value.is_object() && !value.empty() && std::all_of(value.begin(), value.end(), is_one);
}

bool is_number(const json &value) { return value.is_number(); }

// Numbers at greater depths are ignored.
constexpr int most_levels = 8;

// Adds the paths of the numbers in a value.
void add_paths(const json &value, const std::string &path, std::set<std::string> &paths,
               int levels = most_levels) {
  if (value.is_number()) paths.insert(path);
  if (!value.is_structured() || levels == 0) return;
  for (const auto &item : value.items())
    add_paths(item.value(), path + item.key() + '\0', paths, levels - 1);
}

std::set<std::string> number_paths(const json &record) {
  std::set<std::string> paths;
  add_paths(record, "", paths);
  return paths;
}

bool have_same_numbers(const Objects &records) {
  const std::set<std::string> paths = number_paths(*records.front());
  return std::all_of(records.begin(), records.end(),
                     [&](const json *record) { return number_paths(*record) == paths; });
}

// Columns, rows and records of pandas hold all values in objects and lists.
void count_leaves(const json &value, std::int64_t &numbers, std::int64_t &words,
                  int levels = most_levels) {
  if (value.is_structured() && levels > 0)
    for (const json &inner : value) count_leaves(inner, numbers, words, levels - 1);
  numbers += value.is_number() ? 1 : 0;
  words += value.is_string() ? 1 : 0;
}

// The first field that holds a list of as many numbers in each record that has it.
std::string field_of_vectors(const Objects &records) {
  for (const auto &[key, value] : records.front()->items()) {
    if (!is_list_of_numbers(value)) continue;
    const auto is_like_it = [&, &name = key, size = value.size()](const json *record) {
      const auto other = record->find(name);
      return other == record->end() || other->is_null() ||
             (is_list_of_numbers(*other) && other->size() == size);
    };
    if (std::all_of(records.begin(), records.end(), is_like_it)) return key;
  }
  return "";
}

// The only field of objects, if these hold counts of words: those of other words in each record, or
// under a name of counts.
std::string field_of_counts(const Objects &records) {
  std::string field;
  for (const json *record : records)
    for (const auto &[key, value] : record->items()) {
      if (!value.is_structured()) continue;
      if ((!field.empty() && key != field) || !value.is_object() ||
          !std::all_of(value.begin(), value.end(), is_count))
        return "";
      field = key;
    }
  static constexpr auto names = {"counts", "count", "words",       "terms",       "tokens",
                                 "tf",     "bow",   "word_counts", "term_counts", "frequencies"};
  const bool is_named = std::any_of(names.begin(), names.end(),
                                    [&](const char *name) { return lower_case(field) == name; });
  return !field.empty() && (is_named || !have_same_numbers(records)) ? field : "";
}

std::string remedy_of_counts(const Objects &records, const std::string &field,
                             const JsonFile &file) {
  const std::vector<std::string> keys = keys_of(*records.front());
  const std::optional<std::size_t> id = guessed_fields(keys).id;
  const std::string identity = id ? "id: ." + json(keys[*id]).dump() + ", " : "";
  return "; if these are counts of words, make texts of them: " +
         to_lines('{' + identity + text_of_counts('.' + json(field).dump()) + '}', file);
}

// Of one object of objects of numbers.
std::string remedy_of_map(const json &object, const JsonFile &file) {
  Objects rows;
  for (const json &row : object) rows.push_back(&row);
  const std::vector<std::string> keys = keys_of(*rows.front());
  const bool are_numbered = std::all_of(keys.begin(), keys.end(), [](const std::string &key) {
    return !key.empty() && key.find_first_not_of("0123456789") == std::string::npos;
  });
  if (have_same_numbers(rows)) {
    if (are_numbered) return table_of_pandas;
    return "; if these are ids, convert the file: " +
           to_table(
               "(.[keys_unsorted[0]] | keys_unsorted) as $k | [\"id\"] + $k, "
               "(to_entries[] | [.key] + [.value[$k[]]])",
               file) +
           "; if they are columns, pandas writes a table with to_csv(index=False)";
  }
  const bool are_counts = std::all_of(rows.begin(), rows.end(), [](const json *row) {
    return std::all_of(row->begin(), row->end(), is_count);
  });
  if (!are_counts) return "";
  return "; if these are ids with counts of words, convert the file: " +
         to_lines("to_entries[] | {id: .key, " + text_of_counts(".value") + '}', file);
}

// Of records with numbers within their objects and lists.
std::string remedy_of_nested(const Objects &records, const JsonFile &file) {
  if (!have_same_numbers(records)) return "";
  return "; numbers are read from a table: " +
         to_table(std::string("[inputs") + (file.is_array ? "[]" : "") +
                      "] as $r | ([$r[] | paths(scalars)] | unique) as $p | "
                      "($p | map(map(tostring) | join(\".\"))), ($r[] | [getpath($p[])])",
                  file, "-nr");
}

}  // namespace

JsonFile JsonFile::of(const JsonValues &values) {
  return {values.name(), values.is_array(), !values.inside().empty()};
}

std::string by_jq(const std::string &filter, const std::string &name, const char *option) {
  return on_text_of(std::string("jq ") + option + ' ' + shell_word(filter), name);
}

std::string remedy_of_ids(const json &object, const JsonFile &file) {
  constexpr std::size_t fewest = 3;
  if (object.size() < fewest || file.is_wrapped) return "";
  FieldSeen values;
  bool are_records = true;
  for (const json &value : object) {
    values.add(value.is_string() ? value.get_ref<const std::string &>() : "");
    are_records = are_records && value.is_object() && !guessed_fields(keys_of(value)).text.empty();
  }
  const bool are_texts = values.values == object.size() && values.are_texts();
  if (!are_records && !are_texts) return "";
  const std::string filter = are_records ? "to_entries[] | {id: .key} + .value"
                                         : "to_entries[] | {id: .key, text: .value}";
  return "; if these are ids, convert the file: " +
         by_jq((file.is_array ? ".[] | " : "") + filter, file.name) + " > NEW.jsonl";
}

std::string remedy_of_lists(const json &object, const JsonFile &file) {
  const auto is_like_first = [&](const json &value) {
    return is_list_of_numbers(value) && value.size() == object.front().size();
  };
  if (file.is_wrapped || object.size() < 2 || !is_object_of(object, is_like_first)) return "";
  const std::string source = file.is_array ? ".[] | " : "";
  return "; if these are ids, each with a vector: " +
         to_lines("to_entries[] | {id: .key, vector: .value}", file) +
         " --vector-field vector; if they are columns: " +
         to_table(source + "keys_unsorted, ([.[]] | transpose[])", file);
}

std::string remedy_of_columns(const json &object, const std::string &field, const JsonFile &file) {
  if (const std::string lists = remedy_of_lists(object, file); !lists.empty())
    return "not records" + lists;
  return "columns rather than records; convert it: " +
         by_jq((file.is_array ? ".[] | " : "") + ("range(." + json(field).dump()) +
                   "|length) as $i | map_values(.[$i])",
               file.name) +
         " > NEW.jsonl";
}

std::string remedy_of_numbers(const Objects &records, const JsonFile &file) {
  const json &first = *records.front();
  if (first.contains("columns") && first.contains("data")) {
    std::int64_t numbers = 0, words = 0;
    count_leaves(first, numbers, words);
    return numbers > 1 && numbers > words ? table_of_pandas : "";
  }
  const bool is_alone = records.size() == 1;
  if (is_alone)
    if (std::string lists = remedy_of_lists(first, file); !lists.empty()) return lists;
  const auto structures = std::count_if(first.begin(), first.end(),
                                        [](const json &value) { return value.is_structured(); });
  const std::string vectors = is_alone && structures > 1 ? "" : field_of_vectors(records);
  if (!vectors.empty())
    return "; --vector-field " + shell_word(vectors) + " takes the numbers of each record";
  const auto is_row = [](const json &value) { return is_object_of(value, is_number); };
  if (is_alone)
    return !file.is_wrapped && first.size() > 1 && is_object_of(first, is_row)
               ? remedy_of_map(first, file)
               : "";
  if (const std::string counts = field_of_counts(records); !counts.empty() && !file.is_wrapped)
    return remedy_of_counts(records, counts, file);
  std::int64_t numbers = 0, words = 0;
  count_leaves(first, numbers, words);
  if (numbers <= 1 || numbers <= words) return "";
  if (structures == 0) return table_of_pandas;
  return file.is_wrapped ? "" : remedy_of_nested(records, file);
}

std::string remedy_of_row(const json &value) {
  std::int64_t numbers = 0, words = 0;
  count_leaves(value, numbers, words);
  const bool is_row =
      value.is_array() &&
      std::none_of(value.begin(), value.end(), [](const json &one) { return one.is_structured(); });
  return is_row && numbers > 1 && numbers > words ? table_of_pandas : "";
}

}  // namespace cli
