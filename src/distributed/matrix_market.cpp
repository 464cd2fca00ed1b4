#include "distributed/matrix_market.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "distributed/group.hpp"
#include "io/source.hpp"
#include "linalg/sparse/csr.hpp"

namespace manifact {
namespace {

constexpr std::size_t at_once = std::size_t{8} << 20;  // bytes that are read

struct Header {
  Index rows = 0, columns = 0, entries = 0;
  Index lines = 0, bytes = 0;  // of the header
  bool has_values = true, symmetric = false, packed = false;
};

struct Entry {
  Index row;
  std::int32_t column;
  double value;
};

// What is wrong with a line, counted from 1 in a block of lines.
struct Wrong {
  Index line;
  std::string what;
};

// The words of a line.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}

  bool done() noexcept {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t' || rest_[0] == '\r'))
      rest_.remove_prefix(1);
    return rest_.empty();
  }
  std::string_view word() noexcept {
    done();
    const std::size_t end = std::min(rest_.find_first_of(" \t\r"), rest_.size());
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return word;
  }
  template <class T>
  bool number(T &value) noexcept {
    std::string_view text = word();
    if (!text.empty() && text[0] == '+') text.remove_prefix(1);
    const char *const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end;
  }

 private:
  std::string_view rest_;
};

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return std::tolower(x) == y; });
}

[[noreturn]] void refuse(const std::string &path, Index line, const std::string &what) {
  fail(Status::format, "%.300s, line %lld: %.150s", path.c_str(), number(line), what.c_str());
}

void read_banner(std::string_view line, const std::string &path, Header &header) {
  Words words(line);
  if (words.word() != "%%MatrixMarket" || !same_word(words.word(), "matrix"))
    refuse(path, 1, "expected %%MatrixMarket matrix coordinate ...");
  if (!same_word(words.word(), "coordinate"))
    refuse(path, 1, "only a sparse matrix (coordinate) can be divided among ranks");
  const std::string_view field = words.word();
  header.has_values = !same_word(field, "pattern");
  if (header.has_values && !same_word(field, "real") && !same_word(field, "integer"))
    refuse(path, 1, "expected real, integer or pattern");
  const std::string_view symmetry = words.word();
  header.symmetric = same_word(symmetry, "symmetric");
  if (!header.symmetric && !same_word(symmetry, "general"))
    refuse(path, 1, "expected general or symmetric");
}

// From the beginning of the file, `text`; removes the lines of the header from it.
Header read_header(std::string_view &text, const std::string &path) {
  Header header;
  for (bool sized = false; !sized;) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos)
      refuse(path, header.lines + 1, "the file ends in its header");
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    header.bytes += static_cast<Index>(end) + 1;
    ++header.lines;
    if (header.lines == 1) {
      read_banner(line, path, header);
      continue;
    }
    Words words(line);
    if (line.starts_with('%') || words.done()) continue;
    sized = words.number(header.rows) && words.number(header.columns) &&
            words.number(header.entries) && words.done() && header.rows >= 0 &&
            header.columns >= 0 && header.entries >= 0;
    if (!sized) refuse(path, header.lines, "expected the numbers of rows, columns and entries");
  }
  if (header.symmetric && header.rows != header.columns)
    refuse(path, header.lines, "a symmetric matrix must be square");
  constexpr Index most = std::numeric_limits<std::int32_t>::max();
  if (header.columns > most || header.rows > most)
    refuse(path, header.lines, "more than 2147483647 rows or columns");
  return header;
}

// Deals entries to the ranks by the places of their rows.
class Dealer {
 public:
  Dealer(const Header &header, std::uint64_t seed, Index ranks)
      : header_(header), deal_(header.rows, ranks, seed), to_(static_cast<std::size_t>(ranks)) {}

  // Complete lines. The first wrong one is remembered.
  void take(std::string_view text, Index lines_before) {
    Index line = lines_before;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      ++line;
      const char *const wrong = this->wrong_ ? nullptr : take_line(text.substr(0, end));
      if (wrong != nullptr) wrong_ = Wrong{line, wrong};
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    lines_ = line;
  }

  const Deal &deal() const noexcept { return deal_; }
  const std::vector<Bytes> &to() const noexcept { return to_; }
  std::vector<Bytes> &to() noexcept { return to_; }
  const std::optional<Wrong> &wrong() const noexcept { return wrong_; }
  Index lines() const noexcept { return lines_; }
  Index entries() const noexcept { return entries_; }
  bool below() const noexcept { return below_; }
  bool above() const noexcept { return above_; }

