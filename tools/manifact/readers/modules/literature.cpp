// References in XML of PubMed and EndNote, parsed by libxml2 piece by piece.
#include <libxml/SAX2.h>
#include <libxml/parser.h>

#include <deque>
#include <exception>
#include <new>
#include <utility>
#include <vector>

#include "readers/literature.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"

namespace cli {
namespace {

constexpr std::size_t xml_parsed_size = std::size_t{1} << 14;  // between two checks for Ctrl-C
constexpr std::size_t deepest = 256;

std::string_view as_view(const xmlChar *text) { return reinterpret_cast<const char *>(text); }

std::string_view attribute(const xmlChar **list, std::string_view name) {
  for (; list != nullptr && list[0] != nullptr; list += 2)
    if (as_view(list[0]) == name) return as_view(list[1]);
  return "";
}

class XmlRecords final : public ReferenceTable {
 public:
  XmlRecords(Format format, std::unique_ptr<Bytes> bytes, const Reading &reading)
      : ReferenceTable(bytes->name(), format, reading),
        format_(format),
        bytes_(std::move(bytes)),
        current_(format) {
    xmlSAXHandler handler{};
    handler.startElement = Handler::start;
    handler.endElement = Handler::end;
    handler.characters = handler.cdataBlock = Handler::characters;
    handler.error = handler.warning = handler.fatalError = Handler::ignore;
    parser_ = xmlCreatePushParserCtxt(&handler, this, nullptr, 0, nullptr);
    if (parser_ == nullptr) throw std::bad_alloc();
    xmlCtxtUseOptions(parser_, XML_PARSE_NOENT | XML_PARSE_NOERROR | XML_PARSE_NOWARNING |
                                   XML_PARSE_NONET | XML_PARSE_HUGE);
  }
  ~XmlRecords() override {
    if (parser_->myDoc != nullptr) xmlFreeDoc(parser_->myDoc);  // made by a document type
    xmlFreeParserCtxt(parser_);
  }

 protected:
  bool next(Reference &reference, std::string &place) override {
    while (found_.empty() && !is_ended_) parse_more();
    if (found_.empty()) return false;
    reference = std::move(found_.front().reference);
    place = "line " + std::to_string(found_.front().line);
    found_.pop_front();
    return true;
  }

 private:
  struct Found {
    Reference reference;
    std::int64_t line;
  };

  struct Handler {
    // What is thrown may not pass through the parser.
    template <class Call>
    static void guard(void *user, Call &&call) {
      XmlRecords &records = *static_cast<XmlRecords *>(user);
      if (records.failure_) return;
      try {
        call(records);
      } catch (...) {
        records.failure_ = std::current_exception();
      }
    }
    static void start(void *user, const xmlChar *name, const xmlChar **attributes) {
      guard(user, [&](XmlRecords &records) { records.start(as_view(name), attributes); });
    }
    static void end(void *user, const xmlChar *) {
      guard(user, [](XmlRecords &records) { records.end(); });
    }
    static void characters(void *user, const xmlChar *text, int size) {
      guard(user, [&](XmlRecords &records) {
        records.text(as_view(text).substr(0, static_cast<std::size_t>(size)));
      });
    }
    static void ignore(void *, const char *, ...) {}
  };

  std::string place() const {
    return name() + ", line " + std::to_string(xmlSAX2GetLineNumber(parser_));
  }

  void parse_more() {
    stop_if_interrupted();
    char piece[xml_parsed_size];
    const std::size_t got = bytes_.read(piece, sizeof piece);
    const int problem = xmlParseChunk(parser_, piece, static_cast<int>(got), got == 0 ? 1 : 0);
    if (failure_) std::rethrow_exception(failure_);
    if (problem == XML_ERR_NO_MEMORY) throw std::bad_alloc();
    if (parser_->wellFormed == 0)
      throw Failure(place() + ": the XML is malformed" +
                    (got == 0 ? ": the text ends before its elements do" : ""));
    is_ended_ = got == 0;
  }

  bool is_record(std::string_view name) const {
    return format_ == Format::endnote ? name == "record"
                                      : name == "PubmedArticle" || name == "PubmedBookArticle";
  }

  void start(std::string_view name, const xmlChar **attributes) {
    if (path_.size() >= deepest) throw Failure(place() + ": more than 256 elements in each other");
    path_.emplace_back(name);
    if (!is_open_) {
      is_open_ = is_record(name);
      record_depth_ = path_.size();
      begun_ = xmlSAX2GetLineNumber(parser_);
      size_ = 0;
      return;
    }
    if (depth_ > 0 || path_.size() < 2) return;
    std::string field = path_[path_.size() - 2] + '/' + path_.back();
    const bool is_other_id = name == "ELocationID" && attribute(attributes, "EIdType") != "doi";
    if (is_other_id || !current_.wants(field)) return;
    field_ = std::move(field);
    depth_ = path_.size();
    value_.clear();
    // As MEDLINE has it: "METHODS: ...".
    const std::string_view label = attribute(attributes, "Label");
    if (name == "AbstractText" && !label.empty() && label != "UNLABELLED")
      value_ = std::string(label) + ": ";
  }

  void end() {
    if (depth_ > 0 && path_.size() == depth_) {
      current_.add(field_, value_);
      depth_ = 0;
    }
    if (is_open_ && path_.size() == record_depth_) {
      found_.push_back({std::exchange(current_, Reference(format_)), begun_});
      is_open_ = false;
    }
    path_.pop_back();
  }

  void text(std::string_view characters) {
    if (depth_ == 0) return;
    size_ += characters.size();
    require_short(size_, name() + ", line " + std::to_string(begun_));
    for (const char c : characters) {
      const bool is_blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
      if (!is_blank || (!value_.empty() && value_.back() != ' ')) value_ += is_blank ? ' ' : c;
    }
  }

  Format format_;
  Unpacked bytes_;
  Reference current_;
  xmlParserCtxtPtr parser_ = nullptr;
  std::exception_ptr failure_;
  std::deque<Found> found_;
  std::vector<std::string> path_;
  std::string field_, value_;
  std::size_t depth_ = 0;         // of the element whose text is read; 0: none
  std::size_t record_depth_ = 0;  // of the record, if one is open
  std::size_t size_ = 0;
  std::int64_t begun_ = 0;
  bool is_open_ = false, is_ended_ = false;
};

}  // namespace
}  // namespace cli

extern "C" cli::OpenLiteratureXml manifact_open_literature_xml;

void manifact_open_literature_xml(cli::Format format, std::unique_ptr<cli::Bytes> &bytes,
                                  const cli::Reading &reading,
                                  std::unique_ptr<cli::Stream> &table) {
  table = std::make_unique<cli::XmlRecords>(format, std::move(bytes), reading);
}
