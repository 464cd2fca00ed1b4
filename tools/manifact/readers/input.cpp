#include "readers/input.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "readers/companions.hpp"
#include "readers/converted.hpp"
#include "readers/field_names.hpp"
#include "readers/file_text.hpp"
#include "readers/filter.hpp"
#include "readers/foreign.hpp"
#include "readers/lines_above.hpp"
#include "readers/numeric_table.hpp"
#include "readers/row_table.hpp"
#include "readers/several.hpp"
#include "readers/table_layout.hpp"
#include "readers/term_entries.hpp"
#include "terminal/failure.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

bool is_folder(const std::string &path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

const char *what_it_is(Format format) {
  switch (format) {
    case Format::json_lines:
      return "JSON lines (--format jsonl)";
    case Format::json:
      return "JSON (--format json)";
    case Format::deb822:
      return "Debian control data (--format deb822)";
    case Format::word2vec:
      return "lines of a name and numbers (--format word2vec)";
    case Format::matrix_market:
      return "a Matrix Market matrix (--format mtx)";
    case Format::svmlight:
      return "a matrix of svmlight lines (--format svmlight)";
    case Format::counts:
      return "a file of counts (--format counts)";
    case Format::uci:
      return "a UCI bag of words (--format uci)";
    case Format::ldac:
      return "a bag of words of LDA-C (--format lda-c)";
    case Format::cluto:
      return "a matrix of CLUTO (--format cluto)";
    case Format::npy:
      return "a NumPy array (--format npy)";
    case Format::npz:
      return "a zip archive (--format npz)";
    default:
      return "a table of numbers (--format csv)";
  }
}

// Counts the documents for the table that is written again.
class CountedReader final : public TextReader {
 public:
  CountedReader(std::unique_ptr<TextReader> reader, std::shared_ptr<TableOrigin> origin)
      : reader_(std::move(reader)), origin_(std::move(origin)) {}

  bool next(Document &document) override {
    const bool is_read = reader_->next(document);
    origin_->documents += is_read ? 1 : 0;
    return is_read;
  }

  std::string remark() const override { return reader_->remark(); }
  std::int64_t repaired() const override { return reader_->repaired(); }
  Fields fields() const override { return reader_->fields(); }

 private:
  std::unique_ptr<TextReader> reader_;
  std::shared_ptr<TableOrigin> origin_;
};

// Collects the vectors beside the texts.
class VectorCollector final : public TextReader {
 public:
  VectorCollector(std::unique_ptr<TextReader> reader, VectorsBesideText &vectors)
      : reader_(std::move(reader)), vectors_(vectors) {}

  bool next(Document &document) override {
    document.vector.clear();
    if (!reader_->next(document)) return false;
    ++count_;
    vectors_.add(document.vector,
                 is_position(document.id) ? document.id : "record " + std::to_string(count_));
    return true;
  }

  std::string remark() const override { return reader_->remark(); }
  std::int64_t repaired() const override { return reader_->repaired(); }
  Fields fields() const override { return reader_->fields(); }

 private:
  std::unique_ptr<TextReader> reader_;
  VectorsBesideText &vectors_;
  std::int64_t count_ = 0;
};

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
  Fields fields() const override { return reader_->fields(); }

 private:
  std::unique_ptr<TextReader> reader_;
  std::string hint_;
};

}  // namespace

std::string guess_hint(Format format) {
  return std::string("; from its first lines it was detected as ") + what_it_is(format) +
         "; --format tsv reads each line as a document";
}

std::string input_name(const std::string &path) { return path == "-" ? "standard input" : path; }