 private:
  void put_entry(Index row, Index column, double value) {
    const Index place = deal_.place(row - 1);
    const Entry entry{place, static_cast<std::int32_t>(column - 1), value};
    put(to_[static_cast<std::size_t>(deal_.owner(place))], &entry, 1);
  }
  const char *take_line(std::string_view line) {
    Words words(line);
    if (words.done() || line.starts_with('%')) return nullptr;
    Index row = 0, column = 0;
    double value = 1;
    if (!words.number(row) || !words.number(column)) return "expected a row and a column";
    if (header_.has_values && !words.number(value)) return "expected a value";
    if (!words.done()) return "more than one entry on the line";
    if (row < 1 || row > header_.rows) return "the row is out of range";
    if (column < 1 || column > header_.columns) return "the column is out of range";
    if (!std::isfinite(value)) return "the value is not finite";
    put_entry(row, column, value);
    if (header_.symmetric && row != column) put_entry(column, row, value);
    below_ = below_ || row > column;
    above_ = above_ || row < column;
    ++entries_;
    return nullptr;
  }

  const Header &header_;
  Deal deal_;
  std::vector<Bytes> to_;
  std::optional<Wrong> wrong_;
  Index lines_ = 0, entries_ = 0;
  bool below_ = false, above_ = false;  // the diagonal
};

// Reads pieces that end with a line: body(lines).
template <class Body>
void each_piece(Source &source, std::string rest, const Body &body) {
  std::string text = std::move(rest);
  for (bool more = true; more;) {
    const std::size_t kept = text.size();
    text.resize(kept + at_once);
    const std::size_t count = source.read(text.data() + kept, at_once);
    text.resize(kept + count);
    more = count > 0;
    const std::size_t last = text.rfind('\n');
    const std::size_t end = !more ? text.size() : last == std::string::npos ? 0 : last + 1;
    if (end > 0) body(std::string_view(text).substr(0, end));
    text.erase(0, end);
  }
}

// The bytes of this rank's block of lines in a plain file.
void read_block(const std::string &path, const Header &header, Index size, MpiGroup &group,
                Dealer &dealer, const Monitor &monitor) {
  const Index ranks = group.size(), data = size - header.bytes;
  const auto bound = [&](Index r) {
    return header.bytes + data / ranks * r + data % ranks * r / ranks;
  };
  Index at = bound(group.rank());
  const Index end = bound(group.rank() + 1);
  std::FILE *const file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) fail_io(errno, "cannot open %.400s", path.c_str());
  const std::unique_ptr<std::FILE, int (*)(std::FILE *)> closer(file, std::fclose);
  // A line belongs to the block in which it begins.
  std::string text;
  bool whole = at == header.bytes;
  if (!whole) --at;
  if (std::fseek(file, static_cast<long>(at), SEEK_SET) != 0)
    fail_io(errno, "cannot read %.400s", path.c_str());
  Index lines = 0;
  for (bool more = true; more && at <= end;) {
    monitor.check();
    const std::size_t kept = text.size();
    text.resize(kept + at_once);
    const std::size_t count = std::fread(text.data() + kept, 1, at_once, file);
    text.resize(kept + count);
    more = count > 0;
    if (!whole) {
      const std::size_t line = text.find('\n');
      if (line == std::string::npos && more) continue;
      const std::size_t cut = line == std::string::npos ? text.size() : line + 1;
      text.erase(0, cut);
      at += static_cast<Index>(cut);
      whole = true;
    }
    std::size_t stop = more ? text.rfind('\n') + 1 : text.size();
    if (at + static_cast<Index>(stop) > end) {
      // The line that contains the last byte of the block is the last one.
      const Index left = std::max<Index>(end - at, 0);
      const std::size_t line = left == 0 ? 0 : text.find('\n', static_cast<std::size_t>(left - 1));
      if (left == 0) break;
      if (line != std::string::npos) stop = line + 1, more = false;
    }
    dealer.take(std::string_view(text).substr(0, stop), lines);
    lines = dealer.lines();
    at += static_cast<Index>(stop);
    text.erase(0, stop);
  }
}

// The first rank reads; the others, which have no source, wait for the result.
void read_packed(Source *source, std::string rest, Dealer &dealer, const Monitor &monitor) {
  if (source == nullptr) return;
  Index lines = 0;
  each_piece(*source, std::move(rest), [&](std::string_view text) {
    monitor.check();
    dealer.take(text, lines);
    lines = dealer.lines();
  });
}

