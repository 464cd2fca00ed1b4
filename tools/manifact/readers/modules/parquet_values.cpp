// https://parquet.apache.org/docs/file-format/data-pages/encodings/
#include "readers/modules/parquet_values.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "readers/modules/columns.hpp"
#include "readers/modules/thrift.hpp"
#include "shared/byte_order.hpp"
#include "shared/column_values.hpp"

namespace cli::parquet {
namespace {

using manifact::load_little_endian;

std::uint64_t take_varint(std::string_view &bytes) {
  thrift::Reader reader(bytes);
  try {
    const std::uint64_t value = reader.varint();
    bytes = reader.rest();
    return value;
  } catch (const thrift::Damaged &) {
    throw Damaged{"it ends too soon"};
  }
}

// Up to 64 bits that begin at a bit of some bytes, the least significant ones first.
std::uint64_t bits_at(std::string_view bytes, std::uint64_t place, int width) {
  const std::uint64_t first = place / 8;
  const unsigned shift = place % 8;
  const std::size_t count = std::min<std::size_t>(8, bytes.size() - first);
  char held[8] = {};
  std::memcpy(held, bytes.data() + first, count);
  std::uint64_t value = load_little_endian<std::uint64_t>(held) >> shift;
  if (shift + static_cast<unsigned>(width) > 64)
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[first + 8]))
             << (64 - shift);
  return width == 64 ? value : value & ((std::uint64_t{1} << width) - 1);
}

constexpr std::int64_t days_before_1970 = 2440588;  // Julian

// Nanoseconds of a day and the Julian day, as microseconds since 1970.
std::int64_t moment_of(const char *from) {
  constexpr std::int64_t of_a_day = 86400000000;
  return (static_cast<std::int64_t>(load_little_endian<std::uint32_t>(from + 8)) -
          days_before_1970) *
             of_a_day +
         load_little_endian<std::int64_t>(from) / 1000;
}

}  // namespace

int bits_of(std::uint64_t most) { return static_cast<int>(std::bit_width(most)); }

void Runs::begin_run() {
  const std::uint64_t head = take_varint(bytes_);
  is_repeated_ = (head & 1) == 0;
  left_ = head >> 1;
  if (left_ == 0 || left_ >> 32 != 0) throw Damaged{"a run has no length"};
  if (is_repeated_) {
    const auto size = static_cast<std::size_t>((width_ + 7) / 8);
    if (size > bytes_.size()) throw Damaged{"it ends too soon"};
    char held[sizeof value_] = {};
    std::memcpy(held, bytes_.data(), size);
    value_ = load_little_endian<std::uint32_t>(held);
    bytes_.remove_prefix(size);
    return;
  }
  // The last group may be cut to the values that it has.
  const std::uint64_t size = left_ * static_cast<std::uint64_t>(width_);
  packed_ = bytes_.substr(0, size);
  bytes_.remove_prefix(packed_.size());
  left_ = width_ == 0 ? 8 * left_ : 8 * packed_.size() / static_cast<std::uint64_t>(width_);
  if (left_ == 0) throw Damaged{"it ends too soon"};
  at_ = 0;
}

void Runs::read(std::uint32_t *to, std::int64_t count) {
  if (width_ == 0) {
    std::fill_n(to, count, 0);
    return;
  }
  while (count > 0) {
    if (left_ == 0) begin_run();
    const auto here = std::min<std::int64_t>(count, static_cast<std::int64_t>(left_));
    if (is_repeated_) {
      std::fill_n(to, here, value_);
    } else {
      for (std::int64_t i = 0; i < here; ++i, at_ += static_cast<std::uint64_t>(width_))
        to[i] = static_cast<std::uint32_t>(bits_at(packed_, at_, width_));
    }
    to += here;
    count -= here;
    left_ -= static_cast<std::uint64_t>(here);
  }
}

Deltas::Deltas(std::string_view bytes) : bytes_(bytes) {
  if (bytes.empty()) return;  // of a page without values
  constexpr std::uint64_t largest_block = std::uint64_t{1} << 20;
  block_ = take_varint(bytes_);
  parts_ = take_varint(bytes_);
  left_ = take_varint(bytes_);
  const std::uint64_t first = take_varint(bytes_);
  value_ = first >> 1 ^ (~(first & 1) + 1);
  if (block_ == 0 || block_ > largest_block || block_ % 128 != 0 || parts_ == 0 ||
      block_ % parts_ != 0 || block_ / parts_ % 32 != 0)
    throw Damaged{"the blocks of differences have an impossible size"};
  of_part_ = block_ / parts_;
  part_ = parts_;
  in_part_ = of_part_;
}

void Deltas::begin_block() {
  const std::uint64_t least = take_varint(bytes_);
  least_ = least >> 1 ^ (~(least & 1) + 1);
  if (parts_ > bytes_.size()) throw Damaged{"it ends too soon"};
  widths_ = bytes_.substr(0, parts_);
  bytes_.remove_prefix(parts_);
  part_ = 0;
}

