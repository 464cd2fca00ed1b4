#include "readers/mail.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "readers/encoding.hpp"
#include "readers/field_names.hpp"
#include "readers/html.hpp"
#include "readers/numbers.hpp"
#include "terminal/failure.hpp"

#ifdef MANIFACT_HAVE_GMIME
#include <gmime/gmime.h>
#endif

namespace cli {

constexpr int deepest_part = 50;

std::string MailParser::note() const {
  return left_out_ == 0 ? "" : name_ + ": " + counted(left_out_, "attachment") + " left out";
}

std::string MailParser::remark() const {
  std::string all;
  const auto add = [&all](const std::string &sentence) {
    all += (all.empty() ? "" : "; ") + sentence;
  };
  if (cut_ > 0) {
    add(first_cut_ == name_ ? name_ + " read in part"
                            : counted(cut_, "message") + " of " + name_ +
                                  " read in part, the first is " + first_cut_);
    all += ": parts nested deeper than " + std::to_string(deepest_part) + " are left out";
  }
  if (unreadable_ > 0)
    add(name_ + ": " + counted(unreadable_, "HTML part") +
        " left out, because this build has no libxml2");
  if (guessed_ > 0)
    add(name_ + ": " + counted(guessed_, "part") + " without a declared encoding, read as " +
        shown_encoding(encoding_) + "; --encoding names another encoding");
  return all;
}

#ifdef MANIFACT_HAVE_GMIME

namespace {

constexpr std::size_t longest_header = std::size_t{1} << 22;  // GMime takes 70 times as much memory

// The fields of a message, before the first blank line.
std::size_t header_size(std::string_view message) {
  for (std::size_t end = message.find('\n'); end != std::string_view::npos;
       end = message.find('\n', end + 1)) {
    const std::string_view next = message.substr(end + 1, 2);
    if (next.starts_with('\n') || next == "\r\n") return end;
  }
  return message.size();
}

struct Unref {
  void operator()(void *object) const { g_object_unref(object); }
};
template <class T>
using Owned = std::unique_ptr<T, Unref>;

void start_gmime() {
  static const bool is_started = [] {
    g_mime_init();
    g_log_set_default_handler([](const gchar *, GLogLevelFlags, const gchar *, gpointer) {},
                              nullptr);
    return true;
  }();
  static_cast<void>(is_started);
}

std::string text_or_empty(const char *text) { return text == nullptr ? "" : text; }

std::string encoding_of(GMimeObject *part) {
  std::string name = text_or_empty(g_mime_object_get_content_type_parameter(part, "charset"));
  for (char &c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (name.empty() || name == "us-ascii" || name == "ascii" || is_utf8(name)) return "auto";
  if (name == "iso-8859-1" || name == "latin1") return "WINDOWS-1252";
  return name == "gb2312" || name == "gbk" ? "GB18030" : name;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

// Collects the text parts of a message.
class MailBody {
 public:
  explicit MailBody(MailParser &parser) : parser_(parser) {}

  std::string text_of(GMimeObject *part, int depth) {
    if (part == nullptr) return "";
    if (depth > deepest_part) {
      ++parser_.too_deep_;
      return "";
    }
    if (GMIME_IS_MULTIPART(part)) return text_of_parts(GMIME_MULTIPART(part), depth);
    GMimeContentDisposition *placing = g_mime_object_get_content_disposition(part);
    if (placing != nullptr && g_mime_content_disposition_is_attachment(placing)) return left_out();
    if (GMIME_IS_MESSAGE_PART(part)) {
      GMimeMessage *inner = g_mime_message_part_get_message(GMIME_MESSAGE_PART(part));
      return inner == nullptr ? "" : text_of(g_mime_message_get_mime_part(inner), depth + 1);
    }
    if (!GMIME_IS_PART(part)) return left_out();
    GMimeContentType *type = g_mime_object_get_content_type(part);
    const bool is_html = g_mime_content_type_is_type(type, "text", "html");
    if (!is_html && !g_mime_content_type_is_type(type, "text", "plain")) return left_out();
    if (is_html && !can_read_html()) {
      ++parser_.unreadable_;
      return "";
    }
    std::string text = decoded(part);
    return is_html ? text_of_html(text, "a part") : text;
  }

 private:
  std::string left_out() {
    ++parser_.left_out_;
    return "";
  }

  // The plain one of several forms of the same text, else the first that has text; the others are
  // not attachments.
  std::string best_of(GMimeMultipart *parts, int depth) {
    const std::int64_t before = parser_.left_out_;
    std::string best;
    for (const bool wants_plain : {true, false}) {
      for (int i = 0; i < g_mime_multipart_get_count(parts) && is_blank(best); ++i) {
        GMimeObject *part = g_mime_multipart_get_part(parts, i);
        GMimeContentType *type = g_mime_object_get_content_type(part);
        const bool is_plain = g_mime_content_type_is_type(type, "text", "plain");
        if (is_plain == wants_plain) best = text_of(part, depth + 1);
      }
    }
    parser_.left_out_ = before;
    return best;
  }

  std::string text_of_parts(GMimeMultipart *parts, int depth) {
    GMimeContentType *type = g_mime_object_get_content_type(GMIME_OBJECT(parts));
    if (g_mime_content_type_is_type(type, "multipart", "alternative")) return best_of(parts, depth);
    std::string all;
    for (int i = 0; i < g_mime_multipart_get_count(parts); ++i) {
      const std::string text = text_of(g_mime_multipart_get_part(parts, i), depth + 1);
      if (!all.empty() && !text.empty()) all += '\n';
      all += text;
    }
    return all;
  }

  // Without the transfer encoding, in UTF-8.
  std::string decoded(GMimeObject *part) {
    GMimeDataWrapper *content = g_mime_part_get_content(GMIME_PART(part));
    if (content == nullptr) return "";
    const Owned<GMimeStream> stream(g_mime_stream_mem_new());
    g_mime_data_wrapper_write_to_stream(content, stream.get());
    const GByteArray *bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream.get()));
    std::string text(reinterpret_cast<const char *>(bytes->data), bytes->len);
    std::string declared = encoding_of(part), found;
    try {
      if (declared != "auto") found = decode(text, declared, parser_.replaced_);
    } catch (const Failure &) {  // an unknown encoding
      declared = "auto";
    }
    if (declared != "auto") return text;
    const std::string &given = parser_.reading_.encoding;
    found = decode(text, given, parser_.replaced_);
    if (given == "auto" && !is_utf8(found) && parser_.guessed_++ == 0) parser_.encoding_ = found;
    return text;
  }

  MailParser &parser_;
};

bool can_read_mail() { return true; }

MailParser::MailParser(const Reading &reading, const std::string &name)
    : reading_(reading), name_(name) {
  start_gmime();
}

Mail MailParser::parse(std::string_view message, const std::string &name) {
  if (is_separator(message.substr(0, message.find('\n'))))
    message.remove_prefix(std::min(message.find('\n'), message.size() - 1) + 1);
  if (header_size(message) > longest_header)
    throw Failure((name == name_ ? name : name_ + ": " + name) +
                  ": the header of a message is longer than 4 MB");
  const Owned<GMimeStream> stream(
      g_mime_stream_mem_new_with_buffer(message.data(), message.size()));
  const Owned<GMimeParser> parser(g_mime_parser_new_with_stream(stream.get()));
  const Owned<GMimeMessage> parsed(g_mime_parser_construct_message(parser.get(), nullptr));
  if (parsed == nullptr) return {};
  GMimeObject *const object = GMIME_OBJECT(parsed.get());
  const auto header = [object](const std::string &field) {
    return text_or_empty(g_mime_object_get_header(object, field.c_str()));
  };
  Mail mail;
  const Fields &fields = reading_.fields;
  mail.id =
      fields.id ? header(*fields.id) : text_or_empty(g_mime_message_get_message_id(parsed.get()));
  if (fields.label) mail.label = header(*fields.label);
  if (GDateTime *date = g_mime_message_get_date(parsed.get()); fields.date) {
    mail.date = header(*fields.date);
  } else if (date != nullptr) {
    gchar *text = g_date_time_format(date, "%Y-%m-%dT%H:%M:%S%:z");
    mail.date = text_or_empty(text);
    g_free(text);
  }
  for (const std::string &field : split_fields(fields.text.value_or("subject,body"), {})) {
    std::string text;
    const std::int64_t before = too_deep_;
    if (field == "body") {
      text = MailBody(*this).text_of(g_mime_message_get_mime_part(parsed.get()), 0);
      if (reading_.drops_quoted_replies) text = without_quotes(text);
      if (too_deep_ > before && cut_++ == 0) first_cut_ = name;
    } else {
      text = header(field);
    }
    if (!mail.text.empty()) mail.text += '\n';
    mail.text += text;
  }
  return mail;
}

#else

bool can_read_mail() { return false; }

MailParser::MailParser(const Reading &reading, const std::string &name) : reading_(reading) {
  throw Failure(name + " is mail, which this build cannot read: it was built without GMime");
}

Mail MailParser::parse(std::string_view, const std::string &) { return {}; }

#endif

}  // namespace cli
