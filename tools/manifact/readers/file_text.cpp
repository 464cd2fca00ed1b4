#include "readers/file_text.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "readers/html.hpp"
#include "readers/numbers.hpp"
#include "terminal/failure.hpp"

namespace cli {
namespace {

constexpr std::size_t first_declaration = 4;  // after a byte order mark
constexpr std::size_t first_block = 8192;     // a NUL byte in it means binary data, not text

// Formats that may have no NUL byte near their beginning, and others that are not text.
bool is_binary(std::string_view head) {
  constexpr std::array<std::string_view, 8> beginnings{"%PDF-",
                                                       "{\\rtf",
                                                       "%!PS",
                                                       "PK\3\4",
                                                       "\xd0\xcf\x11\xe0",
                                                       "\xfd"
                                                       "7zXZ",
                                                       "7z\xbc\xaf",
                                                       "\x89PNG"};
  return head.find('\0') != std::string_view::npos ||
         std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view beginning) { return head.starts_with(beginning); });
}

bool names_records(std::string_view name) {
  constexpr std::array endings{".csv", ".tsv", ".json", ".jsonl", ".ndjson"};
  return std::any_of(endings.begin(), endings.end(),
                     [&](const char *ending) { return name.ends_with(ending); });
}

}  // namespace

std::string all_of(Unpacked &bytes, std::size_t most) {
  std::string all;
  for (std::size_t count = 1; count > 0;) {
    const std::size_t size = all.size();
    if (size > most)
      throw Failure(bytes.name() + " is longer than " + short_bytes(static_cast<double>(most)));
    all.resize(size + std::max(block_size, size));
    count = bytes.read(all.data() + size, all.size() - size);
    all.resize(size + count);
  }
  return all;
}

FileText::FileText(const Reading &reading, std::string from)
    : reading_(reading), from_(std::move(from)) {}

bool FileText::skip_deleted(const std::string &name) {
  const MailState state = state_of_mail(name);
  deleted_ += state == MailState::deleted ? 1 : 0;
  drafts_ += state == MailState::draft ? 1 : 0;
  return state != MailState::kept;
}

bool FileText::convert_mail(const std::string &name, std::string &content, Document &document) {
  if (!can_read_mail()) {
    unparsed_.add(name);
    document.text = content;
    return true;
  }
  mails_.add(name);
  if (!mail_) mail_ = std::make_unique<MailParser>(reading_, from_.empty() ? name : from_);
  Mail mail = mail_->parse(content, name);
  document.date = std::move(mail.date);
  document.label =
      reading_.fields.label ? std::move(mail.label) : mail_folder(std::move(document.label));
  if (reading_.fields.id && !mail.id.empty()) document.id = std::move(mail.id);
  content = std::move(mail.text);
  document.text = content;
  return true;
}

bool FileText::convert(const std::string &name, std::string &content, Document &document) {
  document.date = "";
  const std::string_view head = std::string_view(content).substr(0, first_block);
  const bool may_be_binary = is_binary(head);  // or UTF-16
  if (!may_be_binary && looks_like_mbox(head) && has_second_message(content)) {
    boxes_.add(name);
    return false;
  }
  if (!may_be_binary && (looks_like_mail(head) || looks_like_mbox(head))) {
    return convert_mail(name, content, document);
  }
  const bool is_page = is_html_name(name) || looks_like_html(head);
  const bool declares =
      reading_.encoding == "auto" && (is_page || head.find("<?xml") < first_declaration);
  const ChosenEncoding chosen =
      chosen_encoding(content, declares ? declared_encoding(head) : "", reading_.encoding);
  if (may_be_binary && is_utf8(chosen.encoding)) {
    binary_.add(name);
    if (std::string usual = usual_filter(name); !usual.empty()) filters_.insert(std::move(usual));
    return false;
  }
  decode(content, chosen.encoding, replaced_);
  if (chosen.is_guessed) encoded_[shown_encoding(chosen.encoding) + chosen.reason].add(name);
  if (is_page && can_read_html()) content = text_of_html(content, name, replaced_);
  if (is_page && !can_read_html()) pages_.add(name);
  if (names_records(name)) tables_.add(name);
  document.text = content;
  return true;
}

bool FileText::take_filtered(const std::string &name, Filtered result, std::string &content,
                             Document &document) {
  document.date = "";
  if (!result.is_read) {
    const Filter &used = *filter(name);
    if (std::string &first = late_[used.ending]; result.is_late && !first.empty())
      throw Failure("--filter " + used.ending + ": " + used.command.front() + " was " +
                    result.reason + " for " + first + " and for " + name +
                    "; try it on one of them, or give it more time with --filter-seconds");
    else if (result.is_late)
      first = name;
    if (filtered_.count == 0) reason_ = result.reason;
    filtered_.add(name);
    return false;
  }
  content = std::move(result.text);
  decode(content, "auto", replaced_);
  document.text = content;
  return true;
}