void Deltas::begin_part() {
  if (part_ == parts_) begin_block();
  width_ = static_cast<unsigned char>(widths_[part_++]);
  if (width_ > 64) throw Damaged{"a difference has more than 64 bits"};
  const std::uint64_t size = of_part_ / 8 * static_cast<std::uint64_t>(width_);
  packed_ = bytes_.substr(0, size);
  bytes_.remove_prefix(packed_.size());
  // The last part may be cut to the values that it has.
  if (packed_.size() < size &&
      packed_.size() * 8 < std::min(left_, of_part_) * static_cast<std::uint64_t>(width_))
    throw Damaged{"it ends too soon"};
  in_part_ = at_ = 0;
}

void Deltas::read(std::int64_t *to, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    if (left_ == 0) throw Damaged{"it has too few values"};
    if (!std::exchange(has_first_, false)) {
      if (in_part_ == of_part_) begin_part();
      value_ += least_ + (width_ == 0 ? 0 : bits_at(packed_, at_, width_));
      at_ += static_cast<std::uint64_t>(width_);
      ++in_part_;
    }
    --left_;
    to[i] = static_cast<std::int64_t>(value_);
  }
}

std::string_view Deltas::rest() const {
  Deltas copy = *this;
  if (copy.left_ > 0) --copy.left_;  // the first is in the header
  while (copy.left_ > 0) {
    copy.begin_part();
    copy.left_ -= std::min(copy.left_, of_part_);
  }
  // The remaining parts of a block have widths, but no bits.
  return copy.bytes_;
}

Decoder::Decoder(const Kind &kind, Encoding encoding, std::string_view bytes,
                 const Values *dictionary)
    : kind_(kind), encoding_(encoding), bytes_(bytes), dictionary_(dictionary) {
  switch (encoding) {
    case Encoding::plain:
      return;
    case Encoding::plain_dictionary:
    case Encoding::dictionary: {
      if (dictionary == nullptr) throw Damaged{"it has no dictionary"};
      const int width = bytes.empty() ? 0 : static_cast<unsigned char>(bytes.front());
      if (width > 32) throw Damaged{"an index has more than 32 bits"};
      runs_ = Runs(bytes.substr(bytes.empty() ? 0 : 1), width);
      return;
    }
    case Encoding::rle: {
      if (kind.physical != Physical::truth) break;
      if (bytes.size() < 4) throw Damaged{"it ends too soon"};
      runs_ = Runs(bytes.substr(4, load_little_endian<std::uint32_t>(bytes.data())), 1);
      return;
    }
    case Encoding::delta_packed:
      if (kind.physical != Physical::int32 && kind.physical != Physical::int64) break;
      deltas_ = Deltas(bytes);
      return;
    case Encoding::delta_lengths:
      if (kind.physical != Physical::bytes) break;
      deltas_ = Deltas(bytes);
      bytes_ = deltas_.rest();
      return;
    case Encoding::delta_texts:
      if (!kind.are_texts()) break;
      deltas_ = Deltas(bytes);
      suffixes_ = Deltas(deltas_.rest());
      bytes_ = suffixes_.rest();
      return;
    case Encoding::split_bytes:
      if (kind.physical == Physical::truth || kind.physical == Physical::int96 ||
          kind.physical == Physical::bytes)
        break;
      return;
    default:
      break;
  }
  throw Damaged{"its encoding (" + std::to_string(static_cast<int>(encoding)) +
                ") is not one for values of this type"};
}

std::string_view Decoder::take(std::uint64_t size) {
  if (size > bytes_.size()) throw Damaged{"it ends too soon"};
  const std::string_view taken = bytes_.substr(0, size);
  bytes_.remove_prefix(size);
  return taken;
}

void Decoder::read(std::int64_t count, Values &to) {
  switch (encoding_) {
    case Encoding::plain:
      return kind_.physical == Physical::bytes || kind_.physical == Physical::truth
                 ? read_plain(count, to)
                 : read_numbers(count, to);
    case Encoding::plain_dictionary:
    case Encoding::dictionary:
      return read_dictionary(count, to);
    case Encoding::rle: {
      std::vector<std::uint32_t> bits(static_cast<std::size_t>(count));
      runs_.read(bits.data(), count);
      to.integers.insert(to.integers.end(), bits.begin(), bits.end());
      return;
    }
    case Encoding::delta_packed: {
      const std::size_t before = to.integers.size();
      to.integers.resize(before + static_cast<std::size_t>(count));
      deltas_.read(to.integers.data() + before, count);
      for (std::size_t i = before; kind_.physical == Physical::int32 && i < to.integers.size(); ++i)
        to.integers[i] = kind_.is_unsigned
                             ? std::int64_t{static_cast<std::uint32_t>(to.integers[i])}
                             : std::int64_t{static_cast<std::int32_t>(to.integers[i])};
      return;
    }
    case Encoding::delta_lengths:
      return read_lengths(count, to);
    case Encoding::delta_texts:
      return read_shared(count, to);
    default:
      return read_split(count, to);
  }
}

