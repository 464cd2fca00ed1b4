// The rows of a sheet as XML, edited in place: what is not changed stays byte for byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "output/added_columns.hpp"

namespace cli {

// A tag, or a comment, a declaration or characters between "<![CDATA[" and "]]>", without a name.
struct XmlTag {
  std::string_view all, prefix, name;  // prefix: "table:", or ""
  bool is_end = false, is_empty = false;

  // As it is written, with its entities.
  std::optional<std::string_view> attribute(std::string_view wanted) const;
  std::string without(std::string_view attribute) const;
};

// The next tag from `from` on; none if it ends later.
std::optional<XmlTag> next_tag(std::string_view xml, std::size_t from);

// The position after the element that begins with this tag; 0 if it ends later.
std::size_t end_of_element(std::string_view xml, const XmlTag &begin);

// What a format writes in its rows.
class RowEditor {
 public:
  virtual ~RowEditor() = default;

  // Whether the rows of the sheet begin, or end, with this tag.
  virtual void follow(const XmlTag &tag) = 0;
  virtual bool is_row(const XmlTag &tag) const = 0;
  // Whether an element outside of the rows is left out.
  virtual bool is_left_out(const XmlTag &) const { return false; }

  // How many rows the element is, and the number of its first one, after `before`.
  virtual std::int64_t repeats(const XmlTag &row) const = 0;
  virtual std::int64_t number(const XmlTag &row, std::int64_t before) const = 0;

  // The number of columns up to the last that is filled.
  virtual std::int64_t width(std::string_view row) const = 0;
  // The row, once, with these cells from column `width` on.
  virtual std::string edited(std::string_view row, std::int64_t number, std::int64_t width,
                             const AddedCells &cells, bool is_header) const = 0;
};

std::string xml_text(std::string_view text);

std::unique_ptr<RowEditor> xlsx_editor();
std::unique_ptr<RowEditor> ods_editor(std::size_t place);  // of the sheet

}  // namespace cli
