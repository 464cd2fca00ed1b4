// Mailboxes: mbox files and maildirs.
#include <algorithm>
#include <charconv>
#include <deque>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "readers/encoding.hpp"
#include "readers/file_text.hpp"
#include "readers/foreign.hpp"
#include "readers/text_reader.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t longest_message = std::size_t{1} << 28;

// Reports the note on all messages, once, at the end of the mailbox.
void report_note(const MailParser &parser, Reading &reading) {
  if (const std::string note = parser.note(); !note.empty()) reading.report(note);
  reading.note = {};
}

void give(Mail &mail, Document &document, std::string otherwise) {
  document.id = mail.id.empty() ? std::move(otherwise) : std::move(mail.id);
  document.label = std::move(mail.label);
  document.date = std::move(mail.date);
  document.text = mail.text;
}

// The lines of an mbox, of which some may be looked at before they are read.
class MboxLines {
 public:
  MboxLines(std::unique_ptr<Bytes> bytes, const Reading &reading)
      : lines_(std::move(bytes), reading) {}

  bool next(std::string_view &line) {
    if (ahead_.empty()) return lines_.next(line);
    line_ = std::move(ahead_.front());
    ahead_.pop_front();
    line = line_;
    return true;
  }

  // The line `distance` lines after the last one read, from 0 on; null after the end.
  const std::string *ahead(std::size_t distance) {
    for (std::string_view line; ahead_.size() <= distance;) {
      if (!lines_.next(line)) return nullptr;
      ahead_.emplace_back(line);
    }
    return &ahead_[distance];
  }

  std::int64_t number() const { return lines_.number() - std::ssize(ahead_); }
  const std::string &name() const { return lines_.name(); }
  std::string place() const { return name() + ", line " + std::to_string(number()); }

 private:
  Lines lines_;
  std::deque<std::string> ahead_;
  std::string line_;
};

constexpr std::int64_t no_length = -1;

// The bytes of a body so far, if its lines end with "\n" or with "\r\n".
struct BodySize {
  std::int64_t bytes = 0, lines = 0;

  void add(std::string_view line) {
    bytes += std::ssize(line) + 1;
    ++lines;
  }
  std::int64_t of(bool has_returns) const { return bytes + (has_returns ? lines : 0); }
};

// Of the field Content-Length.
struct Length {
  std::int64_t value = no_length;
  bool is_checked = false;   // the body of this length ends at a separator or at the end
  bool has_returns = false;  // it counts "\r\n"
};

// The number of the field "Content-Length: 1234".
std::int64_t content_length(std::string_view line) {
  constexpr std::string_view field = "content-length:";
  if (lower_case(line.substr(0, field.size())) != field) return no_length;
  line.remove_prefix(std::min(line.find_first_not_of(" \t", field.size()), line.size()));
  std::int64_t length = no_length;
  const auto [end, problem] = std::from_chars(line.data(), line.data() + line.size(), length);
  return problem == std::errc() && length >= 0 ? length : no_length;
}

class MboxReader final : public TextReader {
 public:
  MboxReader(std::unique_ptr<Bytes> bytes, const Reading &reading)
      : reading_(reading),
        parser_(reading, bytes->name()),
        lines_(std::move(bytes), as_bytes(reading)) {
    std::string_view line;
    while (lines_.next(line)) {
      if (line.empty()) continue;
      if (!is_separator(line))
        throw Failure(
            lines_.place() +
            ": expected the line \"From ... hh:mm ...\" that begins a message of an mbox");
      is_open_ = true;
      break;
    }
  }

  bool next(Document &document) override {
    if (!is_open_) {
      if (wrong_lengths_ > 0)
        reading_.report(lines_.name() + ": " + counted(wrong_lengths_, "message") +
                        " with a Content-Length that does not end at a \"From \" line, the first " +
                        "at line " + std::to_string(first_wrong_) +
                        "; the next \"From \" line ends such a message");
      wrong_lengths_ = 0;
      if (deleted_ + drafts_ > 0)
        reading_.report(lines_.name() + left_out_mails(deleted_, drafts_));
      deleted_ = drafts_ = 0;
      report_note(parser_, reading_);
      return false;
    }
    read_message();
    while (is_left_out()) {
      if (!is_open_) return next(document);
      read_message();
    }
    const std::string line_name = "line " + std::to_string(begun_);
    mail_ = parser_.parse(message_, "the message of " + line_name);
    give(mail_, document, line_name);
    return true;
  }

