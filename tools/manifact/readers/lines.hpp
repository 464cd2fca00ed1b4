// The lines of a text file of any size, one at a time. A line ends with "\n" or "\r\n"; a byte
// order mark is not part of the first line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "readers/decoded.hpp"

namespace cli {

class Lines {
 public:
  explicit Lines(std::unique_ptr<Bytes> bytes, const Reading &reading = {});

  // False at the end. The line excludes its end and stays valid until the next call.
  bool next(std::string_view &line);

  std::int64_t number() const { return number_; }  // of the line returned by next(), from 1
  const std::string &name() const { return text_.name(); }
  std::string place() const;                                  // "notes.tsv, line 17", for messages
  std::int64_t replaced() const { return text_.replaced(); }  // by the conversion to UTF-8

 private:
  bool refill();

  Decoded text_;
  std::string window_;
  std::size_t at_ = 0, end_ = 0;
  std::int64_t number_;
};

}  // namespace cli
