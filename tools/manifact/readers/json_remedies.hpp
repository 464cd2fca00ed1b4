// What messages offer for JSON that is not read as it is: options, or commands that convert it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "readers/json_records.hpp"
#include "readers/json_values.hpp"

namespace cli {

// How a file holds its records, for the commands that read it.
struct JsonFile {
  std::string name;
  bool is_array = false;    // the records are those of one array
  bool is_wrapped = false;  // or those of arrays within an object

  static JsonFile of(const JsonValues &values);
};

// The command of jq with this filter.
std::string by_jq(const std::string &filter, const std::string &name, const char *option = "-c");

// Of one record whose fields are ids, with texts or records; "" for others.
std::string remedy_of_ids(const nlohmann::json &object, const JsonFile &file);

// Of one record whose fields are lists of numbers, all of one length: vectors of ids, or columns;
// "" for others.
std::string remedy_of_lists(const nlohmann::json &object, const JsonFile &file);

// Of one record whose fields are lists, of which `field` has the texts.
std::string remedy_of_columns(const nlohmann::json &object, const std::string &field,
                              const JsonFile &file);

// Of records that hold numbers rather than texts: --vector-field for a list in a field, else a
// table, or texts that repeat the words of counts; "" if they hold none.
std::string remedy_of_numbers(const Objects &records, const JsonFile &file);

// Of a row of numbers in an array; "" for others.
std::string remedy_of_row(const nlohmann::json &value);

}  // namespace cli
