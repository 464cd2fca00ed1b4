// Spreadsheets (xlsx, ods) as CSV: the table of one sheet, without the rows above its header and
// the columns before it. libzip and libxml2.
#include "readers/modules/spreadsheet.hpp"

#include <algorithm>
#include <charconv>
#include <new>
#include <utility>

#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

constexpr std::size_t parsed_size = std::size_t{1} << 16;  // between two checks for Ctrl-C

std::string_view local_name(const xmlChar *name) {
  const std::string_view all = reinterpret_cast<const char *>(name);
  return all.substr(all.find(':') + 1);  // npos + 1 == 0
}

}  // namespace

Workbook::Workbook(const std::string &path, std::unique_ptr<Bytes> bytes,
                   std::int64_t harmless_expansion)
    : name_(bytes->name()), harmless_(harmless_expansion) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t *source = nullptr;
  if (bytes->is_regular()) {
    packed_ = bytes->size();
    source = zip_source_file_create(path.c_str(), 0, -1, &error);
  } else {
    held_ = bytes->rest(false);
    packed_ = std::ssize(held_);
    source = zip_source_buffer_create(held_.data(), held_.size(), 0, &error);
  }
  if (source != nullptr) zip_ = zip_open_from_source(source, ZIP_RDONLY, &error);
  if (zip_ == nullptr && source != nullptr) zip_source_free(source);
  const std::string reason = zip_ == nullptr ? zip_error_strerror(&error) : "";
  zip_error_fini(&error);
  if (zip_ == nullptr) throw Failure(name_ + " is a damaged spreadsheet (" + reason + ')');
}

Workbook::~Workbook() { zip_discard(zip_); }

bool Workbook::has(const std::string &part) const {
  return zip_name_locate(zip_, part.c_str(), ZIP_FL_ENC_RAW) >= 0;
}

void Workbook::count(std::int64_t bytes) {
  expanded_ += bytes;
  check_expansion(name_, harmless_, expanded_, packed_);
}

std::optional<std::string_view> Attributes::find(std::string_view name) const {
  const bool has_prefix = name.find(':') != std::string_view::npos;
  for (const xmlChar **at = list_; at != nullptr && *at != nullptr; at += 2) {
    const std::string_view found =
        has_prefix ? reinterpret_cast<const char *>(at[0]) : local_name(at[0]);
    if (found == name) return at[1] == nullptr ? "" : reinterpret_cast<const char *>(at[1]);
  }
  return std::nullopt;
}

std::int64_t Attributes::number(std::string_view name, std::int64_t missing, std::int64_t least,
                                std::int64_t most) const {
  const auto given = find(name);
  if (!given) return missing;
  std::int64_t value = 0;
  const char *const end = given->data() + given->size();
  const auto [stop, problem] = std::from_chars(given->data(), end, value);
  if (problem != std::errc() || stop != end || value < least || value > most)
    throw Failure("the attribute " + std::string(name) + " is \"" + excerpt(*given, 20) +
                  "\", not a number from " + std::to_string(least) + " to " + std::to_string(most));
  return value;
}

struct XmlPart::Handler {
  // What is thrown may not pass through the parser.
  template <class Call>
  static void guard(void *user, Call &&call) {
    XmlPart &part = *static_cast<XmlPart *>(user);
    if (part.failure_ || part.is_stopped_) return;
    try {
      call(part);
    } catch (...) {
      part.failure_ = std::current_exception();
    }
  }
  static void start(void *user, const xmlChar *name, const xmlChar **attributes) {
    guard(user, [&](XmlPart &part) { part.start(local_name(name), Attributes(attributes)); });
  }
  static void end(void *user, const xmlChar *name) {
    guard(user, [&](XmlPart &part) { part.end(local_name(name)); });
  }
  static void characters(void *user, const xmlChar *text, int size) {
    guard(user, [&](XmlPart &part) {
      part.text({reinterpret_cast<const char *>(text), static_cast<std::size_t>(size)});
    });
  }
  // Entities would be declared there.
  static void document_type(void *user, const xmlChar *, const xmlChar *, const xmlChar *) {
    guard(user, [](XmlPart &) {
      throw Failure("a document type is declared, which no spreadsheet program writes");
    });
  }
  static void ignore(void *, const char *, ...) {}
};

