#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

#include "readers/field_names.hpp"
#include "readers/table_layout.hpp"
#include "readers/text_reader.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/shell.hpp"

namespace cli {
namespace {

// The lines or, of a dump, the records; how many tabs they have.
class LabeledLines {
 public:
  LabeledLines(std::unique_ptr<Bytes> bytes, const Reading &reading, const Dialect &dialect) {
    if (dialect.is_dump)
      records_ = std::make_unique<DelimitedRecords>(std::move(bytes), reading, dialect);
    else
      lines_ = std::make_unique<Lines>(std::move(bytes), reading);
  }

  // The first cell, if there are several, and the rest. False at the end.
  bool next(std::string_view &first, std::string_view &rest) {
    std::ptrdiff_t tabs = 0;
    first = "";
    if (lines_ != nullptr) {
      if (!lines_->next(rest)) return false;
      tabs = std::count(rest.begin(), rest.end(), '\t');
      const std::size_t tab = rest.find('\t');
      if (tab != std::string_view::npos) first = rest.substr(0, tab);
      if (tab != std::string_view::npos) rest.remove_prefix(tab + 1);
    } else {
      if (!records_->next(cells_)) return false;
      tabs = std::ssize(cells_) - 1;
      if (tabs > 0) first = cells_.front();
      text_.clear();
      for (std::size_t i = tabs > 0 ? 1 : 0; i < cells_.size(); ++i)
        text_.append(i > 1 ? "\t" : "").append(cells_[i]);
      rest = text_;
    }
    if (tabs > 0 || !rest.empty()) count(tabs);
    return true;
  }

  std::int64_t number() const { return lines_ != nullptr ? lines_->number() : records_->line(); }
  const std::string &name() const { return lines_ != nullptr ? lines_->name() : records_->name(); }
  std::int64_t replaced() const {
    return lines_ != nullptr ? lines_->replaced() : records_->replaced();
  }

  // If most lines have some number of tabs, and others have another.
  std::string remark() const {
    if (by_tabs_.size() < 2) return "";
    const auto most = std::max_element(
        by_tabs_.begin(), by_tabs_.end(),
        [](const auto &a, const auto &b) { return a.second.count < b.second.count; });
    std::int64_t all = 0, first = 0;
    for (const auto &[tabs, lines] : by_tabs_) {
      all += lines.count;
      if (tabs != most->first && (first == 0 || lines.first < first)) first = lines.first;
    }
    return std::to_string(all - most->second.count) + " of " + counted(all, "line") + " of " +
           name() + " do not have " + counted(most->first, "tab") +
           " as the others, the first is " + "line " + std::to_string(first) +
           "; each line is read as <label><tab><text>";
  }

 private:
  struct Alike {
    std::int64_t count = 0, first = 0;
  };

  void count(std::ptrdiff_t tabs) {
    Alike &lines = by_tabs_[tabs];
    if (lines.count++ == 0) lines.first = number();
  }

  std::unique_ptr<Lines> lines_;
  std::unique_ptr<DelimitedRecords> records_;
  std::vector<std::string_view> cells_;
  std::string text_;
  std::map<std::ptrdiff_t, Alike> by_tabs_;
};

// What stands before and after the tabs.
enum class Order { label_and_text, id_and_text, text_and_label };

class TsvReader final : public TextReader {
 public:
  TsvReader(std::unique_ptr<Bytes> bytes, const Reading &reading, const Dialect &dialect,
            Order order)
      : lines_(std::move(bytes), reading, dialect),
        order_(order),
        reading_(reading),
        missing_(reading.missing) {}

  bool next(Document &document) override {
    std::string_view first, rest;
    if (!lines_.next(first, rest)) {
      reading_.report(lines_.name(), std::exchange(missing_, MissingValues(reading_.missing)));
      return false;
    }
    if (order_ == Order::text_and_label) turn(first, rest);
    const bool has_id = order_ == Order::id_and_text && !first.empty();
    document.id = has_id ? std::string(first) : "line " + std::to_string(lines_.number());
    document.label =
        order_ == Order::id_and_text ? "" : missing_(MissingValues::label, first, false);
    document.date = "";
    document.text = missing_(MissingValues::text, rest, false);
    return true;
  }

