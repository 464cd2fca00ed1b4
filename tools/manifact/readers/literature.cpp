#include "readers/literature.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

#include "readers/module.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

struct FieldOfLiterature {
  Format format;
  std::string_view field;
  ReferenceColumn column;
  int rank;
};

constexpr FieldOfLiterature literature_fields[] = {
#define LITERATURE_FIELD(format, field, column, rank) \
  {Format::format, field, ReferenceColumn::column, rank},
#include "readers/literature.def"
#undef LITERATURE_FIELD
};

// In the order of the columns, without the year.
constexpr std::array<const char *, column_count - 1> column_names{
    "id", "title", "abstract", "date", "journal", "keywords", "authors", "type", "doi", "language"};

const char *separator_of(ReferenceColumn column) {
  if (column == ReferenceColumn::keywords || column == ReferenceColumn::authors) return "; ";
  if (column == ReferenceColumn::abstract) return "\n";
  return column == ReferenceColumn::issued ? " " : nullptr;
}

std::string_view without_outer_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

int month_of_word(std::string_view word) {
  constexpr std::string_view months = "jan feb mar apr may jun jul aug sep oct nov dec ";
  if (word.size() < 3) return 0;
  const std::size_t place = months.find(lower_case(word.substr(0, 3)) + ' ');
  return place == std::string_view::npos || place % 4 != 0 ? 0 : static_cast<int>(place / 4) + 1;
}

int as_number(std::string_view digits) {
  int value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

// Takes one word or number of a date.
void take_part(std::string_view part, bool is_number, NamedDate &date) {
  if (!is_number) {
    if (date.month == 0) date.month = month_of_word(part);
    return;
  }
  const int value = as_number(part);
  if (part.size() == 8 && date.year == 0) {
    date = {as_number(part.substr(0, 4)), as_number(part.substr(4, 2)), as_number(part.substr(6))};
  } else if (part.size() == 4 && date.year == 0) {
    date.year = value;
  } else if (part.size() <= 2 && date.month == 0 && date.year != 0 && date.day == 0) {
    date.month = value;
  } else if (part.size() <= 2 && date.day == 0) {
    date.day = value;
  }
}

std::string two_digits(int value) { return (value < 10 ? "-0" : "-") + std::to_string(value); }

}  // namespace

NamedDate named_date(std::string_view text) {
  const auto is_of = [&](bool number, std::size_t i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    return number ? std::isdigit(byte) != 0 : std::isalpha(byte) != 0;
  };
  NamedDate date;
  // A range begins a second date; the first one counts.
  for (std::size_t i = 0, end = 0; i < text.size(); i = std::max(end, i + 1)) {
    const bool is_number = is_of(true, i);
    for (end = i; end < text.size() && is_of(is_number, end);) ++end;
    if (end == i) continue;
    const std::size_t size = end - i;
    // The second month or year of "Mar-Apr" and "2019 Dec-2020 Jan".
    const bool is_second = i > 0 && text[i - 1] == '-' && date.month != 0 && !is_number;
    if (is_second || (is_number && size == 4 && date.year != 0)) break;
    const bool is_ordinal = is_number && end < text.size() && is_of(false, end);
    if (!is_ordinal || text[end] == 'T') take_part(text.substr(i, size), is_number, date);
    if (is_ordinal)
      while (end < text.size() && is_of(false, end)) ++end;  // "1st"
  }
  if (date.month > 12 || date.month == 0) date.month = date.day = 0;
  if (date.day > 31) date.day = 0;
  return date;
}

bool is_literature(Format format) { return name_of_literature(format) != nullptr; }

const char *name_of_literature(Format format) {
  switch (format) {
    case Format::ris:
      return "RIS";
    case Format::nbib:
      return "MEDLINE (nbib)";
    case Format::wos:
      return "tagged Web of Science records";
    case Format::refer:
      return "EndNote (refer)";
    case Format::bibtex:
      return "BibTeX";
    case Format::pubmed:
      return "PubMed XML";
    case Format::endnote:
      return "EndNote XML";
    default:
      return nullptr;
  }
}

void Reference::clear() {
  for (Value &value : columns_) value = {};
}

bool Reference::wants(std::string_view field) const {
  return std::any_of(
      std::begin(literature_fields), std::end(literature_fields),
      [&](const FieldOfLiterature &one) { return one.format == format_ && one.field == field; });
}

