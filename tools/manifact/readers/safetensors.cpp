// https://huggingface.co/docs/safetensors: the length of the header in 8 bytes, the header, and
// the numbers, row by row; all are little-endian.
#include "readers/safetensors.hpp"

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>
#include <vector>

#include "shared/byte_order.hpp"
#include "shared/column_values.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using nlohmann::json;

struct Tensor {
  std::string name, type;
  std::vector<std::int64_t> shape;
  std::int64_t begin = 0, end = 0;
};

std::string header_of(Stream &stream) {
  constexpr std::uint64_t longest = 100'000'000;  // that of the format
  char bytes[sizeof(std::uint64_t)] = {};
  const bool is_whole = stream.fill(bytes, sizeof bytes) == sizeof bytes;
  const auto size = manifact::load_little_endian<std::uint64_t>(bytes);
  if (!is_whole || size > longest)
    throw Failure(stream.name() + " is no safetensors file: it has no length of a header");
  std::string header;
  while (header.size() < size) {
    const std::size_t before = header.size();
    header.resize(std::min<std::size_t>(size, std::max<std::size_t>(2 * before, block_size)));
    const std::size_t got = stream.fill(header.data() + before, header.size() - before);
    if (got < header.size() - before)
      throw Failure(stream.name() + " is truncated: it ends within its header");
  }
  return header;
}

[[noreturn]] void fail_header(const Stream &stream, const std::string &reason) {
  throw Failure(stream.name() + " is a damaged safetensors file: its header " + reason);
}

std::int64_t count_in(const Stream &stream, const json &value) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() >> 62 != 0)
    fail_header(stream, "has a size that is not a number");
  return value.get<std::int64_t>();
}

std::vector<Tensor> tensors_in(const Stream &stream, const std::string &header) {
  const json all = json::parse(header, nullptr, false);
  if (!all.is_object()) fail_header(stream, "is no JSON object");
  std::vector<Tensor> tensors;
  for (const auto &item : all.items()) {
    const std::string &name = item.key();
    const json &facts = item.value();
    if (name == "__metadata__") continue;
    const auto part = [&](const char *key) -> const json & {
      const auto found = facts.is_object() ? facts.find(key) : facts.end();
      if (!facts.is_object() || found == facts.end())
        fail_header(stream, "has no " + std::string(key) + " of " + escaped(name));
      return *found;
    };
    const json &type = part("dtype"), &shape = part("shape"), &place = part("data_offsets");
    if (!type.is_string() || !shape.is_array() || !place.is_array() || place.size() != 2)
      fail_header(stream, "does not describe " + escaped(name));
    Tensor tensor{
        name, type.get<std::string>(), {}, count_in(stream, place[0]), count_in(stream, place[1])};
    for (const json &size : shape) tensor.shape.push_back(count_in(stream, size));
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

std::string shown(const Tensor &tensor) {
  std::string shape;
  for (const std::int64_t size : tensor.shape)
    shape += (shape.empty() ? "" : " x ") + std::to_string(size);
  return escaped(tensor.name) + " (" + shape + ", " + escaped(tensor.type) + ')';
}

const Tensor &chosen(const Stream &stream, const std::vector<Tensor> &tensors,
                     const std::optional<std::string> &array) {
  constexpr std::size_t most = 20;
  if (tensors.empty()) throw Failure(stream.name() + " has no arrays");
  if (!array && tensors.size() == 1) return tensors.front();
  std::string list;
  for (std::size_t i = 0; i < std::min(tensors.size(), most); ++i) {
    if (array && tensors[i].name == *array) return tensors[i];
    list += (i == 0 ? "" : ", ") + shown(tensors[i]);
  }
  for (const Tensor &tensor : tensors)
    if (array && tensor.name == *array) return tensor;
  if (tensors.size() > most) list += " and " + std::to_string(tensors.size() - most) + " others";
  throw Failure(stream.name() +
                (array ? " has no array " + *array + "; it holds " + list
                       : " has several arrays (" + list + "); --array NAME chooses one"));
}

struct NumberType {
  const char *word;
  std::size_t bytes;
  int type;
};
constexpr NumberType number_types[] = {{"F64", 8, MANIFACT_DOUBLE},
                                       {"F32", 4, MANIFACT_FLOAT},
                                       {"F16", 2, MANIFACT_FLOAT},
                                       {"BF16", 2, MANIFACT_FLOAT}};

void skip(Stream &stream, std::int64_t count) {
  std::vector<char> bytes(block_size);
  while (count > 0) {
    const auto size = std::min<std::int64_t>(count, std::ssize(bytes));
    const std::size_t got = stream.fill(bytes.data(), static_cast<std::size_t>(size));
    if (got == 0) throw Failure(stream.name() + " is truncated: it ends before its array");
    count -= static_cast<std::int64_t>(got);
  }
}

// Numbers of two bytes, from the last to the first, so that they fit in the same memory.
void widen(Numbers &values, bool is_brain) {
  values.bytes.resize(static_cast<std::size_t>(values.count) * sizeof(float));
  for (std::int64_t i = values.count; i-- > 0;) {
    const auto bits = manifact::load_little_endian<std::uint16_t>(values.bytes.data() + 2 * i);
    values.as<float>()[i] = is_brain ? std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16)
                                     : static_cast<float>(manifact::half_precision(bits));
  }
}

}  // namespace

DenseArrays read_safetensors(Stream &stream, const std::optional<std::string> &array) {
  const std::vector<Tensor> tensors = tensors_in(stream, header_of(stream));
  const Tensor &tensor = chosen(stream, tensors, array);
  const auto type = std::find_if(std::begin(number_types), std::end(number_types),
                                 [&](const NumberType &one) { return tensor.type == one.word; });
  if (type == std::end(number_types))
    throw Failure(stream.name() + ", array " + shown(tensor) +
                  ": numbers of this type are not read, only F64, F32, F16 and BF16; convert it " +
                  "to F32");
  if (tensor.shape.size() != 2)
    throw Failure(stream.name() + ", array " + shown(tensor) + ": expected a matrix, which has " +
                  "two sizes; the first is the number of documents");
  DenseArrays arrays;
  arrays.name = stream.name();
  arrays.rows = tensor.shape[0];
  arrays.columns = tensor.shape[1];
  require_shape(arrays.name, arrays.rows, arrays.columns);
  Numbers &values = arrays.values;
  values.type = type->type;
  values.count = arrays.rows * arrays.columns;
  const auto bytes = static_cast<std::int64_t>(type->bytes);
  if (tensor.end < tensor.begin || (tensor.end - tensor.begin) / bytes != values.count ||
      (tensor.end - tensor.begin) % bytes != 0)
    fail_header(stream,
                "gives " + escaped(tensor.name) + " another number of bytes than its shape");
  skip(stream, tensor.begin);
  read_plain(stream, values.count, type->bytes, values.bytes);
  if (bytes == 2)
    widen(values, tensor.type == "BF16");
  else
    manifact::to_little_endian(values.bytes.data(), static_cast<std::size_t>(values.count),
                               type->bytes);
  return arrays;
}

}  // namespace cli
