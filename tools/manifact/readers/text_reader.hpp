// Readers of text formats behind one interface: one document at a time, the corpus is never held in
// memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "readers/lines.hpp"
#include "readers/reading.hpp"
#include "terminal/progress.hpp"

namespace cli {

struct Document {
  std::string id;                        // a path in the folder, a package, the id field, "line 17"
  std::string label;                     // "" if it has none
  std::string date;                      // as it is written; "" if it has none
  std::string_view text;                 // valid until the next document is read; any bytes
  std::string vector;                    // its numbers as text, if it has some beside the text
  std::string link = {};                 // its address; "" if it has none
  std::vector<std::string> groups = {};  // of --group-field, "" unknown; none: no such fields
};

class TextReader {
 public:
  TextReader() = default;
  TextReader(const TextReader &) = delete;
  TextReader &operator=(const TextReader &) = delete;
  virtual ~TextReader() = default;

  // False at the end. Input that cannot be read is a Failure that names the file and the line.
  virtual bool next(Document &document) = 0;

  // The fields that were given or guessed, once the first document is read; none if the format has
  // no names of fields.
  virtual Fields fields() const { return {}; }

  // A warning after all documents are read; "" if none.
  virtual std::string remark() const { return ""; }

  // The number of invalid sequences that the reader has already replaced.
  virtual std::int64_t repaired() const { return 0; }
};

// "label<TAB>text" lines, of which one without a tab is a text without a label; or a table, if the
// first line has the names of fields.
std::unique_ptr<TextReader> read_tsv(std::unique_ptr<Bytes> bytes, const Reading &reading);

// A table with a header. The delimiter is found in the beginning if it is '\0'.
std::unique_ptr<TextReader> read_table(std::unique_ptr<Bytes> bytes, const Reading &reading,
                                       char delimiter = '\0');

// Lines of a name, which is the id, and numbers, which are the text.
std::unique_ptr<TextReader> read_named_vectors(std::unique_ptr<Bytes> bytes,
                                               const Reading &reading);

// JSON objects: one per line, or an array of them, or one after the other. A field is a name, or a
// path of names separated by dots.
std::unique_ptr<TextReader> read_json(std::unique_ptr<Bytes> bytes, const Reading &reading);

// Debian control data: paragraphs of "Field: value" lines.
std::unique_ptr<TextReader> read_deb822(std::unique_ptr<Bytes> bytes, const Reading &reading);

// The files of a folder and of its subfolders, sorted bytewise by path.
std::unique_ptr<TextReader> read_folder(const std::string &path, const Reading &reading,
                                        Progress &progress);

// One file as one document; `is_mail`: a mail message, however it begins.
std::unique_ptr<TextReader> read_file(const std::string &path, std::unique_ptr<Bytes> bytes,
                                      const Reading &reading, bool is_mail = false);

// The files in a zip or tar archive, in the order of the archive.
std::unique_ptr<TextReader> read_archive(const std::string &path, std::unique_ptr<Bytes> bytes,
                                         const Reading &reading, Progress &progress);

// The function "manifact_read_archive" of the module "manifact-archives".
using ReadArchive = void(const std::string &, std::unique_ptr<Bytes> &, const Reading &, Progress &,
                         std::unique_ptr<TextReader> &);

// The documents of another reader without HTML tags in their texts, which are noted.
std::unique_ptr<TextReader> read_without_tags(std::unique_ptr<TextReader> reader,
                                              const std::string &name, const Reading &reading);

// The documents of another reader without the words that --mask names, which are counted.
std::unique_ptr<TextReader> read_masked(std::unique_ptr<TextReader> reader, const std::string &name,
                                        const Reading &reading);
// The documents of another reader without the blocks of text that many of them share; by those of
// the model, if it has some. All documents are read before the first is returned.
std::unique_ptr<TextReader> read_without_repeated(std::unique_ptr<TextReader> reader,
                                                  const std::string &name, const Reading &reading);
// A Failure for other words than those of --mask.
void check_mask(const std::string &mask);

// The documents of another reader, of which some may be whole mail messages: they are read as mail,
// or noted.
std::unique_ptr<TextReader> read_mail_in_fields(std::unique_ptr<TextReader> reader,
                                                const std::string &name, const Reading &reading);

// The messages of a mailbox file.
std::unique_ptr<TextReader> read_mbox(std::unique_ptr<Bytes> bytes, const Reading &reading);

// Whether a folder is a maildir, or holds maildirs at any depth and no other files.
bool has_only_maildirs(const std::string &path);

// The folders of Dovecot's own formats are refused.
void refuse_dbox(const std::string &path, const std::string &name);

// The messages of a maildir and of all maildirs below the folder.
std::unique_ptr<TextReader> read_maildir(const std::string &path, const Reading &reading,
                                         Progress &progress);

}  // namespace cli
