// How text is read: the options that all readers of text share.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "readers/missing.hpp"

namespace cli {

// --text-field, --label-field, --id-field, --date-field, --link-field, and --vector-field of
// vectors beside the text; of a model, of vectors without a text too. The fields of the text are
// separated by commas, as are those of --skip-fields, columns of a table of numbers.
struct Fields {
  std::optional<std::string> text, label, id, date, link;
  std::optional<std::string> vector;
  std::optional<std::string> skip;
  std::optional<std::string> mask;    // of a model, see Reading
  std::optional<std::string> blocks;  // of a model: hashes of repeated blocks
  std::vector<std::string> groups;    // --group-field

  bool any() const { return text || label || id || date || link; }
};

// --filter EXTENSION=COMMAND: a program that prints the text of files with this extension.
struct Filter {
  std::string ending;                // "pdf", in lower case
  std::vector<std::string> command;  // with "{}" for the path of the file
};

// Whether the first line of a table of numbers is a header.
enum class Header { automatic, yes, no };

struct TableOrigin;

struct Reading {
  Fields fields;
  Fields usual;  // of the documents of a model: used where an input has them, if none are given
  std::vector<std::string> features;  // of the model, if they have names
  bool is_for_model = false;          // new documents
  Header header = Header::automatic;
  bool is_turned = false;  // --transpose: rows are features
  std::string encoding = "auto";
  std::vector<Filter> filters;
  double filter_seconds = 60;
  std::int64_t filter_threads = 1;
  bool drops_quoted_replies = false;
  MissingWords missing;
  bool has_mail_in_fields = false;            // --text-format mail
  bool takes_numbers = false;                 // the field of the text holds arrays of numbers
  bool keeps_tags = false;                    // --html keep
  std::optional<std::string> mask;            // --mask: kinds of words that are left out
  std::optional<bool> drops_repeated_blocks;  // --repeated-blocks; else as the model
  // Bytes to which an archive may expand whatever its size; a fuzzer sets less.
  std::int64_t harmless_expansion = std::int64_t{1} << 28;
  std::shared_ptr<TableOrigin> origin;            // receives where the documents are; may be null
  std::function<void(const std::string &)> note;  // receives what was guessed or skipped; may be {}
  std::function<void(const std::string &)> warn;  // what is probably wrong; may be {}

  void report(const std::string &sentence) const {
    if (note) note(sentence);
  }

  // Tells, after the last document of `name`, what was missing.
  void report(const std::string &name, const MissingValues &values) const {
    if (const std::string sentence = values.sentence(); !sentence.empty())
      report(name + ": " + sentence);
  }
};

}  // namespace cli
