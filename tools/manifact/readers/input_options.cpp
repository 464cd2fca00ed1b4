#include "readers/input_options.hpp"

#include "readers/encoding.hpp"
#include "readers/filter.hpp"
#include "readers/text_reader.hpp"
#include "terminal/failure.hpp"

namespace cli {
namespace {

Header header_of(const std::string &word) {
  if (word == "yes") return Header::yes;
  if (word == "no") return Header::no;
  if (word == "auto") return Header::automatic;
  throw Failure("--header " + word + " is unknown; expected yes, no or auto");
}

}  // namespace

Reading reading_of(const InputOptions &options) {
  Reading reading;
  if (options.header) reading.header = header_of(*options.header);
  if (options.no_header) reading.header = Header::no;
  reading.is_turned = options.transpose;
  reading.features = options.features;
  reading.is_for_model = options.is_for_model;
  reading.fields = options.fields;
  reading.usual = options.usual;
  reading.encoding = options.encoding;
  if (options.encoding != "auto" && !is_utf8(options.encoding)) Decoder known(options.encoding);
  for (const std::string &filter : options.filters) reading.filters.push_back(filter_of(filter));
  constexpr double longest = 1e6;
  if (!(options.filter_seconds > 0 && options.filter_seconds <= longest))
    throw Failure("--filter-seconds must be greater than 0 and at most 1000000");
  reading.filter_seconds = options.filter_seconds;
  if (options.quoted_replies != "keep" && options.quoted_replies != "drop")
    throw Failure("--quoted-replies " + options.quoted_replies +
                  " is unknown; expected keep or drop");
  reading.drops_quoted_replies = options.quoted_replies == "drop";
  if (options.missing) reading.missing = MissingWords(*options.missing);
  if (options.text_format != "plain" && options.text_format != "mail")
    throw Failure("--text-format " + options.text_format + " is unknown; expected plain or mail");
  if (options.html != "strip" && options.html != "keep")
    throw Failure("--html " + options.html + " is unknown; expected strip or keep");
  reading.keeps_tags = options.html == "keep";
  if (options.mask) check_mask(*options.mask);
  if (options.repeated_blocks && *options.repeated_blocks != "keep" &&
      *options.repeated_blocks != "drop")
    throw Failure("--repeated-blocks " + *options.repeated_blocks +
                  " is unknown; expected keep or drop");
  if (options.repeated_blocks) reading.drops_repeated_blocks = *options.repeated_blocks == "drop";
  reading.mask = options.mask ? options.mask : options.usual.mask;
  reading.has_mail_in_fields = options.text_format == "mail";
  return reading;
}

}  // namespace cli
