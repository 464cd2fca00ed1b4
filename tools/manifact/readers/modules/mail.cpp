// Messages parsed by GMime.
#include <gmime/gmime.h>

#include <memory>

#include "readers/encoding.hpp"
#include "readers/field_names.hpp"
#include "readers/html.hpp"
#include "readers/mail.hpp"
#include "terminal/utf8.hpp"

namespace cli {

namespace {

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

std::string parameter(GMimeObject *part, const char *name) {
  return text_or_empty(g_mime_object_get_content_type_parameter(part, name));
}

// The kinds of text that are read; others are attachments.
enum class Kind { none, plain, enriched, html };

Kind kind_of(GMimeContentType *type) {
  const auto is = [type](const char *subtype) {
    return g_mime_content_type_is_type(type, "text", subtype) != 0;
  };
  if (is("html")) return Kind::html;
  if (is("enriched") || is("richtext")) return Kind::enriched;
  return is("plain") || is("markdown") || is("x-markdown") ? Kind::plain : Kind::none;
}

}  // namespace

// The fields and the text parts of a message.
class MailMessage {
 public:
  explicit MailMessage(MailParser &parser) : parser_(parser) {}

  void read(std::string_view message, const std::string &name, Mail &mail);

 private:
  std::string text_of(GMimeObject *part, int depth) {
    if (part == nullptr) return "";
    if (depth > MailParser::deepest_part) {
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
    const Kind kind = kind_of(type);
    if (kind == Kind::none) return left_out();
    if (kind == Kind::html && !can_read_html()) {
      ++parser_.unreadable_;
      return "";
    }
    const std::string text = decoded(part, kind);
    if (kind == Kind::html) return text_of_html(text, parser_.name_, parser_.replaced_);
    if (kind == Kind::enriched) return without_enrichment(text);
    if (lower_case(parameter(part, "format")) != "flowed") return text;
    return unflowed(text, lower_case(parameter(part, "delsp")) == "yes");
  }

  std::string left_out() {
    ++parser_.left_out_;
    return "";
  }

  // The plain one of several forms of the same text, else the first that has text; the others do
  // not count as attachments.
  std::string best_of(GMimeMultipart *parts, int depth) {
    const std::int64_t before = parser_.left_out_;
    std::string best;
    for (const bool wants_plain : {true, false}) {
      for (int i = 0; i < g_mime_multipart_get_count(parts) && !has_words(best); ++i) {
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
  std::string decoded(GMimeObject *part, Kind kind) {
    GMimeDataWrapper *content = g_mime_part_get_content(GMIME_PART(part));
    if (content == nullptr) return "";
    const Owned<GMimeStream> stream(g_mime_stream_mem_new());
    g_mime_data_wrapper_write_to_stream(content, stream.get());
    const GByteArray *bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream.get()));
    std::string text(reinterpret_cast<const char *>(bytes->data), bytes->len);
    std::string declared = parameter(part, "charset");
    if (declared.empty() && kind == Kind::html) declared = declared_encoding(text);
    const ChosenEncoding chosen = chosen_encoding(text, declared, parser_.reading_.encoding);
    decode(text, chosen.encoding, parser_.replaced_);
    if (chosen.is_guessed)
      ++parser_.guessed_[(chosen.reason.empty() ? " without a declared encoding," : "") +
                         (" read as " + shown_encoding(chosen.encoding)) + chosen.reason];
    return text;
  }

  MailParser &parser_;
};

void MailMessage::read(std::string_view message, const std::string &name, Mail &mail) {
  const Owned<GMimeStream> stream(
      g_mime_stream_mem_new_with_buffer(message.data(), message.size()));
  const Owned<GMimeParser> parser(g_mime_parser_new_with_stream(stream.get()));
  const Owned<GMimeMessage> parsed(g_mime_parser_construct_message(parser.get(), nullptr));
  if (parsed == nullptr) return;
  GMimeObject *const object = GMIME_OBJECT(parsed.get());
  const auto header = [object](const std::string &field) {
    return text_or_empty(g_mime_object_get_header(object, field.c_str()));
  };
  const Fields &fields = parser_.reading_.fields;
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
    const std::int64_t before = parser_.too_deep_;
    if (field == "body") {
      text = text_of(g_mime_message_get_mime_part(parsed.get()), 0);
      if (parser_.reading_.drops_quoted_replies) text = without_quotes(text);
      if (parser_.too_deep_ > before && parser_.cut_++ == 0) parser_.first_cut_ = name;
    } else {
      text = header(field);
    }
    if (!mail.text.empty()) mail.text += '\n';
    mail.text += text;
  }
}

}  // namespace cli

extern "C" cli::ReadMail manifact_read_mail;  // of the type that the program expects

void manifact_read_mail(cli::MailParser &parser, std::string_view message, const std::string &name,
                        cli::Mail &mail) {
  cli::start_gmime();
  cli::MailMessage(parser).read(message, name, mail);
}
