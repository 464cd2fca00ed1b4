#include "output/modules/xml_rows.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "readers/modules/spreadsheet.hpp"

namespace cli {
namespace {

constexpr std::string_view xml_blanks = " \t\r\n";

std::int64_t whole(std::optional<std::string_view> text, std::int64_t otherwise) {
  std::int64_t value = otherwise;
  if (text) std::from_chars(text->data(), text->data() + text->size(), value);
  return value;
}

// An attribute with the blank before it.
struct XmlAttribute {
  std::size_t begin, end;
  std::string_view name, value;
};

template <class Take>
void each_attribute(std::string_view tag, Take &&take) {
  std::size_t at = tag.find_first_of(xml_blanks);
  while (at < tag.size()) {
    const std::size_t name = tag.find_first_not_of(xml_blanks, at), equals = tag.find('=', at);
    if (name == std::string_view::npos || equals == std::string_view::npos) return;
    const std::size_t quote = tag.find_first_of("\"'", equals);
    if (quote == std::string_view::npos) return;
    const std::size_t end = tag.find(tag[quote], quote + 1);
    if (end == std::string_view::npos) return;
    std::string_view called = tag.substr(name, equals - name);
    called = called.substr(0, called.find_first_of(xml_blanks));
    take(XmlAttribute{at, end + 1, called, tag.substr(quote + 1, end - quote - 1)});
    at = end + 1;
  }
}

std::size_t end_of_tag(std::string_view xml, std::size_t from) {
  const auto after = [&](std::string_view end) {
    const std::size_t at = xml.find(end, from);
    return at == std::string_view::npos ? 0 : at + end.size();
  };
  const std::string_view rest = xml.substr(from);
  constexpr std::string_view character_data = "<![CDATA[";
  if (rest.starts_with("<!--")) return after("-->");
  if (rest.starts_with(character_data)) return after("]]>");
  if (rest.starts_with("<?")) return after("?>");
  if (rest.size() < character_data.size() && !rest.ends_with('>')) return 0;
  char quote = 0;
  for (std::size_t at = from; at < xml.size(); ++at) {
    const char c = xml[at];
    if (quote != 0)
      quote = c == quote ? '\0' : quote;
    else if (c == '"' || c == '\'')
      quote = c;
    else if (c == '>')
      return at + 1;
  }
  return 0;
}

}  // namespace

std::optional<std::string_view> XmlTag::attribute(std::string_view wanted) const {
  std::optional<std::string_view> found;
  each_attribute(all, [&](const XmlAttribute &attribute) {
    if (attribute.name == wanted) found = attribute.value;
  });
  return found;
}

std::string XmlTag::without(std::string_view unwanted) const {
  std::string text(all);
  each_attribute(all, [&](const XmlAttribute &attribute) {
    if (attribute.name == unwanted) text.erase(attribute.begin, attribute.end - attribute.begin);
  });
  return text;
}

std::optional<XmlTag> next_tag(std::string_view xml, std::size_t from) {
  const std::size_t begin = xml.find('<', from);
  if (begin == std::string_view::npos) return std::nullopt;
  const std::size_t end = end_of_tag(xml, begin);
  if (end == 0) return std::nullopt;
  XmlTag tag;
  tag.all = xml.substr(begin, end - begin);
  if (tag.all.starts_with("<!") || tag.all.starts_with("<?")) return tag;
  tag.is_end = tag.all.starts_with("</");
  tag.is_empty = tag.all.ends_with("/>");
  std::string_view name = tag.all.substr(tag.is_end ? 2 : 1);
  name = name.substr(0, name.find_first_of(" \t\r\n/>"));
  const std::size_t colon = name.find(':');
  tag.prefix = name.substr(0, colon == std::string_view::npos ? 0 : colon + 1);
  tag.name = name.substr(tag.prefix.size());
  return tag;
}

std::size_t end_of_element(std::string_view xml, const XmlTag &begin) {
  auto at = static_cast<std::size_t>(begin.all.data() - xml.data()) + begin.all.size();
  if (begin.is_empty) return at;
  for (std::int64_t depth = 1; depth > 0;) {
    const std::optional<XmlTag> tag = next_tag(xml, at);
    if (!tag) return 0;
    at = static_cast<std::size_t>(tag->all.data() - xml.data()) + tag->all.size();
    if (tag->name.empty() || tag->is_empty) continue;
    depth += tag->is_end ? -1 : 1;
  }
  return at;
}

std::string xml_text(std::string_view text) {
  std::string written;
  for (const char c : text) {
    if (c == '&')
      written += "&amp;";
    else if (c == '<')
      written += "&lt;";
    else if (c == '>')
      written += "&gt;";
    else if (static_cast<unsigned char>(c) >= ' ' || c == '\t' || c == '\n')
      written += c;
  }
  return written;
}

namespace {

// A row in three parts: its first tag, what is in it, its last tag.
struct RowParts {
  XmlTag begin;
  std::string_view inner;
  std::string opening, closing;

