// Text formats: one small reader each behind one interface, one document after the other, never the
// corpus in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "readers/lines.hpp"
#include "terminal/progress.hpp"

namespace cli {

struct Document {
  std::string id;         // a path in the folder, a package, the id field, "line 17"
  std::string label;      // "" when it came with none
  std::string_view text;  // valid until the next document is read; any bytes
};

// --text-field, --label-field, --id-field.
struct Fields {
  std::optional<std::string> text, label, id;
};

class TextReader {
 public:
  TextReader() = default;
  TextReader(const TextReader &) = delete;
  TextReader &operator=(const TextReader &) = delete;
  virtual ~TextReader() = default;

  // False at the end. What cannot be read is a Failure that names file and line.
  virtual bool next(Document &document) = 0;

  // What is worth a warning when all is read, "" for nothing.
  virtual std::string remark() const { return ""; }

  // The broken parts of UTF-8 that the texts have no longer, because the format itself had to be
  // read.
  virtual std::int64_t repaired() const { return 0; }
};

// "label<TAB>text" lines; a line without a tab is a text without a label.
std::unique_ptr<TextReader> read_tsv(std::unique_ptr<Bytes> bytes);

// One JSON object a line. A field is a name, or a path of names with dots between.
std::unique_ptr<TextReader> read_json_lines(std::unique_ptr<Bytes> bytes, const Fields &fields);

// Debian control data: paragraphs of "Field: value" lines.
std::unique_ptr<TextReader> read_deb822(std::unique_ptr<Bytes> bytes, const Fields &fields);

// The files of a folder and of its sub-folders, in the order of the bytes of their paths.
std::unique_ptr<TextReader> read_folder(const std::string &path, Progress &progress);

}  // namespace cli
