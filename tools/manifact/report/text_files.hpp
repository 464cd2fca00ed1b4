// Whole texts that are too long for the page, in files beside it: report-texts-1.js and so on. A
// page that was opened from a file may load scripts, but read nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "readers/documents.hpp"
#include "terminal/session.hpp"

namespace cli {

struct TextFiles {
  std::shared_ptr<const WholeTexts> whole;
  // For each row of the page the document, if its text is in a file; else none.
  std::vector<std::size_t> documents;
  std::vector<std::size_t> firsts;  // the first row of each file
  std::int64_t texts = 0;
  std::uint64_t bytes = 0;
  std::size_t characters = 0;  // that the page has of each text at most

  static constexpr std::size_t none = ~std::size_t{0};
  std::size_t parts() const { return firsts.size(); }
  bool empty() const { return firsts.empty(); }
};

// shown: the texts of the page, those of the documents `listed`, cut after `characters`.
TextFiles text_files(const Documents &documents, const std::vector<std::size_t> &listed,
                     const std::vector<std::string> &shown, std::size_t characters);

// {"key", "firsts", "characters"}: the key distinguishes the files from those of another page.
nlohmann::ordered_json text_files_object(const TextFiles &files);

std::string text_file_name(std::size_t part);  // from 0
bool is_text_file_name(const std::string &name);
std::string text_file(const TextFiles &files, std::size_t part);

// A note, if there are files.
void tell_text_files(Session &session, const TextFiles &files);

}  // namespace cli
