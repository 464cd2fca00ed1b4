// Files of columns (Parquet, Arrow): what their readers give, for the text and the vectors that are
// made of them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "readers/converted.hpp"

namespace cli {

enum class Holds {
  nothing,  // a column of nulls
  text,
  bytes,  // text, if they are UTF-8
  integer,
  natural,  // unsigned, in the bits of an integer
  real,
  truth,
  date,          // days since 1970
  moment,        // units since 1970
  time,          // units since midnight
  decimal,       // an integer, divided by a power of ten
  wide_decimal,  // likewise, as bytes of a big-endian integer
  uuid
};

struct FileColumn {
  std::string name;
  std::string unread;  // what it is, if it is not read: "a structure"
  Holds holds = Holds::nothing;
  bool is_list = false;
  bool is_single = false;             // real: of at most four bytes
  bool is_utc = false;                // moment
  std::int64_t units_per_second = 1;  // moment, time
  std::int64_t scale = 0;             // decimals

  bool is_vector() const {
    return is_list && unread.empty() && (holds == Holds::real || holds == Holds::integer);
  }
};

// The values of a column in some rows. Those of lists follow each other, with nulls among them: 0
// or "". Others have one for each row.
struct Cells {
  std::vector<unsigned char> present;   // for each row
  std::vector<std::int64_t> sizes;      // of lists, for each row
  std::vector<std::string_view> texts;  // text, bytes, wide_decimal, uuid
  std::vector<std::int64_t> integers;   // integer, natural, truth, date, moment, time, decimal
  std::vector<double> reals;
  std::vector<unsigned char> null_elements;   // of lists: whether each is a null
  std::vector<std::unique_ptr<char[]>> made;  // texts that are not in the file as they are

  void clear();
  std::string_view keep(std::string_view text);  // a copy that lives until clear()
};

bool are_texts(Holds holds);

// What a file becomes, against its size. A Failure if it is too much.
struct Expansion {
  std::string name;
  std::int64_t harmless = 0, packed = 0, expanded = 0;

  void add(std::int64_t bytes) {
    expanded += bytes;
    check_expansion(name, harmless, expanded, packed);
  }
};

// A file of columns, some rows at a time.
class ColumnFile {
 public:
  explicit ColumnFile(Expansion expansion) : expansion_(std::move(expansion)) {}
  virtual ~ColumnFile() = default;
  ColumnFile(const ColumnFile &) = delete;
  ColumnFile &operator=(const ColumnFile &) = delete;

  const std::vector<FileColumn> &columns() const { return columns_; }
  // Only these columns are read; before the first rows.
  void choose(std::vector<bool> chosen) { chosen_ = std::move(chosen); }
  // The number of rows; 0 at the end. `cells` has an entry for each column, valid until the next
  // call; of columns that are not chosen it is empty.
  virtual std::int64_t next(std::vector<Cells> &cells) = 0;

 protected:
  bool is_chosen(std::size_t column) const {
    return columns_[column].unread.empty() && (chosen_.empty() || chosen_[column]);
  }

  Expansion expansion_;
  std::vector<FileColumn> columns_;
  std::vector<bool> chosen_;
};

// At most; fewer if one of the columns has a longer text in them.
constexpr std::int64_t rows_at_a_time = 1024;

// The bytes that a row takes where it is kept, at least.
constexpr std::int64_t row_bytes = 64;

// The bytes of a file in any order: by its path, or in memory.
class PlacedBytes {
 public:
  PlacedBytes(const std::string &path, std::unique_ptr<Bytes> bytes);
  ~PlacedBytes();
  PlacedBytes(const PlacedBytes &) = delete;
  PlacedBytes &operator=(const PlacedBytes &) = delete;

  const std::string &name() const { return name_; }
  std::int64_t size() const { return size_; }
  // Bytes of the file, which are copied if they are not in memory. They must exist.
  std::string_view read(std::int64_t place, std::int64_t size, std::string &to) const;

 private:
  std::string name_, held_;
  int file_ = -1;
  std::int64_t size_ = 0;
};

// What both formats compress with.
enum class Codec { none, snappy, gzip, brotli, zstd, lz4_raw, lz4_frame, unknown };

// `declared` is the size that the file claims; it is not allocated before that many bytes could be
// there. A Failure that begins with `place` if they are damaged or the size is another.
void decompress(Codec codec, std::string_view packed, std::int64_t declared,
                const std::string &place, std::string &to);

// By snappy, zstd or frames of lz4, if this build has them. Else the bytes as they are, and `codec`
// becomes none.
std::string compressed(Codec &codec, std::string_view bytes);

// Appends a value that is not text, as it is shown.
void append_value(std::string &to, const FileColumn &column, const Cells &cells, std::size_t at);

// The bytes, decompressed if they are gzip, and whether they begin as Parquet does.
bool begins_as_parquet(std::unique_ptr<Bytes> &bytes);

std::unique_ptr<ColumnFile> open_parquet(const std::string &path, std::unique_ptr<Bytes> bytes,
                                         std::int64_t harmless_expansion);
// The end of the file, in which Thrift says what it holds, without its length.
std::string footer_of_parquet(const PlacedBytes &file);
// A file, or a stream, which is read batch by batch.
std::unique_ptr<ColumnFile> open_arrow(const std::string &path, std::unique_ptr<Bytes> bytes,
                                       std::int64_t harmless_expansion);

}  // namespace cli
