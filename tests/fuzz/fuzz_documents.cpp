// The text readers of the command line: any bytes are documents or one Failure with a reason.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "../../tools/manifact/readers/foreign.hpp"
#include "../../tools/manifact/readers/formats.hpp"
#include "../../tools/manifact/readers/row_table.hpp"
#include "../../tools/manifact/readers/text_reader.hpp"
#include "../../tools/manifact/terminal/failure.hpp"
#include "../../tools/manifact/terminal/utf8.hpp"

namespace {

using namespace cli;

// The bytes as a file with a path.
std::string as_file(const std::uint8_t *data, std::size_t size) {
  static const int file = memfd_create("documents", 0);
  if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != static_cast<ssize_t>(size))
    std::abort();
  return "/proc/self/fd/" + std::to_string(file);
}

std::unique_ptr<TextReader> open(Format format, std::unique_ptr<Bytes> bytes) {
  if (format == Format::tsv) return read_tsv(std::move(bytes), {});
  if (format == Format::table) return read_table(std::move(bytes), {});
  if (format == Format::json) return read_json(std::move(bytes), {});
  if (format == Format::mbox) return read_mbox(std::move(bytes), {});
  if (format == Format::file) return read_file("page.html", std::move(bytes), {});
  if (format == Format::mail) return read_file("a.eml", std::move(bytes), {}, true);
  if (is_made_table(format))
    return read_table(std::make_unique<Bytes>(open_made_table(format, "", std::move(bytes), {})),
                      {});
  return read_deb822(std::move(bytes), {});
}

// What the file is taken for, by its name too: once, for all formats.
void recognize(const std::string &path) {
  try {
    auto bytes = std::make_unique<Bytes>(path);
    const std::string begin_of_file = beginning(*bytes);
    bool is_all = false;
    const std::string head = decoded_beginning(*bytes, {}, is_all);
    for (const char *name : {"a", "a.csv", "a.mat", "genes.tsv"}) {
      content_of({begin_of_file, head, is_all, name}, {});
      content_of({begin_of_file, head, is_all, name, true}, {});
    }
    foreign_of_lines(head, is_all);
    names_above_numbers(head, is_all);
  } catch (const Failure &failure) {
    if (failure.text.empty()) std::abort();
  }
}

void read_as(Format format, const std::string &path) {
  try {
    auto bytes = std::make_unique<Bytes>(path);
    const std::unique_ptr<TextReader> reader = open(format, std::move(bytes));
    for (Document document; reader->next(document);) {
      const std::string begin = excerpt(document.text, 20);
      if (repaired(begin) != begin || document.id.empty())
        std::abort();  // an excerpt is UTF-8, and every document has a name
    }
    reader->remark();
  } catch (const Failure &failure) {
    if (failure.text.empty()) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string path = as_file(data, size);
  recognize(path);
  for (const Format format :
       {Format::tsv, Format::table, Format::json, Format::deb822, Format::mbox, Format::file,
        Format::mail, Format::ris, Format::bibtex, Format::nbib, Format::wos, Format::refer,
        Format::pubmed, Format::endnote, Format::lines, Format::log, Format::git_log,
        Format::whatsapp})
    read_as(format, path);
  return 0;
}
