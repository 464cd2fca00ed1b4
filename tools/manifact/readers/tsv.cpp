#include <utility>

#include "readers/text_reader.hpp"

namespace cli {
namespace {

class TsvReader final : public TextReader {
 public:
  explicit TsvReader(std::unique_ptr<Bytes> bytes) : lines_(std::move(bytes)) {}

  bool next(Document &document) override {
    std::string_view line;
    if (!lines_.next(line)) return false;
    const std::size_t tab = line.find('\t');
    document.id = "line " + std::to_string(lines_.number());
    document.label = tab == std::string_view::npos ? "" : line.substr(0, tab);
    document.text = tab == std::string_view::npos ? line : line.substr(tab + 1);
    return true;
  }

 private:
  Lines lines_;
};

}  // namespace

std::unique_ptr<TextReader> read_tsv(std::unique_ptr<Bytes> bytes) {
  return std::make_unique<TsvReader>(std::move(bytes));
}

}  // namespace cli
