// Mail messages by RFC 5322 and MIME, parsed by GMime in the module "manifact-mail".
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "readers/reading.hpp"

namespace cli {

// Whether the text begins with header fields of mail, which other text with colons does not.
bool looks_like_mail(std::string_view beginning);

// Dovecot's own formats, sdbox and mdbox, by the first bytes of a file.
bool looks_like_dbox(std::string_view beginning);

// The "From " line that separates the messages of an mbox, with a date.
bool is_separator(std::string_view line);
bool looks_like_mbox(std::string_view beginning);

// By its name: ",12" of MH, or the flags T and D in the folder "cur" of a maildir.
enum class MailState { kept, deleted, draft };
MailState state_of_mail(std::string_view path);

// ": 3 deleted messages and 1 draft left out", "" if there is none.
std::string left_out_mails(std::int64_t deleted, std::int64_t drafts);

// The folder of a message without "cur" or "new" of a maildir.
std::string mail_folder(std::string folder);

// Whether the text has several messages.
bool has_second_message(std::string_view text);

bool can_read_mail();  // this build has GMime

struct Mail {
  std::string id, label, date;  // the Message-ID; --label-field; "2024-05-06T07:08:09+00:00"
  std::string text;             // the subject and the body
};

class MailParser;
using ReadMail = void(MailParser &, std::string_view, const std::string &, Mail &);

class MailParser {
 public:
  static constexpr int deepest_part = 50;

  // A Failure in a build without GMime; `name` is that of the file or folder of the messages.
  MailParser(const Reading &reading, const std::string &name);

  // `name` of the message, for messages. A Failure if the fields before the body are longer than
  // 4 MB.
  Mail parse(std::string_view message, const std::string &name);

  std::int64_t replaced() const { return replaced_; }  // invalid characters

  // Of all messages so far; "" if there is none.
  std::string note() const;    // what was skipped on purpose
  std::string remark() const;  // what was guessed or could not be read

 private:
  friend class MailMessage;  // of the module

  Reading reading_;
  std::string name_;
  ReadMail *read_ = nullptr;
  std::int64_t replaced_ = 0;
  std::int64_t left_out_ = 0;    // attachments
  std::int64_t unreadable_ = 0;  // HTML parts, without libxml2
  std::int64_t too_deep_ = 0;    // parts
  std::int64_t cut_ = 0;         // messages with parts that are too deep
  std::string first_cut_;        // the name of the first of cut_
  // Parts whose encoding is not the declared one, by the end of the sentence.
  std::map<std::string, std::int64_t> guessed_;
};

// Whether the text has a letter or a digit.
bool has_words(std::string_view text);

// The lines of format=flowed joined to paragraphs (RFC 3676); `drops_space`: DelSp=yes.
std::string unflowed(std::string_view text, bool drops_space);

// The text of text/enriched (RFC 1896).
std::string without_enrichment(std::string_view text);

// A message whose encoded words in header fields have character sets by names that iconv() knows.
std::string with_known_charsets(std::string_view message, std::size_t header);

// Without lines that quote the message replied to, and the line that introduces them.
std::string without_quotes(std::string_view text);

}  // namespace cli