// "3 files of docs", or the name of the only file.
std::string FileText::of_files(const Counted &files, const std::string &what,
                               const char *kind) const {
  if (from_.empty()) return files.first + ' ' + what;
  return counted(files.count, kind) + " of " + from_ + ' ' + what + ", the first is " + files.first;
}

void FileText::finish() {
  if (std::exchange(is_finished_, true)) return;
  if (hidden_.count > 0)
    reading_.report(of_files(hidden_, "skipped because the name begins with a dot", "name"));
  if (special_.count > 0)
    reading_.report(of_files(special_, "skipped as links, devices or pipes", "name"));
  if (mails_.count > 0) reading_.report(of_files(mails_, "read as mail"));
  if (deleted_ + drafts_ > 0) reading_.report(from_ + left_out_mails(deleted_, drafts_));
  if (const std::string note = mail_ ? mail_->note() : ""; !note.empty()) reading_.report(note);
  if (tables_.count > 0)
    reading_.report(of_files(tables_, "(table or JSON) read as one document") +
                    "; given as an input of its own, such a file has one document per record" +
                    (from_.ends_with(".zip")
                         ? ": unzip -p " + from_ + ' ' + tables_.first + " | manifact cluster -"
                         : ""));
  for (const auto &[encoding, files] : encoded_)
    reading_.report(of_files(files, "read as " + encoding) + "; --encoding names another encoding");
}

std::string FileText::filter_advice() const {
  std::string lines;
  for (const std::string &line : filters_) lines += (lines.empty() ? "" : ", ") + line;
  if (lines.empty()) return "--filter reads such files by another program";
  return lines + (filters_.size() == 1 ? " reads such files" : " read such files");
}

std::string FileText::remark() const {
  std::string all;
  const auto add = [&all](const std::string &sentence) {
    all += (all.empty() ? "" : "; ") + sentence;
  };
  if (binary_.count > 0) add(of_files(binary_, "skipped as binary") + "; " + filter_advice());
  if (damaged_.count > 0) add(of_files(damaged_, "skipped because of damaged gzip data"));
  if (filtered_.count > 0)
    add(of_files(filtered_, "skipped because the filter failed") + " (" + reason_ + ')');
  if (boxes_.count > 0)
    add(of_files(boxes_, boxes_.count == 1 ? "skipped because it holds several messages"
                                           : "skipped because they hold several messages") +
        "; give mailboxes as inputs of their own");
  if (const std::string remark = mail_ ? mail_->remark() : ""; !remark.empty()) add(remark);
  if (reading_.fields.any() && mails_.count == 0 && !from_.empty())
    add("field options apply only to mail, but no file of " + from_ + " was read as mail");
  if (unparsed_.count > 0)
    add(of_files(unparsed_, "read as plain text") +
        ": mail, which this build cannot read because it has no GMime");
  if (pages_.count > 0)
    add(of_files(pages_, "read with HTML tags") +
        ": this build cannot remove them because it has no libxml2");
  return all;
}

namespace {

class FileReader final : public TextReader {
 public:
  FileReader(const std::string &path, std::unique_ptr<Bytes> bytes, const Reading &reading,
             bool is_mail)
      : path_(path),
        bytes_(std::move(bytes)),
        files_(reading, ""),
        runs_(reading),
        is_mail_(is_mail) {}

  bool next(Document &document) override {
    if (bytes_ == nullptr) return false;
    document.id = bytes_->name();
    document.label = "";
    const Filter *filter = files_.filter(path_);
    const bool is_regular = bytes_->is_regular();
    Unpacked unpacked(std::move(bytes_));
    bool is_read = false;
    if (filter != nullptr && is_regular) {
      runs_.start(*filter, path_);
      is_read = files_.take_filtered(path_, runs_.take(), content_, document);
    } else {
      content_ = all_of(unpacked, longest_file);
      if (filter != nullptr) {
        runs_.start_on(*filter, std::move(content_));
        is_read = files_.take_filtered(path_, runs_.take(), content_, document);
      } else if (is_mail_) {
        is_read = files_.convert_mail(document.id, content_, document);
      } else {
        is_read = files_.convert(document.id, content_, document);
      }
    }
    files_.finish();
    return is_read;
  }

  std::string remark() const override { return files_.remark(); }
  std::int64_t repaired() const override { return files_.repaired(); }

 private:
  std::string path_;
  std::unique_ptr<Bytes> bytes_;
  FileText files_;
  FilterRuns runs_;
  bool is_mail_;
  std::string content_;
};

}  // namespace

std::unique_ptr<TextReader> read_file(const std::string &path, std::unique_ptr<Bytes> bytes,
                                      const Reading &reading, bool is_mail) {
  return std::make_unique<FileReader>(path, std::move(bytes), reading, is_mail);
}

}  // namespace cli