XmlPart::XmlPart(Workbook &book, std::string part) : book_(book), part_(std::move(part)) {
  zip_stat_t facts;
  zip_stat_init(&facts);
  if (zip_stat(book.zip(), part_.c_str(), ZIP_FL_ENC_RAW, &facts) != 0)
    throw Failure(book.name() + " is a damaged spreadsheet: it has no part " + part_);
  if ((facts.valid & ZIP_STAT_ENCRYPTION_METHOD) != 0 && facts.encryption_method != ZIP_EM_NONE)
    throw Failure(book.name() + " is encrypted; save it without a password");
  xmlSAXHandler handler{};
  handler.startElement = Handler::start;
  handler.endElement = Handler::end;
  handler.characters = handler.ignorableWhitespace = handler.cdataBlock = Handler::characters;
  handler.internalSubset = Handler::document_type;
  handler.error = handler.warning = handler.fatalError = Handler::ignore;
  parser_ = xmlCreatePushParserCtxt(&handler, this, nullptr, 0, nullptr);
  if (parser_ == nullptr) throw std::bad_alloc();
  xmlCtxtUseOptions(parser_, XML_PARSE_NOENT | XML_PARSE_NOERROR | XML_PARSE_NOWARNING |
                                 XML_PARSE_NONET | XML_PARSE_HUGE);
  file_ = zip_fopen(book.zip(), part_.c_str(), ZIP_FL_ENC_RAW);
  if (file_ == nullptr) {
    xmlFreeParserCtxt(parser_);
    throw Failure(book.name() + " is a damaged spreadsheet: " + part_ + ": " +
                  zip_error_strerror(zip_get_error(book.zip())));
  }
}

XmlPart::~XmlPart() {
  zip_fclose(file_);
  if (parser_->myDoc != nullptr) xmlFreeDoc(parser_->myDoc);
  xmlFreeParserCtxt(parser_);
}

bool XmlPart::parse_more() {
  if (is_stopped_) return false;
  stop_if_interrupted();
  char bytes[parsed_size];
  const zip_int64_t got = zip_fread(file_, bytes, parsed_size);
  const std::string place = book_.name() + " (" + part_ + ')';
  if (got < 0)
    throw Failure(place + " is damaged: " + zip_error_strerror(zip_file_get_error(file_)));
  book_.count(got);
  const int problem = xmlParseChunk(parser_, bytes, static_cast<int>(got), got == 0 ? 1 : 0);
  if (failure_) {
    try {
      std::rethrow_exception(failure_);
    } catch (const Failure &failure) {
      throw Failure(place + ": " + failure.text, failure.code);
    }
  }
  if (problem == XML_ERR_NO_MEMORY) throw std::bad_alloc();
  if (problem != 0 && !is_stopped_)
    throw Failure(place + ", line " + std::to_string(xmlSAX2GetLineNumber(parser_)) +
                  ": the XML is malformed");
  return got > 0 && !is_stopped_;
}

std::string column_letters(std::int64_t column) {
  std::string letters;
  for (std::int64_t rest = column + 1; rest > 0; rest = (rest - 1) / 26)
    letters.insert(letters.begin(), static_cast<char>('A' + (rest - 1) % 26));
  return letters;
}

std::size_t place_of_sheet(const Workbook &book, const std::vector<std::string> &sheets,
                           const std::string &wanted) {
  const auto named = std::find(sheets.begin(), sheets.end(), wanted);
  if (named != sheets.end()) return static_cast<std::size_t>(named - sheets.begin());
  std::size_t number = 0;
  const char *const end = wanted.data() + wanted.size();
  const auto [stop, problem] = std::from_chars(wanted.data(), end, number);
  if (problem != std::errc() || stop != end || number < 1 || number > sheets.size())
    throw Failure(book.name() + " has no sheet " + wanted + "; its sheets are " + listed(sheets));
  return number - 1;
}

Failure cell_too_long(std::int64_t column, std::int64_t row) {
  return Failure("cell " + column_letters(column) + std::to_string(row) + " has more than " +
                 std::to_string(longest_cell) + " bytes");
}

void PackedRow::add(std::int64_t column, std::string text, std::int64_t repeated) {
  if (std::ssize(text) > longest_cell) throw cell_too_long(column, number);
  if (column + repeated > most_columns)
    throw Failure("row " + std::to_string(number) + " has more than " +
                  std::to_string(most_columns) + " cells");
  cells_.push_back({column, repeated, std::move(text)});
}

void PackedRow::expand(Workbook &book, Row &row) const {
  row.number = number;
  row.cells.clear();
  if (cells_.empty()) return;
  std::int64_t bytes = cells_.back().column + cells_.back().repeated;  // with the separators
  for (const Cell &cell : cells_) bytes += std::ssize(cell.text) * cell.repeated;
  book.count(bytes);
  for (const Cell &cell : cells_) {
    row.cells.resize(static_cast<std::size_t>(cell.column));
    row.cells.insert(row.cells.end(), static_cast<std::size_t>(cell.repeated), cell.text);
  }
}

