#include "readers/converted.hpp"

#include <algorithm>
#include <array>

#include "readers/foreign.hpp"
#include "readers/formats.hpp"
#include "readers/module.hpp"
#include "readers/reading.hpp"
#include "terminal/failure.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

#if !defined(MANIFACT_HAVE_SPREADSHEETS) || !defined(MANIFACT_HAVE_SQLITE) || \
    !defined(MANIFACT_HAVE_ARCHIVE)
[[noreturn]] void fail_without(const Bytes &bytes, const char *what, const char *libraries) {
  throw Failure(bytes.name() + " is " + what + ", which this build cannot read: it was built " +
                "without " + libraries);
}
#endif

}  // namespace

void CsvLine::add(std::string_view cell, bool is_text) {
  if (!is_first_) to_ += ',';
  is_first_ = false;
  const bool is_plain = !is_text &&
                        cell.find_first_of(",;\t\r\n\"'|\\#=") == std::string_view::npos &&
                        !cell.starts_with(' ') && !cell.ends_with(' ');
  if (is_plain) {
    to_ += cell;
    return;
  }
  to_ += '"';
  for (std::size_t quote = 0; (quote = cell.find('"')) != std::string_view::npos;) {
    to_ += cell.substr(0, quote + 1);
    to_ += '"';
    cell.remove_prefix(quote + 1);
  }
  to_ += cell;
  to_ += '"';
}

std::string listed(const std::vector<std::string> &names) {
  constexpr std::size_t most = 20;
  std::string all;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
    all += (i > 0 ? ", " : "") + names[i];
  return all + (names.size() > most ? ", ..." : "");
}

std::unique_ptr<Stream> open_spreadsheet([[maybe_unused]] const std::string &path,
                                         std::unique_ptr<Bytes> bytes,
                                         [[maybe_unused]] const Conversion &conversion) {
#ifdef MANIFACT_HAVE_SPREADSHEETS
  std::unique_ptr<Stream> table;
  of_module<OpenTable>("manifact-spreadsheets", "manifact_open_spreadsheet",
                       bytes->name() + " cannot be read")(path, bytes, conversion, table);
  return table;
#else
  fail_without(*bytes, "a spreadsheet", "libzip or libxml2");
#endif
}

std::unique_ptr<Stream> open_database([[maybe_unused]] const std::string &path,
                                      std::unique_ptr<Bytes> bytes,
                                      [[maybe_unused]] const Conversion &conversion) {
#ifdef MANIFACT_HAVE_SQLITE
  std::unique_ptr<Stream> table;
  of_module<OpenTable>("manifact-databases", "manifact_open_database",
                       bytes->name() + " cannot be read")(path, bytes, conversion, table);
  return table;
#else
  fail_without(*bytes, "a database of SQLite", "libsqlite3");
#endif
}

std::unique_ptr<Stream> open_columns(const std::string &path, std::unique_ptr<Bytes> bytes,
                                     const Conversion &conversion) {
  std::unique_ptr<Stream> table;
  of_module<OpenTable>("manifact-columns", "manifact_open_columns",
                       bytes->name() + " cannot be read")(path, bytes, conversion, table);
  return table;
}

bool is_compressed(std::string_view bytes) {
  constexpr std::array kinds{&foreign::bzip2, &foreign::xz, &foreign::zstd, &foreign::lz4,
                             &foreign::lzip};
  const Foreign *const kind = foreign_of_bytes(bytes);
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

std::unique_ptr<Stream> open_compressed(std::unique_ptr<Bytes> bytes,
                                        [[maybe_unused]] std::int64_t harmless_expansion) {
#ifdef MANIFACT_HAVE_ARCHIVE
  std::unique_ptr<Stream> content;
  of_module<OpenCompressed>("manifact-archives", "manifact_open_compressed",
                            bytes->name() + " cannot be read")(bytes, harmless_expansion, content);
  return content;
#else
  fail_without(*bytes, "a compressed file", "libarchive");
#endif
}

std::string name_of_content(const std::string &path) {
  for (const std::string_view ending : {".bz2", ".xz", ".zst", ".lz4", ".lz"})
    if (path.size() > ending.size() && lower_case(path).ends_with(ending))
      return path.substr(0, path.size() - ending.size());
  return path;
}

std::unique_ptr<Bytes> open_lines(const std::string &path,
                                  const std::function<void(const std::string &)> &note) {
  constexpr std::size_t longest_signature = 8192;
  auto bytes = std::make_unique<Bytes>(path);
  const Conversion conversion{{}, Reading().harmless_expansion, note};
  if (is_compressed(bytes->peek(longest_signature)))
    bytes =
        std::make_unique<Bytes>(open_compressed(std::move(bytes), conversion.harmless_expansion));
  const std::string begin(bytes->peek(longest_signature));
  if (!begin.starts_with("PK") && !begin.starts_with("SQLite format 3")) return bytes;
  const Format format = content_of({begin, begin, false, name_of_content(path)}, {}).format;
  if (format == Format::spreadsheet)
    return std::make_unique<Bytes>(open_spreadsheet(path, std::move(bytes), conversion));
  if (format == Format::sqlite)
    return std::make_unique<Bytes>(open_database(path, std::move(bytes), conversion));
  return bytes;
}

}  // namespace cli
