// What a file is: the one decision for files alone, in pipes, in folders and in archives.
#include "readers/foreign.hpp"
#include "readers/formats.hpp"
#include "readers/html.hpp"
#include "readers/literature.hpp"
#include "readers/mail.hpp"
#include "readers/numeric_table.hpp"
#include "readers/row_table.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

// A member of a folder or an archive is a document of its own: text, a page or mail. Matrices and
// the names of their rows are none.
Recognized content_of_member(const Sample &sample) {
  const std::string_view text = sample.text;
  if (lower_case(text.substr(0, 14)) == "%%matrixmarket") return {Format::file, &foreign::matrix};
  if (is_tenx_names(sample.name, text)) return {Format::file, &foreign::tenx_names};
  if (looks_like_mbox(text)) return {Format::mbox};
  if (looks_like_mail(text)) return {Format::mail};
  if (is_html_name(sample.name) || looks_like_html(text) || is_xml(sample.name, text)) return {};
  const Format references = literature_of_text(text, sample.is_all);
  if (references != Format::automatic && references != Format::pubmed &&
      references != Format::endnote)
    return {Format::automatic, &foreign::references};
  return {Format::automatic, foreign_of_text(text, sample.is_all)};
}

// MATLAB files begin with their name, or with a number of four bytes; text is of another program.
Format kind_of_mat(const Sample &sample) {
  return kind_of_counts(sample.text, sample.is_all) == Format::cluto ? Format::cluto : Format::mat;
}

// The parts that spreadsheets begin with; those of other office documents are named otherwise.
bool is_spreadsheet(const Sample &sample) {
  const std::string name = lower_case(sample.name);
  for (const char *ending : {".xlsx", ".xlsm", ".ods"})
    if (name.ends_with(ending)) return true;
  return sample.bytes.find("oasis.opendocument.spreadsheet") != std::string_view::npos ||
         (sample.bytes.find("xl/") != std::string_view::npos &&
          sample.bytes.find("xl/workbook.bin") == std::string_view::npos);
}

// A tar archive may be compressed, and the ending tells whether a zip archive holds arrays.
Recognized content_of_bytes(const Sample &sample, Format named) {
  const Foreign *kind = foreign_of_bytes(sample.bytes);
  const bool is_packed = kind == &foreign::xz || kind == &foreign::bzip2 ||
                         kind == &foreign::zstd || kind == &foreign::gzip;
  if (is_packed && named == Format::tar) return {named};
  if (kind == &foreign::sqlite && !sample.is_member) return {Format::sqlite};
  if (kind == &foreign::hdf5 && !sample.is_member) return {Format::hdf5};
  if (kind == &foreign::parquet && !sample.is_member) return {Format::parquet};
  if ((kind == &foreign::arrow || kind == &foreign::arrow_stream) && !sample.is_member)
    return {Format::arrow};
  if (kind == &foreign::safetensors && !sample.is_member) return {Format::safetensors};
  if (kind == &foreign::office && !sample.is_member && is_spreadsheet(sample))
    return {Format::spreadsheet};
  if (kind != nullptr) return {Format::automatic, kind};
  Format magic = format_of_magic(sample.bytes);
  const bool is_zip = magic == Format::zip || magic == Format::npz;
  if (is_zip && (named == Format::zip || named == Format::npz)) magic = named;
  if (magic == Format::zip && named != Format::zip && !sample.is_member && is_spreadsheet(sample))
    magic = Format::spreadsheet;
  const bool is_matrix = is_array(magic) || magic == Format::counts;
  return {magic, sample.is_member && is_matrix ? &foreign::matrix : nullptr};
}

// Files that hold several documents, but are none of the formats.
void look_for_documents(Recognized &content, const Sample &sample, const Fields &fields) {
  const bool are_lines = content.format == Format::table || content.format == Format::tsv ||
                         (content.format == Format::file && !content.is_named) ||
                         content.format == Format::automatic;
  if (are_lines && !fields.any()) content.foreign = foreign_of_words(sample.text, sample.is_all);
  if ((are_lines || content.format == Format::file) && content.foreign == nullptr)
    content.foreign = foreign_of_documents(sample.text);
  content.is_of_documents = content.foreign != nullptr;
}

}  // namespace

Recognized content_of(const Sample &sample, const Fields &fields) {
  const Format named =
      sample.is_member ? Format::automatic : format_of_name(std::string(sample.name));
  Recognized content = content_of_bytes(sample, named);
  if (content.format != Format::automatic || content.foreign != nullptr) {
    content.is_named = content.format == named;
    content.is_binary = sample.is_member && content.foreign == nullptr;  // an archive in another
    return content;
  }
  if (sample.is_member) {
    content = content_of_member(sample);
  } else if (is_orange(sample.text, sample.is_all)) {
    content.foreign = &foreign::orange;
  } else {
    content.format = named;
    content.is_named = named != Format::automatic;
    if (content.format == Format::csv)
      content.format = kind_of_csv(sample.text, sample.is_all, fields);
    if (content.format == Format::tsv && !fields.text &&
        is_numeric_table(sample.text, sample.is_all, fields))
      content.format = Format::csv;
    if (content.format == Format::mat) content.format = kind_of_mat(sample);
    if (content.format == Format::automatic || content.format == Format::file) {
      const Format references = literature_of_text(sample.text, sample.is_all);
      const bool is_xml = references == Format::pubmed || references == Format::endnote;
      if (references != Format::automatic && (content.format == Format::automatic || is_xml))
        content = {references};
    }
    const bool is_log = content.format == Format::log;
    if (content.format == Format::automatic || is_log) {
      content.format = entries_of_text(sample.text, sample.is_all);
      content.is_named = content.is_named && content.format == Format::log;
      if (is_log && content.format == Format::automatic)
        content = {Format::lines, nullptr, false, true};
    }
    if (content.format == Format::automatic)
      content.foreign = foreign_of_text(sample.text, sample.is_all);
    if (content.format == Format::automatic && content.foreign == nullptr && !fields.any())
      content.format = kind_of_counts(sample.text, sample.is_all);
    if (content.format == Format::automatic && content.foreign == nullptr)
      content.format = format_of_beginning(sample.text, sample.is_all, fields);
    if (content.foreign == nullptr) look_for_documents(content, sample, fields);
  }
  const bool may_be_text = is_text(content.format) || content.format == Format::automatic;
  content.is_binary = may_be_text && !content.is_named && content.foreign == nullptr &&
                      sample.text.find('\0') != std::string_view::npos;
  // Damaged, or without the version.
  if ((content.is_binary || sample.bytes.starts_with("%PDF-")) &&
      lower_case(sample.name).ends_with(".pdf"))
    content.foreign = &foreign::pdf;
  return content;
}

}  // namespace cli
