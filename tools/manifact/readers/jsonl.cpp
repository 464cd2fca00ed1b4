#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "readers/text_reader.hpp"
#include "terminal/failure.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using nlohmann::json;

bool is_escape(std::string_view text, char low, char high) {
  return text.size() >= 6 && text[0] == '\\' && (text[1] == 'u') &&
         (text[2] == 'd' || text[2] == 'D') && (text[3] | 0x20) >= low && (text[3] | 0x20) <= high;
}

// The parser is stricter than real-world text: unpaired surrogates ("\ud83d" cut off an emoji) and
// invalid UTF-8 become U+FFFD.
std::string mended_line(std::string_view line) {
  std::string text = repaired(line);
  for (std::size_t at = 0; (at = text.find('\\', at)) != std::string::npos;) {
    const std::string_view here = std::string_view(text).substr(at);
    if (is_escape(here, '8', 'b') && is_escape(here.substr(6), 'c', 'f')) {
      at += 12;
    } else if (is_escape(here, '8', 'f')) {
      text.replace(at, 6, "\\ufffd");
      at += 6;
    } else {
      at += 2;
    }
  }
  return text;
}

// Shortens the messages of the parser: "[json.exception.parse_error.101] parse error at line 1,
// column 9: syntax error while ..." to ", column 9: syntax error while ...", and
// "[json.exception.out_of_range.406] number overflow parsing '1e999'", which has no column, to ":
// number overflow ..."
std::string reason(const json::exception &error) {
  const std::string_view text = error.what();
  const std::size_t column = text.find(", column "), kind = text.find("] ");
  if (column != std::string_view::npos)
    return excerpt(text.substr(column), 200) + "; expected one JSON object per line";
  return ": " + excerpt(text.substr(kind == std::string_view::npos ? 0 : kind + 2), 200);
}

// The value at "a.b.c": the field of exactly that name if there is one, else the one at that path.
// Null if there is none.
const json *find(const json &object, std::string_view path) {
  if (!object.is_object()) return nullptr;
  if (const auto found = object.find(path); found != object.end()) return &*found;
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos;
       dot = path.find('.', dot + 1)) {
    const auto inner = object.find(path.substr(0, dot));
    const json *found = inner == object.end() ? nullptr : find(*inner, path.substr(dot + 1));
    if (found != nullptr) return found;
  }
  return nullptr;
}

// A string, number or boolean as text; "" for other types.
std::string scalar(const json *value) {
  if (value == nullptr || value->is_null() || value->is_structured()) return "";
  return value->is_string() ? value->get_ref<const std::string &>() : value->dump();
}

class JsonReader final : public TextReader {
 public:
  JsonReader(std::unique_ptr<Bytes> bytes, const Fields &fields)
      : lines_(std::move(bytes)), fields_(fields) {}

  bool next(Document &document) override {
    std::string_view line;
    do {
      if (!lines_.next(line)) return false;
    } while (line.find_first_not_of(" \t") == std::string_view::npos);
    object_ = parse(line);
    const std::string field = fields_.text.value_or("text");
    const json *text = find(object_, field);
    if (text == nullptr)
      throw Failure(lines_.place() + ": no field \"" + field +
                    "\"; --text-field names the field of the text");
    if (!text->is_string() && !text->is_null())
      throw Failure(lines_.place() + ": the field \"" + field + "\" must contain text, not " +
                    article(*text));
    document.text = text->is_null() ? std::string_view() : text->get_ref<const std::string &>();
    document.label = take(fields_.label, "label", labels_seen_);
    document.id = take(fields_.id, "id", ids_seen_);
    if (document.id.empty()) document.id = "line " + std::to_string(lines_.number());
    return true;
  }

  std::string remark() const override {
    if (fields_.label && !labels_seen_)
      return "no document has a label in the field \"" + *fields_.label + '"';
    if (fields_.id && !ids_seen_)
      return "no document has an id in the field \"" + *fields_.id + '"';
    return "";
  }

  std::int64_t repaired() const override { return repaired_; }

 private:
  json parse(std::string_view line) {
    if (line[line.find_first_not_of(" \t")] == '[')
      throw Failure(
          lines_.place() +
          ": expected one JSON object per line, {\"text\": ...}, found an array (jq -c '.[]' "
          "converts an array to lines)");
    json object = json::parse(line, nullptr, false);
    if (object.is_discarded()) {
      try {
        object = json::parse(mended_line(line));
        repaired_ += broken_parts(line);
      } catch (const json::exception &error) {
        throw Failure(lines_.place() + reason(error));
      }
    }
    if (object.is_object()) return object;
    throw Failure(lines_.place() + ": expected one JSON object per line, {\"text\": ...}, found " +
                  article(object));
  }

  static std::string article(const json &value) {
    const std::string type = value.type_name();
    return value.is_null() ? type : (type == "array" || type == "object" ? "an " : "a ") + type;
  }

  std::string take(const std::optional<std::string> &field, const char *usual, bool &seen) const {
    std::string text = scalar(find(object_, field.value_or(usual)));
    seen = seen || !text.empty();
    return text;
  }

  Lines lines_;
  Fields fields_;
  json object_;
  std::int64_t repaired_ = 0;
  bool labels_seen_ = false, ids_seen_ = false;
};

}  // namespace

std::unique_ptr<TextReader> read_json_lines(std::unique_ptr<Bytes> bytes, const Fields &fields) {
  return std::make_unique<JsonReader>(std::move(bytes), fields);
}

}  // namespace cli
