// Pages and XML without invalid UTF-8, parsed by libxml2.
#include "readers/html.hpp"

#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>

#include "terminal/interrupts.hpp"

namespace cli {
namespace {

constexpr std::size_t parsed_size = std::size_t{1} << 14;

// Elements without text of their own, and those that continue a line.
constexpr std::array hidden{"script", "style", "noscript", "template", "svg", "head"};
constexpr std::array inlined{"a",    "abbr",  "b",    "bdi", "bdo",  "cite",   "code",
                             "em",   "font",  "i",    "kbd", "mark", "q",      "s",
                             "samp", "small", "span", "sub", "sup",  "strong", "strike",
                             "tt",   "u",     "var",  "wbr", "ins",  "del",    "dfn"};
// The same of XML: those of JATS, DocBook and TEI too.
constexpr std::array inlined_in_xml{"bold", "italic", "emph", "emphasis",      "hi", "sc", "xref",
                                    "ref",  "link",   "seg",  "styled-content"};

struct Page {
  std::string text;
  int hidden_depth = 0;
};

std::string_view name_of(const xmlChar *name) { return reinterpret_cast<const char *>(name); }

template <std::size_t N>
bool is_one_of(std::string_view name, const std::array<const char *, N> &names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void end_line(Page &page) {
  if (!page.text.empty() && page.text.back() != '\n') page.text += '\n';
}

void start_element(void *user, const xmlChar *name, const xmlChar **) {
  Page &page = *static_cast<Page *>(user);
  if (is_one_of(name_of(name), hidden)) ++page.hidden_depth;
  // The title is the only text of the head.
  if (page.hidden_depth == 1 && name_of(name) == "title") page.hidden_depth = -1;
  if (!is_one_of(name_of(name), inlined)) end_line(page);
}

void end_element(void *user, const xmlChar *name) {
  Page &page = *static_cast<Page *>(user);
  if (name_of(name) == "title" && page.hidden_depth == -1) page.hidden_depth = 1;
  if (is_one_of(name_of(name), hidden) && page.hidden_depth > 0) --page.hidden_depth;
  if (!is_one_of(name_of(name), inlined)) end_line(page);
}

void take_characters(void *user, const xmlChar *characters, int length) {
  Page &page = *static_cast<Page *>(user);
  if (page.hidden_depth > 0) return;
  page.text.append(reinterpret_cast<const char *>(characters), static_cast<std::size_t>(length));
}

void ignore_error(void *, const char *, ...) {}

// The parser with its state, freed at the end of the scope.
struct Parser {
  htmlParserCtxtPtr context;
  Parser(htmlSAXHandler &handler, Page &page)
      : context(htmlCreatePushParserCtxt(&handler, &page, nullptr, 0, nullptr,
                                         XML_CHAR_ENCODING_UTF8)) {
    if (context == nullptr) throw std::bad_alloc();
    htmlCtxtUseOptions(context, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
                                    HTML_PARSE_NONET | HTML_PARSE_IGNORE_ENC);
  }
  ~Parser() { htmlFreeParserCtxt(context); }
  Parser(const Parser &) = delete;
  Parser &operator=(const Parser &) = delete;
};

std::string text_of(std::string_view page) {
  Page found;
  htmlSAXHandler handler{};
  handler.startElement = start_element;
  handler.endElement = end_element;
  handler.characters = take_characters;
  handler.ignorableWhitespace = take_characters;
  handler.error = ignore_error;
  handler.warning = ignore_error;
  const Parser parser(handler, found);
  for (std::size_t at = 0; at < page.size(); at += parsed_size) {
    stop_if_interrupted();
    const std::string_view part = page.substr(at, parsed_size);
    htmlParseChunk(parser.context, part.data(), static_cast<int>(part.size()), 0);
  }
  htmlParseChunk(parser.context, nullptr, 0, 1);
  return found.text;
}

// Without the prefix of a namespace.
bool continues_line(const xmlChar *name) {
  std::string_view local = name_of(name);
  local.remove_prefix(local.find(':') + 1);  // npos + 1 == 0
  return is_one_of(local, inlined) || is_one_of(local, inlined_in_xml);
}

void start_xml(void *user, const xmlChar *name, const xmlChar **) {
  if (!continues_line(name)) end_line(*static_cast<Page *>(user));
}

void end_xml(void *user, const xmlChar *name) {
  if (!continues_line(name)) end_line(*static_cast<Page *>(user));
}

// An entity that only a document type declares is not expanded: it may name a file, or be huge.
xmlEntityPtr skip_entity(void *user, const xmlChar *) {
  static_cast<Page *>(user)->text += ' ';
  return nullptr;
}

// The rest of a malformed document is read as far as the parser recovers.
std::string text_of_document(std::string_view document) {
  Page found;
  xmlSAXHandler handler{};
  handler.startElement = start_xml;
  handler.endElement = end_xml;
  handler.characters = take_characters;
  handler.ignorableWhitespace = take_characters;
  handler.cdataBlock = take_characters;
  handler.getEntity = skip_entity;
  handler.error = ignore_error;
  handler.warning = ignore_error;
  const xmlParserCtxtPtr context = xmlCreatePushParserCtxt(&handler, &found, nullptr, 0, nullptr);
  if (context == nullptr) throw std::bad_alloc();
  const auto free_parser = [](xmlParserCtxt *parser) {
    if (parser->myDoc != nullptr) xmlFreeDoc(parser->myDoc);  // made by a document type
    xmlFreeParserCtxt(parser);
  };
  const std::unique_ptr<xmlParserCtxt, decltype(free_parser)> held(context, free_parser);
  xmlCtxtUseOptions(context, XML_PARSE_RECOVER | XML_PARSE_NOERROR | XML_PARSE_NOWARNING |
                                 XML_PARSE_NONET | XML_PARSE_HUGE | XML_PARSE_IGNORE_ENC);
  xmlSwitchEncoding(context, XML_CHAR_ENCODING_UTF8);
  for (std::size_t at = 0; at < document.size(); at += parsed_size) {
    stop_if_interrupted();
    const std::string_view part = document.substr(at, parsed_size);
    xmlParseChunk(context, part.data(), static_cast<int>(part.size()), 0);
  }
  xmlParseChunk(context, nullptr, 0, 1);
  return found.text;
}

}  // namespace
}  // namespace cli

extern "C" cli::ReadHtml manifact_read_html;  // of the type that the program expects
extern "C" cli::ReadHtml manifact_read_xml;

void manifact_read_html(std::string_view page, std::string &text) { text = cli::text_of(page); }
void manifact_read_xml(std::string_view document, std::string &text) {
  const std::size_t begin = document.find('<');
  text = cli::text_of_document(document.substr(std::min(begin, document.size())));
}