Input::Input(Session &session, const InputOptions &options, Unclear unclear,
             std::shared_ptr<Alike> notes)
    : session_(session),
      options_(options),
      reading_(reading_of(options)),
      path_(options.input),
      name_(input_name(path_)),
      format_(format_of_word(options.format)),
      is_given_(format_ != Format::automatic),
      unclear_(options.more_inputs.empty() ? unclear : Unclear::file),
      notes_(std::move(notes)) {
  if (std::count(options.more_inputs.begin(), options.more_inputs.end(), "-") +
          (path_ == "-" ? 1 : 0) >
      1)
    throw Failure("standard input can be read only once, but - is given twice");
  if (notes_ == nullptr) notes_ = std::make_shared<Alike>();
  reading_.note = [&session, notes_here = notes_, name = name_](const std::string &sentence) {
    if (notes_here->add(name, sentence)) session.note(sentence);
  };
  reading_.warn = [&session](const std::string &sentence) { session.warn(sentence); };
  reading_.filter_threads = session.threads();
  resolve_folder(path_ != "-" && is_folder(path_));
  const bool is_filtered = filter_for(reading_.filters, path_) != nullptr;
  if (format_ == Format::automatic && is_filtered) format_ = Format::file;
  const bool is_of_files =
      format_ == Format::folder || format_ == Format::maildir || format_ == Format::slack;
  if (!is_of_files && !(format_ == Format::file && is_filtered)) open();
  if (options.table.header_row > 0) begin_at_header();
  if (format_ == Format::automatic) look_into();
  if (is_below_lines_ && format_ == Format::tsv) format_ = Format::table;
  is_below_lines_ = is_below_lines_ && (format_ == Format::table || format_ == Format::csv);
  if (is_made_table(format_)) open_made();
  if (!options_.vector_field && options_.usual.vector && !options_.usual.text &&
      (is_converted(format_) || has_records(format_)))
    options_.vector_field = options_.usual.vector;
  if (options_.vector_field || format_ == Format::word2vec) expect_vectors();
  if (is_converted(format_)) {
    open_table();
  } else if (is_below_lines_ ? options.table.sheet || options.table.query : options.table.any()) {
    throw Failure(
        "--sheet chooses the table of a spreadsheet, --query that of a database, "
        "--header-row the header of a table, but " +
        name_ + " is none");
  } else if (is_given_ && format_ == Format::csv) {
    resolve_csv();
  }
  if (format_ == Format::mat && bytes_ != nullptr &&
      bytes_->peek(32).starts_with("MATLAB 7.3 MAT-file"))
    format_ = Format::hdf5;
  if (format_ == Format::mat || format_ == Format::hdf5) require_readable_mat();
  require_fitting_options();
}

// Options that this input cannot have.
void Input::require_fitting_options() const {
  const InputOptions &options = options_;
  if (options.vector_field && !has_vectors_ && !has_vector_field_beside())
    throw Failure("--vector-field names a column of a table or a field of JSON, but " + name_ +
                  " is neither");
  const bool may_lack_header =
      reading_.header == Header::no && (format_ == Format::table || format_ == Format::tsv);
  if ((options.header || options.no_header) && format_ != Format::csv && !may_lack_header)
    throw Failure("--header is for tables of numbers, but " + name_ +
                  (is_text() ? " is text" : " is none"));
  if (options.array && format_ != Format::npz && format_ != Format::safetensors &&
      format_ != Format::mat && format_ != Format::hdf5)
    throw Failure("--array chooses an array of a .npz, .safetensors, MAT or HDF5 file, but " +
                  name_ + " is none");
  if (options.transpose && is_text())
    throw Failure("--transpose exchanges the rows and columns of a matrix, but " + name_ +
                  " is text");
  if (!is_text() && !options.more_inputs.empty())
    throw Failure("several inputs must be text, but " + name_ + " is a matrix");
}

void Input::resolve_folder(bool is_folder) {
  if (!is_given_) {
    format_ = !is_folder                 ? Format::automatic
              : has_only_maildirs(path_) ? Format::maildir
              : is_slack_export(path_)   ? Format::slack
                                         : Format::folder;
    if (format_ == Format::folder) refuse_dbox(path_, name_);
  }
  if (is_folder && (!is_given_ || format_ == Format::tenx))
    if (const std::string matrix = tenx_matrix(path_); !matrix.empty()) {
      reading_.report(name_ + " is read as a 10x matrix: cells are documents");
      path_ = matrix;
      format_ = Format::matrix_market;
      is_tenx_ = true;
      return;
    }
  if (format_ == Format::tenx)
    throw Failure(name_ + " is no folder with matrix.mtx, barcodes.tsv and features.tsv (or .gz)");
  const bool wants_folder =
      format_ == Format::folder || format_ == Format::maildir || format_ == Format::slack;
  if (is_folder != wants_folder)
    throw Failure(name_ + (is_folder ? " is a directory; --format dir reads the text files in it"
                                     : " is not a directory, but --format is " + options_.format));
}

