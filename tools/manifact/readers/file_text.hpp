// The text of whole files: of a folder, of an archive, or named on the command line.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "readers/filter.hpp"
#include "readers/formats.hpp"
#include "readers/mail.hpp"
#include "readers/text_reader.hpp"

namespace cli {

constexpr std::size_t longest_file = std::size_t{1} << 28;

// All bytes; a Failure if there are more than `most`.
std::string all_of(Unpacked &bytes, std::size_t most);

// How many files were skipped or read in a certain way, and the first of them.
struct Counted {
  std::int64_t count = 0;
  std::string first;

  void add(const std::string &name) {
    if (count++ == 0) first = name;
  }
};

// Converts files by their endings and their content: encodings, mail, HTML, filters.
class FileText {
 public:
  // `from` is the folder or the archive, for messages; "" for a file of its own.
  FileText(const Reading &reading, std::string from);

  // The filter for a name, which reads the file instead of convert(); null if there is none.
  const Filter *filter(std::string_view name) const { return filter_for(reading_.filters, name); }

  // False if the file is skipped. The date and the text of the document are set; `content` holds
  // the text.
  bool convert(const std::string &name, std::string &content, Document &document);
  bool convert_mail(const std::string &name, std::string &content, Document &document);
  bool take_filtered(const std::string &name, Filtered result, std::string &content,
                     Document &document);

  // Counts a damaged file that is skipped. Returns false.
  bool skip_damaged(const std::string &name) {
    damaged_.add(name);
    return false;
  }

  // Counts a message that is deleted or a draft, by its name; false if it is neither.
  bool skip_deleted(const std::string &name);

  // A hidden file or folder, and what is neither a file nor a folder.
  void skip_hidden(const std::string &name) { hidden_.add(name); }
  void skip_link(const std::string &name) { links_.add(name); }  // to a file that is read
  void skip_special(const std::string &name) { special_.add(name); }

  void add_document() { ++documents_; }

  // Reports what was found in all files; once, at the end. A Failure if all were skipped, and at
  // least one of them because of its format.
  void finish();
  std::string remark() const;
  std::int64_t repaired() const { return replaced_ + (mail_ ? mail_->replaced() : 0); }

 private:
  Recognized recognized(const std::string &name, const std::string &content) const;
  bool convert_text(const std::string &name, std::string &content, Document &document);
  void refuse_odd() const;
  std::string path_of(const std::string &name) const;
  std::string of_files(const Counted &files, const std::string &what,
                       const char *kind = "file") const;

  Reading reading_;
  std::string from_;
  std::unique_ptr<MailParser> mail_;
  Counted binary_, filtered_, mails_, boxes_, unparsed_, pages_, xml_, tables_, damaged_, hidden_,
      links_, special_;
  // Not read; and the ending of office documents.
  std::map<std::pair<const Foreign *, std::string>, Counted> foreign_;
  std::map<std::string, Counted> odd_;       // by the encoding that the letters suggest
  std::map<std::string, Counted> encoded_;   // by the encoding that was detected
  std::string reason_;                       // of the first of filtered_
  std::map<std::string, std::string> late_;  // by the ending, the first file of a slow filter
  bool is_finished_ = false;
  std::int64_t replaced_ = 0, documents_ = 0, deleted_ = 0, drafts_ = 0;
};

}  // namespace cli
