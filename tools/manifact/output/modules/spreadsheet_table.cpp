// A spreadsheet (xlsx, ods) with columns added to one sheet. Everything else in the file, such as
// formulas, formats and other sheets, is copied as it is.
#include <zip.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <memory>
#include <utility>

#include "output/modules/xml_rows.hpp"
#include "output/table_file.hpp"
#include "readers/modules/spreadsheet.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"

namespace cli {
namespace {

constexpr std::size_t least_read = std::size_t{1} << 16;

// The part of the sheet, piece by piece, with its rows edited, or measured.
class SheetEdit {
 public:
  SheetEdit(Workbook &book, const std::string &part, std::unique_ptr<RowEditor> editor)
      : book_(book), editor_(std::move(editor)) {
    file_ = zip_fopen(book.zip(), part.c_str(), ZIP_FL_ENC_RAW);
    if (file_ == nullptr) throw Failure(book.name() + " has no part " + part);
  }
  ~SheetEdit() { zip_fclose(file_); }
  SheetEdit(const SheetEdit &) = delete;
  SheetEdit &operator=(const SheetEdit &) = delete;

  // The columns up to the last that is filled in any row.
  std::int64_t width() {
    while (more()) made_.clear();
    return width_;
  }

  void edit(const TableRows &rows, const AddedNames &names, std::int64_t width) {
    rows_ = &rows;
    width_ = width;
    for (const std::string &name : names) names_.push_back({AddedCell::Kind::text, name});
  }

  std::size_t read(char *to, std::size_t size) {
    while (at_ == made_.size()) {
      made_.clear();
      at_ = 0;
      if (!more()) {
        if (next_row_ < rows_->origin.rows.size()) throw changed_input(rows_->origin);
        return 0;
      }
    }
    const std::size_t count = std::min(size, made_.size() - at_);
    std::copy_n(made_.data() + at_, count, to);
    at_ += count;
    return count;
  }

 private:
  // Reads and edits some more; false at the end.
  bool more() {
    if (is_ended_) return false;
    stop_if_interrupted();
    const std::size_t held = held_.size(), wanted = std::max(held, least_read);
    held_.resize(held + wanted);
    const zip_int64_t got = zip_fread(file_, held_.data() + held, wanted);
    if (got < 0) throw Failure(book_.name() + " is damaged");
    held_.resize(held + static_cast<std::size_t>(got));
    is_ended_ = got == 0;
    std::size_t at = 0;
    while (const std::optional<XmlTag> tag = next_tag(held_, at)) {
      const auto begin = static_cast<std::size_t>(tag->all.data() - held_.data());
      std::size_t end = begin + tag->all.size();
      editor_->follow(*tag);
      const bool is_row = editor_->is_row(*tag) && !tag->is_end;
      const bool is_left_out = editor_->is_left_out(*tag);
      if (is_row) end = end_of_element(held_, *tag);
      if (end == 0) break;
      made_.append(held_, at, begin - at);
      if (is_row)
        take_row(*tag, std::string_view(held_).substr(begin, end - begin));
      else if (!is_left_out)
        made_ += tag->all;
      at = end;
    }
    held_.erase(0, at);
    if (is_ended_) made_ += std::exchange(held_, "");
    return true;
  }

  void take_row(const XmlTag &tag, std::string_view row) {
    const std::int64_t first = editor_->number(tag, last_), count = editor_->repeats(tag);
    last_ = first + count - 1;
    if (rows_ == nullptr) {
      width_ = std::max(width_, editor_->width(row));
      return;
    }
    const std::int64_t header = rows_->origin.header_row;
    const bool has_header = first <= header && header <= last_;
    if (!has_header && !is_next(first, last_)) {
      made_ += row;
      return;
    }
    for (std::int64_t number = first; number <= last_; ++number) {
      const bool is_document = is_next(number, number);
      const AddedCells cells = number == header ? names_
                               : is_document    ? rows_->cells(std::int64_t(next_row_))
                                                : AddedCells(names_.size());
      if (is_document) ++next_row_;
      made_ += editor_->edited(row, number, width_, cells, number == header);
    }
  }

  bool is_next(std::int64_t first, std::int64_t last) const {
    const std::vector<std::int64_t> &rows = rows_->origin.rows;
    return next_row_ < rows.size() && first <= rows[next_row_] && rows[next_row_] <= last;
  }

