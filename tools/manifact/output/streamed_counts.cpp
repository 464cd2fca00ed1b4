#include "output/streamed_counts.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "handles.hpp"
#include "output/file.hpp"
#include "output/writing.hpp"
#include "readers/bytes.hpp"
#include "readers/stream.hpp"
#include "shared/counts_header.hpp"

namespace cli {
namespace {

using manifact::CountsHeader;
using manifact::CountsLayout;

struct Unusual {};       // the matrix is read as a whole
struct NeedsDoubles {};  // a value is no float

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char &c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

std::string banner_of(const std::string &field) {
  return "%%MatrixMarket matrix coordinate " + field + " general";
}

class Lines {
 public:
  explicit Lines(std::unique_ptr<Stream> stream)
      : stream_(std::move(stream)), window_(first_window, '\0') {}

  // The next line, without its end; valid until the next call. Nothing: the end.
  std::optional<std::string_view> next() {
    for (std::size_t searched = at_;;) {
      const void *const found = std::memchr(window_.data() + searched, '\n', end_ - searched);
      if (found != nullptr) {
        const std::size_t begin = std::exchange(
            at_, static_cast<std::size_t>(static_cast<const char *>(found) - window_.data()) + 1);
        return std::string_view(window_).substr(begin, at_ - 1 - begin);
      }
      searched = end_ - at_;
      if (refill()) continue;
      if (at_ == end_) return std::nullopt;
      const std::size_t begin = std::exchange(at_, end_);
      return std::string_view(window_).substr(begin, end_ - begin);
    }
  }

 private:
  bool refill() {
    std::memmove(window_.data(), window_.data() + at_, end_ - at_);
    end_ -= std::exchange(at_, 0);
    if (end_ == window_.size()) throw Unusual();  // a line of many entries' length
    const std::size_t got = stream_->read(window_.data() + end_, window_.size() - end_);
    end_ += got;
    return got > 0;
  }

  std::unique_ptr<Stream> stream_;
  std::string window_;
  std::size_t at_ = 0, end_ = 0;
};

// Blank lines and comments are no entries.
bool is_entry(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  return first != std::string_view::npos && line[first] != '%';
}

class OutputFile {
 public:
  // `named` is the file that it becomes.
  OutputFile(const std::string &path, const std::string &named)
      : file_(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)), named_(named) {
    if (file_.fd < 0) throw cannot_write(named_, errno);
  }

  void write(const void *data, std::int64_t size, std::int64_t at) {
    const char *from = static_cast<const char *>(data);
    while (size > 0) {
      const ssize_t done = ::pwrite(file_.fd, from, static_cast<std::size_t>(size), at);
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) throw cannot_write(named_, errno);
      from += done;
      at += done;
      size -= done;
    }
  }

 private:
  Descriptor file_;
  std::string named_;
};

class StreamedMatrix {
 public:
  StreamedMatrix(Session &session, const std::string &input, std::int64_t size)
      : session_(session),
        lines_(stream_of(std::make_unique<Bytes>(input, &session.progress()))),
        most_entries_(size * bytes_a_packed_byte / bytes_an_entry) {
    read_banner();
    read_sizes();
  }

  const CountsLayout &layout() const { return layout_; }

  void write(const std::string &path, const std::string &named, std::uint32_t value_type) {
    layout_.value_type = value_type;
    OutputFile file(path, named);
    std::int64_t lines = 0;
    while (const auto line = lines_.next()) {
      if (!is_entry(*line)) continue;
      if (++lines > layout_.entries) throw Unusual();
      const char *stop = line->data();
      std::int64_t row = 0;
      const auto parsed = std::from_chars(line->data(), line->data() + line->size(), row);
      stop = parsed.ptr;
      if (parsed.ec != std::errc() || row < std::max<std::int64_t>(1, last_) || row > layout_.rows)
        throw Unusual();
      if (row != last_ && text_.size() >= part_bytes) write_part(file);
      if (text_.empty()) first_ = row;
      last_ = row;
      add(row - first_ + 1, line->substr(static_cast<std::size_t>(stop - line->data())));
    }
    write_part(file);
    if (lines != layout_.entries || written_ != layout_.entries) throw Unusual();
    starts_.resize(static_cast<std::size_t>(layout_.rows) + 1);
    for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
    const CountsHeader header = manifact::header_of(layout_);
    const std::int32_t zero = 0;
    file.write(&header, sizeof header, 0);
    file.write(starts_.data(), std::ssize(starts_) * 8, sizeof header);
    if (written_ % 2 != 0) file.write(&zero, sizeof zero, layout_.indices() + 4 * written_);
  }

 private:
  static constexpr std::size_t part_bytes = std::size_t{1} << 25;
  // At least: "1 1" and the end of the line; at most: gzip. More than this is a lie, or unusual.
  static constexpr std::int64_t bytes_an_entry = 4, bytes_a_packed_byte = 1032;

  void read_banner() {
    const auto line = lines_.next();
    if (!line) throw Unusual();
    std::string banner = lower_case(*line);
    while (!banner.empty() && (banner.back() == '\r' || banner.back() == ' ')) banner.pop_back();
    for (const char *field : {"real", "double", "integer", "pattern"})
      if (banner == lower_case(banner_of(field))) field_ = field;
    if (field_.empty()) throw Unusual();
  }

