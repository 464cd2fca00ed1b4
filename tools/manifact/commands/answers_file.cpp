#include "commands/answers_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <utility>

#include "commands/label_file.hpp"
#include "output/writing.hpp"
#include "readers/cell_values.hpp"
#include "readers/input.hpp"
#include "terminal/failure.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

constexpr std::int64_t longest_answers = std::int64_t{1} << 30;

// The ids, if each belongs to one document and can stand in a line.
std::unordered_map<std::string, std::int64_t> usable_ids(const Documents &documents) {
  std::unordered_map<std::string, std::int64_t> ids;
  for (std::size_t i = 0; i < documents.ids.size(); ++i) {
    const std::string &id = documents.ids[i];
    const bool is_plain =
        !id.empty() && id.find_first_of("\t\r\n\"#") == std::string::npos && trimmed_cell(id) == id;
    if (!is_plain || !ids.emplace(id, static_cast<std::int64_t>(i)).second) return {};
  }
  return ids;
}

}  // namespace

std::string wrong_class_name(const std::string &name) {
  if (name.empty()) return "a class needs a name";
  if (trimmed_cell(name) != name || name.find('"') != std::string::npos || escaped(name) != name ||
      broken_parts(name) > 0)
    return "the name of a class is text without quotes, tabs and blanks at its ends";
  const LabelWord word = label_word(name, false, {});
  if (word.name.empty() || word.is(0) || word.is(-1))
    return "\"" + name + "\" means an unknown class";
  return "";
}

AnswersFile::AnswersFile(Session &session, const std::string &path, const Documents &documents,
                         std::int64_t n_documents)
    : path_(path), documents_(documents), n_documents_(n_documents), ids_(usable_ids(documents)) {
  constexpr mode_t for_all = 0666;
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, for_all);
  if (file_ < 0) throw cannot_write(path, errno);
  try {
    read(session);
  } catch (...) {
    ::close(file_);
    throw;
  }
}

AnswersFile::~AnswersFile() { ::close(file_); }

void AnswersFile::read(Session &session) {
  std::string text;
  char block[1 << 14];
  for (ssize_t count = 0; (count = ::read(file_, block, sizeof block)) != 0;) {
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw cannot_write(path_, errno);
    text.append(block, static_cast<std::size_t>(count));
    if (std::ssize(text) > longest_answers) throw Failure(input_name(path_) + " is too large");
  }
  std::size_t line = 0, begin = 0;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    std::string_view rest(text.data() + begin, end - begin);
    const std::string at = place(input_name(path_), ++line);
    const std::size_t tab = rest.find('\t');
    if (tab == std::string_view::npos || rest.find('\t', tab + 1) != std::string_view::npos)
      throw Failure(at + "expected \"document<TAB>class\", found \"" + escaped(rest.substr(0, 60)) +
                    '"');
    std::string name(rest.substr(tab + 1));
    if (name.ends_with('\r')) name.pop_back();
    if (const std::string wrong = wrong_class_name(name); !wrong.empty())
      throw Failure(at + escaped(wrong));
    const std::int64_t document = document_named(std::string(rest.substr(0, tab)), line);
    if (has(document)) throw Failure(at + "the document has a class on an earlier line already");
    answers_.push_back({document, std::move(name)});
    begins_.push_back(static_cast<std::int64_t>(begin));
  }
  end_ = static_cast<std::int64_t>(begin);
  if (begin == text.size()) return;
  const std::string rest = escaped(text.substr(begin, 60));
  if (answers_.empty())
    throw Failure(place(input_name(path_), 1) + "expected \"document<TAB>class\", found \"" + rest +
                  "\" without a line end");
  if (::ftruncate(file_, end_) != 0) throw cannot_write(path_, errno);
  session.note(input_name(path_) + ": its last line was not written to the end and is removed: \"" +
               rest + '"');
}

bool AnswersFile::has(std::int64_t document) const {
  return std::any_of(answers_.begin(), answers_.end(),
                     [&](const Answer &answer) { return answer.document == document; });
}

std::string AnswersFile::name_of(std::int64_t document) const {
  return ids_.empty() ? std::to_string(document)
                      : documents_.ids[static_cast<std::size_t>(document)];
}

std::int64_t AnswersFile::document_named(const std::string &name, std::size_t line) const {
  std::int64_t row = -1;
  if (!ids_.empty()) {
    const auto found = ids_.find(name);
    if (found != ids_.end()) return found->second;
  } else {
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), row);
    if (error == std::errc() && end == name.data() + name.size() && row >= 0 && row < n_documents_)
      return row;
  }
  throw Failure(place(input_name(path_), line) + "the model has no document " +
                escaped(name.substr(0, 60)) + "; give the answers file of this model");
}

void AnswersFile::add(std::int64_t document, const std::string &name) {
  const std::string line = name_of(document) + '\t' + name + '\n';
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t count = ::write(file_, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const int error = errno;
      // What was written of it would be taken for an answer.
      if (::ftruncate(file_, end_) != 0) throw cannot_write(path_, error);
      throw cannot_write(path_, error);
    }
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  if (::fdatasync(file_) != 0 && errno != EINVAL) throw cannot_write(path_, errno);
  answers_.push_back({document, name});
  begins_.push_back(end_);
  end_ += std::ssize(line);
}

void AnswersFile::undo() {
  if (::ftruncate(file_, begins_.back()) != 0) throw cannot_write(path_, errno);
  end_ = begins_.back();
  begins_.pop_back();
  answers_.pop_back();
}

}  // namespace cli
