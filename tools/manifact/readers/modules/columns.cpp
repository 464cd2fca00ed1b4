// Files of columns as CSV: their rows, without lists of numbers, which are kept as vectors if the
// options ask for them.
#include "readers/modules/columns.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <limits>
#include <utility>

#include "readers/field_guess.hpp"
#include "readers/field_names.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"
#include "terminal/numbers.hpp"
#include "terminal/shell.hpp"
#include "terminal/utf8.hpp"

namespace cli {
bool are_texts(Holds holds) {
  return holds == Holds::text || holds == Holds::bytes || holds == Holds::wide_decimal ||
         holds == Holds::uuid;
}

void Cells::clear() {
  present.clear();
  sizes.clear();
  texts.clear();
  integers.clear();
  reals.clear();
  null_elements.clear();
  made.clear();
}

std::string_view Cells::keep(std::string_view text) {
  auto copy = std::make_unique<char[]>(text.size() + 1);
  std::copy(text.begin(), text.end(), copy.get());
  made.push_back(std::move(copy));
  return {made.back().get(), text.size()};
}

PlacedBytes::PlacedBytes(const std::string &path, std::unique_ptr<Bytes> bytes)
    : name_(bytes->name()) {
  if (!bytes->is_regular()) {
    held_ = bytes->rest(false);
    size_ = std::ssize(held_);
    return;
  }
  file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file_ < 0) throw Failure("cannot read " + name_ + ": " + std::strerror(errno));
  size_ = ::lseek(file_, 0, SEEK_END);
}

PlacedBytes::~PlacedBytes() {
  if (file_ >= 0) ::close(file_);
}