  std::string remark() const override { return parser_.remark(); }
  std::int64_t repaired() const override { return parser_.replaced(); }

 private:
  // Each part of a message has its own encoding.
  static Reading as_bytes(Reading reading) {
    reading.encoding = "UTF-8";
    return reading;
  }

  // Whether the message has a mark that it is deleted or a draft, as mutt, Dovecot and Thunderbird
  // write it, which is counted; or holds the data of the mailbox, as c-client keeps them.
  bool is_left_out() {
    bool is_deleted = false, is_draft = false, has_state = false, has_internal_subject = false;
    std::string_view rest = message_;
    while (!rest.empty() && rest.front() != '\n') {
      const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
      const std::string field = lower_case(rest.substr(0, end));
      rest.remove_prefix(end + 1);
      const auto value = [&](std::string_view name) {
        return field.starts_with(name) ? std::string_view(field).substr(name.size())
                                       : std::string_view();
      };
      const auto has = [&](char flag) {
        return value("x-status:").find(flag) != std::string_view::npos;
      };
      is_deleted = is_deleted || has('d') || is_expunged(value("x-mozilla-status:"));
      is_draft = is_draft || has('t');
      has_state = has_state || field.starts_with("x-imap");
      has_internal_subject =
          has_internal_subject || !value("subject: don't delete this message").empty();
    }
    deleted_ += is_deleted ? 1 : 0;
    drafts_ += is_draft && !is_deleted ? 1 : 0;
    return is_deleted || is_draft || (has_state && has_internal_subject);
  }

  // The bit of Thunderbird for messages that are deleted, but still in the file.
  static bool is_expunged(std::string_view status) {
    constexpr unsigned expunged = 8;
    status.remove_prefix(std::min(status.find_first_not_of(' '), status.size()));
    unsigned bits = 0;
    const auto [end, problem] =
        std::from_chars(status.data(), status.data() + status.size(), bits, 16);
    return problem == std::errc() && (bits & expunged) != 0;
  }

  // The lines up to the next separator, or to the end of Content-Length: some programs do not mark
  // lines of the text that begin with "From ".
  void read_message() {
    is_open_ = false;
    message_.clear();
    begun_ = lines_.number();
    bool is_header = true;
    Length length;
    BodySize body;
    for (std::string_view line; lines_.next(line);) {
      if (is_separator(line) && (is_header || !is_within(length, body, line))) {
        is_open_ = true;
        break;
      }
      add(line);
      if (!is_header) body.add(line);
      if (is_header && length.value == no_length) length.value = content_length(line);
      is_header = is_header && !line.empty();
    }
  }

  // Whether a separator is in a body of this length, which then ends at another or at the end of
  // the mailbox. A length that is wrong is not tried again.
  bool is_within(Length &length, BodySize body, std::string_view separator) {
    if (length.is_checked) return body.of(length.has_returns) < length.value;
    if (length.value <= body.bytes || length.value > std::int64_t{longest_message} ||
        wasted_ > most_wasted)
      return false;
    body.add(separator);
    length.is_checked = true;
    for (std::size_t distance = 0; body.bytes <= length.value; ++distance) {
      for (const bool has_returns : {false, true}) {
        length.has_returns = has_returns;
        if (body.of(has_returns) == length.value && ends_at(distance)) return true;
      }
      const std::string *line = lines_.ahead(distance);
      if (line == nullptr) {  // the last line may have no end
        length.has_returns = body.bytes - 1 != length.value;
        if (body.of(length.has_returns) - (length.has_returns ? 2 : 1) == length.value) return true;
        break;
      }
      body.add(*line);
    }
    wasted_ += body.bytes;
    length = {};
    if (wrong_lengths_++ == 0) first_wrong_ = begun_;
    return false;
  }

  bool ends_at(std::size_t distance) {
    const std::string *line = lines_.ahead(distance);
    while (line != nullptr && line->empty()) line = lines_.ahead(++distance);
    return line == nullptr || is_separator(*line);
  }

  // ">From " stands for "From " at the beginning of a line.
  void add(std::string_view line) {
    const std::size_t first = line.find_first_not_of('>');
    if (first != 0 && first != std::string_view::npos && line.substr(first).starts_with("From "))
      line.remove_prefix(1);
    message_ += line;
    message_ += '\n';
    if (message_.size() > longest_message)
      throw Failure(lines_.name() + ", line " + std::to_string(begun_) +
                    ": the message is longer than 256 MB");
  }

