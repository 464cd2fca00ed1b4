#include "readers/modules/arrow_messages.hpp"

#include <algorithm>
#include <utility>

#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"

namespace cli::arrow {

Messages::Messages(const std::string &path, std::unique_ptr<Bytes> bytes) : name_(bytes->name()) {
  if (bytes->peek(magic.size()).starts_with(magic))
    open_file(std::make_unique<PlacedBytes>(path, std::move(bytes)));
  else
    bytes_ = std::move(bytes);
}

std::vector<Field> Messages::fields() {
  std::vector<Field> fields;
  if (file_ == nullptr && !next()) fail("it has no schema");
  guarded([&] {
    const flat::Table root = flat::Table::root(metadata_);
    if (file_ == nullptr && root.number<std::uint8_t>(1) != 1)
      throw Damaged{"it is no schema, with which a stream begins"};
    fields = fields_of(root.table(file_ != nullptr ? 1 : 2), name_);
  });
  return fields;
}

bool Messages::next() {
  stop_if_interrupted();
  is_footer_ = false;
  if (file_ == nullptr) return next_of_stream();
  if (block_ == blocks_.size()) return false;
  const Block &block = blocks_[block_++];
  ++count_;
  std::string held;
  std::string_view bytes = file_->read(block.begin, block.metadata, held);
  const std::size_t head = bytes.starts_with("\xff\xff\xff\xff") ? 8 : 4;  // 8 since 0.15
  if (bytes.size() < head) fail("message " + std::to_string(count_) + " is too short");
  metadata_ = bytes.substr(head);
  body_ = block.begin + block.metadata;
  return true;
}
void Messages::read_body(std::int64_t size, std::string &to) {
  if (size < 0) throw Damaged{"its body has a negative size"};
  if (file_ == nullptr) return read(size, to);
  const std::string_view bytes = file_->read(body_, size, to);
  if (bytes.data() != to.data()) to = bytes;
}

void Messages::open_file(std::unique_ptr<PlacedBytes> file) {
  constexpr std::int64_t ending = 10;  // the length of the footer, and ARROW1
  file_ = std::move(file);
  std::string held;
  const std::int64_t size = file_->size();
  if (size < 8 + ending || file_->read(size - 6, 6, held) != magic)
    fail("it does not end with ARROW1; is it complete?");
  const auto footer = std::int64_t{loaded<std::int32_t>(file_->read(size - ending, 4, held), 0)};
  if (footer < 0 || footer > size - 8 - ending) fail("its footer is longer than the file");
  metadata_ = file_->read(size - ending - footer, footer, held);
  is_footer_ = true;
  guarded([&] {
    const flat::Table root = flat::Table::root(metadata_);
    for (const int list : {2, 3}) {  // dictionaries, then batches of records
      const flat::Vector blocks = root.vector(list);
      blocks.need(24);
      for (std::size_t i = 0; i < blocks.size(); ++i)
        blocks_.push_back(
            {blocks.number<std::int64_t>(24 * i), blocks.number<std::int32_t>(24 * i + 8)});
    }
  });
}

bool Messages::next_of_stream() {
  if (bytes_->peek(1).empty()) return false;
  std::string head;
  read(4, head);
  auto size = std::int64_t{loaded<std::int32_t>(head, 0)};
  if (size == -1) {  // since version 0.15
    read(4, head);
    size = loaded<std::int32_t>(head, 0);
  }
  if (size == 0) return false;
  ++count_;
  if (size < 0 || size > longest)
    fail("message " + std::to_string(count_) + " has an impossible size");
  read(size, metadata_);
  return true;
}

// As many bytes as there are of those that the stream declares.
void Messages::read(std::int64_t count, std::string &to) {
  constexpr std::int64_t first = std::int64_t{1} << 20;
  to.clear();
  while (std::ssize(to) < count) {
    const std::int64_t done = std::ssize(to);
    to.resize(static_cast<std::size_t>(std::min(count, std::max(first, 2 * done))));
    for (auto at = static_cast<std::size_t>(done); at < to.size();) {
      const std::size_t got = bytes_->read(to.data() + at, to.size() - at);
      if (got == 0) fail("it is truncated");
      at += got;
    }
  }
}

}  // namespace cli::arrow
