#include "report/text_files.hpp"

#include <algorithm>
#include <string_view>

#include "report/packed.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

// A file is read as a whole for one text.
constexpr std::uint64_t bytes_of_part = 4000000, most_parts = 64;
constexpr std::string_view ellipsis = "…", stem_of_files = "report-texts-", ending_of_files = ".js";

// Of many texts less than `characters` is kept; a text may end with an ellipsis of its own.
bool is_cut(const std::string &shown, const WholeTexts &whole, std::size_t document,
            std::size_t characters) {
  if (!shown.ends_with(ellipsis)) return false;
  return whole.bytes(document) > 4 * characters ||
         excerpt(whole.text(document), std::string::npos) != shown;
}

std::string key_of(const TextFiles &files) {
  constexpr const char *digits = "0123456789abcdef";
  std::string key;
  for (unsigned shift = 64; shift > 0; shift -= 4)
    key += digits[files.whole->hash() >> (shift - 4) & 15U];
  return key;
}

}  // namespace

TextFiles text_files(const Documents &documents, const std::vector<std::size_t> &listed,
                     const std::vector<std::string> &shown, std::size_t characters) {
  TextFiles files;
  if (documents.whole == nullptr || documents.whole->has_failed()) return files;
  files.whole = documents.whole;
  files.characters = characters;
  files.documents.assign(listed.size(), TextFiles::none);
  for (std::size_t row = 0; row < listed.size(); ++row) {
    if (!is_cut(shown[row], *files.whole, listed[row], characters)) continue;
    files.documents[row] = listed[row];
    files.bytes += files.whole->bytes(listed[row]);
    ++files.texts;
  }
  const std::uint64_t full = std::max(bytes_of_part, files.bytes / most_parts + 1);
  std::uint64_t held = full;
  for (std::size_t row = 0; row < listed.size(); ++row) {
    if (files.documents[row] == TextFiles::none) continue;
    if (held >= full) {
      files.firsts.push_back(files.firsts.empty() ? 0 : row);
      held = 0;
    }
    held += files.whole->bytes(listed[row]);
  }
  return files;
}

nlohmann::ordered_json text_files_object(const TextFiles &files) {
  return {{"key", key_of(files)}, {"firsts", files.firsts}, {"characters", files.characters}};
}

std::string text_file_name(std::size_t part) {
  return std::string(stem_of_files) + std::to_string(part + 1) + std::string(ending_of_files);
}

bool is_text_file_name(const std::string &name) {
  if (!name.starts_with(stem_of_files) || !name.ends_with(ending_of_files)) return false;
  std::string_view number = name;
  number.remove_prefix(stem_of_files.size());
  number.remove_suffix(ending_of_files.size());
  return !number.empty() && number.size() < 8 &&
         std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string text_file(const TextFiles &files, std::size_t part) {
  const std::size_t end =
      part + 1 < files.firsts.size() ? files.firsts[part + 1] : files.documents.size();
  std::vector<std::string> texts;
  for (std::size_t row = files.firsts[part]; row < end; ++row)
    texts.push_back(files.documents[row] == TextFiles::none
                        ? std::string()
                        : files.whole->text(files.documents[row]));
  if (files.whole->has_failed())
    throw Failure(
        "the temporary file with the whole texts cannot be read; --report small needs "
        "none");
  return "// Texts of report.html, which must be in the same folder.\nreportTexts(\"" +
         key_of(files) + "\", " + std::to_string(part) + ", \"" + packed_texts(texts) + "\");\n";
}

void tell_text_files(Session &session, const TextFiles &files) {
  if (files.empty()) return;
  const std::string last = text_file_name(files.parts() - 1);
  session.note(counted(files.texts, "text") + " of more than " + std::to_string(files.characters) +
               " characters: report.html has the beginnings, and reads the whole texts (" +
               short_bytes(static_cast<double>(files.bytes)) + ") from " +
               (files.parts() > 1 ? text_file_name(0) + " to " + last : last) +
               " beside it; --report small has none");
}

}  // namespace cli
