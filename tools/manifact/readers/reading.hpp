// How text is read: the options that all readers of text share.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cli {

// --text-field, --label-field, --id-field, --date-field. The fields of the text are separated by
// commas.
struct Fields {
  std::optional<std::string> text, label, id, date;

  bool any() const { return text || label || id || date; }
};

// --filter EXTENSION=COMMAND: a program that prints the text of files with this extension.
struct Filter {
  std::string ending;                // "pdf", in lower case
  std::vector<std::string> command;  // with "{}" for the path of the file
};

struct Reading {
  Fields fields;
  std::string encoding = "auto";
  std::vector<Filter> filters;
  double filter_seconds = 60;
  std::int64_t filter_threads = 1;
  bool drops_quoted_replies = false;
  bool has_mail_in_fields = false;  // --text-format mail
  // Bytes to which an archive may expand whatever its size; a fuzzer sets less.
  std::int64_t harmless_expansion = std::int64_t{1} << 28;
  std::function<void(const std::string &)> note;  // receives what was guessed or skipped; may be {}

  void report(const std::string &sentence) const {
    if (note) note(sentence);
  }
};

}  // namespace cli
