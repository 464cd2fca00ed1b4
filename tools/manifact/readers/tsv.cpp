#include <utility>

#include "readers/table_layout.hpp"
#include "readers/text_reader.hpp"
#include "terminal/failure.hpp"

namespace cli {
namespace {

class TsvReader final : public TextReader {
 public:
  TsvReader(std::unique_ptr<Bytes> bytes, const Reading &reading)
      : lines_(std::move(bytes), reading), reading_(reading), missing_(reading.missing) {}

  bool next(Document &document) override {
    std::string_view line;
    if (!lines_.next(line)) {
      reading_.report(lines_.name(), std::exchange(missing_, MissingValues(reading_.missing)));
      return false;
    }
    const std::size_t tab = line.find('\t');
    document.id = "line " + std::to_string(lines_.number());
    document.label = tab == std::string_view::npos
                         ? ""
                         : missing_(MissingValues::label, line.substr(0, tab), false);
    document.date = "";
    document.text = missing_(MissingValues::text,
                             tab == std::string_view::npos ? line : line.substr(tab + 1), false);
    return true;
  }

  std::int64_t repaired() const override { return lines_.replaced(); }

 private:
  Lines lines_;
  Reading reading_;
  MissingValues missing_;
};

}  // namespace

std::unique_ptr<TextReader> read_tsv(std::unique_ptr<Bytes> bytes, const Reading &reading) {
  bool is_all = false;
  const std::string head = decoded_beginning(*bytes, reading, is_all);
  const TableLayout layout = table_layout(head, is_all, reading.fields, '\t');
  const bool is_usual =
      reading.usual.text && table_layout(head, is_all, reading.usual, '\t').is_named;
  if (is_usual || is_table_of_tabs(layout, reading.fields))
    return read_table(std::move(bytes), reading, '\t');
  return std::make_unique<TsvReader>(std::move(bytes), reading);
}

}  // namespace cli
