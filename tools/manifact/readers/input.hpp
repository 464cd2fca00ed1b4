// The inputs of the commands: INPUT, a matrix or text.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "handles.hpp"
#include "readers/alike.hpp"
#include "readers/converted.hpp"
#include "readers/documents.hpp"
#include "readers/formats.hpp"
#include "readers/input_options.hpp"
#include "readers/text_reader.hpp"
#include "readers/vectors.hpp"
#include "terminal/session.hpp"

namespace cli {

// How to treat a file whose format is unclear.
enum class Unclear { refused, file, lines };

// INPUT, opened only as far as needed to detect its format.
class Input {
 public:
  // Several inputs are one document each if their format is unclear.
  // `notes`: of all inputs, if this is one of several.
  Input(Session &session, const InputOptions &options, Unclear unclear = Unclear::refused,
        std::shared_ptr<Alike> notes = nullptr);

  bool is_text() const { return !has_vectors_ && cli::is_text(format_); }
  Format format() const { return format_; }
  // The end of a sentence on a table of numbers that ought to be text; "" of other matrices.
  std::string text_remedy() const;

  // A folder or an archive: the ids of the documents are paths in it.
  bool is_of_files() const {
    return format_ == Format::folder || format_ == Format::zip || format_ == Format::tar;
  }
  // Read as one document, as no other format was found.
  bool is_unclear() const { return is_unclear_; }
  const std::string &name() const { return name_; }  // for messages

  // The memory-budget, if it was given: larger arrays of binary files are refused before they are
  // read. Text becomes a sparse matrix of unknown size.
  void limit_arrays(std::int64_t bytes) { most_bytes_ = bytes; }

  // The input as one or the other, once. `stage` is the label of the progress bar for reading and
  // processing the documents.
  Matrix matrix();
  // The ids, labels and dates of the rows of a table of numbers, after matrix().
  const Documents &row_documents() const { return row_documents_; }
  bool has_fields() const {
    return is_text() || has_other_columns_ || has_vectors_ || format_ == Format::hdf5;
  }
  // Before the input is read.
  void prefer_fields(const Fields &usual) { options_.usual = reading_.usual = usual; }
  // Vectors beside the text: null if there are none. They are added as documents are read.
  VectorsBesideText *vectors_beside() { return beside_.get(); }
  std::unique_ptr<TextReader> documents(const Fields &fields, const char *stage = "reading");

 private:
  bool is_guessed() const { return !is_given_ && was_looked_into_; }
  void open();
  void open_table();
  void open_made();
  bool is_tar() const;
  void look_into();
  void resolve_csv();
  Fields fields_in(const std::string &head, bool is_all) const;
  bool has_features(const std::string &head, bool is_all) const;
  void look_at_columns(const std::string &head, bool is_all);
  void warn_if_turned(const manifact_matrix *matrix);
  Failure unread(const Foreign &kind) const;
  void resolve_folder(bool is_folder);
  void require_readable_mat();
  void require_fitting_options() const;
  void require_text();
  Failure unclear_format(const std::string &head, bool is_all) const;
  void refuse_fields() const;
  std::unique_ptr<TextReader> reader();
  std::unique_ptr<TextReader> hinting(std::unique_ptr<TextReader> reader) const;
  int read_matrix(manifact_matrix **out);
  int read_columns(manifact_matrix **out);
  void name_features(manifact_matrix *matrix);
  void name_columns(manifact_matrix *matrix, const std::vector<std::string> &names);
  void name_by_companions(Matrix &matrix);
  void keep_genes(Matrix &matrix, const std::vector<std::string> &kinds);
  Matrix array_matrix();
  Matrix hdf5_matrix();
  Matrix library_matrix();
  void expect_vectors();
  bool has_vector_field_beside() const;
  std::unique_ptr<TextReader> with_vectors(std::unique_ptr<TextReader> reader);
  Matrix vector_matrix();
  void begin_at_header();
  void add_origin();
  std::unique_ptr<TextReader> with_origin(std::unique_ptr<TextReader> documents) const;

  Session &session_;
  InputOptions options_;
  Reading reading_;
  std::string path_, name_;
  Format format_;
  bool is_below_lines_ = false;  // begins at the line of --header-row
  TableOrigin::Kind container_ = TableOrigin::Kind::delimited;
  std::int64_t most_bytes_ = std::numeric_limits<std::int64_t>::max();
  bool is_given_;            // specified by --format
  bool can_reopen_ = false;  // by its path, as it is
  Unclear unclear_;
  std::shared_ptr<Alike> notes_;
  bool is_unclear_ = false;
  bool is_tenx_ = false;               // a 10x folder: cells are columns
  bool was_looked_into_ = false;       // the content was inspected
  std::vector<std::string> header_;    // of a CSV file of numbers
  std::vector<std::string> counters_;  // of a CSV file: warnings of columns that count its rows
  bool has_other_columns_ = false;  // a CSV file of numbers with labels, ids, words or truth values
  bool has_vectors_ = false;        // of --vector-field
  Vectors vectors_;
  std::unique_ptr<VectorsBesideText> beside_;
  Documents row_documents_;
  std::string head_;              // of a Matrix Market file
  std::unique_ptr<Bytes> bytes_;  // open if the content was inspected
};

// What a message about a malformed file adds if its format was guessed.
std::string guess_hint(Format format);

// The name of INPUT in messages.
std::string input_name(const std::string &path);

}  // namespace cli