  // Wrong lengths of a file made for this purpose could take quadratic time.
  static constexpr std::int64_t most_wasted = std::int64_t{1} << 28;

  Reading reading_;
  MailParser parser_;
  MboxLines lines_;
  std::string message_;
  Mail mail_;
  bool is_open_ = false;  // a separator was read
  std::int64_t begun_ = 0, wasted_ = 0, wrong_lengths_ = 0, first_wrong_ = 0;
  std::int64_t deleted_ = 0, drafts_ = 0;
};

struct MessageFile {
  std::string folder, path;
};

// The messages of a maildir, and those left out by their flags.
struct Messages {
  std::vector<MessageFile> files;
  std::int64_t deleted = 0, drafts = 0;
};

bool is_maildir(const fs::path &path) {
  std::error_code ignored;
  return fs::is_directory(path / "cur", ignored) && fs::is_directory(path / "new", ignored);
}

// Of the folders cur and new.
void add_messages(const fs::path &maildir, const std::string &folder, Messages &messages) {
  std::vector<MessageFile> &files = messages.files;
  const std::size_t before = files.size();
  for (const char *part : {"cur", "new"}) {
    std::error_code error;
    for (fs::directory_iterator entry(maildir / part, error), end; !error && entry != end;
         entry.increment(error)) {
      stop_if_interrupted();
      std::error_code ignored;
      if (entry->path().filename().native().front() == '.' || !entry->is_regular_file(ignored))
        continue;
      const MailState state = state_of_mail("cur/" + entry->path().filename().native());
      messages.deleted += state == MailState::deleted ? 1 : 0;
      messages.drafts += state == MailState::draft ? 1 : 0;
      if (state == MailState::kept) files.push_back({folder, entry->path().native()});
    }
    if (error) throw Failure("cannot read " + (maildir / part).native() + ": " + error.message());
  }
  const auto name = [](const MessageFile &file) { return fs::path(file.path).filename().native(); };
  std::sort(files.begin() + static_cast<std::ptrdiff_t>(before), files.end(),
            [&](const MessageFile &a, const MessageFile &b) { return name(a) < name(b); });
}

// The folders below a path that are maildirs, sorted. Maildir++ names subfolders ".Sent",
// ".Lists.announce"; other programs nest them.
std::vector<std::string> maildirs_below(const std::string &path) {
  std::vector<std::string> folders;
  std::error_code error;
  fs::recursive_directory_iterator entry(path, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    stop_if_interrupted();
    std::error_code ignored;
    if (!entry->is_directory(ignored) || entry->is_symlink(ignored)) continue;
    const std::string name = entry->path().filename().native();
    if (name == "cur" || name == "new" || name == "tmp") {
      entry.disable_recursion_pending();
    } else if (is_maildir(entry->path())) {
      folders.push_back(entry->path().lexically_relative(path).native());
    }
  }
  if (error) throw Failure("cannot read " + path + ": " + error.message());
  std::sort(folders.begin(), folders.end());
  return folders;
}

// ".Sent" is "Sent".
std::string shown_folder(std::string name) {
  if (name.starts_with('.')) name.erase(0, 1);
  for (std::size_t at = 0; (at = name.find("/.", at)) != std::string::npos;) name.erase(at + 1, 1);
  return name;
}

Messages messages_below(const std::string &path) {
  Messages messages;
  if (is_maildir(path)) add_messages(path, "", messages);
  for (const std::string &name : maildirs_below(path))
    add_messages(fs::path(path) / name, shown_folder(name), messages);
  return messages;
}

class MaildirReader final : public TextReader {
 public:
  MaildirReader(const std::string &path, const Reading &reading, Progress &progress)
      : path_(path),
        progress_(progress),
        reading_(reading),
        parser_(reading, path),
        messages_(messages_below(path)) {
    if (messages_.files.empty())
      throw Failure(path + " contains no messages" + left_out() +
                    "; a maildir has them in its folders cur and new");
  }

