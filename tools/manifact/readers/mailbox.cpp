// Mailboxes: mbox files and maildirs.
#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "readers/encoding.hpp"
#include "readers/file_text.hpp"
#include "readers/numbers.hpp"
#include "readers/text_reader.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"

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
      report_note(parser_, reading_);
      return false;
    }
    is_open_ = false;
    message_.clear();
    const std::int64_t begun = lines_.number();
    for (std::string_view line; lines_.next(line);) {
      if (is_separator(line)) {
        is_open_ = true;
        break;
      }
      add(line, begun);
    }
    const std::string line_name = "line " + std::to_string(begun);
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

  // ">From " stands for "From " at the beginning of a line.
  void add(std::string_view line, std::int64_t begun) {
    const std::size_t first = line.find_first_not_of('>');
    if (first != 0 && first != std::string_view::npos && line.substr(first).starts_with("From "))
      line.remove_prefix(1);
    message_ += line;
    message_ += '\n';
    if (message_.size() > longest_message)
      throw Failure(lines_.name() + ", line " + std::to_string(begun) +
                    ": the message is longer than 256 MB");
  }

  Reading reading_;
  MailParser parser_;
  Lines lines_;
  std::string message_;
  Mail mail_;
  bool is_open_ = false;  // a separator was read
};

// The files of cur and new; Maildir++ names subfolders ".Sent", ".Lists.announce".
struct MessageFile {
  std::string folder, path;
};

void add_messages(const fs::path &maildir, const std::string &folder,
                  std::vector<MessageFile> &files) {
  const std::size_t before = files.size();
  for (const char *part : {"cur", "new"}) {
    std::error_code error;
    for (fs::directory_iterator entry(maildir / part, error), end; !error && entry != end;
         entry.increment(error)) {
      stop_if_interrupted();
      std::error_code ignored;
      if (entry->path().filename().native().front() == '.' || !entry->is_regular_file(ignored))
        continue;
      files.push_back({folder, entry->path().native()});
    }
  }
  const auto name = [](const MessageFile &file) { return fs::path(file.path).filename().native(); };
  std::sort(files.begin() + static_cast<std::ptrdiff_t>(before), files.end(),
            [&](const MessageFile &a, const MessageFile &b) { return name(a) < name(b); });
}

std::vector<MessageFile> messages_below(const std::string &path) {
  std::vector<MessageFile> files;
  add_messages(path, "", files);
  std::vector<std::string> folders;
  std::error_code error;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().native();
    std::error_code ignored;
    if (name.size() > 1 && name.front() == '.' && fs::is_directory(entry->path() / "cur", ignored))
      folders.push_back(name);
  }
  if (error) throw Failure("cannot read " + path + ": " + error.message());
  std::sort(folders.begin(), folders.end());
  for (const std::string &name : folders)
    add_messages(fs::path(path) / name, name.substr(1), files);
  return files;
}

class MaildirReader final : public TextReader {
 public:
  MaildirReader(const std::string &path, const Reading &reading, Progress &progress)
      : path_(path),
        progress_(progress),
        reading_(reading),
        parser_(reading, path),
        files_(messages_below(path)) {
    if (files_.empty())
      throw Failure(path + " contains no messages; a maildir has them in its folders cur and new");
  }

  bool next(Document &document) override {
    if (at_ == files_.size()) {
      report_note(parser_, reading_);
      return false;
    }
    progress_.advance(static_cast<std::int64_t>(at_), static_cast<std::int64_t>(files_.size()));
    const MessageFile &file = files_[at_++];
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
  std::string path_;
  Progress &progress_;
  Reading reading_;
  MailParser parser_;
  std::vector<MessageFile> files_;
  std::size_t at_ = 0;
  Mail mail_;
};

}  // namespace

std::unique_ptr<TextReader> read_mbox(std::unique_ptr<Bytes> bytes, const Reading &reading) {
  return std::make_unique<MboxReader>(std::move(bytes), reading);
}

std::unique_ptr<TextReader> read_maildir(const std::string &path, const Reading &reading,
                                         Progress &progress) {
  return std::make_unique<MaildirReader>(path, reading, progress);
}

}  // namespace cli