  std::string remark() const override { return lines_.remark(); }
  std::int64_t repaired() const override { return lines_.replaced(); }

 private:
  // The text before the last tab, and the label after it.
  static void turn(std::string_view &first, std::string_view &rest) {
    const char *const begin = first.empty() ? rest.data() : first.data();
    const std::string_view line(begin, static_cast<std::size_t>(rest.data() + rest.size() - begin));
    const std::size_t tab = line.rfind('\t');
    first = tab == std::string_view::npos ? std::string_view() : line.substr(tab + 1);
    rest = line.substr(0, tab);
  }

  LabeledLines lines_;
  Order order_;
  Reading reading_;
  MissingValues missing_;
};

// What the first cells of the beginning are.
struct FirstCells {
  std::vector<std::string> all;  // of lines with several cells
  std::size_t texts = 0;         // lines whose second cell has several words
  std::size_t first_texts = 0;   // lines whose first cell has
  std::size_t longest_second = 0;
  std::vector<std::string> seconds;  // of lines with two cells
};

FirstCells first_cells(std::string_view text, bool is_all, Dialect dialect) {
  constexpr std::size_t inspected = 2000;
  FirstCells found;
  std::vector<RawCell> cells;
  while (!text.empty() && found.all.size() < inspected &&
         cut_record(text, dialect, is_all, cells) == Cut::record) {
    if (cells.size() < 2) continue;
    found.all.emplace_back(cells[0].text);
    if (cells.size() == 2) found.seconds.emplace_back(cells[1].text);
    found.longest_second = std::max(found.longest_second, cells[1].text.size());
    found.first_texts += has_several_words(cells[0].text) ? 1 : 0;
    found.texts += has_several_words(cells[1].text) ? 1 : 0;
  }
  return found;
}

bool is_whole(const std::string &cell) {
  return !cell.empty() && cell.size() < 19 &&
         std::all_of(cell.begin(), cell.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Classes repeat. Numbers that increase are ids, other cells if there are many of them, all
// different.
bool are_ids(const std::vector<std::string> &cells, bool is_all) {
  constexpr std::size_t few = 3, several = 10, many = 50;
  if (cells.size() < few) return false;
  bool increases = std::all_of(cells.begin(), cells.end(), is_whole);
  for (std::size_t i = 1; i < cells.size() && increases; ++i)
    increases = std::stoll(cells[i - 1]) < std::stoll(cells[i]);
  if (increases) return true;
  const std::unordered_set<std::string> distinct(cells.begin(), cells.end());
  return distinct.size() == cells.size() && cells.size() >= (is_all ? several : many);
}

// Texts before the tab and few classes after it, or numbers: "text<TAB>label" lines.
bool are_texts_and_labels(const FirstCells &cells) {
  constexpr std::size_t few = 4, longest_label = 40;
  const std::size_t n = cells.all.size();
  if (n < few || cells.seconds.size() != n || cells.longest_second > longest_label ||
      2 * cells.first_texts <= n || 5 * cells.texts > n)
    return false;
  const std::unordered_set<std::string> texts(cells.all.begin(), cells.all.end()),
      labels(cells.seconds.begin(), cells.seconds.end());
  if (2 * labels.size() > n + 1 || 2 * texts.size() <= n) return false;
  if (!std::all_of(labels.begin(), labels.end(), holds_numbers)) return true;
  // Pairs of words and their counts have many numbers and one blank.
  const auto longer = std::count_if(cells.all.begin(), cells.all.end(), [](const auto &text) {
    return std::count(text.begin(), text.end(), ' ') > 1;
  });
  return labels.size() <= 10 && 4 * labels.size() <= n && 2 * static_cast<std::size_t>(longer) > n;
}

// Names of unknown fields above two columns, of which the second has text.
bool begins_with_names(const FirstCells &cells, const TableLayout &layout) {
  const auto &names = layout.header;
  return names.size() == 2 && cells.all.size() > 3 && could_be_name(names[0]) &&
         !names[0].empty() && !is_whole(names[0]) && !names[1].empty() &&
         names[1].find(' ') == std::string::npos &&
         std::count(cells.all.begin(), cells.all.end(), names[0]) == 1 &&
         5 * cells.texts >= 4 * (cells.all.size() - 1);
}

// Words and their counts, or other names and numbers, are no documents.
void refuse_counts(std::string_view text, bool is_all, Dialect dialect, const std::string &name) {
  constexpr std::size_t least = 3;
  std::size_t lines = 0;
  std::vector<RawCell> cells;
  while (!text.empty() && cut_record(text, dialect, is_all, cells) == Cut::record) {
    if (cells.size() == 1 && cells.front().text.empty()) continue;
    const bool is_header = lines == 0 && cells.size() == 2 && !holds_numbers(cells[1].text);
    if (!is_header &&
        (cells.size() != 2 || !holds_numbers(cells[1].text) || holds_numbers(cells[0].text)))
      return;
    ++lines;
  }
  if (lines > least)
    throw Failure(name +
                  ": all lines are a name, a tab and a number, as lists of words and their " +
                  "counts are; lines label<TAB>text have a text there, and " +
                  on_text_of("cut -f1", name) + " gives the names as documents");
}

// A first line with a label of its own may be a header.
void tell_turned(const FirstCells &cells, const std::string &name, const Reading &reading) {
  reading.report(name + " is read as lines <text><tab><label>: the first cells are texts, and " +
                 "the second ones repeat");
  const std::string &text = cells.all.front(), &label = cells.seconds.front();
  const bool is_alone = std::count(cells.seconds.begin(), cells.seconds.end(), label) == 1;
  if (is_alone && could_be_name(text) && could_be_name(label) && !holds_numbers(label))
    reading.report("the first line of " + name + " is read as a document; if it is a header, " +
                   "--text-field " + shell_word(text) + " --label-field " + shell_word(label) +
                   " reads the table");
}

}  // namespace

std::unique_ptr<TextReader> read_tsv(std::unique_ptr<Bytes> bytes, const Reading &reading) {
  bool is_all = false;
  const std::string head = decoded_beginning(*bytes, reading, is_all);
  const TableLayout layout = table_layout(head, is_all, reading.fields, '\t');
  const bool is_usual =
      reading.usual.text && table_layout(head, is_all, reading.usual, '\t').is_named;
  if (is_usual || is_table_of_tabs(layout, reading.fields))
    return read_table(std::move(bytes), reading, '\t');
  const std::string &name = bytes->name();
  FirstCells cells = first_cells(head, is_all, layout.dialect);
  const bool is_turned = !layout.dialect.is_dump && are_texts_and_labels(cells);
  if (!is_turned) refuse_counts(head, is_all, layout.dialect, name);
  if (layout.dialect.is_dump) reading.report(name + dump_note);
  if (is_turned) {
    tell_turned(cells, name, reading);
    return std::make_unique<TsvReader>(std::move(bytes), reading, layout.dialect,
                                       Order::text_and_label);
  }
  if (begins_with_names(cells, layout)) {
    reading.report("the first line of " + name + " is read as a document; if it is a header, " +
                   "--text-field " + shell_word(layout.header[1]) + " --label-field " +
                   shell_word(layout.header[0]) + " reads the table");
    cells.all.erase(cells.all.begin());
  }
  const bool has_ids = are_ids(cells.all, is_all);
  if (has_ids)
    reading.report(name + " has ids, not labels, before the first tabs: they do not repeat");
  return std::make_unique<TsvReader>(std::move(bytes), reading, layout.dialect,
                                     has_ids ? Order::id_and_text : Order::label_and_text);
}

}  // namespace cli
