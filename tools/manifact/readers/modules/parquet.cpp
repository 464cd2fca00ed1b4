// Parquet files: groups of rows, in which each column has pages of values.
#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "readers/modules/columns.hpp"
#include "readers/modules/parquet_schema.hpp"
#include "readers/modules/parquet_values.hpp"
#include "shared/byte_order.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"

namespace cli::parquet {
namespace {

constexpr std::int64_t ending = 8;  // the length of the footer, and PAR1

Codec codec_of(int number, const std::string &place) {
  constexpr Codec known[] = {Codec::none,   Codec::snappy,  Codec::gzip, Codec::unknown,
                             Codec::brotli, Codec::unknown, Codec::zstd, Codec::lz4_raw};
  if (number == 3 || number == 5)
    throw Failure(place + " is compressed with " + (number == 3 ? "LZO" : "LZ4 as in Hadoop") +
                  ", which is not read; write the file with zstd or snappy");
  if (number < 0 || number > 7) throw Failure(place + " has an unknown compression");
  return known[number];
}

// The pages of a column in a group of rows.
class Pages {
 public:
  Pages(const PlacedBytes &file, const Leaf &leaf, const Chunk &chunk, std::string place,
        std::int64_t rows, Expansion &expansion)
      : file_(file),
        leaf_(leaf),
        place_(std::move(place)),
        expansion_(expansion),
        at_(chunk.begin),
        values_left_(chunk.values) {
    codec_ = codec_of(chunk.codec, place_);
    if (chunk.is_encrypted) throw Failure(place_ + " is encrypted; save the file without a key");
    if (chunk.is_elsewhere)
      throw Failure(place_ + " is in another file, which is not read; write one file");
    if (chunk.begin < 4 || chunk.size < 0 || chunk.begin > file.size() - ending ||
        chunk.size > file.size() - ending - chunk.begin)
      fail("it lies outside of the file");
    if (leaf.most_repeated == 0 ? chunk.values != rows : chunk.values < 0)
      fail("it has " + std::to_string(chunk.values) + " values for " + std::to_string(rows) +
           " rows");
    end_ = chunk.begin + chunk.size;
  }

  // Of a column without lists: the rows that one page has from here on.
  std::int64_t rows_here() {
    while (left_ == 0) begin_page();
    return left_;
  }

  // Reads rows, of which the last page has all unless they are lists.
  void read(std::int64_t rows, Cells &cells) {
    try {
      if (leaf_.most_repeated == 0)
        read_flat(rows, cells);
      else
        read_lists(rows, cells);
    } catch (const Damaged &damaged) {
      fail(damaged.reason);
    }
  }

 private:
  [[noreturn]] void fail(const std::string &reason) const {
    throw Failure(place_ + " is damaged: " + reason);
  }

  PageHeader next_header() {
    constexpr std::int64_t longest_header = std::int64_t{1} << 24;
    for (std::int64_t size = 512;; size *= 8) {
      const std::int64_t here = std::min(size, end_ - at_);
      thrift::Reader reader(file_.read(at_, here, raw_));
      try {
        const PageHeader header = page_header_of(reader);
        at_ += static_cast<std::int64_t>(reader.place());
        return header;
      } catch (const thrift::Damaged &damaged) {
        if (here < size || size > longest_header)
          fail(std::string("the header of a page: ") + damaged.reason);
      }
    }
  }

  void begin_page() {
    stop_if_interrupted();
    if (at_ >= end_ || values_left_ == 0) fail("it ends too soon");
    const PageHeader header = next_header();
    if (header.size < 0 || header.packed < 0 || header.packed > end_ - at_ ||
        header.size > std::numeric_limits<std::int32_t>::max())
      fail("a page has an impossible size");
    const std::string_view packed = file_.read(at_, header.packed, raw_);
    at_ += header.packed;
    if (header.type == PageHeader::dictionary) return begin_dictionary(header, packed);
    if (header.type != PageHeader::data && header.type != PageHeader::data_2) return;
    if (header.values < 0 || header.values > values_left_)
      fail("a page has more values than its column");
    values_left_ -= header.values;
    left_ = header.values;
    try {
      if (header.type == PageHeader::data)
        begin_data(header, packed);
      else
        begin_data_2(header, packed);
    } catch (const Damaged &damaged) {
      fail(damaged.reason);
    }
  }

