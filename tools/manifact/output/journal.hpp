// Moves files to their places in a folder one by one, but with all-or-none semantics: in one step
// the folder that contains them is declared complete, and from then on the next process completes
// the work.
// clang-format off
//   <journal>/new/    files being written; renamed to ready/ when complete
//   <journal>/gone/   empty files with the names of the files to remove
//   <journal>/old/    replaced files, restored if a move fails
// clang-format on
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace cli {

// The stem of the hidden folders of journals.
constexpr const char *journal_stem = ".manifact";

// Moves the files of journal/new to the folder `target`, and removes those of `gone`. Throws on
// failure; then nothing has changed, or, if the changes cannot be undone, the journal stays to be
// completed.
void put_in_place(const std::filesystem::path &journal, const std::filesystem::path &target,
                  const std::vector<std::string> &names, const std::vector<std::string> &gone);

// Handles journals of killed runs in a folder: completes those that were declared complete and
// removes the others. Throws if a complete one belongs to another user, because files written since
// may be newer.
void complete_journals(const std::filesystem::path &target);

}  // namespace cli