std::string_view PlacedBytes::read(std::int64_t place, std::int64_t size, std::string &to) const {
  if (place < 0 || size < 0 || place > size_ || size > size_ - place)
    throw Failure(name_ + " is damaged: a part of it lies outside of the file");
  const auto count = static_cast<std::size_t>(size);
  if (file_ < 0) return std::string_view(held_).substr(static_cast<std::size_t>(place), count);
  to.resize(count);
  for (std::size_t done = 0; done < count;) {
    const ssize_t got = ::pread(file_, to.data() + done, count - done,
                                static_cast<off_t>(place) + static_cast<off_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw Failure("cannot read " + name_ + ": " + std::strerror(errno));
    if (got == 0) throw Failure(name_ + " became shorter while it was read");
    done += static_cast<std::size_t>(got);
  }
  return to;
}

bool begins_as_parquet(std::unique_ptr<Bytes> &bytes) {
  bytes = without_gzip(std::move(bytes));
  const std::string_view first = bytes->peek(4);
  return first.starts_with("PAR1") || first.starts_with("PARE");
}

namespace {

class ColumnText final : public MadeTable {
 public:
  ColumnText(std::unique_ptr<ColumnFile> file, std::string name, const Conversion &conversion)
      : MadeTable(std::move(name)),
        file_(std::move(file)),
        note_(conversion.note),
        vectors_(conversion.vectors),
        uses_(file_->columns().size(), Use::text),
        firsts_(file_->columns().size()) {
    choose(conversion);
    CsvLine header(held_);
    for (std::size_t j = 0; j < uses_.size(); ++j)
      if (uses_[j] != Use::none) header.add(file_->columns()[j].name, true);
    header.end();
  }

  std::optional<std::int64_t> first_row() const override { return 0; }  // that of the names

 private:
  enum class Use { none, text, vectors };

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const FileColumn &column : file_->columns()) all.push_back(column.name);
    return all;
  }

  // The columns that become text, and the one of vectors.
  void choose(const Conversion &conversion) {
    const std::vector<std::string> all = names();
    if (all.empty()) throw Failure(name_ + " has no columns");
    if (vectors_ != nullptr) vectors_->field = vector_field(conversion, all);
    std::vector<std::string> lists, unread;
    for (std::size_t j = 0; j < all.size(); ++j) {
      const FileColumn &column = file_->columns()[j];
      if (column.unread.empty() && !column.is_vector()) continue;
      const bool is_vectors = vectors_ != nullptr && vectors_->field == column.name;
      if (is_vectors && column.is_vector()) {
        uses_[j] = Use::vectors;
        vectors_->are_held = true;
        vectors_->arrays.name = name_ + ", column " + column.name;
        vectors_->arrays.values.type = column.is_single ? MANIFACT_FLOAT : MANIFACT_DOUBLE;
        continue;
      }
      refuse_wanted(conversion.fields, column, all);
      uses_[j] = Use::none;
      (column.unread.empty() ? lists : unread)
          .push_back(column.name + (column.unread.empty() ? "" : " (" + column.unread + ')'));
    }
    tell(lists, unread);
    std::vector<bool> chosen;
    for (const Use use : uses_) chosen.push_back(use != Use::none);
    if (std::find(chosen.begin(), chosen.end(), true) == chosen.end())
      throw Failure(name_ +
                    " has no column that is read: " + listed(lists.empty() ? unread : lists) +
                    (lists.empty() ? "" : "; --vector-field names one of the columns of vectors"));
    file_->choose(std::move(chosen));
  }

  // The one that is given; else the only one of a table that has no field of texts by its names.
  std::string vector_field(const Conversion &conversion,
                           const std::vector<std::string> &all) const {
    if (conversion.vector_field) return *conversion.vector_field;
    std::string only;
    std::vector<std::string> others;
    for (const FileColumn &column : file_->columns()) {
      if (!column.is_vector()) {
        if (column.holds == Holds::text) others.push_back(column.name);
        continue;
      }
      if (!only.empty()) return "";
      only = column.name;
    }
    const bool is_text = conversion.fields.text || !guessed_fields(others).text.empty();
    const bool has_more = std::any_of(others.begin(), others.end(),
                                      [&](const std::string &name) { return is_other(name, all); });
    return is_text || has_more ? "" : only;
  }

  // Whether a column of text is neither an id nor a label nor a date, by its name.
  static bool is_other(const std::string &name, const std::vector<std::string> &all) {
    const FieldChoice known = guessed_fields(all);
    for (const auto &place : {known.id, known.label, known.date})
      if (place && all[*place] == name) return false;
    return true;
  }

  // A field that the options name must be one that is read.
  void refuse_wanted(const Fields &fields, const FileColumn &column,
                     const std::vector<std::string> &all) const {
    const std::string what = column.unread.empty() ? "a column of vectors" : column.unread;
    const auto refuse = [&](const std::optional<std::string> &given, const char *option) {
      if (!given) return;
      for (const std::string &name : split_fields(*given, all))
        if (name == column.name)
          throw Failure(name_ + ": " + option + ' ' + name + ": it is " + what +
                        (column.unread.empty()
                             ? "; --vector-field " + shell_word(name) + " reads them"
                             : ", which is not read; write it as text or as columns of its own"));
    };
    refuse(fields.text, "--text-field");
    refuse(fields.label, "--label-field");
    refuse(fields.id, "--id-field");
    refuse(fields.date, "--date-field");
    refuse(fields.link, "--link-field");
    if (!column.unread.empty() && vectors_ != nullptr && vectors_->field == column.name)
      refuse(column.name, "--vector-field");
  }

  void tell(const std::vector<std::string> &lists, const std::vector<std::string> &unread) const {
    if (!lists.empty())
      note_(name_ + ": " + listed(lists) + (lists.size() > 1 ? " hold" : " holds") +
            " vectors, left out; --vector-field " + shell_word(lists.front()) + " reads them");
    if (!unread.empty())
      note_(name_ + ": left out, as columns of this kind are not read: " + listed(unread));
  }

  bool refill(std::string &held) override {
    if (row_ == rows_) {
      stop_if_interrupted();
      rows_ = file_->next(cells_);
      row_ = 0;
      std::fill(firsts_.begin(), firsts_.end(), 0);
      if (rows_ == 0) {
        tell_bytes();
        return false;
      }
    }
    while (row_ < rows_ && held.size() < block_size) {
      CsvLine line(held);
      ++number_;
      for (std::size_t j = 0; j < uses_.size(); ++j)
        if (uses_[j] != Use::none) add(line, j);
      line.end();
      ++row_;
    }
    return true;
  }

  void add(CsvLine &line, std::size_t j) {
    const FileColumn &column = file_->columns()[j];
    const Cells &cells = cells_[j];
    const auto row = static_cast<std::size_t>(row_);
    const std::size_t first = firsts_[j];
    if (column.is_list) firsts_[j] += static_cast<std::size_t>(cells.sizes[row]);
    if (cells.present[row] == 0) {
      if (uses_[j] == Use::vectors && !vectors_->are_beside)
        fail_vector("is missing; remove the row, or choose another column");
      return line.add("");
    }
    if (uses_[j] == Use::vectors) {
      take_vector(column, cells, first, firsts_[j]);
      return line.add(std::to_string(vectors_->arrays.rows - 1));
    }
    if (!column.is_list) return add_one(line, column, cells, row);
    made_.clear();
    for (std::size_t i = first; i < firsts_[j]; ++i) {
      if (cells.null_elements[i] != 0) continue;
      if (!made_.empty()) made_ += '\n';
      if (column.holds == Holds::text || column.holds == Holds::bytes)
        made_ += cells.texts[i];
      else
        append_value(made_, column, cells, i);
    }
    line.add(made_, true);
  }

  void add_one(CsvLine &line, const FileColumn &column, const Cells &cells, std::size_t row) {
    if (column.holds == Holds::text) return line.add(cells.texts[row], true);
    if (column.holds == Holds::bytes) {
      const std::string_view bytes = cells.texts[row];
      if (broken_parts(bytes) == 0 && bytes.find('\0') == std::string_view::npos)
        return line.add(bytes, true);
      if (blobs_++ == 0) first_blob_ = column.name;
      return line.add("");
    }
    made_.clear();
    append_value(made_, column, cells, row);
    line.add(made_);
  }

  void tell_bytes() const {
    if (blobs_ > 0)
      note_(name_ + ": " + counted(blobs_, "value") +
            " of bytes that are no text read as empty, the first in column " + first_blob_);
  }

  [[noreturn]] void fail_vector(const std::string &what) const {
    throw Failure(vectors_->arrays.name + ", row " + std::to_string(number_) + ": the vector " +
                  what);
  }

  void take_vector(const FileColumn &column, const Cells &cells, std::size_t begin,
                   std::size_t end) {
    DenseArrays &all = vectors_->arrays;
    const auto size = static_cast<std::int64_t>(end - begin);
    if (all.columns == 0) all.columns = size;
    if (size != all.columns)
      fail_vector("has " + counted(size, "number") + ", but that of row 1 has " +
                  std::to_string(all.columns));
    for (std::size_t i = begin; i < end; ++i)
      if (cells.null_elements[i] != 0)
        fail_vector("has no number in place " + std::to_string(i - begin + 1));
    ++all.rows;
    const bool is_single = column.is_single;
    Numbers &values = all.values;
    const std::size_t width = is_single ? sizeof(float) : sizeof(double);
    const auto count = static_cast<std::size_t>(values.count);
    const std::size_t needed = (count + (end - begin)) * width;
    if (needed > values.bytes.size()) values.bytes.resize(needed + needed / 2);
    for (std::size_t i = begin; i < end; ++i) {
      const double value =
          column.holds == Holds::real ? cells.reals[i] : static_cast<double>(cells.integers[i]);
      const std::size_t at = count + (i - begin);
      if (is_single)
        values.as<float>()[at] = static_cast<float>(value);
      else
        values.as<double>()[at] = value;
    }
    values.count += size;
  }

  std::unique_ptr<ColumnFile> file_;
  std::function<void(const std::string &)> note_;
  Vectors *vectors_;
  std::vector<Use> uses_;
  std::vector<Cells> cells_;
  std::vector<std::size_t> firsts_;  // of lists, the place of the next element
  std::int64_t row_ = 0, rows_ = 0, number_ = 0;
  std::string made_;
  std::int64_t blobs_ = 0;
  std::string first_blob_;
};

}  // namespace
}  // namespace cli

extern "C" cli::OpenTable manifact_open_columns;  // of the type that the program expects

void manifact_open_columns(const std::string &path, std::unique_ptr<cli::Bytes> &bytes,
                           const cli::Conversion &conversion, std::unique_ptr<cli::Stream> &table) {
  const std::string name = bytes->name();
  const bool is_parquet = cli::begins_as_parquet(bytes);
  auto file = is_parquet ? cli::open_parquet(path, std::move(bytes), conversion.harmless_expansion)
                         : cli::open_arrow(path, std::move(bytes), conversion.harmless_expansion);
  table = std::make_unique<cli::ColumnText>(std::move(file), name, conversion);
}
