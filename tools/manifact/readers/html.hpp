// The text of HTML pages and of XML.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cli {

// By the name or the first characters of a file.
bool is_html_name(std::string_view name);
bool looks_like_html(std::string_view beginning);

// "<?xml", or a first element with a namespace.
bool looks_like_xml(std::string_view beginning);

// Also without a declaration, if the name ends in .xml, or the first element is that of the whole
// text.
bool is_xml(std::string_view name, std::string_view text);

bool can_read_html();  // this build has libxml2

// The text of a page in UTF-8 without tags, scripts and styles; block elements end lines. `name` is
// for messages. Invalid sequences become U+FFFD, and `replaced` is increased by their number. A
// Failure in a build without libxml2.
std::string text_of_html(std::string_view page, const std::string &name, std::int64_t &replaced);

// The function "manifact_read_html" of the module "manifact-html", for valid UTF-8.
// "manifact_read_xml" is the same for XML.
using ReadHtml = void(std::string_view, std::string &);

// Whether a text has a tag of HTML, such as "<i>", "</sub>", "<br/>", "<a href=...>".
bool has_tag(std::string_view text);

// The text of XML, likewise: without tags, attributes and comments.
std::string text_of_xml(std::string_view document, const std::string &name, std::int64_t &replaced);

// The encoding that a page or XML declares, as it is written; "" if none.
std::string declared_encoding(std::string_view page);

}  // namespace cli