void Decoder::read_plain(std::int64_t count, Values &to) {
  for (std::int64_t i = 0; i < count; ++i) {
    if (kind_.physical == Physical::truth) {
      if (at_ / 8 >= bytes_.size()) throw Damaged{"it ends too soon"};
      to.integers.push_back(static_cast<unsigned char>(bytes_[at_ / 8]) >> (at_ % 8) & 1);
      ++at_;
    } else {
      to.texts.push_back(take(load_little_endian<std::uint32_t>(take(4).data())));
    }
  }
}

namespace {

void append(const Kind &kind, std::string_view bytes, std::int64_t count, Values &to) {
  const char *from = bytes.data();
  const auto width = static_cast<std::size_t>(kind.width);
  for (std::int64_t i = 0; i < count; ++i, from += width) {
    if (kind.is_half)
      to.reals.push_back(manifact::half_precision(load_little_endian<std::uint16_t>(from)));
    else if (kind.physical == Physical::real32)
      to.reals.push_back(static_cast<double>(load_little_endian<float>(from)));
    else if (kind.physical == Physical::real64)
      to.reals.push_back(load_little_endian<double>(from));
    else if (kind.physical == Physical::int32 && kind.is_unsigned)
      to.integers.push_back(load_little_endian<std::uint32_t>(from));
    else if (kind.physical == Physical::int32)
      to.integers.push_back(load_little_endian<std::int32_t>(from));
    else if (kind.physical == Physical::int64)
      to.integers.push_back(load_little_endian<std::int64_t>(from));
    else if (kind.physical == Physical::int96)
      to.integers.push_back(moment_of(from));
    else
      to.texts.emplace_back(from, width);
  }
}

}  // namespace

void Decoder::read_numbers(std::int64_t count, Values &to) {
  const auto size = static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(kind_.width);
  append(kind_, take(size), count, to);
}

void Decoder::read_dictionary(std::int64_t count, Values &to) {
  const auto number = static_cast<std::size_t>(count);
  std::vector<std::uint32_t> places(number);
  runs_.read(places.data(), count);
  const std::size_t size = std::max(
      {dictionary_->integers.size(), dictionary_->reals.size(), dictionary_->texts.size()});
  for (const std::uint32_t place : places)
    if (place >= size)
      throw Damaged{"an index is " + std::to_string(place) + ", but the dictionary has " +
                    std::to_string(size) + " values"};
  const auto look_up = [&](const auto &all, auto &out) {
    if (all.empty()) return;
    for (const std::uint32_t place : places) out.push_back(all[place]);
  };
  look_up(dictionary_->integers, to.integers);
  look_up(dictionary_->reals, to.reals);
  look_up(dictionary_->texts, to.texts);
}

void Decoder::read_lengths(std::int64_t count, Values &to) {
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t length = 0;
    deltas_.read(&length, 1);
    if (length < 0) throw Damaged{"a length is negative"};
    to.texts.push_back(take(static_cast<std::uint64_t>(length)));
  }
}

// Each text shares a beginning with the one before.
void Decoder::read_shared(std::int64_t count, Values &to) {
  constexpr std::size_t most_bytes = std::size_t{1} << 28;
  made_.clear();
  std::vector<std::size_t> ends;
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t shared = 0, length = 0;
    deltas_.read(&shared, 1);
    suffixes_.read(&length, 1);
    if (shared < 0 || length < 0 || static_cast<std::size_t>(shared) > last_.size())
      throw Damaged{"a shared beginning is longer than the text before"};
    last_.resize(static_cast<std::size_t>(shared));
    last_ += take(static_cast<std::uint64_t>(length));
    if (kind_.physical == Physical::fixed && std::ssize(last_) != kind_.width)
      throw Damaged{"a value has another length than its type"};
    made_ += last_;
    if (made_.size() > most_bytes) throw Damaged{"its texts are longer than 256 MB"};
    ends.push_back(made_.size());
  }
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    const std::string_view text = std::string_view(made_).substr(begin, end - begin);
    append(kind_.physical == Physical::bytes
               ? Kind{.physical = Physical::fixed, .width = std::ssize(text)}
               : kind_,
           text, 1, to);
    begin = end;
  }
}

// The first bytes of all values, then the second ones, and so on.
void Decoder::read_split(std::int64_t count, Values &to) {
  const auto width = static_cast<std::size_t>(kind_.width);
  const std::size_t all = bytes_.size() / width, number = static_cast<std::size_t>(count);
  if (number > all - std::min<std::size_t>(all, at_)) throw Damaged{"it ends too soon"};
  made_.resize(number * width);
  for (std::size_t i = 0; i < number; ++i)
    for (std::size_t k = 0; k < width; ++k) made_[i * width + k] = bytes_[k * all + at_ + i];
  at_ += number;
  append(kind_, made_, count, to);
}

}  // namespace cli::parquet
