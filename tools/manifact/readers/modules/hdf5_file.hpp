// An HDF5 file by the HDF5 library, whose errors become failures.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "readers/hdf5.hpp"
#include "terminal/failure.hpp"

namespace cli {

// An identifier of the library, closed at the end.
class Handle {
 public:
  Handle() = default;
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  Handle(Handle &&other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle &operator=(Handle &&other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  hid_t get() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }

 private:
  hid_t id_ = -1;
  herr_t (*close_)(hid_t) = nullptr;
};

constexpr std::int64_t longest_axis = std::numeric_limits<std::int32_t>::max();

inline bool is_numeric_class(H5T_class_t type) {
  return type == H5T_INTEGER || type == H5T_FLOAT || type == H5T_ENUM;
}

struct Shape {
  std::vector<hsize_t> dims;
  std::int64_t count() const {
    std::int64_t product = 1;
    for (const hsize_t dim : dims) {
      if (dim > static_cast<hsize_t>(longest_axis) * 1024 ||
          (dim != 0 && product > (std::int64_t{1} << 50) / static_cast<std::int64_t>(dim)))
        return std::numeric_limits<std::int64_t>::max();
      product *= static_cast<std::int64_t>(dim);
    }
    return product;
  }
};

class Hdf5File {
 public:
  Hdf5File(const std::string &path, const Hdf5Choice &choice) : path_(path), choice_(choice) {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // no messages to standard error
    file_ = Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    if (!file_) throw Failure(path_ + " is damaged: the HDF5 library cannot open it");
  }

  const std::string &path() const { return path_; }
  [[noreturn]] void fail(const std::string &what) const { throw Failure(path_ + ": " + what); }
  [[noreturn]] void fail_damaged(const std::string &name) const { fail(name + " is damaged"); }

  // Every part of the path must exist before the whole is asked for.
  bool has(const std::string &name) const {
    for (std::size_t at = 0; at != std::string::npos;) {
      at = name.find('/', at + 1);
      if (H5Lexists(file_.get(), name.substr(0, at).c_str(), H5P_DEFAULT) <= 0) return false;
    }
    return H5Oexists_by_name(file_.get(), name.c_str(), H5P_DEFAULT) > 0;
  }

  bool is_group(const std::string &name) const {
    return has(name) && Handle(H5Gopen2(file_.get(), name.c_str(), H5P_DEFAULT), H5Gclose);
  }

  Handle dataset(const std::string &name) const {
    if (!has(name)) return {};
    return {H5Dopen2(file_.get(), name.c_str(), H5P_DEFAULT), H5Dclose};
  }

  std::optional<Shape> shape(const Handle &dataset) const {
    if (!dataset) return std::nullopt;
    const Handle space(H5Dget_space(dataset.get()), H5Sclose);
    const int rank = space ? H5Sget_simple_extent_ndims(space.get()) : -1;
    if (rank < 0) return std::nullopt;
    Shape shape;
    shape.dims.resize(static_cast<std::size_t>(rank));
    if (rank > 0) H5Sget_simple_extent_dims(space.get(), shape.dims.data(), nullptr);
    return shape;
  }

  H5T_class_t type_class(const Handle &dataset) const {
    const Handle type(H5Dget_type(dataset.get()), H5Tclose);
    return type ? H5Tget_class(type.get()) : H5T_NO_CLASS;
  }

  bool is_table_of_numbers(const std::string &name) const {
    const Handle data = dataset(name);
    const auto dims = shape(data);
    return dims && dims->dims.size() == 2 && is_numeric_class(type_class(data));
  }

  // A text attribute; "" if there is none.
  std::string text_attribute(const std::string &object, const char *name) const;
  std::vector<std::int64_t> numbers_attribute(const std::string &object, const char *name) const;

  // The numbers of a dataset, converted to one of the types of the library.
  Numbers numbers(const std::string &name, int type) const;
  // Those of floats of four bytes as they are.
  int own_type(const std::string &name) const {
    const Handle data = dataset(name);
    const Handle type(data ? H5Dget_type(data.get()) : -1, H5Tclose);
    return type && H5Tget_class(type.get()) == H5T_FLOAT && H5Tget_size(type.get()) <= 4
               ? MANIFACT_FLOAT
               : MANIFACT_DOUBLE;
  }
  // The texts of a dataset of one dimension; of numbers, as texts.
  std::vector<std::string> texts(const std::string &name) const;

  std::vector<std::string> children(const std::string &group) const;

 private:
  void require_room(const Handle &dataset, std::int64_t bytes, const std::string &name) const;
  std::vector<std::string> variable_texts(const Handle &data, const Handle &type,
                                          std::int64_t count, const std::string &name) const;
  std::vector<std::string> fixed_texts(const Handle &data, const Handle &type, std::size_t count,
                                       const std::string &name) const;

  std::string path_;
  Hdf5Choice choice_;
  Handle file_;
};

}  // namespace cli