// A tar archive is decompressed by its reader.
bool Input::is_tar() const {
  return format_ == Format::tar ||
         (format_ == Format::automatic && format_of_name(path_) == Format::tar);
}

// A compressed file is read as its content.
void Input::open() {
  constexpr std::size_t longest_signature = 512;
  session_.progress().begin("reading", true);
  bytes_ = std::make_unique<Bytes>(path_, &session_.progress());
  const bool is_packed = !is_tar() && is_compressed(bytes_->peek(longest_signature));
  can_reopen_ = bytes_->is_regular() && !is_packed;
  if (!is_packed) return;
  bytes_ = std::make_unique<Bytes>(open_compressed(std::move(bytes_), reading_.harmless_expansion));
}

// A text is read from the line of --header-row on, if it can be a table.
void Input::begin_at_header() {
  const bool may_be = format_ == Format::automatic || format_ == Format::csv ||
                      format_ == Format::tsv || format_ == Format::table;
  constexpr std::size_t longest_signature = 512;
  if (!may_be || bytes_ == nullptr) return;
  bytes_ = without_gzip(std::move(bytes_));
  const std::string_view first = bytes_->peek(longest_signature);
  if (format_of_magic(first) != Format::automatic) return;
  bytes_ = below_lines(std::move(bytes_), options_.table.header_row, reading_.encoding);
  if (reading_.header == Header::automatic) reading_.header = Header::yes;
  is_below_lines_ = true;
  can_reopen_ = false;
}

// References, logs and chats are read as a table of text.
void Input::open_made() {
  container_ = TableOrigin::Kind::none;
  if (reading_.header != Header::automatic)
    throw Failure("--header is for tables, but " + name_ + " is none");
  bytes_ = std::make_unique<Bytes>(open_made_table(format_, path_, std::move(bytes_), reading_));
  reading_.encoding = "utf-8";
  was_looked_into_ = can_reopen_ = false;
  format_ = Format::table;
}

// A CSV file holds text or numbers.
void Input::resolve_csv() {
  bool is_all = false;
  const std::string head = decoded_beginning(*bytes_, reading_, is_all);
  format_ = kind_of_csv(head, is_all, fields_in(head, is_all));
  if (has_features(head, is_all)) format_ = Format::csv;
  look_at_columns(head, is_all);
  if (format_ == Format::csv && bytes_->is_regular()) bytes_.reset();
}

// Whether a table has features of the model, beside columns of any kind.
bool Input::has_features(const std::string &head, bool is_all) const {
  const std::vector<std::string> &features = reading_.features;
  const bool may_be = format_ == Format::csv || format_ == Format::table ||
                      format_ == Format::tsv || format_ == Format::automatic;
  if (features.empty() || !may_be) return false;
  const std::vector<std::string> header = table_layout(head, is_all, {}).row_header;
  const auto found = std::count_if(features.begin(), features.end(), [&](const std::string &name) {
    return std::find(header.begin(), header.end(), name) != header.end();
  });
  return 2 * found > std::ssize(features);
}

void Input::look_at_columns(const std::string &head, bool is_all) {
  if (format_ != Format::csv) return;
  header_ = names_above_numbers(head, is_all);
  has_other_columns_ =
      has_other_columns(head, is_all, reading_) || has_guessed_encoding(bytes_.get(), reading_);
  const bool is_input = unclear_ != Unclear::lines;  // not that of --graph
  if (is_input && !has_other_columns_) counters_ = told_counters(head, is_all, reading_);
  const bool are_edges = is_input && !is_given_ && !reading_.fields.any() &&
                         tell_of_edges(head, is_all, path_, reading_);
  if (is_input && !has_other_columns_ && are_numbers_between_blanks(head))
    reading_.report(name_ + " is read as numbers between blanks");
  if (is_input && !is_given_ && !are_edges) note_triplets(head, is_all, path_, reading_);
}

