// Formats that are recognized by their content but not read.
#pragma once

#include <string>
#include <string_view>

namespace cli {

struct Foreign {
  const char *name;    // "PDF"
  const char *remedy;  // a sentence, in which FILE stands for the file
};

namespace foreign {
#define FOREIGN(id, name, recognized, remedy) inline constexpr Foreign id{name, remedy};
#include "readers/foreign.def"  // NOLINT
#undef FOREIGN
}  // namespace foreign

// `bytes` are the first of a file; null if they are none of binary data.
const Foreign *foreign_of_bytes(std::string_view bytes);

// The same for text in UTF-8; `is_all`: nothing follows.
bool is_orange(std::string_view text, bool is_all);
const Foreign *foreign_of_text(std::string_view text, bool is_all);

// Feeds and the like, which hold several documents: they are none that is read as one.
const Foreign *foreign_of_documents(std::string_view text);

// Corpora of which each line is a word, with tags that programs of linguistics write.
const Foreign *foreign_of_words(std::string_view text, bool is_all);

// Texts that could be lines of documents, but seem to be of programs for topic models.
const Foreign *foreign_of_lines(std::string_view text, bool is_all);

// The names of rows or columns of a 10x matrix, by the name and the content.
bool is_tenx_names(std::string_view name, std::string_view text);

// The name of the first member of a zip archive; "" for other bytes.
std::string_view first_of_zip(std::string_view bytes);

// The remedy for a file; "" and "-" have no name. A member of an archive has a name, but no path.
std::string remedy_for(const Foreign &kind, const std::string &path, std::string_view name = "");

// "odt" or "epub": the filter for docx reads them too; "" for others.
std::string office_ending(std::string_view name);

}  // namespace cli