namespace {

std::int64_t filled(const Row &row) {
  return std::count_if(row.cells.begin(), row.cells.end(),
                       [](const std::string &cell) { return !cell.empty(); });
}

std::size_t first_filled(const Row &row) {
  return static_cast<std::size_t>(
      std::find_if(row.cells.begin(), row.cells.end(),
                   [](const std::string &cell) { return !cell.empty(); }) -
      row.cells.begin());
}

// The table within a sheet. The rows above it, such as a title, fill less than half as many cells
// as most rows do; before its first column, no cell of the first rows is filled.
class SheetText final : public MadeTable {
 public:
  SheetText(const std::string &path, std::unique_ptr<Bytes> bytes, const Conversion &conversion)
      : MadeTable(bytes->name()),
        book_(path, std::move(bytes), conversion.harmless_expansion),
        note_(conversion.note) {
    const auto &choice = conversion.choice;
    if (book_.has("content.xml"))
      sheet_ = open_ods(book_, choice.sheet);
    else if (book_.has("xl/workbook.bin"))
      throw Failure(book_.name() +
                    " is a binary workbook (xlsb), which is not read; save it as "
                    ".xlsx");
    else
      sheet_ = open_xlsx(book_, choice.sheet);
    name_ = book_.name() + " (sheet " + sheet_->name() + ')';
    look_ahead(choice.header_row);
    choose_header(choice.header_row);
    choose_columns();
  }

  std::optional<std::int64_t> first_row() const override { return header_row_; }

 private:
  static constexpr std::size_t looked_at = 200;  // rows

  // The first rows, and those up to the header.
  void look_ahead(std::int64_t header_row) {
    for (Row row; first_.size() < looked_at || first_.back().number < header_row;) {
      if (!sheet_->next(row)) return;
      if (filled(row) > 0) first_.push_back(row);
    }
  }

  void choose_header(std::int64_t given) {
    const std::string others =
        sheet_->others().empty() ? "" : "; --sheet names another: " + listed(sheet_->others());
    if (first_.empty()) throw Failure(name_ + " is empty" + others);
    std::vector<std::int64_t> counts;
    for (const Row &row : first_) counts.push_back(filled(row));
    std::nth_element(counts.begin(), counts.begin() + std::ssize(counts) / 2, counts.end());
    const std::int64_t usual = counts[counts.size() / 2];
    const auto is_header = [&](const Row &row) {
      return given > 0 ? row.number == given : 2 * filled(row) >= usual;
    };
    const auto header = std::find_if(first_.begin(), first_.end(), is_header);
    if (header == first_.end())
      throw Failure(name_ + ": --header-row " + std::to_string(given) +
                    ", but that row is empty; the first that is not is row " +
                    std::to_string(first_.front().number));
    header_row_ = header->number;
    std::string told = name_ + " is read";
    if (!sheet_->others().empty())
      told += ", one of " + std::to_string(sheet_->others().size() + 1) + " sheets" + others;
    if (header != first_.begin() && given == 0)
      told += "; its header is row " + std::to_string(header_row_) +
              ", and what is above it is left out; --header-row names another";
    note_(told);
    first_.erase(first_.begin(), header);
  }

  void choose_columns() {
    begin_ = first_.front().cells.size();
    for (const Row &row : first_) begin_ = std::min(begin_, first_filled(row));
    width_ = first_.front().cells.size();
    row_ = header_row_;
  }

  bool refill(std::string &held) override {
    Row row;
    if (!first_.empty()) {
      row = std::move(first_.front());
      first_.pop_front();
    } else if (!sheet_->next(row)) {
      tell();
      return false;
    }
    if (filled(row) == 0) return true;
    if (const std::size_t outside = first_filled(row); outside < begin_)
      throw Failure(name_ + ", cell " + column_letters(static_cast<std::int64_t>(outside)) +
                    std::to_string(row.number) +
                    ": it is left of the table, which begins in column " +
                    column_letters(static_cast<std::int64_t>(begin_)));
    for (; row_ < row.number; ++row_) held += '\n';  // so that rows keep their numbers
    ++row_;
    row.cells.resize(std::max(row.cells.size(), width_));
    CsvLine line(held);
    for (std::size_t i = begin_; i < row.cells.size(); ++i) line.add(row.cells[i]);
    line.end();
    return true;
  }

  void tell() const {
    if (sheet_->errors > 0)
      note_(name_ + ": " + counted(sheet_->errors, "cell") +
            " with an error, read as empty, the first is " + sheet_->first_error);
    if (sheet_->uncomputed > 0)
      note_(name_ + ": " + counted(sheet_->uncomputed, "formula") +
            " without a stored result, read as empty, the first is " + sheet_->first_uncomputed +
            "; open and save the file in a spreadsheet program");
    if (sheet_->hidden_rows > 0)
      note_(name_ + ": " + counted(sheet_->hidden_rows, "hidden row") + " read like the others");
  }

  Workbook book_;
  std::function<void(const std::string &)> note_;
  std::unique_ptr<Sheet> sheet_;
  std::deque<Row> first_;  // read ahead
  std::int64_t header_row_ = 1, row_ = 1;
  std::size_t begin_ = 0, width_ = 0;
};

}  // namespace
}  // namespace cli

extern "C" cli::OpenTable manifact_open_spreadsheet;  // of the type that the program expects

void manifact_open_spreadsheet(const std::string &path, std::unique_ptr<cli::Bytes> &bytes,
                               const cli::Conversion &conversion,
                               std::unique_ptr<cli::Stream> &table) {
  table = std::make_unique<cli::SheetText>(path, std::move(bytes), conversion);
}
