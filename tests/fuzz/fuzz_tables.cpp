// The readers of delimited records, of tables of numbers and of named vectors: any bytes are
// records or one Failure with a reason, records that are written with all quotes are read as they
// were, and entries of a sparse matrix are noted whatever ends their lines.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "../../tools/manifact/readers/delimited.hpp"
#include "../../tools/manifact/readers/numeric_table.hpp"
#include "../../tools/manifact/readers/table_layout.hpp"
#include "../../tools/manifact/readers/text_reader.hpp"
#include "../../tools/manifact/terminal/failure.hpp"

namespace {

using namespace cli;
using Records = std::vector<std::vector<std::string>>;

// The bytes as a file with a path.
std::string as_file(std::string_view bytes) {
  static const int file = memfd_create("table", 0);
  if (ftruncate(file, 0) != 0 ||
      pwrite(file, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    std::abort();
  return "/proc/self/fd/" + std::to_string(file);
}

Records read_all(std::string_view bytes, const Dialect &dialect, const Reading &reading) {
  DelimitedRecords records(std::make_unique<Bytes>(as_file(bytes)), reading, dialect);
  Records all;
  std::vector<std::string_view> cells;
  while (records.next(cells)) all.emplace_back(cells.begin(), cells.end());
  return all;
}

std::string written(const Records &records, const Dialect &dialect) {
  std::string text;
  for (const std::vector<std::string> &record : records) {
    for (std::size_t i = 0; i < record.size(); ++i) {
      if (i > 0) text += dialect.delimiter;
      text += '"';
      for (const char c : record[i]) text.append(c == '"' ? 2 : 1, c);
      text += '"';
    }
    text += dialect.line_end;
  }
  return text;
}

void check(std::string_view bytes, const Dialect &dialect) {
  Reading reading;
  reading.encoding = "UTF-8";
  try {
    const Records records = read_all(bytes, dialect, reading);
    for (const std::vector<std::string> &record : records) {
      if (record.empty()) std::abort();
    }
    if (read_all(written(records, dialect), dialect, reading) != records) std::abort();
  } catch (const Failure &failure) {
    if (failure.text.empty()) std::abort();
  }
}

void read_numbers(std::string_view bytes) {
  try {
    const NumericTable table = read_numeric_table(std::make_unique<Bytes>(as_file(bytes)), {});
    if (table.count < 0 ||
        (table.count > 0 && table.values.size() % static_cast<std::size_t>(table.count) != 0))
      std::abort();
  } catch (const Failure &failure) {
    if (failure.text.empty()) std::abort();
  }
}

void read_vectors(std::string_view bytes) {
  try {
    const std::unique_ptr<TextReader> reader =
        read_named_vectors(std::make_unique<Bytes>(as_file(bytes)), {});
    for (Document document; reader->next(document);) {
      if (document.id.empty()) std::abort();
    }
  } catch (const Failure &failure) {
    if (failure.text.empty()) std::abort();
  }
}

// What is noted about entries of a sparse matrix: nothing, or a line.
std::string note_of(std::string_view bytes, bool is_all) {
  Reading reading;
  std::string noted;
  reading.note = [&](const std::string &sentence) {
    if (sentence.empty() || sentence.find('\n') != std::string::npos || !noted.empty())
      std::abort();
    noted = sentence;
  };
  note_triplets(bytes, is_all, "entries.txt", reading);
  return noted;
}

// The ends of lines and empty ones change nothing, and neither does what follows them where the
// text goes on.
void look_for_entries(std::string_view bytes) {
  const std::string noted = note_of(bytes, true);
  if (bytes.find('\r') != std::string_view::npos) return;
  std::string other;
  for (const char c : bytes) other += c == '\n' ? std::string("\r\n\n") : std::string(1, c);
  if (note_of(other, true) != noted) std::abort();
  if (bytes.ends_with('\n') && note_of(std::string(bytes) + "1", false) != noted) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char *>(data), size);
  for (const bool is_all : {true, false}) {
    const TableLayout layout = table_layout(bytes, is_all, {});
    if (layout.row_header.size() < layout.header.size()) std::abort();
  }
  read_numbers(bytes);
  read_vectors(bytes);
  look_for_entries(bytes);
  for (const char delimiter : {',', ';', '\t', '|'}) {
    check(bytes, {delimiter, '\n'});
    check(bytes, {delimiter, '\r'});
  }
  return 0;
}
