// The values of a page of Parquet, decoded some at a time: memory does not depend on the number of
// values that a page declares.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cli::parquet {

// What is wrong with a page; the caller adds the file, the column and the row.
struct Damaged {
  std::string reason;
};

enum class Physical { truth, int32, int64, int96, real32, real64, bytes, fixed };

struct Kind {
  Physical physical = Physical::bytes;
  std::int64_t width = 0;  // of `fixed`, and of the others in bytes
  bool is_half = false;    // fixed of two bytes: a real number
  bool is_unsigned = false;

  bool are_reals() const {
    return physical == Physical::real32 || physical == Physical::real64 || is_half;
  }
  bool are_texts() const {
    return !is_half && (physical == Physical::bytes || physical == Physical::fixed);
  }
};

enum class Encoding {
  plain = 0,
  plain_dictionary = 2,
  rle = 3,
  bit_packed = 4,
  delta_packed = 5,
  delta_lengths = 6,
  delta_texts = 7,
  dictionary = 8,
  split_bytes = 9
};

// Runs of one value and groups of eight packed ones, of `width` bits.
class Runs {
 public:
  Runs() = default;
  Runs(std::string_view bytes, int width) : bytes_(bytes), width_(width) {}
  void read(std::uint32_t *to, std::int64_t count);

 private:
  void begin_run();

  std::string_view bytes_;
  int width_ = 0;
  std::uint64_t left_ = 0;  // in the run
  bool is_repeated_ = true;
  std::uint32_t value_ = 0;
  std::string_view packed_;
  std::uint64_t at_ = 0;  // bits
};

// DELTA_BINARY_PACKED.
class Deltas {
 public:
  Deltas() = default;
  explicit Deltas(std::string_view bytes);
  void read(std::int64_t *to, std::int64_t count);
  // What follows all of the values, which are not decoded.
  std::string_view rest() const;

 private:
  void begin_block();
  void begin_part();

  std::string_view bytes_;
  std::uint64_t block_ = 0, parts_ = 0, of_part_ = 0, left_ = 0;
  std::uint64_t value_ = 0, least_ = 0;
  std::string_view widths_, packed_;
  std::uint64_t part_ = 0, in_part_ = 0, at_ = 0;
  int width_ = 0;
  bool has_first_ = true;
};

struct Values {
  std::vector<std::int64_t> integers;
  std::vector<double> reals;
  std::vector<std::string_view> texts;
};

// The values of a dictionary, or the texts made by a decoder, which live as long as it.
class Decoder {
 public:
  // `bytes` and the dictionary must outlive the decoder.
  Decoder(const Kind &kind, Encoding encoding, std::string_view bytes, const Values *dictionary);

  // Appends values. Texts are valid until the next call.
  void read(std::int64_t count, Values &to);

 private:
  void read_plain(std::int64_t count, Values &to);
  void read_numbers(std::int64_t count, Values &to);
  void read_dictionary(std::int64_t count, Values &to);
  void read_lengths(std::int64_t count, Values &to);
  void read_shared(std::int64_t count, Values &to);
  void read_split(std::int64_t count, Values &to);
  std::string_view take(std::uint64_t size);

  Kind kind_;
  Encoding encoding_;
  std::string_view bytes_;
  const Values *dictionary_;
  Runs runs_;
  Deltas deltas_, suffixes_;
  std::uint64_t at_ = 0;  // bits of truth values, values of split bytes
  std::string last_, made_;
};

// The number of bits that a number up to `most` takes.
int bits_of(std::uint64_t most);

}  // namespace cli::parquet
