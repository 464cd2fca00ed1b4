#include "readers/modules/hdf5_file.hpp"

#include <algorithm>
#include <memory>

#include "readers/bytes.hpp"
#include "terminal/interrupts.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

constexpr std::int64_t harmless_bytes = std::int64_t{1} << 28;
constexpr std::int64_t block_elements = std::int64_t{1} << 22;  // between two checks for Ctrl-C

}  // namespace

std::string Hdf5File::text_attribute(const std::string &object, const char *name) const {
  if (H5Aexists_by_name(file_.get(), object.c_str(), name, H5P_DEFAULT) <= 0) return "";
  const Handle attribute(
      H5Aopen_by_name(file_.get(), object.c_str(), name, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  const Handle type(attribute ? H5Aget_type(attribute.get()) : -1, H5Tclose);
  const Handle space(attribute ? H5Aget_space(attribute.get()) : -1, H5Sclose);
  if (!type || !space || H5Tget_class(type.get()) != H5T_STRING ||
      H5Sget_simple_extent_npoints(space.get()) != 1)
    return "";
  if (H5Tis_variable_str(type.get()) > 0) {
    char *text = nullptr;
    if (H5Aread(attribute.get(), type.get(), &text) < 0 || text == nullptr) return "";
    std::string copy = text;
    H5free_memory(text);
    return copy;
  }
  std::string text(H5Tget_size(type.get()), '\0');
  if (text.size() > 4096 || H5Aread(attribute.get(), type.get(), text.data()) < 0) return "";
  return text.substr(0, text.find('\0'));
}

std::vector<std::int64_t> Hdf5File::numbers_attribute(const std::string &object,
                                                      const char *name) const {
  if (H5Aexists_by_name(file_.get(), object.c_str(), name, H5P_DEFAULT) <= 0) return {};
  const Handle attribute(
      H5Aopen_by_name(file_.get(), object.c_str(), name, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  const Handle space(attribute ? H5Aget_space(attribute.get()) : -1, H5Sclose);
  const Handle type(attribute ? H5Aget_type(attribute.get()) : -1, H5Tclose);
  const hssize_t count = space ? H5Sget_simple_extent_npoints(space.get()) : 0;
  if (count < 1 || count > 16 || !is_numeric_class(H5Tget_class(type.get()))) return {};
  std::vector<std::int64_t> values(static_cast<std::size_t>(count));
  if (H5Aread(attribute.get(), H5T_NATIVE_INT64, values.data()) < 0) return {};
  return values;
}

// Declared elements that are not stored would be fill values.
void Hdf5File::require_room(const Handle &dataset, std::int64_t bytes,
                            const std::string &name) const {
  if (bytes > choice_.most_bytes)
    fail(name + " needs " + short_bytes(static_cast<double>(bytes)) +
         ", more than the memory-budget");
  check_expansion(path_ + ": " + name, harmless_bytes, bytes,
                  static_cast<std::int64_t>(H5Dget_storage_size(dataset.get())));
}

Numbers Hdf5File::numbers(const std::string &name, int type) const {
  const Handle data = dataset(name);
  const auto dims = shape(data);
  if (!dims || !is_numeric_class(type_class(data))) fail(name + " is no array of numbers");
  Numbers numbers;
  numbers.type = type;
  numbers.count = dims->count();
  if (numbers.count > (std::int64_t{1} << 40)) fail(name + " is too large");
  const std::size_t width = type == MANIFACT_FLOAT || type == MANIFACT_INT32 ? 4 : 8;
  require_room(data, numbers.count * static_cast<std::int64_t>(width), name);
  numbers.bytes.resize(static_cast<std::size_t>(numbers.count) * width);
  const hid_t memory_type = type == MANIFACT_FLOAT    ? H5T_NATIVE_FLOAT
                            : type == MANIFACT_DOUBLE ? H5T_NATIVE_DOUBLE
                                                      : H5T_NATIVE_INT64;
  if (dims->dims.empty()) {  // one number
    if (H5Dread(data.get(), memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.bytes.data()) < 0)
      fail_damaged(name);
    return numbers;
  }
  // By slices of the first dimension.
  const std::int64_t rows = static_cast<std::int64_t>(dims->dims[0]);
  const std::int64_t row_size = rows == 0 ? 0 : numbers.count / rows;
  if (numbers.count == 0) return numbers;
  const std::int64_t slice = std::max<std::int64_t>(1, block_elements / row_size);
  const Handle space(H5Dget_space(data.get()), H5Sclose);
  for (std::int64_t first = 0; first < rows; first += slice) {
    stop_if_interrupted();
    std::vector<hsize_t> start(dims->dims.size(), 0), size = dims->dims;
    start[0] = static_cast<hsize_t>(first);
    size[0] = static_cast<hsize_t>(std::min(slice, rows - first));
    const Handle memory(H5Screate_simple(static_cast<int>(size.size()), size.data(), nullptr),
                        H5Sclose);
    if (H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, size.data(),
                            nullptr) < 0 ||
        H5Dread(data.get(), memory_type, memory.get(), space.get(), H5P_DEFAULT,
                numbers.bytes.data() + static_cast<std::size_t>(first * row_size) * width) < 0)
      fail_damaged(name);
  }
  return numbers;
}

std::vector<std::string> Hdf5File::fixed_texts(const Handle &data, const Handle &type,
                                               std::size_t count, const std::string &name) const {
  const std::size_t size = H5Tget_size(type.get());
  if (size == 0 || count > (std::size_t{1} << 32) / size) fail(name + " is too large");
  require_room(data, static_cast<std::int64_t>(size * count), name);
  std::string all(size * count, '\0');
  if (H5Dread(data.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()) < 0)
    fail_damaged(name);
  std::vector<std::string> texts(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view text(all.data() + i * size, size);
    texts[i] = repaired(text.substr(0, text.find('\0')));
  }
  return texts;
}

std::vector<std::string> Hdf5File::texts(const std::string &name) const {
  const Handle data = dataset(name);
  const auto dims = shape(data);
  if (!dims || dims->dims.size() != 1) fail(name + " is no list of texts");
  const std::int64_t count = dims->count();
  if (count > longest_axis) fail(name + " is too large");
  std::vector<std::string> texts;
  if (is_numeric_class(type_class(data))) {
    const Numbers values = numbers(name, MANIFACT_DOUBLE);
    for (std::int64_t i = 0; i < count; ++i) texts.push_back(exact_number(values.value(i)));
    return texts;
  }
  const Handle type(H5Dget_type(data.get()), H5Tclose);
  if (H5Tget_class(type.get()) != H5T_STRING) fail(name + " is no list of texts");
  if (count == 0) return texts;
  if (H5Tis_variable_str(type.get()) <= 0)
    return fixed_texts(data, type, static_cast<std::size_t>(count), name);
  return variable_texts(data, type, count, name);
}

// A text may be stored once and occur often.
std::vector<std::string> Hdf5File::variable_texts(const Handle &data, const Handle &type,
                                                  std::int64_t count,
                                                  const std::string &name) const {
  constexpr std::int64_t slice = 256;
  require_room(data, count * static_cast<std::int64_t>(sizeof(char *)), name);
  hsize_t file_size = 0;
  H5Fget_filesize(file_.get(), &file_size);
  std::vector<std::string> texts;
  std::int64_t bytes = 0;
  const Handle space(H5Dget_space(data.get()), H5Sclose);
  for (std::int64_t first = 0; first < count; first += slice) {
    stop_if_interrupted();
    std::vector<char *> pointers(static_cast<std::size_t>(std::min(slice, count - first)), nullptr);
    const hsize_t start = static_cast<hsize_t>(first), size = pointers.size();
    const Handle memory(H5Screate_simple(1, &size, nullptr), H5Sclose);
    const bool is_read =
        H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, &start, nullptr, &size, nullptr) >= 0 &&
        H5Dread(data.get(), type.get(), memory.get(), space.get(), H5P_DEFAULT, pointers.data()) >=
            0;
    for (const char *text : pointers) {
      if (!is_read) break;
      texts.push_back(repaired(text == nullptr ? "" : text));
      bytes += std::ssize(texts.back());
    }
    H5Dvlen_reclaim(type.get(), memory.get(), H5P_DEFAULT, pointers.data());
    if (!is_read) fail_damaged(name);
    check_expansion(path_ + ": " + name, harmless_bytes, bytes,
                    static_cast<std::int64_t>(file_size));
  }
  return texts;
}

std::vector<std::string> Hdf5File::children(const std::string &group) const {
  std::vector<std::string> names;
  const Handle opened(H5Gopen2(file_.get(), group.c_str(), H5P_DEFAULT), H5Gclose);
  if (!opened) return names;
  const auto add = [](hid_t, const char *name, const H5L_info_t *, void *user) -> herr_t {
    auto &list = *static_cast<std::vector<std::string> *>(user);
    list.emplace_back(name);
    return list.size() < 1000 ? 0 : 1;
  };
  H5Literate(opened.get(), H5_INDEX_NAME, H5_ITER_INC, nullptr, add, &names);
  return names;
}

}  // namespace cli