Failure Input::unclear_format(const std::string &head, bool is_all) const {
  if (const Foreign *kind = foreign_of_lines(head, is_all))
    return Failure(name_ + ": the format is unclear; perhaps it is " + kind->name + "; " +
                   remedy_for(*kind, path_));
  const TableLayout layout = table_layout(head, is_all, reading_.fields);
  const std::string reason =
      name_ + ": the format is unclear; --format tsv reads each line as a document, --format ";
  if (layout.header.size() > 1 && layout.header.size() == layout.cells)
    return Failure(reason + "csv a table (" + shown_names(layout.header) +
                   "; --text-field names the text)");
  return Failure(reason + (path_ == "-" ? "csv a table" : "file the whole file as one document"));
}

// Decides the format by the content and the name.
void Input::look_into() {
  const std::string begin = beginning(*bytes_);
  bool is_all = false;
  const std::string head = decoded_beginning(*bytes_, reading_, is_all);
  const Recognized content =
      content_of({begin, head, is_all, name_of_content(path_)}, fields_in(head, is_all));
  const bool is_one = content.is_one(unclear_ == Unclear::file, options_.is_for_model);
  if (content.foreign != nullptr && !is_one) throw unread(*content.foreign);
  if (content.is_binary)
    throw Failure(name_ + " has an unknown format: it contains NUL bytes (set --format to one of " +
                  known_formats() + ", or give a --filter for its extension)");
  format_ = content.format;
  if (has_features(head, is_all)) format_ = Format::csv;
  if (format_ == Format::matrix_market) head_ = head.substr(0, 4096);
  was_looked_into_ = !content.is_named;
  if (unclear_ != Unclear::lines &&
      (format_ == Format::csv || format_ == Format::table || format_ == Format::tsv))
    refuse_term_entries(head, is_all, *bytes_, path_, reading_);
  if (is_bag_of_words(format_)) reading_.report(name_ + " is read as " + what_it_is(format_));
  if (format_ == Format::csv) {
    look_at_columns(head, is_all);
    const bool is_named = table_layout(head, is_all, reading_.fields).is_named;
    const bool is_text_name = format_of_name(path_) == Format::tsv;
    if (content.is_named && !has_other_columns_ && (is_named || is_text_name))
      reading_.report(name_ + " has only numbers " + (is_named ? "below a header " : "") +
                      "and is read as a matrix");
  }
  if (format_ == Format::automatic && reading_.header == Header::no && reading_.fields.text)
    format_ = Format::table;
  if (format_ != Format::automatic) return;
  if (unclear_ == Unclear::refused && !head.empty()) throw unclear_format(head, is_all);
  is_unclear_ = unclear_ == Unclear::file;
  format_ = is_unclear_ ? Format::file : Format::tsv;
}

Failure Input::unread(const Foreign &kind) const {
  return Failure(name_ + " has the format " + kind.name + ", which is not read; " +
                 remedy_for(kind, path_));
}

void Input::require_text() {
  if (const Foreign *kind = foreign_of_bytes(beginning(*bytes_))) throw unread(*kind);
  bool is_all = false;
  const std::string head = decoded_beginning(*bytes_, reading_, is_all);
  const Format looks = format_of_beginning(head, is_all, fields_in(head, is_all));
  const bool is_matrix = looks != Format::automatic && !cli::is_text(looks);
  if (looks == Format::matrix_market || (!is_given_ && is_matrix && format_ != Format::table))
    throw Failure(name_ + " is " + what_it_is(looks) + ", but text is expected");
}

std::unique_ptr<TextReader> Input::hinting(std::unique_ptr<TextReader> reader) const {
  return is_guessed() ? std::make_unique<GuessedReader>(std::move(reader), guess_hint(format_))
                      : std::move(reader);
}

std::unique_ptr<TextReader> Input::reader() {
  const bool counts_bytes = format_ != Format::folder && format_ != Format::maildir;
  if (counts_bytes && bytes_ == nullptr)
    bytes_ = std::make_unique<Bytes>(path_, &session_.progress());
  if (has_records(format_)) require_text();
  switch (format_) {
    case Format::folder:
      return read_folder(path_, reading_, session_.progress());
    case Format::maildir:
      return read_maildir(path_, reading_, session_.progress());
    case Format::table:
      return read_table(std::move(bytes_), reading_);
    case Format::json:
    case Format::json_lines:
      return hinting(read_json(std::move(bytes_), reading_));
    case Format::word2vec:
      return hinting(read_named_vectors(std::move(bytes_), reading_));
    case Format::deb822:
      return hinting(read_deb822(std::move(bytes_), reading_));
    case Format::mbox:
      return read_mbox(std::move(bytes_), reading_);
    case Format::zip:
    case Format::tar:
      return read_archive(path_, std::move(bytes_), reading_, session_.progress());
    case Format::mail:
    case Format::file:
      return read_file(path_, std::move(bytes_), reading_, format_ == Format::mail);
    default:
      return read_tsv(std::move(bytes_), reading_);
  }
}

