// Part of manifact.hpp: errors, views of arrays, and what the handles have in common.
#ifndef MANIFACT_CXX_CORE_HPP
#define MANIFACT_CXX_CORE_HPP

#include <manifact/manifact.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

namespace manifact {
inline namespace cxx {

// A failed call: status() < 0, and what() is the message of the library.
class Error : public std::runtime_error {
 public:
  Error(manifact_status status, const std::string &sentence, int system_error = 0)
      : std::runtime_error(sentence),
        status_(status),
        code_(system_error, std::generic_category()) {}

  manifact_status status() const noexcept { return status_; }
  const char *name() const noexcept { return manifact_status_name(status_); }
  // The errno of a file that cannot be opened, read or written, else no error:
  // error.code() == std::errc::no_such_file_or_directory
  const std::error_code &code() const noexcept { return code_; }

 private:
  manifact_status status_;
  std::error_code code_;
};

// A pointer and a number of entries, as std::span of C++20.
template <class T>
class Span {
 public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;

  constexpr Span() noexcept = default;
  constexpr Span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
  // A container with data() and size().
  template <class Container, class = std::enable_if_t<std::is_convertible_v<
                                 decltype(std::data(std::declval<Container &>())), T *>>>
  constexpr Span(Container &&container) noexcept
      : data_(std::data(container)), size_(std::size(container)) {}

  constexpr T *data() const noexcept { return data_; }
  constexpr std::size_t size() const noexcept { return size_; }
  constexpr std::int64_t length() const noexcept { return static_cast<std::int64_t>(size_); }
  constexpr bool empty() const noexcept { return size_ == 0; }
  constexpr T *begin() const noexcept { return data_; }
  constexpr T *end() const noexcept { return data_ + size_; }
  constexpr T &operator[](std::size_t i) const noexcept { return data_[i]; }
  std::vector<value_type> copy() const { return {begin(), end()}; }

 private:
  T *data_ = nullptr;
  std::size_t size_ = 0;
};

// A row-major view of rows x columns entries.
template <class T>
class Array : public Span<const T> {
 public:
  constexpr Array() noexcept = default;
  constexpr Array(const T *data, std::int64_t rows, std::int64_t columns) noexcept
      : Span<const T>(data, static_cast<std::size_t>(data == nullptr ? 0 : rows * columns)),
        rows_(data == nullptr ? 0 : rows),
        columns_(data == nullptr ? 0 : columns) {}

  constexpr std::int64_t rows() const noexcept { return rows_; }
  constexpr std::int64_t columns() const noexcept { return columns_; }
  constexpr const T &operator()(std::int64_t i, std::int64_t j) const noexcept {
    return this->data()[i * columns_ + j];
  }
  constexpr Span<const T> row(std::int64_t i) const noexcept {
    return {this->data() + i * columns_, static_cast<std::size_t>(columns_)};
  }

 private:
  std::int64_t rows_ = 0, columns_ = 0;
};

// The constant of the type of an entry.
template <class T>
constexpr manifact_value_type value_type_of() noexcept {
  using Entry = std::remove_cv_t<T>;
  if constexpr (std::is_same_v<Entry, float>) return MANIFACT_FLOAT;
  if constexpr (std::is_same_v<Entry, double>) return MANIFACT_DOUBLE;
  static_assert(std::is_integral_v<Entry> || std::is_floating_point_v<Entry>, "not a number");
  static_assert(!std::is_integral_v<Entry> || (std::is_signed_v<Entry> && sizeof(Entry) >= 4),
                "integers are int32_t or int64_t");
  return sizeof(Entry) == 4 ? MANIFACT_INT32 : MANIFACT_INT64;
}

// The version of the running library: "0.2.0" and 200.
inline std::string_view version() noexcept { return manifact_version(); }
inline int version_number() noexcept { return manifact_version_number(); }

// Whether the running library is compatible with this header. Call it first where the two may
// come from different installations.
inline bool abi_supported() noexcept { return manifact_abi_supported(MANIFACT_ABI) != 0; }

// Whether the library was built with an optional part: "gzip", "stemming", "icu", "cld2" ...
inline bool has_feature(const std::string &name) noexcept {
  return manifact_has_feature(name.c_str()) != 0;
}

namespace detail {

// An exception of a callback, to be thrown again when the call that made it has ended. Callbacks
// run on the thread of the call.
inline std::exception_ptr &pending() noexcept {
  thread_local std::exception_ptr exception;
  return exception;
}

// Runs a callback; a non-zero result stops the call. After an exception, none runs.
template <class Function>
int guarded(Function &&function) noexcept {
  if (pending()) return 1;
  try {
    return function() ? 1 : 0;
  } catch (...) {
    pending() = std::current_exception();
    return 1;
  }
}

// Ends a call: throws the exception of a callback, even if the call succeeded, else Error if the
// status is a failure. `message` is that of the handle, which is empty for some failures. A handle
// that the call returns must already have an owner, since this may throw.
inline manifact_status checked(manifact_status status, const char *message = "",
                               int system_error = 0) {
  if (pending()) std::rethrow_exception(std::exchange(pending(), nullptr));
  if (status < 0)
    throw Error(status,
                message != nullptr && *message != '\0' ? message : manifact_status_text(status),
                status == MANIFACT_ERROR_IO ? system_error : 0);
  return status;
}

// Returns the number; throws if it is -1, as for an empty handle.
inline std::int64_t counted(std::int64_t number) {
  if (number < 0) checked(MANIFACT_ERROR_NULL);
  return number;
}

inline std::string_view text_of(const char *text) noexcept {
  return text == nullptr ? std::string_view() : std::string_view(text);
}

// For arrays whose length the C function does not take.
inline void require_length(std::size_t size, std::int64_t required, const char *what) {
  if (static_cast<std::int64_t>(size) != required)
    throw Error(MANIFACT_ERROR_LENGTH, std::string(what) + " has " + std::to_string(size) +
                                           " entries instead of " + std::to_string(required));
}

template <class T>
std::vector<T> room(std::int64_t size) {
  if (size < 0) throw Error(MANIFACT_ERROR_ARGUMENT, "a number of entries is negative");
  return std::vector<T>(static_cast<std::size_t>(size));
}

template <class T>
void cut(std::vector<T> &entries, std::int64_t found) {
  entries.resize(static_cast<std::size_t>(found));
}

// A handle with one owner.
template <class Handle, void (*release)(Handle *)>
class Unique {
 public:
  Unique() noexcept = default;
  explicit Unique(Handle *adopted) noexcept : handle_(adopted) {}
  Unique(Unique &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Unique &operator=(Unique &&other) noexcept {
    if (this != &other) {
      release(handle_);
      handle_ = std::exchange(other.handle_, nullptr);
    }
    return *this;
  }
  ~Unique() { release(handle_); }

  Handle *handle() const noexcept { return handle_; }
  explicit operator bool() const noexcept { return handle_ != nullptr; }

 protected:
  Handle *handle_ = nullptr;
};

// A reference-counted handle: a copy shares the object.
template <class Handle, Handle *(*retain)(const Handle *), void (*release)(Handle *)>
class Counted {
 public:
  Counted() noexcept = default;
  explicit Counted(Handle *adopted) noexcept : handle_(adopted) {}
  Counted(const Counted &other) noexcept
      : handle_(other.handle_ == nullptr ? nullptr : retain(other.handle_)) {}
  Counted(Counted &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Counted &operator=(Counted other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Counted() { release(handle_); }

  Handle *handle() const noexcept { return handle_; }
  explicit operator bool() const noexcept { return handle_ != nullptr; }

 protected:
  Handle *handle_ = nullptr;
};

}  // namespace detail
}  // namespace cxx
}  // namespace manifact

#endif