  Workbook &book_;
  std::unique_ptr<RowEditor> editor_;
  zip_file_t *file_ = nullptr;
  const TableRows *rows_ = nullptr;
  AddedCells names_;
  std::int64_t width_ = 0, last_ = 0;
  std::size_t next_row_ = 0, at_ = 0;
  std::string held_, made_;
  bool is_ended_ = false;
};

// What libzip reads: a failure is kept, as it may not pass through libzip.
struct EditSource {
  std::unique_ptr<SheetEdit> sheet;
  std::exception_ptr failure = {};
  zip_error_t error = {};
};

zip_int64_t give_edited(void *user, void *data, zip_uint64_t size, zip_source_cmd_t command) {
  auto &source = *static_cast<EditSource *>(user);
  switch (command) {
    case ZIP_SOURCE_READ:
      try {
        return static_cast<zip_int64_t>(source.sheet->read(static_cast<char *>(data), size));
      } catch (...) {
        source.failure = std::current_exception();
        zip_error_set(&source.error, ZIP_ER_READ, 0);
        return -1;
      }
    case ZIP_SOURCE_STAT:
      zip_stat_init(static_cast<zip_stat_t *>(data));
      return sizeof(zip_stat_t);
    case ZIP_SOURCE_ERROR:
      return zip_error_to_data(&source.error, data, size);
    case ZIP_SOURCE_SUPPORTS:
      return ZIP_SOURCE_SUPPORTS_READABLE;
    default:
      return 0;
  }
}

int is_cancelled(zip_t *, void *) { return interrupted() ? 1 : 0; }

struct DiscardArchive {
  void operator()(zip_t *archive) const { zip_discard(archive); }
};

// All parts in their order, compressed as they are, and the edited sheet.
void write_parts(Workbook &book, const std::string &part, EditSource &edited,
                 const std::string &target) {
  int code = 0;
  std::unique_ptr<zip_t, DiscardArchive> archive(
      zip_open(target.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code));
  const auto fail = [&](zip_error_t *error) {
    if (edited.failure) std::rethrow_exception(edited.failure);
    stop_if_interrupted();
    throw cannot_write(target, error == nullptr || zip_error_code_system(error) == 0
                                   ? EIO
                                   : zip_error_code_system(error));
  };
  if (archive == nullptr) fail(nullptr);
  zip_register_cancel_callback_with_state(archive.get(), is_cancelled, nullptr, nullptr);
  const zip_int64_t count = zip_get_num_entries(book.zip(), 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const auto index = static_cast<zip_uint64_t>(i);
    const char *const name = zip_get_name(book.zip(), index, ZIP_FL_ENC_RAW);
    if (name == nullptr) fail(nullptr);
    zip_source_t *const source =
        part == name ? zip_source_function(archive.get(), give_edited, &edited)
                     : zip_source_zip(archive.get(), book.zip(), index, ZIP_FL_COMPRESSED, 0, -1);
    if (source == nullptr ||
        zip_file_add(archive.get(), name, source, ZIP_FL_ENC_UTF_8 | ZIP_FL_OVERWRITE) < 0) {
      zip_source_free(source);
      fail(zip_get_error(archive.get()));
    }
  }
  if (zip_close(archive.get()) != 0) fail(zip_get_error(archive.get()));
  archive.release();
}

std::unique_ptr<Sheet> sheet_of(Workbook &book, const TableOrigin &origin, bool is_ods) {
  return is_ods ? open_ods(book, origin.table.sheet) : open_xlsx(book, origin.table.sheet);
}

}  // namespace
}  // namespace cli

extern "C" cli::WriteSpreadsheet
    manifact_write_spreadsheet;  // of the type that the program expects

void manifact_write_spreadsheet(const cli::TableRows &rows, const cli::AddedNames &names,
                                const std::string &target) {
  using namespace cli;
  const TableOrigin &origin = rows.origin;
  constexpr std::int64_t harmless_expansion = std::int64_t{1} << 28;
  Workbook book(path_again(origin), opened_again(origin), harmless_expansion);
  const bool is_ods = book.has("content.xml");
  const std::unique_ptr<Sheet> sheet = sheet_of(book, origin, is_ods);
  const auto editor = [&] { return is_ods ? ods_editor(sheet->place()) : xlsx_editor(); };
  const std::string part = sheet->part();
  const std::int64_t width = SheetEdit(book, part, editor()).width();
  if (width + std::ssize(names) > most_columns)
    throw NotWritten(origin.name + " has no free columns; its table is not written");
  EditSource edited;
  edited.sheet = std::make_unique<SheetEdit>(book, part, editor());
  edited.sheet->edit(rows, names, width);
  write_parts(book, part, edited, target);
}
