// Moves files to their places in a folder one by one, but with all-or-none semantics: in one step
// the folder that contains them is declared complete, and from then on the next process completes
// the work.
// clang-format off
//   <journal>/new/    files that are being written; called ready/ once all of them count
//   <journal>/gone/   empty files with the names of what is to go
//   <journal>/old/    what was replaced, to be put back when a file cannot be
// clang-format on
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace cli {

// The stem of the hidden folders of journals.
constexpr const char *journal_stem = ".manifact";

// Puts the files of journal/new into the folder `target`, and removes those of `gone`. Throws when
// one cannot be, and then nothing changed, or, where that cannot be undone either, the journal
// stays to be completed.
void put_in_place(const std::filesystem::path &journal, const std::filesystem::path &target,
                  const std::vector<std::string> &names, const std::vector<std::string> &gone);

// What killed runs left in a folder: completed where all of it was declared complete, else removed.
// Throws where another user's run declared it complete: what came since may be newer.
void complete_journals(const std::filesystem::path &target);

}  // namespace cli