  bool next(Document &document) override {
    const std::vector<MessageFile> &files = messages_.files;
    if (at_ == files.size()) {
      if (messages_.deleted + messages_.drafts > 0) reading_.report(path_ + left_out());
      messages_.deleted = messages_.drafts = 0;
      report_note(parser_, reading_);
      return false;
    }
    progress_.advance(static_cast<std::int64_t>(at_), static_cast<std::int64_t>(files.size()));
    const MessageFile &file = files[at_++];
    Unpacked bytes(std::make_unique<Bytes>(file.path));
    const std::string name = fs::path(file.path).filename().native();
    mail_ = parser_.parse(all_of(bytes, longest_message), name);
    give(mail_, document, name);
    if (document.label.empty()) document.label = file.folder;
    return true;
  }

  std::string remark() const override { return parser_.remark(); }
  std::int64_t repaired() const override { return parser_.replaced(); }

 private:
  std::string left_out() const { return left_out_mails(messages_.deleted, messages_.drafts); }

  std::string path_;
  Progress &progress_;
  Reading reading_;
  MailParser parser_;
  Messages messages_;
  std::size_t at_ = 0;
  Mail mail_;
};

class MailFieldReader final : public TextReader {
 public:
  MailFieldReader(std::unique_ptr<TextReader> reader, std::string name, const Reading &reading)
      : reader_(std::move(reader)), name_(std::move(name)), reading_(reading) {
    // The fields are those of the record.
    reading_.fields = {};
    if (reading.has_mail_in_fields) parser_.emplace(reading_, name_);
  }

  bool next(Document &document) override {
    if (!reader_->next(document)) {
      if (messages_ > 0 && !parser_)
        reading_.report(name_ + ": " + counted(messages_, "text") +
                        (messages_ == 1 ? " is a whole mail message" : " are whole mail messages") +
                        ", with the header as text; --text-format mail reads subject and body");
      messages_ = 0;
      if (parser_) report_note(*parser_, reading_);
      return false;
    }
    if (!looks_like_mail(document.text)) return true;
    ++messages_;
    if (!parser_) return true;
    mail_ = parser_->parse(document.text, document.id);
    if (document.date.empty()) document.date = mail_.date;
    document.text = mail_.text;
    return true;
  }

  Fields fields() const override { return reader_->fields(); }
  std::string remark() const override {
    const std::string first = reader_->remark(), second = parser_ ? parser_->remark() : "";
    return first + (first.empty() || second.empty() ? "" : "; ") + second;
  }
  std::int64_t repaired() const override {
    return reader_->repaired() + (parser_ ? parser_->replaced() : 0);
  }

 private:
  std::unique_ptr<TextReader> reader_;
  std::string name_;
  Reading reading_;
  std::optional<MailParser> parser_;
  std::int64_t messages_ = 0;
  Mail mail_;
};

}  // namespace

std::unique_ptr<TextReader> read_mail_in_fields(std::unique_ptr<TextReader> reader,
                                                const std::string &name, const Reading &reading) {
  return std::make_unique<MailFieldReader>(std::move(reader), name, reading);
}

void refuse_dbox(const std::string &path, const std::string &name) {
  std::error_code ignored;
  const auto holds = [&](const char *part) {
    return fs::is_directory(fs::path(path) / part, ignored);
  };
  if (holds("dbox-Mails") || holds("mailboxes/INBOX/dbox-Mails") ||
      (holds("mailboxes") && holds("storage")))
    throw Failure(name + " is a " + foreign::dbox.name + "; " + foreign::dbox.remedy);
}

// Control files of mail programs are not documents beside maildirs.
bool has_only_maildirs(const std::string &path) {
  if (is_maildir(path)) return true;
  bool has_maildir = false;
  std::error_code error;
  fs::recursive_directory_iterator entry(path, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    stop_if_interrupted();
    std::error_code ignored;
    const std::string name = entry->path().filename().native();
    if (entry->is_directory(ignored)) {
      const bool is_box = is_maildir(entry->path());
      has_maildir = has_maildir || is_box;
      if (name == "cur" || name == "new" || name == "tmp") entry.disable_recursion_pending();
    } else if (!name.starts_with('.') && !name.starts_with("dovecot") &&
               !name.starts_with("maildir") && !name.starts_with("courier") &&
               name != "subscriptions") {
      return false;
    }
  }
  return has_maildir && !error;
}

std::unique_ptr<TextReader> read_mbox(std::unique_ptr<Bytes> bytes, const Reading &reading) {
  return std::make_unique<MboxReader>(std::move(bytes), reading);
}

std::unique_ptr<TextReader> read_maildir(const std::string &path, const Reading &reading,
                                         Progress &progress) {
  return std::make_unique<MaildirReader>(path, reading, progress);
}

}  // namespace cli
