// Which fields of a record are the text, the id, the label, the date and the link: as named by
// options, else by common names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "readers/field_guess.hpp"
#include "readers/reading.hpp"

namespace cli {

// "title,body" or "title, body" as names; one name if `names` has a field of exactly that name.
std::vector<std::string> split_fields(const std::string &given,
                                      const std::vector<std::string> &names);

// The fields that the options name, else guessed ones. A Failure lists the names if a named field
// is missing, or if no text was found; `place` begins the message.
FieldChoice chosen_fields(const std::vector<std::string> &names, const Fields &fields,
                          const std::string &place, const FieldsSeen &seen = {});

// The value of such a field without blanks around it, "" if it is missing.
std::string_view group_value(const Reading &reading, std::string_view value, bool is_quoted);

// The positions of the fields of --group-field.
std::vector<std::size_t> group_fields(const std::vector<std::string> &names, const Fields &fields,
                                      const std::string &place);

// The fields that are given, and, where none are, the usual ones that are among the names.
Fields with_usual(const std::vector<std::string> &names, const Fields &given, const Fields &usual);

// Fields as lines "text=title,body", and back.
std::string written_fields(const Fields &fields);
Fields fields_written(const std::string &lines);

// Whether it is as short as the names of fields, which have a few words at most.
bool could_be_name(const std::string &cell);

// Whether these names are a header: they contain the named fields of the text, or are known.
bool is_header(const std::vector<std::string> &names, const Fields &fields);

// "text: title + body, id: id; not read: notes", other fields that hold texts.
std::string shown_choice(const std::vector<std::string> &names, const FieldChoice &choice,
                         const FieldsSeen &seen = {});

// "its fields are "id", "title" and "body""
std::string shown_names(const std::vector<std::string> &names);

}  // namespace cli