  std::string_view unpacked(std::string_view packed, std::int64_t size, bool is_packed,
                            std::string &to) {
    if (!is_packed || codec_ == Codec::none) {
      if (std::ssize(packed) != size) fail("a page has another size than it declares");
      return packed;
    }
    decompress(codec_, packed, size, place_, to);
    expansion_.add(size);
    return to;
  }

  void begin_dictionary(const PageHeader &header, std::string_view packed) {
    if (header.values < 0) fail("a dictionary has no number of values");
    dictionary_bytes_ = unpacked(packed, header.size, true, page_);
    dictionary_ = Values();
    // Each value takes a byte at least, except truth values.
    const std::int64_t least =
        leaf_.kind.physical == Physical::bytes ? 4 : std::max<std::int64_t>(leaf_.kind.width, 1);
    if (header.values > std::ssize(dictionary_bytes_) / least)
      fail("a dictionary has more values than bytes");
    try {
      Decoder(leaf_.kind, Encoding::plain, dictionary_bytes_, nullptr)
          .read(header.values, dictionary_);
    } catch (const Damaged &damaged) {
      fail("its dictionary: " + damaged.reason);
    }
    has_dictionary_ = true;
  }

  void begin_values(int encoding, std::string_view bytes) {
    decoder_.emplace(leaf_.kind, static_cast<Encoding>(encoding), bytes,
                     has_dictionary_ ? &dictionary_ : nullptr);
  }

  // Version 1: all is compressed, and the levels have their lengths before them.
  void begin_data(const PageHeader &header, std::string_view packed) {
    std::string_view bytes = unpacked(packed, header.size, true, page_);
    if (bytes.data() == raw_.data()) {
      page_.swap(raw_);
      bytes = std::string_view(page_).substr(0, bytes.size());
    }
    const auto levels = [&](int most, int encoding) {
      if (most == 0) return Runs();
      if (encoding != static_cast<int>(Encoding::rle))
        throw Damaged{"its levels are packed as before 2014, which is not read"};
      if (bytes.size() < sizeof(std::uint32_t)) throw Damaged{"it ends too soon"};
      const auto size = manifact::load_little_endian<std::uint32_t>(bytes.data());
      if (size > bytes.size() - sizeof size) throw Damaged{"it ends too soon"};
      const Runs runs(bytes.substr(sizeof size, size), bits_of(static_cast<unsigned>(most)));
      bytes.remove_prefix(sizeof size + size);
      return runs;
    };
    repeated_ = levels(leaf_.most_repeated, header.repeated_encoding);
    defined_ = levels(leaf_.most_defined, header.defined_encoding);
    begin_values(header.encoding, bytes);
  }

  // Version 2: the levels are not compressed.
  void begin_data_2(const PageHeader &header, std::string_view packed) {
    const std::int64_t levels = header.repeated_bytes + header.defined_bytes;
    if (header.repeated_bytes < 0 || header.defined_bytes < 0 || levels < 0 ||
        levels > std::ssize(packed) || levels > header.size)
      throw Damaged{"its levels are longer than the page"};
    const auto part = [&](std::int64_t begin, std::int64_t size) {
      return packed.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(size));
    };
    levels_ = part(0, levels);
    const std::string_view all = levels_;
    const auto repeated = static_cast<std::size_t>(header.repeated_bytes);
    repeated_ = Runs(all.substr(0, repeated), bits_of(static_cast<unsigned>(leaf_.most_repeated)));
    defined_ = Runs(all.substr(repeated), bits_of(static_cast<unsigned>(leaf_.most_defined)));
    const std::string_view rest = packed.substr(static_cast<std::size_t>(levels));
    std::string_view bytes =
        unpacked(rest, header.size - levels, header.is_packed && !rest.empty(), page_);
    if (bytes.data() != page_.data()) {
      page_ = bytes;
      bytes = page_;
    }
    begin_values(header.encoding, bytes);
  }