// The first wrong line of all blocks.
void refuse_wrong(const std::string &path, const Header &header, const Dealer &dealer,
                  MpiGroup &group) {
  const std::vector<Index> lines = group.all(dealer.lines());
  Index before = header.lines;
  for (Index r = 0; r < group.rank(); ++r) before += lines[static_cast<std::size_t>(r)];
  std::optional<Error> error;
  if (dealer.wrong()) {
    try {
      refuse(path, before + dealer.wrong()->line, dealer.wrong()->what);
    } catch (const Error &found) {
      error = found;
    }
  }
  agree(group, error ? &*error : nullptr);
}

// The rows of this rank from the entries that were dealt to it.
DividedMatrix assemble(const std::vector<Bytes> &packets, const Header &header,
                       const Dealer &dealer, Index rank, ExecutionContext &run) {
  const Index first = dealer.deal().begin(rank), n = dealer.deal().begin(rank + 1) - first;
  Index entries = 0;
  for (const Bytes &packet : packets)
    entries += std::ssize(packet) / static_cast<Index>(sizeof(Entry));
  Csr<double> X(run.memory, n, header.columns, entries);
  for (const Bytes &packet : packets) {
    run.monitor.check();
    for (Unpack from(packet); !from.done();) ++X.indptr[from.one<Entry>().row - first + 1];
  }
  for (Index i = 0; i < n; ++i) X.indptr[i + 1] += X.indptr[i];
  Array<Index> next = X.indptr.copy();
  for (const Bytes &packet : packets) {
    run.monitor.check();
    for (Unpack from(packet); !from.done();) {
      const auto entry = from.one<Entry>();
      const Index e = next[entry.row - first]++;
      X.indices[e] = entry.column;
      X.values[e] = entry.value;
    }
  }
  canonicalize(X, run.memory);
  DividedMatrix divided;
  divided.rows = matrix_from_parts(std::move(X));
  divided.places = dealer.deal().rows_of(rank, run.memory);
  divided.all_rows = header.rows;
  return divided;
}

}  // namespace

DividedMatrix read_matrix_market(const std::string &path, std::uint64_t seed, MpiGroup &group,
                                 ExecutionContext &run) {
  run.monitor.enter("read");
  Header header;
  std::unique_ptr<Source> source;
  std::string rest;
  Index size = 0;
  run.together([&] {
    if (group.rank() > 0) return;
    source = open_file(path.c_str(), run.monitor);
    size = source->size();
    unsigned char magic[2] = {};
    if (std::FILE *const file = std::fopen(path.c_str(), "rb")) {
      header.packed = std::fread(magic, 1, 2, file) == 2 && magic[0] == 0x1f && magic[1] == 0x8b;
      std::fclose(file);
    }
    if (header.packed) source = unpacked(std::move(source), path);
    rest.resize(at_once);
    std::size_t count = 0;
    for (std::size_t got = 1; got > 0 && count < at_once; count += got)
      got = source->read(rest.data() + count, at_once - count);
    rest.resize(count);
    std::string_view text = rest;
    const bool packed = header.packed;
    header = read_header(text, path);
    header.packed = packed || size == 0;
    rest.erase(0, rest.size() - text.size());
  });
  group.broadcast(&header, sizeof header, 0);
  group.broadcast(&size, sizeof size, 0);
  Dealer dealer(header, seed, group.size());
  run.together([&] {
    header.packed ? read_packed(source.get(), std::move(rest), dealer, run.monitor)
                  : read_block(path, header, size, group, dealer, run.monitor);
  });
  refuse_wrong(path, header, dealer, group);
  const Index entries = run.total(dealer.entries());
  run.together([&] {
    if (entries == header.entries) return;
    const std::string found =
        entries == 1 ? "is 1 entry" : "are " + std::to_string(entries) + " entries";
    refuse(path, header.lines, "there " + found + ", not " + std::to_string(header.entries));
  });
  const bool both_sides = header.symmetric && run.any(dealer.below()) && run.any(dealer.above());
  run.together([&] {
    if (both_sides)
      refuse(path, header.lines,
             "entries on both sides of the diagonal; a symmetric file must contain only one side");
  });
  const std::vector<Bytes> packets = group.exchange(dealer.to());
  dealer.to().clear();
  dealer.to().resize(static_cast<std::size_t>(group.size()));
  DividedMatrix divided;
  run.together([&] { divided = assemble(packets, header, dealer, group.rank(), run); });
  return divided;
}

}  // namespace manifact