  explicit RowParts(std::string_view row) : begin(next_tag(row, 0).value_or(XmlTag{})) {
    const std::string end = "</" + std::string(begin.prefix) + std::string(begin.name) + ">";
    closing = end;
    if (begin.is_empty) return;
    const std::size_t last = row.rfind('<');
    inner = row.substr(begin.all.size(), last - begin.all.size());
    closing = row.substr(last);
  }
  void open_with(const std::string &tag) {
    opening = tag;
    if (begin.is_empty) opening.replace(opening.rfind('/'), 1, "");
  }
};

template <class Take>
void each_child(std::string_view inner, Take &&take) {
  for (std::size_t at = 0; const std::optional<XmlTag> tag = next_tag(inner, at);) {
    const std::size_t end = tag->name.empty() ? 0 : end_of_element(inner, *tag);
    const auto begin = static_cast<std::size_t>(tag->all.data() - inner.data());
    at = end == 0 ? begin + tag->all.size() : end;
    take(*tag, inner.substr(begin, at - begin));
  }
}

class XlsxEditor final : public RowEditor {
 public:
  void follow(const XmlTag &tag) override {
    if (tag.name == "sheetData" && !tag.is_empty) is_in_sheet_ = !tag.is_end;
  }
  bool is_row(const XmlTag &tag) const override { return is_in_sheet_ && tag.name == "row"; }
  bool is_left_out(const XmlTag &tag) const override { return tag.name == "dimension"; }
  std::int64_t repeats(const XmlTag &) const override { return 1; }
  std::int64_t number(const XmlTag &row, std::int64_t before) const override {
    return whole(row.attribute("r"), before + 1);
  }

  std::int64_t width(std::string_view row) const override {
    std::int64_t column = -1, width = 0;
    each_child(RowParts(row).inner, [&](const XmlTag &tag, std::string_view cell) {
      if (tag.name != "c") return;
      column = column_of(tag, column);
      if (is_filled(cell.substr(tag.all.size()))) width = column + 1;
    });
    return width;
  }

  std::string edited(std::string_view row, std::int64_t number, std::int64_t width,
                     const AddedCells &cells, bool is_header) const override {
    RowParts parts(row);
    parts.open_with(parts.begin.without("spans"));
    std::string all = parts.opening, style;
    std::int64_t column = -1;
    each_child(parts.inner, [&](const XmlTag &tag, std::string_view child) {
      if (tag.name != "c") {
        all += child;
        return;
      }
      column = column_of(tag, column);
      if (column >= width) return;  // empty, perhaps with a style
      all += child;
      if (const auto number_of_style = tag.attribute("s"); is_header && number_of_style)
        style = " s=\"" + std::string(*number_of_style) + '"';
    });
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string place =
          column_letters(width + static_cast<std::int64_t>(i)) + std::to_string(number);
      all += cell_of(cells[i], std::string(parts.begin.prefix), " r=\"" + place + '"' + style);
    }
    return all + parts.closing;
  }

 private:
  static std::int64_t column_of(const XmlTag &cell, std::int64_t before) {
    const std::string_view reference = cell.attribute("r").value_or("");
    std::int64_t column = 0;
    for (const char c : reference) {
      if (c < 'A' || c > 'Z') break;
      column = 26 * column + (c - 'A' + 1);
    }
    return column == 0 ? before + 1 : column - 1;
  }

  static bool is_filled(std::string_view inner) {
    bool is_filled = false;
    for (std::size_t at = 0; const std::optional<XmlTag> tag = next_tag(inner, at);) {
      at = static_cast<std::size_t>(tag->all.data() - inner.data()) + tag->all.size();
      is_filled = is_filled || tag->name == "v" || tag->name == "is" || tag->name == "f";
    }
    return is_filled;
  }

