#include <algorithm>
#include <cmath>
#include <deque>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "readers/addresses.hpp"
#include "readers/field_names.hpp"
#include "readers/json_records.hpp"
#include "readers/json_remedies.hpp"
#include "readers/json_text.hpp"
#include "readers/json_values.hpp"
#include "readers/origin.hpp"
#include "readers/text_reader.hpp"
#include "terminal/failure.hpp"
#include "terminal/nearest.hpp"
#include "terminal/numbers.hpp"
#include "terminal/shell.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using nlohmann::json;

constexpr std::size_t inspected_records = 100, inspected_bytes = std::size_t{1} << 24;

// Shortens the messages of the parser: "[json.exception.parse_error.101] parse error at line 1,
// column 9: syntax error while ..." to ", column 9: syntax error while ...", and
// "[json.exception.out_of_range.406] number overflow parsing '1e999'", which has no column, to ":
// number overflow ..."
std::string reason(const json::exception &error) {
  const std::string_view text = error.what();
  const std::size_t column = text.find(", column "), kind = text.find("] ");
  if (column != std::string_view::npos)
    return excerpt(text.substr(column), 200) + "; expected one JSON object per line";
  return ": " + excerpt(text.substr(kind == std::string_view::npos ? 0 : kind + 2), 200);
}

constexpr const char *pandas_hint =
    "; pandas writes a record for each document with to_json(orient=\"records\")";

// The command that writes the records of an array as lines.
std::string records_of(const std::string &field, const std::string &name) {
  return by_jq('.' + json(field).dump() + "[]", name);
}

class JsonReader final : public TextReader {
 public:
  // whole: a reader of the whole file, if the values are those of a part of it; else null.
  JsonReader(std::unique_ptr<JsonValues> values, const Reading &reading,
             std::unique_ptr<JsonReader> whole)
      : values_(std::move(values)),
        fields_(reading.fields),
        reading_(reading),
        whole_(std::move(whole)) {}

  bool next(Document &document) override {
    if (text_fields_.empty() && !begin()) return false;
    if (!first_.empty()) {
      record_ = std::move(first_.front());
      first_.pop_front();
    } else if (!read()) {
      reading_.report(values_->name(), std::exchange(missing_, MissingValues(reading_.missing)));
      report_arrays();
      return false;
    }
    if (reading_.origin != nullptr) {
      reading_.origin->hold_json(values_->is_lines(), values_->inside());
      reading_.origin->rows.push_back(record_.number);
    }
    document.text = text();
    document.label = take(label_, MissingValues::label, labels_seen_);
    count_structured_label(document.label);
    document.id = take(id_, MissingValues::id, ids_seen_);
    document.date = date();
    document.link = link();
    document.groups.clear();
    for (const std::string &name : fields_.groups)
      document.groups.emplace_back(
          group_value(reading_, scalar(value_at(record_.object, name)), 1));
    if (!vector_.empty()) document.vector = vector_text(value_at(record_.object, vector_));
    if (document.id.empty()) document.id = record_.id;
    return true;
  }

  Fields fields() const override {
    Fields chosen;
    std::string &text = chosen.text.emplace();
    for (const std::string &field : text_fields_) text += (text.empty() ? "" : ",") + field;
    chosen.label = label_;
    chosen.id = id_;
    chosen.date = date_;
    if (!link_.empty()) chosen.link = link_;
    if (!vector_.empty()) chosen.vector = vector_;
    return chosen;
  }

  std::string remark() const override {
    if (unread_ > 0)
      return counted(unread_, "record") + " of " + values_->name() +
             (unread_ == 1 ? " holds" : " hold") +
             " neither text nor a list of texts in a text field, which is treated as empty; the "
             "first is at " +
             first_unread_;
    if (incomplete_ > 0)
      return counted(incomplete_, "record") + " of " + values_->name() +
             (incomplete_ == 1 ? " lacks" : " lack") +
             " a text field, which is treated as empty; the first is at " + first_incomplete_;
    if (fields_.label && !labels_seen_)
      return "no document has a label in the field \"" + *fields_.label + '"';
    if (fields_.id && !ids_seen_)
      return "no document has an id in the field \"" + *fields_.id + '"';
    if ((fields_.date || has_unread_dates_) && !dates_seen_)
      return "no document has a date that can be read in the field \"" + date_ + '"';
    return "";
  }

