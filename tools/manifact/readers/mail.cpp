#include "readers/mail.hpp"

#include <algorithm>

#include "readers/encoding.hpp"
#include "readers/module.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"

namespace cli {

std::string MailParser::note() const {
  return left_out_ == 0 ? "" : name_ + ": " + counted(left_out_, "attachment") + " left out";
}

std::string MailParser::remark() const {
  std::string all;
  const auto add = [&all](const std::string &sentence) {
    all += (all.empty() ? "" : "; ") + sentence;
  };
  if (cut_ > 0) {
    add(first_cut_ == name_ ? name_ + " read in part"
                            : counted(cut_, "message") + " of " + name_ +
                                  " read in part, the first is " + first_cut_);
    all += ": parts nested deeper than " + std::to_string(deepest_part) + " are left out";
  }
  if (unreadable_ > 0)
    add(name_ + ": " + counted(unreadable_, "HTML part") +
        " left out, because this build has no libxml2");
  for (const auto &[how, parts] : guessed_)
    add(name_ + ": " + counted(parts, "part") + how + "; --encoding names another encoding");
  return all;
}

#ifdef MANIFACT_HAVE_GMIME

namespace {

constexpr std::size_t longest_header = std::size_t{1} << 22;  // GMime takes 70 times as much memory

// The fields of a message, before the first blank line.
std::size_t header_size(std::string_view message) {
  for (std::size_t end = message.find('\n'); end != std::string_view::npos;
       end = message.find('\n', end + 1)) {
    const std::string_view next = message.substr(end + 1, 2);
    if (next.starts_with('\n') || next == "\r\n") return end;
  }
  return message.size();
}

}  // namespace

bool can_read_mail() { return true; }

MailParser::MailParser(const Reading &reading, const std::string &name)
    : reading_(reading),
      name_(name),
      read_(of_module<ReadMail>("manifact-mail", "manifact_read_mail", name + " cannot be read")) {}

Mail MailParser::parse(std::string_view message, const std::string &name) {
  if (is_separator(message.substr(0, message.find('\n'))))
    message.remove_prefix(std::min(message.find('\n'), message.size() - 1) + 1);
  const std::size_t header = header_size(message);
  if (header > longest_header)
    throw Failure((name == name_ ? name : name_ + ": " + name) +
                  ": the header of a message is longer than 4 MB");
  Mail mail;
  if (message.substr(0, header).find("=?") == std::string_view::npos)
    read_(*this, message, name, mail);
  else
    read_(*this, with_known_charsets(message, header), name, mail);
  return mail;
}

#else

bool can_read_mail() { return false; }

MailParser::MailParser(const Reading &reading, const std::string &name) : reading_(reading) {
  throw Failure(name + " is mail, which this build cannot read: it was built without GMime");
}

Mail MailParser::parse(std::string_view, const std::string &) { return {}; }

#endif

}  // namespace cli