  static std::string cell_of(const AddedCell &cell, const std::string &prefix,
                             const std::string &attributes) {
    const std::string begin = '<' + prefix + 'c' + attributes, end = "</" + prefix + "c>";
    const auto element = [&](const char *name, const std::string &content) {
      return '<' + prefix + name + '>' + content + "</" + prefix + name + '>';
    };
    switch (cell.kind) {
      case AddedCell::Kind::number:
        return begin + '>' + element("v", cell.text) + end;
      case AddedCell::Kind::truth:
        return begin + " t=\"b\">" + element("v", cell.text == "true" ? "1" : "0") + end;
      case AddedCell::Kind::text:
        return begin + " t=\"inlineStr\">" + element("is", element("t", xml_text(cell.text))) + end;
      default:
        return "";
    }
  }

  bool is_in_sheet_ = false;
};

class OdsEditor final : public RowEditor {
 public:
  explicit OdsEditor(std::size_t place) : place_(place) {}

  void follow(const XmlTag &tag) override {
    if (tag.name != "table" || tag.prefix != "table:" || tag.is_empty) return;
    if (tag.is_end && --depth_ == 0) is_wanted_ = false;
    if (!tag.is_end && depth_++ == 0) is_wanted_ = tables_++ == place_;
  }
  bool is_row(const XmlTag &tag) const override { return is_wanted_ && tag.name == "table-row"; }
  std::int64_t repeats(const XmlTag &row) const override {
    return whole(row.attribute(rows_repeated), 1);
  }
  std::int64_t number(const XmlTag &, std::int64_t before) const override { return before + 1; }

  std::int64_t width(std::string_view row) const override {
    std::int64_t column = 0, width = 0;
    each_child(RowParts(row).inner, [&](const XmlTag &tag, std::string_view cell) {
      if (!is_cell(tag)) return;
      column += whole(tag.attribute(columns_repeated), 1);
      if (tag.attribute("office:value-type") || tag.attribute("table:formula") ||
          cell.find("<text:p") != std::string_view::npos)
        width = column;
    });
    return width;
  }

  std::string edited(std::string_view row, std::int64_t, std::int64_t width,
                     const AddedCells &cells, bool is_header) const override {
    RowParts parts(row);
    parts.open_with(parts.begin.without(rows_repeated));
    std::string all = parts.opening, style;
    std::int64_t column = 0;
    each_child(parts.inner, [&](const XmlTag &tag, std::string_view child) {
      if (!is_cell(tag)) {
        all += child;
        return;
      }
      const std::int64_t begin = column, count = whole(tag.attribute(columns_repeated), 1);
      column += count;
      if (begin >= width) return;
      if (const auto name = tag.attribute("table:style-name"); is_header && name)
        style = " table:style-name=\"" + std::string(*name) + '"';
      if (column <= width)
        all += child;
      else
        add_empty(all, width - begin);
    });
    if (column < width) add_empty(all, width - column);
    for (const AddedCell &cell : cells) all += cell_of(cell, style);
    return all + parts.closing;
  }

 private:
  static constexpr std::string_view rows_repeated = "table:number-rows-repeated",
                                    columns_repeated = "table:number-columns-repeated";

  static bool is_cell(const XmlTag &tag) {
    return tag.name == "table-cell" || tag.name == "covered-table-cell";
  }

  static void add_empty(std::string &all, std::int64_t count) {
    all += "<table:table-cell table:number-columns-repeated=\"" + std::to_string(count) + "\"/>";
  }

  static std::string cell_of(const AddedCell &cell, const std::string &style) {
    const std::string begin = "<table:table-cell" + style, text = xml_text(cell.text);
    const auto shown = [](const std::string &content) {
      return "><text:p>" + content + "</text:p></table:table-cell>";
    };
    switch (cell.kind) {
      case AddedCell::Kind::number:
        return begin + " office:value-type=\"float\" office:value=\"" + text + '"' + shown(text);
      case AddedCell::Kind::truth:
        return begin + " office:value-type=\"boolean\" office:boolean-value=\"" + text + '"' +
               shown(text == "true" ? "TRUE" : "FALSE");
      case AddedCell::Kind::text:
        return begin + " office:value-type=\"string\"" + shown(text);
      default:
        return "<table:table-cell/>";
    }
  }

  std::size_t place_, tables_ = 0;
  int depth_ = 0;
  bool is_wanted_ = false;
};

}  // namespace

std::unique_ptr<RowEditor> xlsx_editor() { return std::make_unique<XlsxEditor>(); }

std::unique_ptr<RowEditor> ods_editor(std::size_t place) {
  return std::make_unique<OdsEditor>(place);
}

}  // namespace cli
