// Readers of text formats behind one interface: one document at a time, the corpus is never held in
// memory.
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
  std::string label;      // "" if it has none
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

  // False at the end. Input that cannot be read is a Failure that names the file and the line.
  virtual bool next(Document &document) = 0;

  // A warning after all documents are read; "" if none.
  virtual std::string remark() const { return ""; }

  // The number of invalid UTF-8 sequences that the format's own parser has already replaced.
  virtual std::int64_t repaired() const { return 0; }
};

// "label<TAB>text" lines; a line without a tab is a text without a label.
std::unique_ptr<TextReader> read_tsv(std::unique_ptr<Bytes> bytes);

// One JSON object per line. A field is a name, or a path of names separated by dots.
std::unique_ptr<TextReader> read_json_lines(std::unique_ptr<Bytes> bytes, const Fields &fields);

// Debian control data: paragraphs of "Field: value" lines.
std::unique_ptr<TextReader> read_deb822(std::unique_ptr<Bytes> bytes, const Fields &fields);

// The files of a folder and of its subfolders, sorted bytewise by path.
std::unique_ptr<TextReader> read_folder(const std::string &path, Progress &progress);

}  // namespace cli
