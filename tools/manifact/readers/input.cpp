#include "readers/input.hpp"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <utility>

#include "readers/array_matrix.hpp"
#include "readers/npy.hpp"
#include "readers/npz.hpp"
#include "readers/numbers.hpp"
#include "terminal/failure.hpp"

namespace cli {
namespace {

constexpr const char *text_hint =
    "text is read from label<TAB>text lines (.tsv), JSON lines (.jsonl), Debian control data "
    "(.deb822) or a folder of files";

bool is_folder(const std::string &path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

int library_format(Format format) {
  switch (format) {
    case Format::matrix_market:
      return MANIFACT_FORMAT_MATRIX_MARKET;
    case Format::mat:
      return MANIFACT_FORMAT_MAT;
    case Format::svmlight:
      return MANIFACT_FORMAT_SVMLIGHT;
    default:
      return MANIFACT_FORMAT_CSV;
  }
}

const char *what_it_is(Format format) {
  switch (format) {
    case Format::json_lines:
      return "JSON lines (--format jsonl)";
    case Format::deb822:
      return "Debian control data (--format deb822)";
    case Format::matrix_market:
      return "a Matrix Market matrix (--format mtx)";
    case Format::svmlight:
      return "a matrix of svmlight lines (--format svmlight)";
    case Format::npy:
      return "a NumPy array (--format npy)";
    case Format::npz:
      return "a zip archive (--format npz)";
    default:
      return "a table of numbers (--format csv)";
  }
}

// The detection by content may be wrong, so every error message names the alternative.
std::string guessed(Format format) {
  return std::string("; by its first lines it was taken for ") + what_it_is(format) +
         "; --format tsv reads each line as a document";
}

class GuessedReader final : public TextReader {
 public:
  GuessedReader(std::unique_ptr<TextReader> reader, std::string hint)
      : reader_(std::move(reader)), hint_(std::move(hint)) {}

  bool next(Document &document) override {
    try {
      return reader_->next(document);
    } catch (const Failure &failure) {
      if (failure.code != bad_input) throw;
      throw Failure(failure.text + hint_);
    }
  }

  std::string remark() const override { return reader_->remark(); }
  std::int64_t repaired() const override { return reader_->repaired(); }

 private:
  std::unique_ptr<TextReader> reader_;
  std::string hint_;
};

std::vector<std::string> read_lines(const std::string &path) {
  Lines lines(std::make_unique<Bytes>(path));
  std::vector<std::string> all;
  for (std::string_view line; lines.next(line);) all.emplace_back(line);
  return all;
}

std::string trimmed(const std::string &text) {
  const auto first = text.find_first_not_of(" \t");
  return first == std::string::npos ? ""
                                    : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

std::string input_name(const std::string &path) { return path == "-" ? "standard input" : path; }

Input::Input(Session &session, const std::string &path, const std::string &format,
             const std::optional<std::string> &array)
    : session_(session),
      path_(path),
      name_(input_name(path)),
      format_(format_of_word(format)),
      array_(array),
      is_told_(format_ != Format::automatic) {
  const bool folder = path != "-" && is_folder(path);
  if (!is_told_) format_ = folder ? Format::folder : format_of_name(path);
  if (folder != (format_ == Format::folder))
    throw Failure(name_ + (folder ? " is a directory; --format dir reads the text files in it"
                                  : " is not a directory, but --format is dir"));
  if (format_ == Format::mat) require_readable_mat();
  if (format_ == Format::automatic) look_into();
  if (array_ && format_ != Format::npz)
    throw Failure("--array chooses an array of a .npz file, but " + name_ + " is not one");
}

// Detects the format by the beginning.
void Input::look_into() {
  was_looked_into_ = true;
  session_.progress().begin("reading", true);
  bytes_ = std::make_unique<Bytes>(path_, &session_.progress());
  const std::string head = beginning(*bytes_);
  format_ = format_of_beginning(head);
  if (format_ == Format::mat) require_readable_mat();
  if (is_text() && head.find('\0') != std::string::npos)
    throw Failure(name_ + " has an unknown format: it contains NUL bytes (set --format to one of " +
                  known_formats() + ")");
}

// The reader of MAT files needs random access.
void Input::require_readable_mat() {
  const Bytes *bytes = bytes_.get();
  if (path_ == "-" || (bytes != nullptr && !bytes->is_regular()))
    throw Failure("MAT files are read from files, not from " +
                  std::string(path_ == "-" ? "" : "the pipe ") + name_ +
                  "; save it to a file first");
  Bytes file(path_);
  if (file.peek(2) == "\x1f\x8b")
    throw Failure(name_ + " is a compressed MAT file; decompress it first (gzip -dk)");
}

// Input that cannot be opened a second time is read into memory.
int Input::read_matrix(manifact_matrix **out) {
  session_.progress().enter("reading", true);
  if (bytes_ == nullptr || bytes_->is_regular()) {
    bytes_.reset();
    return manifact_matrix_read(session_.context(), path_.c_str(), library_format(format_), out);
  }
  const std::string all = bytes_->rest();
  return manifact_matrix_parse(session_.context(), all.data(), all.size(), path_.c_str(),
                               library_format(format_), out);
}

// The bytes go into the arrays that the library borrows.
Matrix Input::array_matrix() {
  session_.progress().begin("reading", true);
  if (bytes_ == nullptr) bytes_ = std::make_unique<Bytes>(path_, &session_.progress());
  manifact_matrix *matrix = nullptr;
  int status = MANIFACT_OK;
  if (format_ == Format::npz) {
    Archive archive(std::move(bytes_), path_, &session_.progress());
    archive.most_bytes = most_bytes_;
    status = std::visit(
        [&](auto &&arrays) {
          return matrix_of(session_.context(), std::forward<decltype(arrays)>(arrays), &matrix);
        },
        read_npz(archive, array_));
  } else {
    const std::unique_ptr<Stream> stream = stream_of(std::move(bytes_));
    stream->most_bytes = most_bytes_;
    status = matrix_of(session_.context(),
                       format_ == Format::npy ? read_npy(*stream) : read_fvecs(*stream), &matrix);
  }
  session_.check_input(status, name_);
  return Matrix(matrix);
}

Matrix Input::matrix() {
  if (is_array(format_)) return array_matrix();
  manifact_matrix *matrix = nullptr;
  const int status = read_matrix(&matrix);
  std::error_code ignored;
  const bool is_file = path_ != "-" && std::filesystem::is_regular_file(
                                           path_, ignored);  // a pipe cannot be inspected again
  if (status == MANIFACT_ERROR_FORMAT && format_ != Format::mat && is_file && bytes_ == nullptr) {
    Bytes again(path_);
    if (cli::is_text(format_of_beginning(beginning(again))))
      throw Failure(manifact_context_message(session_.context()) + std::string("; ") + text_hint);
  }
  if (status == MANIFACT_ERROR_FORMAT && is_guessed())
    throw Failure(manifact_context_message(session_.context()) + guessed(format_));
  session_.check(status);
  return Matrix(matrix);
}

void Input::require_text() {
  const Format looks = format_of_beginning(beginning(*bytes_));
  if (looks == Format::matrix_market || (!is_told_ && !cli::is_text(looks)))
    throw Failure(name_ + " is " + what_it_is(looks) + ", but text is expected");
}

std::unique_ptr<TextReader> Input::hinting(std::unique_ptr<TextReader> reader) const {
  return is_guessed() ? std::make_unique<GuessedReader>(std::move(reader), guessed(format_))
                      : std::move(reader);
}

std::unique_ptr<TextReader> Input::documents(const Fields &fields, const char *stage) {
  session_.progress().begin(stage, format_ != Format::folder);
  const bool has_fields = fields.text || fields.label || fields.id;
  if (has_fields && format_ != Format::json_lines && format_ != Format::deb822)
    throw Failure(
        "--text-field, --label-field and --id-field apply to JSON lines and Debian control data, "
        "but " +
        name_ + " is neither");
  if (format_ == Format::folder) return read_folder(path_, session_.progress());
  if (bytes_ == nullptr) bytes_ = std::make_unique<Bytes>(path_, &session_.progress());
  require_text();
  switch (format_) {
    case Format::json_lines:
      return hinting(read_json_lines(std::move(bytes_), fields));
    case Format::deb822:
      return hinting(read_deb822(std::move(bytes_), fields));
    default:
      return read_tsv(std::move(bytes_));
  }
}

std::vector<std::string> read_terms(const std::string &path, std::int64_t n_features,
                                    const std::string &matrix_path) {
  std::vector<std::string> terms = read_lines(path);
  if (static_cast<std::int64_t>(terms.size()) != n_features)
    throw Failure(path + " has " + counted(static_cast<std::int64_t>(terms.size()), "line") +
                  ", but " + matrix_path + " has " + counted(n_features, "feature") +
                  "; expected one term per line");
  return terms;
}

std::vector<std::string> read_words(const std::string &path) {
  std::vector<std::string> words;
  for (const std::string &line : read_lines(path)) {
    std::string word = trimmed(line.substr(0, line.find('|')));
    if (!word.empty()) words.push_back(std::move(word));
  }
  return words;
}

std::vector<std::int64_t> read_labels(const std::string &path) {
  std::vector<std::string> lines = read_lines(path);
  while (!lines.empty() && trimmed(lines.back()).empty()) lines.pop_back();
  std::vector<std::int64_t> labels;
  labels.reserve(lines.size());
  for (const std::string &line : lines) {
    const std::string number = trimmed(line);
    std::int64_t label = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), label);
    if (error != std::errc() || end != number.data() + number.size())
      throw Failure(path + ", line " + std::to_string(labels.size() + 1) +
                    ": expected one integer, found \"" + number.substr(0, 40) + '"');
    labels.push_back(label);
  }
  if (labels.empty()) throw Failure(path + " is empty; expected one integer per line");
  return labels;
}

}  // namespace cli