  void read_flat(std::int64_t rows, Cells &cells) {
    const auto count = static_cast<std::size_t>(rows);
    values_ = Values();
    left_ -= rows;
    cells.present.assign(count, 1);
    std::int64_t there = rows;
    if (leaf_.most_defined > 0) {
      levels_read_.resize(count);
      defined_.read(levels_read_.data(), rows);
      there = 0;
      for (std::size_t i = 0; i < count; ++i) {
        cells.present[i] = levels_read_[i] == static_cast<std::uint32_t>(leaf_.most_defined);
        there += cells.present[i];
      }
    }
    decoder_->read(there, values_);
    const auto spread = [&](auto &from, auto &to) {
      if (there == rows) {
        to.swap(from);
        return;
      }
      if (from.empty()) {
        to.resize(count);
        return;
      }
      std::size_t next = 0;
      for (std::size_t i = 0; i < count; ++i)
        if (cells.present[i] != 0)
          to.push_back(from[next++]);
        else
          to.emplace_back();
    };
    spread(values_.integers, cells.integers);
    spread(values_.reals, cells.reals);
    spread(values_.texts, cells.texts);
  }

  // The levels of some elements of the page; the others follow.
  void refill_levels(Cells &cells) {
    add_elements(cells);
    while (left_ == 0) begin_page();
    const std::int64_t count = std::min(left_, rows_at_a_time);
    const auto size = static_cast<std::size_t>(count);
    levels_read_.resize(size);
    repeats_read_.resize(size);
    defined_.read(levels_read_.data(), count);
    repeated_.read(repeats_read_.data(), count);
    left_ -= count;
    next_level_ = 0;
    expansion_.add(count * 8);
  }

  bool has_more() const { return next_level_ < levels_read_.size() || left_ + values_left_ > 0; }

  // A row ends before the first element that is not repeated, perhaps on a later page.
  void read_lists(std::int64_t rows, Cells &cells) {
    for (std::int64_t i = 0; i < rows; ++i) {
      std::int64_t size = 0;
      for (bool is_first = true; has_more(); is_first = false) {
        if (next_level_ == levels_read_.size()) refill_levels(cells);
        if (is_first != (repeats_read_[next_level_] == 0)) {
          if (is_first) throw Damaged{"a row begins within a list"};
          break;
        }
        const auto defined = static_cast<int>(levels_read_[next_level_++]);
        if (is_first) cells.present.push_back(defined >= leaf_.element_defined - 1 ? 1 : 0);
        if (defined < leaf_.element_defined) continue;
        ++size;
        cells.null_elements.push_back(defined == leaf_.most_defined ? 0 : 1);
      }
      if (std::ssize(cells.present) <= i) throw Damaged{"it ends too soon"};
      cells.sizes.push_back(size);
    }
    add_elements(cells);
  }

  // The values of the elements whose levels have been read.
  void add_elements(Cells &cells) {
    const std::size_t first =
        std::max({cells.integers.size(), cells.reals.size(), cells.texts.size()});
    const auto nulls = cells.null_elements.begin() + static_cast<std::ptrdiff_t>(first);
    const std::int64_t there = std::count(nulls, cells.null_elements.end(), 0);
    values_ = Values();
    if (there > 0) decoder_->read(there, values_);
    std::size_t next = 0;
    for (auto null = nulls; null != cells.null_elements.end(); ++null) {
      const std::size_t at = *null != 0 ? 0 : next++;
      if (leaf_.kind.are_reals())
        cells.reals.push_back(*null != 0 ? 0 : values_.reals[at]);
      else if (leaf_.kind.are_texts())
        cells.texts.push_back(*null != 0 ? std::string_view() : cells.keep(values_.texts[at]));
      else
        cells.integers.push_back(*null != 0 ? 0 : values_.integers[at]);
    }
  }

  const PlacedBytes &file_;
  Leaf leaf_;
  std::string place_;
  Expansion &expansion_;
  Codec codec_ = Codec::none;
  std::int64_t at_, end_ = 0, values_left_, left_ = 0;
  std::string raw_, page_, dictionary_bytes_, levels_;
  Values dictionary_, values_;
  bool has_dictionary_ = false;
  Runs repeated_, defined_;
  std::optional<Decoder> decoder_;
  std::vector<std::uint32_t> levels_read_, repeats_read_;
  std::size_t next_level_ = 0;
};

class File final : public ColumnFile {
 public:
  File(std::unique_ptr<PlacedBytes> bytes, std::int64_t harmless)
      : ColumnFile({.name = bytes->name(), .harmless = harmless, .packed = bytes->size()}),
        bytes_(std::move(bytes)) {
    read_footer();
    columns_ = footer_.schema.columns;
  }

