// The messages of Arrow's files and streams.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "readers/modules/arrow_schema.hpp"
#include "readers/modules/columns.hpp"
#include "readers/modules/flat_buffer.hpp"
#include "shared/byte_order.hpp"
#include "terminal/failure.hpp"

namespace cli::arrow {

struct Damaged {
  std::string reason;
};

template <class T>
T loaded(std::string_view from, std::int64_t place) {
  return manifact::load_little_endian<T>(from.data() + place * std::int64_t{sizeof(T)});
}

// The messages of a stream, one after the other, or those that the end of a file lists: not every
// writer begins a file with a schema.
class Messages {
 public:
  Messages(const std::string &path, std::unique_ptr<Bytes> bytes);

  const std::string &name() const { return name_; }
  std::int64_t packed() const { return file_ != nullptr ? file_->size() : bytes_->done(); }
  [[noreturn]] void fail(const std::string &reason) const {
    throw Failure(name_ + " is a damaged file or stream of Arrow: " + reason);
  }
  // A Failure for damage within the last message has its number.
  template <class Call>
  void guarded(Call &&call) const {
    const std::string which = is_footer_ ? "its footer" : "message " + std::to_string(count_);
    try {
      call();
    } catch (const flat::Damaged &) {
      fail(which + " points outside of itself");
    } catch (const Damaged &damaged) {
      fail(which + ": " + damaged.reason);
    }
  }

  // Of the schema, first.
  std::vector<Field> fields();
  // False at the end.
  bool next();
  const std::string &metadata() const { return metadata_; }
  bool is_file() const { return file_ != nullptr; }

  // Of the last message.
  void read_body(std::int64_t size, std::string &to);

 private:
  struct Block {
    std::int64_t begin, metadata;
  };
  static constexpr std::string_view magic = "ARROW1";
  static constexpr std::int64_t longest = std::int64_t{1} << 28;

  void open_file(std::unique_ptr<PlacedBytes> file);
  bool next_of_stream();
  void read(std::int64_t count, std::string &to);

  std::string name_, metadata_;
  std::unique_ptr<Bytes> bytes_;       // of a stream
  std::unique_ptr<PlacedBytes> file_;  // of a file
  std::vector<Block> blocks_;
  std::size_t block_ = 0;
  std::int64_t body_ = 0, count_ = 0;
  bool is_footer_ = false;
};

}  // namespace cli::arrow