  void read_sizes() {
    auto line = lines_.next();
    while (line && !is_entry(*line)) line = lines_.next();
    if (!line) throw Unusual();
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    std::int64_t sizes[3] = {};
    const char *at = line->data(), *const end = at + line->size();
    for (std::int64_t &size : sizes) {
      while (at < end && (*at == ' ' || *at == '\t')) ++at;
      const auto parsed = std::from_chars(at, end, size);
      if (parsed.ec != std::errc()) throw Unusual();
      at = parsed.ptr;
    }
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r')) ++at;
    if (at != end || sizes[0] < 1 || sizes[0] > most || sizes[1] < 1 || sizes[1] > most ||
        sizes[2] < 1 || sizes[0] / rows_an_entry > sizes[2] ||
        sizes[1] / rows_an_entry > sizes[2] || sizes[2] > most_entries_)
      throw Unusual();
    layout_ = {sizes[0], sizes[1], sizes[2]};
  }

  void add(std::int64_t row, std::string_view rest) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, row).ptr;
    text_.append(digits, static_cast<std::size_t>(end - digits)).append(rest).append(1, '\n');
    ++count_;
  }

  // Rows first_ to last_ as the library reads them.
  void write_part(OutputFile &file) {
    if (text_.empty()) return;
    const std::int64_t rows = last_ - first_ + 1;
    if (rows / rows_an_entry > count_) throw Unusual();
    const std::string part = banner_of(field_) + '\n' + std::to_string(rows) + ' ' +
                             std::to_string(layout_.columns) + ' ' + std::to_string(count_) + '\n' +
                             text_;
    manifact_matrix *handle = nullptr;
    if (manifact_matrix_parse(session_.context(), part.data(), part.size(), "part",
                              MANIFACT_FORMAT_MATRIX_MARKET, &handle) != MANIFACT_OK)
      throw Unusual();
    const Matrix matrix(handle);
    write_rows(matrix.get(), rows, file);
    text_.clear();
    count_ = 0;
  }

  void write_rows(const manifact_matrix *matrix, std::int64_t rows, OutputFile &file) {
    const std::int64_t entries = manifact_matrix_entries(matrix);
    if (entries != count_) throw Unusual();  // equal places are one entry
    std::vector<std::int64_t> starts(static_cast<std::size_t>(rows) + 1);
    std::vector<std::int32_t> columns(static_cast<std::size_t>(entries));
    std::vector<double> values(columns.size());
    session_.check(manifact_matrix_copy_csr(matrix, starts.data(), MANIFACT_INT64, columns.data(),
                                            MANIFACT_INT32, values.data(), MANIFACT_DOUBLE,
                                            entries));
    starts_.resize(static_cast<std::size_t>(last_) + 1);  // rows that are there, not those claimed
    for (std::int64_t r = 0; r < rows; ++r)
      starts_[static_cast<std::size_t>(first_ + r)] =
          starts[static_cast<std::size_t>(r) + 1] - starts[static_cast<std::size_t>(r)];
    file.write(columns.data(), 4 * entries, layout_.indices() + 4 * written_);
    const std::int64_t at = layout_.values() + layout_.value_size() * written_;
    if (layout_.value_type == MANIFACT_DOUBLE) {
      file.write(values.data(), 8 * entries, at);
    } else {
      std::vector<float> singles(values.begin(), values.end());
      for (std::size_t e = 0; e < values.size(); ++e)
        if (static_cast<double>(singles[e]) != values[e]) throw NeedsDoubles();
      file.write(singles.data(), 4 * entries, at);
    }
    written_ += entries;
  }

  // As the library bounds sizes that few entries claim.
  static constexpr std::int64_t rows_an_entry = 64;

  Session &session_;
  Lines lines_;
  std::int64_t most_entries_;
  std::string field_;
  CountsLayout layout_;
  std::vector<std::int64_t> starts_;  // at first the entries of each row
  std::string text_;                  // entries that are not written yet
  std::int64_t count_ = 0, first_ = 0, last_ = 0, written_ = 0;
};

bool is_regular(const std::string &path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

}  // namespace

std::optional<StreamedCounts> streamed_counts(Session &session, const std::string &input,
                                              const std::string &output) {
  std::error_code ignored;
  if (std::endian::native != std::endian::little || !is_regular(input) ||
      (std::filesystem::exists(output, ignored) && !is_regular(output)))
    return std::nullopt;
  const auto size = static_cast<std::int64_t>(std::filesystem::file_size(input, ignored));
  CountsLayout layout;
  const auto attempt = [&](std::uint32_t value_type) {
    write_file_by(output, [&](const std::string &path) {
      StreamedMatrix matrix(session, input, size);
      matrix.write(path, output, value_type);
      layout = matrix.layout();
    });
  };
  session.progress().begin("converting", true);
  try {
    try {
      attempt(MANIFACT_FLOAT);
    } catch (const NeedsDoubles &) {
      attempt(MANIFACT_DOUBLE);
    }
  } catch (const Unusual &) {
    session.progress().clear();
    return std::nullopt;
  }
  session.progress().clear();
  return StreamedCounts{layout.rows, layout.columns, layout.entries};
}

}  // namespace cli
