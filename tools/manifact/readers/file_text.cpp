#include "readers/file_text.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include "readers/encoding.hpp"
#include "readers/foreign.hpp"
#include "readers/html.hpp"
#include "readers/other_encodings.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/shell.hpp"

namespace cli {
namespace {

constexpr std::size_t first_block = 8192;  // decides what a file is; a NUL means binary data

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

// The beginning decides. Zeros may be those of UTF-16.
Recognized FileText::recognized(const std::string &name, const std::string &content) const {
  const std::string_view bytes = std::string_view(content).substr(0, first_block);
  std::string text(bytes);
  if (bytes.find('\0') != std::string_view::npos || bytes.starts_with(byte_order_mark)) {
    std::int64_t ignored = 0;
    decode(text, reading_.encoding, ignored);
  }
  return content_of({bytes, text, content.size() <= first_block, name, true}, reading_.fields);
}

bool FileText::convert(const std::string &name, std::string &content, Document &document) {
  document.date = "";
  const Recognized found = recognized(name, content);
  // A file of its own was recognized before, and is read as one document if that is wanted.
  if (found.foreign != nullptr && (!from_.empty() || foreign_of_bytes(content) != nullptr)) {
    const bool is_office = found.foreign == &foreign::office;
    foreign_[{found.foreign, is_office ? office_ending(name) : ""}].add(name);
    return false;
  }
  if (found.is_binary) {
    binary_.add(name);
    return false;
  }
  if (found.format == Format::mbox && has_second_message(content)) {
    boxes_.add(name);
    return false;
  }
  if (found.format == Format::mbox || found.format == Format::mail)
    return convert_mail(name, content, document);
  return convert_text(name, content, document);
}

bool FileText::convert_text(const std::string &name, std::string &content, Document &document) {
  const std::string_view head = std::string_view(content).substr(0, first_block);
  const bool is_html = is_html_name(name) || looks_like_html(head);
  const bool declares = reading_.encoding == "auto" && (is_html || is_xml(name, head));
  const ChosenEncoding chosen =
      chosen_encoding(content, declares ? declared_encoding(head) : "", reading_.encoding);
  OtherEncoding other;
  if (chosen.is_guessed && chosen.encoding == "WINDOWS-1252") other = other_encoding(content);
  if (other.is_certain && from_.empty()) throw Failure(refusal_of(other, name));
  decode(content, chosen.encoding, replaced_);
  if (other.is_certain)
    odd_[other.likely].add(name);
  else if (chosen.is_guessed)
    encoded_[shown_encoding(chosen.encoding) + chosen.reason + otherwise_read(other)].add(name);
  const bool has_xml = !is_html && is_xml(name, content);
  if ((is_html || has_xml) && !can_read_html()) {
    pages_.add(name);
  } else if (is_html) {
    content = text_of_html(content, name, replaced_);
  } else if (has_xml) {
    content = text_of_xml(content, name, replaced_);
    // Feeds and exports of web sites have pages in their elements.
    if (has_tag(content)) content = text_of_html(content, name, replaced_);
    xml_.add(name);
  }
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

namespace {

// A member as unzip takes it, for which brackets, * and ? are patterns, and a - begins an option.
std::string unzip_pattern(const std::string &member) {
  constexpr std::string_view special = "*?[\\";
  std::string pattern;
  for (const char c : member)
    pattern +=
        special.find(c) != std::string_view::npos ? std::string("\\") + c : std::string(1, c);
  return member.starts_with('-') ? "[-]" + pattern.substr(1) : pattern;
}

}  // namespace

// A member of an archive has no path.
std::string FileText::path_of(const std::string &name) const {
  std::error_code ignored;
  const std::filesystem::path path = std::filesystem::path(from_) / name;
  return std::filesystem::exists(path, ignored) ? path.native() : "";
}

// A few files among many do not stop the others, which were read correctly.
void FileText::refuse_odd() const {
  constexpr std::int64_t many = 10;
  std::int64_t count = 0;
  for (const auto &[encoding, files] : odd_) count += files.count;
  if (many * count <= documents_) return;
  const auto &[encoding, files] = *std::max_element(
      odd_.begin(), odd_.end(),
      [](const auto &a, const auto &b) { return a.second.count < b.second.count; });
  throw Failure(refusal_of({encoding, true}, files.first, true));
}

void FileText::finish() {
  if (std::exchange(is_finished_, true)) return;
  if (documents_ == 0 && !foreign_.empty() && !from_.empty())
    throw Failure(from_ + " has no documents: " + remark());
  refuse_odd();
  if (hidden_.count > 0)
    reading_.report(of_files(hidden_, "skipped because the name begins with a dot", "name"));
  if (links_.count > 0)
    reading_.report(of_files(links_, "skipped as links to files that are read", "name"));
  if (special_.count > 0)
    reading_.report(of_files(special_, "skipped as links, devices or pipes", "name"));
  if (mails_.count > 0) reading_.report(of_files(mails_, "read as mail"));
  if (xml_.count > 0) reading_.report(of_files(xml_, "read as XML, without tags and attributes"));
  if (deleted_ + drafts_ > 0) reading_.report(from_ + left_out_mails(deleted_, drafts_));
  if (const std::string note = mail_ ? mail_->note() : ""; !note.empty()) reading_.report(note);
  if (tables_.count > 0)
    reading_.report(of_files(tables_, "(table or JSON) read as one document") +
                    "; given as an input of its own, such a file has one document per record" +
                    (from_.ends_with(".zip")
                         ? ": unzip -p " + shell_path(from_) + ' ' +
                               shell_word(unzip_pattern(tables_.first)) + " | manifact cluster -"
                         : ""));
  for (const auto &[encoding, files] : encoded_)
    reading_.report(of_files(files, "read as " + encoding) + "; --encoding names another encoding");
}

std::string FileText::remark() const {
  std::string all;
  const auto add = [&all](const std::string &sentence) {
    all += (all.empty() ? "" : "; ") + sentence;
  };
  for (const auto &[kind, files] : foreign_)
    add(of_files(files, std::string("skipped as ") + kind.first->name) + "; " +
        remedy_for(*kind.first, path_of(files.first), files.first));
  for (const auto &[encoding, files] : odd_) {
    const OtherEncoding other{encoding, true};
    add(of_files(files, "read as Latin-1 (Windows-1252)" + otherwise_read(other)) + "; " +
        conversion_from(other) + " converts such a file");
  }
  if (binary_.count > 0)
    add(of_files(binary_, "skipped as binary") + "; --filter reads such files by another program");
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