  std::int64_t repaired() const override { return repaired_ + values_->replaced(); }

 private:
  struct Record {
    json object;
    std::string id, place;
    std::int64_t number = 0;  // from 1
  };

  bool read() {
    std::string_view value;
    do {
      if (!values_->next(value)) return false;
      bytes_ += value.size();
      record_ = {parse(value), values_->id(), values_->place(), ++values_read_};
    } while (is_notice(record_.object) && ++notices_ > 0);
    write_out(record_.object);
    return true;
  }

  // Chooses the fields by the first records of the file; false if there are none.
  bool begin() {
    if (whole_ != nullptr) {
      const std::unique_ptr<JsonReader> whole = std::exchange(whole_, nullptr);
      if (!whole->begin()) return false;
      text_fields_ = whole->text_fields_;
      label_ = whole->label_;
      id_ = whole->id_;
      date_ = whole->date_;
      link_ = whole->link_;
      vector_ = whole->vector_;
      texts_ = whole->texts_;
      return true;
    }
    while (first_.size() < inspected_records && bytes_ < inspected_bytes && read())
      first_.push_back(std::move(record_));
    if (first_.empty()) return false;
    choose();
    refuse_columns();
    note_texts();
    if (!reading_.takes_numbers) warn_of_numbers();
    return true;
  }

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const Record &record : first_) {
      for (std::string &key : keys_of(record.object)) {
        if (std::find(all.begin(), all.end(), key) == all.end()) all.push_back(std::move(key));
      }
    }
    return all;
  }

  // By the options, else by the names in the first objects.
  void choose() {
    std::vector<std::string> keys = names();
    FieldsSeen seen = seen_in(first_objects(), keys);
    FieldChoice guess = guessed_fields(keys, seen);
    std::string unread;
    if (!fields_.text && !reading_.usual.text) {
      look_inside(first_objects(), keys, seen, guess);
      unread = leave_out_objects(first_objects(), keys, seen, guess);
    }
    const Fields &usual = reading_.usual;
    const auto chosen = [&](const std::optional<std::string> &given,
                            const std::optional<std::string> &preferred,
                            const std::optional<std::size_t> &place, const char *name) {
      if (given) return *given;
      return preferred && has(*preferred) ? *preferred : place ? keys[*place] : name;
    };
    label_ = chosen(fields_.label, usual.label, guess.label, "label");
    id_ = chosen(fields_.id, usual.id, guess.id, "id");
    date_ = chosen(fields_.date, usual.date, guess.date, "date");
    link_ = chosen(fields_.link, usual.link, guess.link, "");
    if (fields_.link) require(link_, keys, "--link-field");
    for (const std::string &field : fields_.groups) require(field, keys);
    vector_ = chosen(fields_.vector, usual.vector, std::nullopt, "");
    if (fields_.vector) require(vector_, keys, "--vector-field");
    const bool is_guessed = guess.link && link_ == keys[*guess.link] && !fields_.link &&
                            usual.link.value_or("") != link_;
    if (!choose_texts(keys, guess, seen, unread) && is_guessed)
      reading_.report(values_->name() + ": link: " + link_);
  }

  // Whether the whole choice was reported.
  bool choose_texts(const std::vector<std::string> &keys, const FieldChoice &guess,
                    const FieldsSeen &seen, const std::string &unread) {
    const Fields &usual = reading_.usual;
    if (!fields_.text && usual.text) {
      text_fields_ = split_fields(*usual.text, keys);
      if (std::all_of(text_fields_.begin(), text_fields_.end(),
                      [&](const std::string &field) { return has(field); }))
        return false;
      text_fields_.clear();
    }
    if (fields_.text) {
      text_fields_ = split_fields(*fields_.text, keys);
      for (const std::string &field : text_fields_) require(field, keys);
      return false;
    }
    for (const std::size_t place : guess.text) text_fields_.push_back(keys[place]);
    if (text_fields_.empty()) {
      text_fields_ = {"text"};
      require("text", keys);
    }
    if (guess.text.empty() || text_fields_ == std::vector<std::string>{"text"}) return false;
    reading_.report(values_->name() + ": " + shown_choice(keys, guess, seen) + unread);
    return true;
  }

  // One object of equally long lists, as jsonlite and pandas write columns.
  void refuse_columns() const {
    const json &object = first_.front().object;
    const json *text = value_at(object, text_fields_.front());
    if (first_.size() != 1 || text == nullptr || !text->is_array() || text->size() < 2) return;
    const auto lists = std::count_if(object.begin(), object.end(), [&](const json &value) {
      return value.is_array() && value.size() == text->size() && !value.front().is_structured();
    });
    if (lists < 2) return;
    throw Failure(first_.front().place + ": the fields are lists of " +
                  std::to_string(text->size()) + " values, " +
                  remedy_of_columns(object, text_fields_.front(), JsonFile::of(*values_)));
  }

  std::vector<const json *> first_objects() const {
    std::vector<const json *> objects;
    for (const Record &record : first_) objects.push_back(&record.object);
    return objects;
  }

  bool has(const std::string &field) const {
    return std::any_of(first_.begin(), first_.end(), [&](const Record &record) {
      return value_at(record.object, field) != nullptr;
    });
  }

  // One of the first objects must have the field.
  void require(const std::string &field, const std::vector<std::string> &keys,
               const char *option = "--text-field") const {
    if (has(field)) return;
    const json &object = first_.front().object;
    const auto array = std::find_if(keys.begin(), keys.end(), [&](const std::string &key) {
      const auto value = object.find(key);
      return value != object.end() && value->is_array() && !value->empty() &&
             value->front().is_object();
    });
    const bool is_guess = !fields_.text && option == std::string_view("--text-field");
    const std::string numbers =
        is_guess ? remedy_of_numbers(first_objects(), JsonFile::of(*values_)) : "";
    std::string hint = fields_.text ? did_you_mean(field, keys) : "";
    if (array != keys.end())
      hint = "; \"" + *array + "\" is an array of records; extract them with " +
             records_of(*array, values_->name());
    else if (const std::string ids = first_.size() == 1 && !fields_.text
                                         ? remedy_of_ids(object, JsonFile::of(*values_))
                                         : "";
             !ids.empty())
      hint = ids;
    else if (is_of_pandas(object))
      hint = numbers.empty() ? pandas_hint : numbers;
    else if (hint.empty())
      hint = (is_guess ? shown_inner_text(keys) : std::string()) + "; " + option +
             " names the field" + numbers;
    throw Failure(first_.front().place + ": no field \"" + field + "\"; " + shown_names(keys) +
                  hint);
  }

  std::string shown_inner_text(const std::vector<std::string> &keys) const {
    const std::string texts = texts_inside(first_objects(), keys);
    return texts.empty() ? "" : "; --text-field " + shell_word(texts) + " if that is the text";
  }

  // A label is one word; a list of several is no class.
  void count_structured_label(const std::string &label) {
    const json *value = value_at(record_.object, label_);
    if (!label.empty() || value == nullptr || !value->is_structured() || value->empty()) return;
    if (structured_labels_++ == 0) first_structured_ = record_.place;
  }

  void report_arrays() {
    links_.report(values_->name(), reading_);
    if (const std::int64_t count = std::exchange(structured_labels_, 0); count > 0)
      reading_.report(values_->name() + ": " + counted(count, "record") +
                      (count == 1 ? " has" : " have") + " a list or an object in the field \"" +
                      label_ + "\", which is no label; the first is at " + first_structured_);
    if (const std::int64_t count = std::exchange(notices_, 0); count > 0)
      reading_.report(values_->name() + ": " + counted(count, "notice") + " left out");
    const auto [bytes, texts] = std::exchange(arrays_, {});
    if (bytes > 0)
      reading_.report(values_->name() + ": " + counted(bytes, "field") + " with " +
                      (bytes == 1 ? "an array of bytes" : "arrays of bytes") + " read as text");
    if (texts > 0)
      reading_.report(values_->name() + ": " + counted(texts, "field") + " with " +
                      (texts == 1 ? "a list of texts" : "lists of texts") +
                      " read as one text each");
  }

  // Null if the record lacks the field. A number, such as the title 1984, is text too. Other types
  // are an error unless one of the first records has text there.
  const std::string *text_of(const std::string &field) {
    const json *text = value_at(record_.object, field);
    if (text == nullptr || text->is_null()) return nullptr;
    if (text->is_string()) return &text->get_ref<const std::string &>();
    joined_.clear();
    if (reading_.takes_numbers) return &(joined_ = text->dump());
    if (append_text(*text, joined_, arrays_)) return &joined_;
    if (texts_.find(field) == texts_.end())
      throw Failure(record_.place + ": the field \"" + field + "\" must contain text, not " +
                    article(*text) + hint_for(*text, field));
    if (unread_++ == 0) first_unread_ = record_.place;
    return nullptr;
  }

  std::string hint_for(const json &value, const std::string &field) const {
    if (is_of_pandas(record_.object)) return pandas_hint;
    if (value.is_object()) return hint_inside(field);
    if (!value.is_array() || value.empty() || !value.front().is_object()) return "";
    return " of records; extract them with " + records_of(field, values_->name());
  }

  // The text fields, with the one within an object in place of the object.
  std::string hint_inside(const std::string &field) const {
    const std::string inner = text_inside(record_.object, field);
    if (inner.empty()) return "";
    std::string texts;
    for (const std::string &name : text_fields_)
      texts += (texts.empty() ? "" : ",") + (name == field ? inner : name);
    return "; --text-field " + shell_word(texts) + " reads the text in it";
  }

  // Digits are no words that tell what a text is about.
  void warn_of_numbers() const {
    if (!reading_.warn) return;
    bool has_values = false;
    for (const Record &record : first_)
      for (const std::string &field : text_fields_) {
        const json *value = value_at(record.object, field);
        if (value == nullptr || value->is_null()) continue;
        if (!is_text_of_numbers(*value)) return;
        has_values = true;
      }
    if (has_values)
      reading_.warn(values_->name() + ": the text, field \"" + text_fields_.front() +
                    "\", holds only numbers, whose digits are its words" +
                    remedy_of_numbers(first_objects(), JsonFile::of(*values_)));
  }

  // The text fields that hold text in one of the first records.
  void note_texts() {
    for (const Record &record : first_) {
      for (const std::string &field : text_fields_) {
        const json *value = value_at(record.object, field);
        std::string text;
        ArraysRead unused;
        if (value != nullptr && append_text(*value, text, unused) && !text.empty())
          texts_.insert(field);
      }
    }
  }

  std::string_view text() {
    text_.clear();
    bool is_complete = true;
    for (const std::string &field : text_fields_) {
      const std::string *part = text_of(field);
      is_complete = is_complete && value_at(record_.object, field) != nullptr;
      if (part == nullptr) continue;
      const std::string_view value = missing_(MissingValues::text, *part, true);
      if (text_fields_.size() == 1) return value;
      if (!text_.empty()) text_ += '\n';
      text_ += value;
    }
    if (!is_complete && incomplete_++ == 0) first_incomplete_ = record_.place;
    return text_;
  }

  json parse(std::string_view value) {
    if (values_->is_lines() && value[value.find_first_not_of(" \t")] == '[')
      throw Failure(values_->place() +
                    ": expected one JSON object per line, {\"text\": ...}, found an array (" +
                    by_jq("if type == \"array\" then .[] else . end", values_->name()) +
                    " converts an array to lines)");
    json object = json::parse(value, nullptr, false);
    if (object.is_discarded()) {
      try {
        object = json::parse(mended_line(value));
        repaired_ += broken_parts(value);
      } catch (const json::exception &error) {
        throw Failure(values_->place() + reason(error));
      }
    }
    if (object.is_object()) return object;
    if (object.is_string()) return json{{"text", std::move(object)}};
    throw Failure(
        values_->place() +
        (values_->is_lines() ? ": expected one JSON object per line" : ": expected a JSON object") +
        ", {\"text\": ...}, found " + article(object) + remedy_of_row(object));
  }

  // Strings of JSON are in quotes.
  std::string present(const json *value, MissingValues::Kind kind) {
    std::string text = scalar(value);
    return std::string(missing_(kind, text, true));
  }

  std::string take(const std::string &field, MissingValues::Kind kind, bool &seen) {
    const json *value = value_at(record_.object, field);
    constexpr double most = 18446744073709551616.0;  // from here on the parser rounds integers
    if (kind == MissingValues::id && value != nullptr && value->is_number_float() &&
        std::abs(value->get<double>()) >= most)
      throw Failure(values_->name() + ", " + record_.id +
                    ": the id is a number of 20 or more digits, which would be rounded; write "
                    "ids as strings");
    std::string text = present(value, kind);
    seen = seen || !text.empty();
    return text;
  }

  std::string link() {
    if (link_.empty()) return "";
    const json *const value = value_at(record_.object, link_);
    const std::string cell = scalar(value);
    if (cell.empty() && value != nullptr && value->is_structured() && !value->empty())
      return links_.address(value->dump(), record_.place);  // counted among the others
    return cell.empty() || reading_.missing.contain(cell, true)
               ? ""
               : links_.address(cell, record_.place);
  }

  std::string date() {
    const json *value = value_at(record_.object, date_);
    std::string text(missing_(MissingValues::date, date_text(value), true));
    dates_seen_ = dates_seen_ || !text.empty();
    has_unread_dates_ = has_unread_dates_ || (text.empty() && value != nullptr &&
                                              value->is_structured() && !value->empty());
    return text;
  }

  std::unique_ptr<JsonValues> values_;
  Fields fields_;
  Reading reading_;
  MissingValues missing_{reading_.missing};
  std::unique_ptr<JsonReader> whole_;
  std::vector<std::string> text_fields_;  // empty before the first object
  std::string label_, id_, date_, link_, vector_, text_, joined_, first_incomplete_, first_unread_,
      first_structured_;
  std::set<std::string> texts_;  // of text_fields_, those with text in one of the first records
  ArraysRead arrays_;
  Links links_;
  std::deque<Record> first_;  // read, but not yet returned
  Record record_;
  std::size_t bytes_ = 0;  // of all records read
  std::int64_t repaired_ = 0, incomplete_ = 0, unread_ = 0, structured_labels_ = 0, notices_ = 0,
               values_read_ = 0;
  bool labels_seen_ = false, ids_seen_ = false, dates_seen_ = false, has_unread_dates_ = false;
};

}  // namespace

std::unique_ptr<TextReader> read_json(std::unique_ptr<Bytes> bytes, const Reading &reading) {
  std::unique_ptr<JsonReader> whole;
  if (bytes->part() != nullptr)
    whole = std::make_unique<JsonReader>(
        json_values(std::make_unique<Bytes>(bytes->name()), reading), reading, nullptr);
  return std::make_unique<JsonReader>(json_values(std::move(bytes), reading), reading,
                                      std::move(whole));
}

}  // namespace cli
