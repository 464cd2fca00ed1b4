#include "readers/html.hpp"

#include <algorithm>

#include "readers/module.hpp"
#include "terminal/failure.hpp"
#include "terminal/utf8.hpp"

namespace cli {

bool is_html_name(std::string_view name) {
  const std::string lower =
      lower_case(name.substr(name.size() - std::min<std::size_t>(name.size(), 6)));
  return lower.ends_with(".html") || lower.ends_with(".htm") || lower.ends_with(".xhtml");
}

namespace {

// From the first character that is neither a mark of the encoding, a blank, nor in a comment.
std::string_view after_comments(std::string_view beginning) {
  if (beginning.starts_with("\xef\xbb\xbf")) beginning.remove_prefix(3);
  for (;;) {
    beginning.remove_prefix(std::min(beginning.find_first_not_of(" \t\r\n"), beginning.size()));
    if (!beginning.starts_with("<!--")) return beginning;
    const std::size_t end = beginning.find("-->");
    if (end == std::string_view::npos) return {};
    beginning.remove_prefix(end + 3);
  }
}

}  // namespace

bool looks_like_html(std::string_view beginning) {
  beginning = after_comments(beginning);
  const std::string begin = lower_case(beginning.substr(0, 14));
  return begin == "<!doctype html" || begin.starts_with("<html>") || begin.starts_with("<html ");
}

bool looks_like_xml(std::string_view beginning) {
  const std::string_view begin = after_comments(beginning);
  if (!begin.starts_with('<')) return false;
  if (begin.starts_with("<?xml ") || begin.starts_with("<?xml\t")) return true;
  const std::string_view element = begin.substr(0, begin.find('>'));
  return element.size() > 1 && element.size() < begin.size() &&
         element.find_first_of("<", 1) == std::string_view::npos &&
         (element.find(" xmlns=") != std::string_view::npos ||
          element.find(" xmlns:") != std::string_view::npos);
}

bool is_xml(std::string_view name, std::string_view text) {
  if (looks_like_xml(text)) return true;
  const std::string_view begin = after_comments(text);
  const auto is_letter = [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; };
  if (begin.size() < 4 || begin[0] != '<') return false;
  if (lower_case(name).ends_with(".xml"))
    return is_letter(begin[1]) || lower_case(begin.substr(0, 9)) == "<!doctype";
  const std::size_t size = std::min(begin.find_first_of(" \t\r\n/>", 1), begin.size()) - 1;
  const std::string_view whole = begin.substr(0, begin.find_last_not_of(" \t\r\n") + 1);
  return is_letter(begin[1]) && size < 64 &&
         whole.ends_with("</" + std::string(begin.substr(1, size)) + '>');
}

namespace {

// The value of an attribute, in a tag in lower case: quoted, or up to a blank; "" if it is missing.
// The name may be within the value of another: content="text/html; charset=...".
std::string value_in(const std::string &tag, std::string_view name) {
  constexpr const char *blanks = " \t\r\n\f";
  for (std::size_t at = tag.find(name); at != std::string::npos; at = tag.find(name, at + 1)) {
    std::size_t begin = tag.find_first_not_of(blanks, at + name.size());
    if (begin == std::string::npos) return "";
    if (tag[begin] != '=') continue;
    begin = tag.find_first_not_of(blanks, begin + 1);
    if (begin == std::string::npos) return "";
    const bool is_quoted = tag[begin] == '"' || tag[begin] == '\'';
    const std::size_t end =
        is_quoted ? tag.find(tag[begin], begin + 1) : tag.find_first_of("\"' \t\r\n\f;>/", begin);
    begin += is_quoted ? 1 : 0;
    return tag.substr(begin, std::min(end, tag.size()) - begin);
  }
  return "";
}

}  // namespace

// XML declares its encoding in its first line, a page in an element "meta".
std::string declared_encoding(std::string_view page) {
  constexpr std::size_t searched = 8192;
  const std::string head = lower_case(page.substr(0, searched));
  const std::size_t xml = head.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  if (xml != std::string::npos && head.compare(xml, 5, "<?xml") == 0) {
    const std::string found = value_in(head.substr(xml, head.find("?>", xml) - xml), "encoding");
    if (!found.empty()) return found;
  }
  for (std::size_t at = 0; (at = head.find('<', at)) != std::string::npos; ++at) {
    if (head.compare(at, 4, "<!--") == 0) {
      at = head.find("-->", at);
      if (at == std::string::npos) return "";
    }
    if (head.compare(at, 5, "<meta") != 0) continue;
    const std::size_t end = std::min(head.find('>', at), head.size());
    if (std::string found = value_in(head.substr(at, end - at), "charset"); !found.empty())
      return found;
  }
  return "";
}

#ifdef MANIFACT_HAVE_XML

bool can_read_html() { return true; }

namespace {

// The parser would take all that follows an invalid sequence for Latin-1.
std::string text_by(ReadHtml *read, std::string_view page, std::int64_t &replaced) {
  const std::int64_t broken = broken_parts(page);
  replaced += broken;
  const std::string valid = broken > 0 ? repaired(page) : "";
  std::string text;
  read(broken > 0 ? valid : page, text);
  return text;
}

}  // namespace

std::string text_of_html(std::string_view page, const std::string &name, std::int64_t &replaced) {
  static ReadHtml *const read =
      of_module<ReadHtml>("manifact-html", "manifact_read_html", name + " cannot be read");
  return text_by(read, page, replaced);
}

std::string text_of_xml(std::string_view document, const std::string &name,
                        std::int64_t &replaced) {
  static ReadHtml *const read =
      of_module<ReadHtml>("manifact-html", "manifact_read_xml", name + " cannot be read");
  return text_by(read, document, replaced);
}

#else

bool can_read_html() { return false; }

std::string text_of_html(std::string_view, const std::string &name, std::int64_t &) {
  throw Failure(name + " is HTML, which this build cannot read: it was built without libxml2");
}

std::string text_of_xml(std::string_view, const std::string &name, std::int64_t &) {
  throw Failure(name + " is XML, which this build cannot read: it was built without libxml2");
}

#endif

}  // namespace cli
