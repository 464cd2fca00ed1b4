#include "output/journal.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "output/hidden.hpp"
#include "output/writing.hpp"

namespace cli {
namespace fs = std::filesystem;
namespace {

// An error number and the path that it concerns.
struct Trouble {
  int error = 0;
  fs::path place;
};

bool is_folder(const fs::path &path) {
  std::error_code ignored;
  return fs::is_directory(fs::symlink_status(path, ignored));
}

// On failure, false with errno set; a missing file is not a failure.
bool move_if_there(const fs::path &from, const fs::path &to) {
  return std::rename(from.c_str(), to.c_str()) == 0 || errno == ENOENT;
}

// 0, or the error number. A folder that is missing is empty.
int list(const fs::path &folder, std::vector<std::string> &names) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error))
    names.push_back(entry->path().filename().native());
  return error == std::errc::no_such_file_or_directory ? 0 : error.value();
}

// A hard link, so that the place is never empty. It is not an error if the place is empty or if a
// killed run has already kept the old file.
int keep_old(const fs::path &place, const fs::path &old) {
  if (is_folder(place)) return EISDIR;
  if (::link(place.c_str(), old.c_str()) == 0 || errno == ENOENT || errno == EEXIST) return 0;
  return move_if_there(place, old) ? 0 : errno;
}

Trouble advance(const fs::path &journal, const fs::path &target) {
  std::vector<std::string> ready, gone;
  for (const auto &[folder, names] : {std::pair{"ready", &ready}, std::pair{"gone", &gone}}) {
    if (const int error = list(journal / folder, *names); error != 0)
      return {error, journal / folder};
  }
  for (const std::string &name : ready) {
    const fs::path place = target / name;
    if (const int error = keep_old(place, journal / "old" / name); error != 0)
      return {error, place};
    if (std::rename((journal / "ready" / name).c_str(), place.c_str()) != 0) return {errno, place};
  }
  for (const std::string &name : gone) {
    const fs::path place = target / name;
    if (is_folder(place)) return {EISDIR, place};
    if (!move_if_there(place, journal / "old" / name)) return {errno, place};
  }
  if (const int error = sync_folder(target); error != 0) return {error, target};
  for (const std::string &name : gone)  // nothing needs to be undone any more
    ::unlink((journal / "gone" / name).c_str());
  return {};
}

// The order leaves a journal that can be completed if this function is killed or fails too.
void undo(const fs::path &journal, const fs::path &target, const std::vector<std::string> &names,
          const std::vector<std::string> &gone) {
  bool undone = true;
  for (const std::string &name : names) {
    const fs::path ready = journal / "ready" / name, place = target / name;
    const bool is_free = has_entry(ready) || std::rename(place.c_str(), ready.c_str()) == 0;
    undone = is_free && move_if_there(journal / "old" / name, place) && undone;
  }
  for (const std::string &name : gone)
    undone = move_if_there(journal / "old" / name, target / name) && undone;
  if (undone) std::rename((journal / "ready").c_str(), (journal / "new").c_str());
}

// Creates what must exist before the journal is declared complete; empty on success.
fs::path prepare(const fs::path &journal, const std::vector<std::string> &gone) {
  for (const char *folder : {"old", "gone"}) {
    if (::mkdir((journal / folder).c_str(), 0777) != 0 && errno != EEXIST) return journal / folder;
  }
  for (const std::string &name : gone) {
    const Descriptor file(
        ::open((journal / "gone" / name).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
    if (file.fd < 0) return journal / "gone" / name;
  }
  for (const fs::path &folder :
       {journal / "new", journal / "gone", journal, directory_of(journal)}) {
    if ((errno = sync_folder(folder)) != 0) return folder;
  }
  return {};
}

}  // namespace

void put_in_place(const fs::path &journal, const fs::path &target,
                  const std::vector<std::string> &names, const std::vector<std::string> &gone) {
  if (const fs::path place = prepare(journal, gone); !place.empty())
    throw cannot_write(place.string(), errno);
  if (std::rename((journal / "new").c_str(), (journal / "ready").c_str()) != 0)
    throw cannot_write(target.string(), errno);
  Trouble trouble{sync_folder(journal), target};
  if (trouble.error == 0) trouble = advance(journal, target);
  if (trouble.error == 0) return;
  undo(journal, target, names, gone);
  throw cannot_write(trouble.place.string(), trouble.error);
}

void complete_journals(const fs::path &target) {
  for (const HiddenFolder &journal :
       HiddenFolder::leftovers(target, journal_stem, Owner::another)) {
    if (has_entry(journal.path() / "ready"))
      throw Failure(target.string() +
                    " contains files of a killed run of another user: " + journal.path().string());
  }
  for (HiddenFolder &journal : HiddenFolder::leftovers(target, journal_stem)) {
    if (has_entry(journal.path() / "ready")) {
      const Trouble trouble = advance(journal.path(), target);
      if (trouble.error != 0)
        throw Failure(cannot_write(trouble.place.string(), trouble.error).text +
                      "; this write completes a killed run, whose files are in " +
                      journal.path().string());
    }
    journal.remove();
  }
}

}  // namespace cli
