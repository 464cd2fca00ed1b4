// The numbers of .npy. Floats are read into the buffer that the library borrows. Other types are
// converted by blocks, to float until a number appears that a float cannot hold, then to double.
#include "readers/npy.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

#include "shared/column_values.hpp"
#include "terminal/failure.hpp"

namespace cli {
namespace {

constexpr std::int64_t converted_numbers = std::int64_t{1} << 16;  // numbers converted at a time

void swap_bytes(char *bytes, std::int64_t count, std::int64_t width) {
  for (std::int64_t i = 0; i < count; ++i) std::reverse(bytes + i * width, bytes + (i + 1) * width);
}

// An integer is a float if at most 24 bits remain without its trailing zeros.
template <class T>
bool fits_float(T number) {
  if constexpr (sizeof number < 4) return true;
  const bool is_negative = std::is_signed_v<T> && number < 0;
  const auto whole = static_cast<std::uint64_t>(+number);
  const std::uint64_t size = is_negative ? 0 - whole : whole;
  return size >> 24 == 0 || size >> std::countr_zero(size) >> 24 == 0;
}

// Numbers to which further ones are appended.
class Growing {
 public:
  explicit Growing(const NpyHeader &header) : most_(static_cast<std::size_t>(header.count)) {}

  template <class T>
  void append(const char *raw, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
      T number{};
      std::memcpy(&number, raw + i * static_cast<std::int64_t>(sizeof number), sizeof number);
      if (numbers_.type == MANIFACT_FLOAT && !fits_float(number)) widen();
      push(number);
    }
  }

  void append_halves(const char *raw, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
      std::uint16_t bits = 0;
      std::memcpy(&bits, raw + 2 * i, sizeof bits);
      push(static_cast<float>(manifact::half_precision(bits)));
    }
  }

  Numbers take() { return std::move(numbers_); }

 private:
  std::size_t width() const { return numbers_.type == MANIFACT_FLOAT ? 4 : 8; }

  template <class T>
  void push(T number) {
    const auto at = static_cast<std::size_t>(numbers_.count++);
    if (at >= numbers_.bytes.size() / width()) {
      constexpr std::size_t first = std::size_t{1} << 18;
      numbers_.bytes.resize(std::min(most_, std::max(first, 2 * at)) * width());
    }
    if (numbers_.type == MANIFACT_FLOAT)
      store(at, static_cast<float>(number));
    else
      store(at, static_cast<double>(number));
  }

  template <class To>
  void store(std::size_t at, To value) {
    std::memcpy(numbers_.bytes.data() + at * sizeof value, &value, sizeof value);
  }

  // From the end, since the doubles take the place of the floats.
  void widen() {
    numbers_.bytes.resize(2 * numbers_.bytes.size());
    for (auto i = static_cast<std::size_t>(numbers_.count); i-- > 0;) {
      float value = 0;
      std::memcpy(&value, numbers_.bytes.data() + i * sizeof value, sizeof value);
      store(i, static_cast<double>(value));
    }
    numbers_.type = MANIFACT_DOUBLE;
  }

  Numbers numbers_;
  std::size_t most_;
};

// visit() is called with a number of the type of the array.
template <class Visit>
void with_integer(const NpyHeader &header, Visit &&visit) {
  const bool is_signed = header.kind == 'i';
  switch (header.width) {
    case 1:
      return is_signed ? visit(std::int8_t{}) : visit(std::uint8_t{});
    case 2:
      return is_signed ? visit(std::int16_t{}) : visit(std::uint16_t{});
    case 4:
      return is_signed ? visit(std::int32_t{}) : visit(std::uint32_t{});
    default:
      return is_signed ? visit(std::int64_t{}) : visit(std::uint64_t{});
  }
}

void convert(const NpyHeader &header, const char *raw, std::int64_t count, Growing &to) {
  if (header.kind == 'f') return to.append_halves(raw, count);
  with_integer(header, [&](auto type) { to.append<decltype(type)>(raw, count); });
}

// An unsigned number beyond int64 becomes negative, which is not a valid index either.
void extend(const NpyHeader &header, const char *raw, std::int64_t count, Numbers &to) {
  to.bytes.resize(static_cast<std::size_t>(to.count + count) * sizeof(std::int64_t));
  with_integer(header, [&](auto number) {
    for (std::int64_t i = 0; i < count; ++i) {
      std::memcpy(&number, raw + i * header.width, sizeof number);
      to.as<std::int64_t>()[to.count++] = static_cast<std::int64_t>(+number);
    }
  });
}

// Any byte but 0 is true.
void make_bits(char *raw, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) raw[i] = raw[i] != 0 ? 1 : 0;
}