void Reference::add(std::string_view field, std::string_view value) {
  value = without_outer_blanks(value);
  if (value.empty()) return;
  for (const FieldOfLiterature &one : literature_fields) {
    if (one.format != format_ || one.field != field) continue;
    Value &held = at(one.column);
    if (one.column == ReferenceColumn::doi && value.find(" [") != std::string_view::npos &&
        !value.ends_with(" [doi]"))
      continue;  // another identifier of MEDLINE
    if (held.value.empty() || one.rank < held.rank) {
      held = {std::string(value), one.rank};
    } else if (const char *between = separator_of(one.column);
               one.rank == held.rank && between != nullptr) {
      held.value += between;
      held.value += value;
    }
  }
}

std::string Reference::date() const {
  const std::string &issued = value(ReferenceColumn::issued), &year = value(ReferenceColumn::year);
  NamedDate date = named_date(issued);
  const NamedDate other = named_date(year);
  if (date.year != 0 && other.year != 0 && date.year != other.year) {
    date = other;
  } else if (date.year == 0 && other.year != 0) {
    const bool has_more = date.month == 0 && other.month != 0;
    date.year = other.year;
    if (has_more) date = other;
  } else if (date.month == 0 && other.month != 0 && date.year == other.year) {
    date = other;
  }
  if (date.year == 0) return issued.empty() ? year : issued;
  std::string text = std::to_string(date.year);
  text.insert(0, text.size() < 4 ? 4 - text.size() : 0, '0');
  if (date.month > 0) text += two_digits(date.month);
  if (date.day > 0) text += two_digits(date.day);
  return text;
}

std::string Reference::doi() const {
  std::string_view text = value(ReferenceColumn::doi);
  for (const std::string_view before :
       {"https://doi.org/", "http://doi.org/", "http://dx.doi.org/", "https://dx.doi.org/", "doi:"})
    if (lower_case(text.substr(0, before.size())) == before) text.remove_prefix(before.size());
  return std::string(without_outer_blanks(text.substr(0, text.find(" [doi]"))));
}

ReferenceTable::ReferenceTable(std::string name, Format format, const Reading &reading)
    : RowTable(std::move(name), {column_names.begin(), column_names.end()}, reading),
      format_(format),
      reference_(format) {}

bool ReferenceTable::next_row(std::vector<std::string> &cells) {
  reference_.clear();
  std::string place;
  if (!next(reference_, place)) {
    finish();
    conclude();
    return false;
  }
  ++records_;
  if (reference_.value(ReferenceColumn::abstract).empty()) ++without_abstract_;
  if (reference_.value(ReferenceColumn::title).empty()) ++without_title_;
  if (reference_.value(ReferenceColumn::id).empty()) reference_.set(ReferenceColumn::id, place);
  for (std::size_t i = 0; i < column_names.size(); ++i) {
    const auto column = static_cast<ReferenceColumn>(i);
    cells.push_back(column == ReferenceColumn::issued ? reference_.date()
                    : column == ReferenceColumn::doi  ? reference_.doi()
                                                      : reference_.value(column));
  }
  return true;
}

// The words of a record are those of its title and its abstract.
void ReferenceTable::conclude() {
  const std::string what = name() + " is read as " + name_of_literature(format_) + " with " +
                           counted(records_, "record");
  if (records_ == 0) throw Failure(name() + " has no records of " + name_of_literature(format_));
  std::string missing;
  if (without_abstract_ > 0)
    missing = std::to_string(without_abstract_) + (without_abstract_ == 1 ? " has" : " have") +
              " no abstract";
  if (without_title_ > 0)
    missing += (missing.empty() ? "" : ", ") + std::to_string(without_title_) +
               (without_title_ == 1 ? " has" : " have") + " no title";
  reading_.report(what + (missing.empty() ? "" : "; " + missing));
}

std::unique_ptr<Stream> open_literature(Format format, std::unique_ptr<Bytes> bytes,
                                        const Reading &reading) {
  if (format == Format::bibtex) return open_bibtex(std::move(bytes), reading);
  if (format != Format::pubmed && format != Format::endnote)
    return open_tagged(format, std::move(bytes), reading);
#ifdef MANIFACT_HAVE_XML
  std::unique_ptr<Stream> table;
  of_module<OpenLiteratureXml>("manifact-literature", "manifact_open_literature_xml",
                               bytes->name() + " cannot be read")(format, bytes, reading, table);
  return table;
#else
  throw Failure(bytes->name() + " is " + name_of_literature(format) +
                ", which this build cannot read: it was built without libxml2");
#endif
}

}  // namespace cli
