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

bool looks_like_html(std::string_view beginning) {
  const std::size_t first = beginning.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  const std::string begin = lower_case(beginning.substr(first, 14));
  return begin == "<!doctype html" || begin.starts_with("<html>") || begin.starts_with("<html ");
}

bool looks_like_xml(std::string_view beginning) {
  if (beginning.starts_with("\xef\xbb\xbf")) beginning.remove_prefix(3);
  const std::size_t first = beginning.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || beginning[first] != '<') return false;
  const std::string_view begin = beginning.substr(first);
  if (begin.starts_with("<?xml ") || begin.starts_with("<?xml\t")) return true;
  const std::string_view element = begin.substr(0, begin.find('>'));
  return element.size() > 1 && element.size() < begin.size() &&
         element.find_first_of("<", 1) == std::string_view::npos &&
         (element.find(" xmlns=") != std::string_view::npos ||
          element.find(" xmlns:") != std::string_view::npos);
}

// The first "charset=" of the page, or the "encoding=" of XML.
std::string declared_encoding(std::string_view page) {
  constexpr std::size_t searched = 4096;
  const std::string head = lower_case(page.substr(0, searched));
  const std::size_t first = std::min(head.find_first_not_of(" \t\r\n"), head.size());
  const bool is_xml = head.compare(first, 5, "<?xml") == 0;
  const std::size_t declaration = is_xml ? head.find("encoding=") : std::string::npos;
  const std::size_t at =
      declaration < head.find("?>") ? declaration + 1 : head.find("charset=");  // of 9 and 8 bytes
  if (at == std::string::npos) return "auto";
  const std::size_t begin = head.find_first_not_of("\"' ", at + 8);
  if (begin == std::string::npos) return "auto";
  const std::size_t end = head.find_first_of("\"' ;>/", begin);
  if (end == std::string::npos || end == begin) return "auto";
  const std::string name = head.substr(begin, end - begin);
  return name == "iso-8859-1" || name == "us-ascii" ? "WINDOWS-1252" : name;
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
