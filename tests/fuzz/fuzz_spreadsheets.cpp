// The readers of spreadsheets: any file, and any content of one part of a file whose other parts
// are sound, is a table or one Failure with a reason. The first byte of the input says which part.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "../../tools/manifact/readers/converted.hpp"
#include "../../tools/manifact/terminal/failure.hpp"
#include "bytes_of.hpp"

#ifdef MANIFACT_HAVE_SPREADSHEETS
#include <zip.h>

namespace {

using namespace cli;

struct Part {
  const char *name, *sound;
};

constexpr Part xlsx_parts[] = {
    {"xl/worksheets/sheet.xml",
     R"(<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2">)"
     R"(<c r="A2" s="1"><v>45322.5</v></c></row></sheetData></worksheet>)"},
    {"xl/sharedStrings.xml", R"(<sst><si><t>text</t></si><si><r><t>oven</t></r></si></sst>)"},
    {"xl/styles.xml",
     R"(<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy"/></numFmts><cellXfs>)"
     R"(<xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>)"},
    {"xl/workbook.xml",
     R"(<workbook><sheets><sheet name="A" sheetId="1" r:id="a" xmlns:r="r"/></sheets></workbook>)"},
    {"xl/_rels/workbook.xml.rels",
     R"(<Relationships><Relationship Id="a" Type="/worksheet" Target="worksheets/sheet.xml"/>)"
     R"(<Relationship Id="b" Type="/sharedStrings" Target="sharedStrings.xml"/>)"
     R"(<Relationship Id="c" Type="/styles" Target="styles.xml"/></Relationships>)"},
    {"_rels/.rels", R"(<Relationships><Relationship Id="a" Type="/officeDocument" )"
                    R"(Target="xl/workbook.xml"/></Relationships>)"}};
constexpr std::size_t parts_of_xlsx = std::size(xlsx_parts);

// The bytes of an archive of these parts.
class Archive {
 public:
  Archive() {
    zip_error_t error;
    zip_error_init(&error);
    source_ = zip_source_buffer_create(nullptr, 0, 0, &error);
    zip_source_keep(source_);
    zip_ = zip_open_from_source(source_, ZIP_TRUNCATE, &error);
    if (zip_ == nullptr) std::abort();
  }
  ~Archive() { zip_source_free(source_); }

  void add(const char *name, std::string_view content) {
    zip_source_t *const part = zip_source_buffer(zip_, content.data(), content.size(), 0);
    if (zip_file_add(zip_, name, part, 0) < 0) std::abort();
  }

  std::string bytes() {
    if (zip_close(zip_) != 0) std::abort();
    zip_stat_t facts;
    zip_source_stat(source_, &facts);
    std::string all(facts.size, '\0');
    zip_source_open(source_);
    if (zip_source_read(source_, all.data(), all.size()) != static_cast<zip_int64_t>(all.size()))
      std::abort();
    zip_source_close(source_);
    return all;
  }

 private:
  zip_source_t *source_;
  zip_t *zip_;
};

std::string file_with(std::size_t part, std::string_view content) {
  Archive archive;
  if (part >= parts_of_xlsx) {
    archive.add("content.xml", content);
  } else {
    for (std::size_t i = 0; i < parts_of_xlsx; ++i)
      archive.add(xlsx_parts[i].name, i == part ? content : xlsx_parts[i].sound);
  }
  return archive.bytes();
}

void read_table(std::string bytes, std::int64_t header_row) {
  Conversion conversion{{}, 1 << 20, [](const std::string &note) {
                          if (note.empty()) std::abort();
                        }};
  conversion.choice.header_row = header_row;
  try {
    const std::unique_ptr<Stream> table =
        open_spreadsheet("fuzz", bytes_of(std::move(bytes)), conversion);
    std::string block(4096, '\0');
    while (table->read(block.data(), block.size()) > 0) {
    }
  } catch (const Failure &failure) {
    if (failure.text.empty() || failure.code != bad_input) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size == 0) return 0;
  const std::string content(reinterpret_cast<const char *>(data) + 1, size - 1);
  const std::size_t part = data[0] % (parts_of_xlsx + 2);
  if (part == parts_of_xlsx + 1)
    read_table(content, 0);
  else
    read_table(file_with(part, content), data[0] > 127 ? 2 : 0);
  return 0;
}

#else

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *, std::size_t) { return 0; }

#endif