  std::int64_t next(std::vector<Cells> &cells) override {
    while (rows_left_ == 0)
      if (!begin_group()) return 0;
    std::int64_t rows = std::min(rows_at_a_time, rows_left_);
    for (std::size_t j = 0; j < columns_.size(); ++j)
      if (pages_[j] != nullptr && !columns_[j].is_list)
        rows = std::min(rows, pages_[j]->rows_here());
    expansion_.add(rows * row_bytes);
    cells.resize(columns_.size());
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      cells[j].clear();
      if (pages_[j] != nullptr) pages_[j]->read(rows, cells[j]);
    }
    rows_left_ -= rows;
    return rows;
  }

 private:
  [[noreturn]] void fail(const std::string &reason) const {
    throw Failure(bytes_->name() + " is a damaged Parquet file: " + reason);
  }

  void read_footer() {
    footer_bytes_ = footer_of_parquet(*bytes_);
    try {
      footer_ = footer_of(footer_bytes_);
    } catch (const thrift::Damaged &damaged) {
      fail(std::string("its footer: ") + damaged.reason);
    }
    next_place_ = footer_.first_group;
  }

  bool begin_group() {
    if (group_ == footer_.groups) return false;
    ++group_;
    RowGroup group;
    try {
      thrift::Reader reader(std::string_view(footer_bytes_).substr(next_place_));
      group = row_group_of(reader, footer_.schema.leaves.size());
      next_place_ += reader.place();
    } catch (const thrift::Damaged &damaged) {
      fail(std::string("its footer: ") + damaged.reason);
    }
    rows_left_ = group.rows;
    pages_.clear();
    pages_.resize(columns_.size());
    for (std::size_t j = 0; j < columns_.size() && rows_left_ > 0; ++j) {
      if (!is_chosen(j)) continue;
      const std::size_t leaf = footer_.schema.leaf_of[j];
      std::string place = bytes_->name() + ", column " + columns_[j].name;
      if (footer_.groups > 1) place += ", group of rows " + std::to_string(group_);
      pages_[j] = std::make_unique<Pages>(*bytes_, footer_.schema.leaves[leaf], group.chunks[leaf],
                                          std::move(place), group.rows, expansion_);
    }
    return true;
  }

  std::unique_ptr<PlacedBytes> bytes_;
  std::string footer_bytes_;
  Footer footer_;
  std::int64_t group_ = 0, rows_left_ = 0;
  std::size_t next_place_ = 0;
  std::vector<std::unique_ptr<Pages>> pages_;
};

}  // namespace
}  // namespace cli::parquet

namespace cli {

std::string footer_of_parquet(const PlacedBytes &file) {
  constexpr std::int64_t ending = parquet::ending;
  const auto fail = [&file](const std::string &reason) {
    throw Failure(file.name() + " is a damaged Parquet file: " + reason);
  };
  std::string last;
  if (file.size() < 4 + ending) fail("it is too short");
  const std::string_view tail = file.read(file.size() - ending, ending, last);
  if (tail.substr(4) == "PARE")
    throw Failure(file.name() + " is an encrypted Parquet file; save it without a key");
  if (tail.substr(4) != "PAR1") fail("it does not end with PAR1; is it complete?");
  const auto size = manifact::load_little_endian<std::uint32_t>(tail.data());
  if (size > file.size() - 4 - ending) fail("its footer is longer than the file");
  return std::string(file.read(file.size() - ending - size, size, last));
}

std::unique_ptr<ColumnFile> open_parquet(const std::string &path, std::unique_ptr<Bytes> bytes,
                                         std::int64_t harmless_expansion) {
  return std::make_unique<parquet::File>(std::make_unique<PlacedBytes>(path, std::move(bytes)),
                                         harmless_expansion);
}

}  // namespace cli