// Visits the numbers by blocks, in the byte order of this machine.
template <class Visit>
void each_block(Stream &stream, const NpyHeader &header, Visit &&visit) {
  std::string raw(
      static_cast<std::size_t>(std::min(converted_numbers, header.count) * header.width), '\0');
  for (std::int64_t done = 0; done < header.count;) {
    const std::int64_t count = std::min(converted_numbers, header.count - done);
    const auto size = static_cast<std::size_t>(count * header.width);
    const std::size_t got = stream.fill(raw.data(), size);
    if (got < size)
      fail_truncated(stream, done * header.width + static_cast<std::int64_t>(got),
                     header.count * header.width);
    if (header.is_swapped) swap_bytes(raw.data(), count, header.width);
    visit(raw.data(), count);
    done += count;
  }
}

// Floats, or indices of a width that the library takes, without a conversion.
Numbers read_as_stored(Stream &stream, const NpyHeader &header, int type) {
  Numbers numbers;
  numbers.type = type;
  numbers.count = header.count;
  read_plain(stream, header.count, static_cast<std::size_t>(header.width), numbers.bytes);
  if (header.is_swapped) swap_bytes(numbers.bytes.data(), header.count, header.width);
  return numbers;
}

std::string shape_text(const NpyHeader &header) {
  std::string text = "(";
  for (const std::int64_t size : header.shape)
    text += std::to_string(size) + (header.shape.size() == 1 ? ",)" : ", ");
  if (header.shape.size() > 1) text.replace(text.size() - 2, 2, ")");
  return header.shape.empty() ? "()" : text;
}

void refuse_strings(const Stream &stream, const NpyHeader &header) {
  if (header.kind == 'S' || header.kind == 'U')
    throw Failure(stream.name() + " holds strings (dtype " + header.dtype +
                  "), which are not supported; save numbers");
}

}  // namespace

Numbers read_npy_values(Stream &stream, const NpyHeader &header) {
  refuse_strings(stream, header);
  Numbers numbers;
  if (header.kind == 'f' && header.width > 2) {
    numbers = read_as_stored(stream, header, header.width == 4 ? MANIFACT_FLOAT : MANIFACT_DOUBLE);
  } else {
    require_room(stream, header.count * static_cast<std::int64_t>(sizeof(float)));
    Growing growing(header);
    each_block(stream, header, [&](char *raw, std::int64_t count) {
      if (header.kind == 'b') make_bits(raw, count);
      convert(header, raw, count, growing);
    });
    numbers = growing.take();
    if (numbers.type == MANIFACT_DOUBLE)
      require_room(stream, numbers.count * static_cast<std::int64_t>(sizeof(double)));
  }
  require_end(stream);
  return numbers;
}

Numbers read_npy_indices(Stream &stream, const NpyHeader &header) {
  if ((header.kind != 'i' && header.kind != 'u') || header.shape.size() != 1)
    throw Failure(stream.name() + " has the dtype " + header.dtype + " and the shape " +
                  shape_text(header) + "; expected a one-dimensional array of integers");
  Numbers numbers;
  if (header.kind == 'i' && header.width >= 4) {
    numbers = read_as_stored(stream, header, header.width == 4 ? MANIFACT_INT32 : MANIFACT_INT64);
  } else {
    numbers.type = MANIFACT_INT64;
    each_block(stream, header,
               [&](const char *raw, std::int64_t count) { extend(header, raw, count, numbers); });
  }
  require_end(stream);
  return numbers;
}

std::string read_npy_word(Stream &stream, const NpyHeader &header) {
  if ((header.kind != 'S' && header.kind != 'U') || header.count != 1)
    throw Failure(stream.name() + " has the dtype " + header.dtype + "; expected a string");
  std::string raw(static_cast<std::size_t>(header.width), '\0');
  if (stream.fill(raw.data(), raw.size()) < raw.size()) fail_truncated(stream, 0, header.width);
  require_end(stream);
  std::string word;
  for (const char c : raw) {
    if (c != '\0') word += c;  // UCS-4 of ASCII in either byte order, and padding
  }
  return word;
}

DenseArrays read_npy(Stream &stream) {
  const NpyHeader header = read_npy_header(stream);
  refuse_strings(stream, header);
  if (header.shape.size() != 2) {
    const std::string advice =
        header.shape.size() == 1 ? "; X.reshape(-1, 1) makes a column of it" : "";
    throw Failure(stream.name() + " has the shape " + shape_text(header) +
                  "; expected two dimensions, rows and columns" + advice);
  }
  require_shape(stream.name(), header.shape[0], header.shape[1]);
  DenseArrays arrays;
  arrays.name = stream.name();
  arrays.rows = header.shape[0];
  arrays.columns = header.shape[1];
  arrays.by_columns = header.by_columns;
  arrays.values = read_npy_values(stream, header);
  return arrays;
}

}  // namespace cli