// Fields of formats that have none are refused rather than ignored.
void Input::refuse_fields() const {
  if (reading_.fields.skip)
    throw Failure("--skip-fields leaves out columns of a table of numbers, but " + name_ +
                  " is text");
  const bool has_mail_fields = format_ == Format::mbox || format_ == Format::maildir ||
                               format_ == Format::mail || format_ == Format::folder ||
                               format_ == Format::zip || format_ == Format::tar;
  if (reading_.has_mail_in_fields && !has_records(format_))
    throw Failure("--text-format mail applies to tables, JSON and Debian control data, but " +
                  name_ + " is none of these");
  if (reading_.fields.link && !has_records(format_))
    throw Failure("--link-field applies to tables, JSON and Debian control data, but " + name_ +
                  " is none of these");
  if (reading_.fields.any() && !has_records(format_) && !has_mail_fields)
    throw Failure(
        "--text-field, --label-field, --id-field and --date-field apply to tables, JSON, Debian "
        "control data and mail, but " +
        name_ + " is none of these");
}

// Given beside a field of text, or usual ones of a model of texts with vectors.
bool Input::has_vector_field_beside() const {
  return reading_.fields.text && options_.vector_field && !has_vectors_;
}

std::unique_ptr<TextReader> Input::with_vectors(std::unique_ptr<TextReader> reader) {
  const bool are_given = has_vector_field_beside(),
             are_usual = !options_.vector_field && reading_.usual.vector && reading_.usual.text;
  if (!are_given && !are_usual) return reader;
  if (!options_.more_inputs.empty() && are_given)
    throw Failure("--vector-field beside a text takes one input; join the inputs first");
  if (!options_.more_inputs.empty()) {
    session_.warn("the vectors of several inputs are not read: words alone are used");
    return reader;
  }
  const std::string &field = are_given ? *options_.vector_field : *reading_.usual.vector;
  beside_ = std::make_unique<VectorsBesideText>(name_ + ", field " + field,
                                                vectors_.are_held ? &vectors_.arrays : nullptr);
  return std::make_unique<VectorCollector>(std::move(reader), *beside_);
}

// The documents of an input whose table is written again.
std::unique_ptr<TextReader> Input::with_origin(std::unique_ptr<TextReader> documents) const {
  if (reading_.origin == nullptr) return documents;
  return std::make_unique<CountedReader>(std::move(documents), reading_.origin);
}

void Input::add_origin() {
  reading_.origin = std::make_shared<TableOrigin>();
  reading_.origin->path = path_;
  reading_.origin->name = input_name(path_);
  reading_.origin->encoding = options_.encoding;
  reading_.origin->table = options_.table;
  reading_.origin->container = container_;
  reading_.origin->begin = options_.standard_input_begin;
  options_.origins->push_back(reading_.origin);
}

std::unique_ptr<TextReader> Input::documents(const Fields &fields, const char *stage) {
  if (has_vectors_) throw Failure(name_ + " holds vectors, but text is expected");
  reading_.fields = fields;
  if (has_vector_field_beside()) reading_.fields.vector = options_.vector_field;
  refuse_fields();
  if (options_.origins != nullptr) add_origin();
  session_.progress().begin(stage, format_ != Format::folder && format_ != Format::maildir);
  std::unique_ptr<TextReader> first = reader();
  if (has_records(format_))
    first =
        read_mail_in_fields(read_without_tags(std::move(first), name_, reading_), name_, reading_);
  first = read_masked(std::move(first), name_, reading_);
  first = with_origin(std::move(first));
  if (!options_.more_inputs.empty()) {
    InputOptions each = options_;
    each.repeated_blocks = "keep";  // of all inputs together
    first = read_several(session_, each, *this, std::move(first), notes_, stage);
  }
  return with_vectors(read_without_repeated(std::move(first), name_, reading_));
}

}  // namespace cli
