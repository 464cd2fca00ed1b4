// Mail messages by RFC 5322 and MIME, parsed by GMime.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "readers/reading.hpp"

namespace cli {

// A field of a header, and at least one that mail has: not the first lines of any text.
bool looks_like_mail(std::string_view beginning);

// The "From " line that separates the messages of an mbox, with a date.
bool is_separator(std::string_view line);
bool looks_like_mbox(std::string_view beginning);

// Whether the text has several messages.
bool has_second_message(std::string_view text);

bool can_read_mail();  // this build has GMime

struct Mail {
  std::string id, label, date;  // the Message-ID; --label-field; "2024-05-06T07:08:09+00:00"
  std::string text;             // the subject and the body
};

class MailParser {
 public:
  // A Failure in a build without GMime; `name` is for messages.
  MailParser(const Reading &reading, const std::string &name);

  // A Failure if the fields before the body are longer than 4 MB.
  Mail parse(std::string_view message);

  std::int64_t replaced() const { return replaced_; }      // invalid characters
  std::int64_t left_out() const { return left_out_; }      // attachments
  std::int64_t unreadable() const { return unreadable_; }  // HTML parts, without libxml2
  std::int64_t guessed() const { return guessed_; }        // parts of undeclared encoding

  const std::string &encoding() const { return encoding_; }  // of the first of them

 private:
  friend class MailBody;

  Reading reading_;
  std::string name_;
  std::int64_t replaced_ = 0, left_out_ = 0, unreadable_ = 0, guessed_ = 0;
  std::string encoding_;
};

// Without lines that quote the message replied to, and the line that introduces them.
std::string without_quotes(std::string_view text);

}  // namespace cli
