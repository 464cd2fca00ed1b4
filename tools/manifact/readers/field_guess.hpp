// Which fields of a record are the text, the id, the label, the date and the link, by common names
// and by what the first records hold.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

// Positions in a list of names.
struct FieldChoice {
  std::vector<std::size_t> text;  // joined in this order; empty: none was found
  std::optional<std::size_t> label, id, date, link;
  std::optional<std::size_t> vector;  // of vectors beside the text, if it is named
};

// The values of a field in the first records.
struct FieldSeen {
  std::size_t values = 0;  // that are not empty; of these:
  std::size_t numbers = 0, with_digit = 0, words = 0, bytes = 0, addresses = 0;
  std::set<std::string> kinds;  // the distinct ones, each cut after some bytes

  void add(std::string_view value);

  bool is_numeric() const { return values > 0 && numbers == values; }
  bool is_distinct() const { return kinds.size() == values; }
  bool are_addresses() const { return values > 0 && 10 * addresses >= 9 * values; }
  bool could_be_dates(bool is_named) const;  // a name that says so is trusted more
  bool are_moments() const;  // 2024-03-15, with or without a time, or numbers since 1970
  bool are_classes() const;  // few, each of several records
  bool are_texts() const;    // of several words, most of them different
  bool are_names() const;    // classes of one short word each, as ids that repeat
  bool are_codes() const;    // most of them with digits
};
using FieldsSeen = std::vector<FieldSeen>;

// "document" and "subject", which name texts, but also ids that repeat.
bool could_name_ids(const std::string &name);

// "author", "venue" and other names of a record beside this one, whose texts are not its own.
bool names_other_record(const std::string &name);

// "date", "Date posted", "day": of a date, also if its numbers are far from today.
bool names_date(const std::string &name);

// "time", "Date/Time", "unix_time": of a moment or of a duration.
bool could_name_moments(const std::string &name);

// These, "article", "post", "question" and the like, which name texts, but also codes such as
// "A-1007".
bool could_name_codes(const std::string &name);

// "userId", "store_id"; not "Partner_No", which may say no.
bool names_id(const std::string &name);

// "symbol", "term": also of shares and of loans, which repeat.
bool names_share(const std::string &name);

// "type", "class_type", "outcome": of classes.
bool could_name_classes(const std::string &name);

// The position of a name, compared exactly, then without regard to case.
std::optional<std::size_t> place_of(const std::vector<std::string> &names, std::string_view name);

// By the best known names alone: the text is the field "text", else a title and a body.
FieldChoice guessed_fields(const std::vector<std::string> &names);

// Also by names such as "Ticket Description" or "Date/Time Opened". Fields of numbers are no text.
// `seen` is empty, or has what each field holds.
FieldChoice guessed_fields(const std::vector<std::string> &names, const FieldsSeen &seen);

// The fields that hold texts, whatever their names are.
std::vector<std::size_t> fields_of_texts(const FieldsSeen &seen);

// Whether these names are a header: texts are among them, by known names or beside an id, a label
// or a date.
bool are_known_names(const std::vector<std::string> &names);

// The only field of texts, if its name is a question, as in a survey.
std::optional<std::size_t> answered_question(const std::vector<std::string> &names,
                                             const FieldsSeen &seen);

}  // namespace cli
