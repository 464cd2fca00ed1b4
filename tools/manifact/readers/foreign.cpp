// The first bytes of formats that other programs read.
#include "readers/foreign.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "readers/mail.hpp"
#include "terminal/shell.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using namespace std::string_view_literals;

struct Signature {
  std::size_t place;
  std::string_view bytes;
  const Foreign *kind;
  bool is_text = false;  // the bytes could be those of a text: without a NUL it is one
};

constexpr std::array signatures{
    Signature{0, "PAR1", &foreign::parquet, true},
    Signature{0, "ARROW1\0"sv, &foreign::arrow},
    Signature{0, "PARE", &foreign::parquet, true},
    Signature{0, "FEA1", &foreign::feather, true},
    Signature{0, "ORC", &foreign::orc, true},
    Signature{0, "Obj\1", &foreign::avro},
    Signature{0, "\x89HDF\r\n\x1a\n", &foreign::hdf5},
    Signature{0, "Octave-1-L", &foreign::octave},
    Signature{0, "Octave-1-B", &foreign::octave},
    Signature{0, "# Created by Octave", &foreign::octave},
    Signature{0, "##fileformat=VCF", &foreign::vcf},
    Signature{0, "FCS2.", &foreign::fcs},
    Signature{0, "FCS3.", &foreign::fcs},
    Signature{0, "SQLite format 3\0"sv, &foreign::sqlite},
    Signature{8, "DUCK", &foreign::duckdb, true},
    Signature{0, "PGDMP", &foreign::pg_dump, true},
    Signature{0, "RDX2\nX\n", &foreign::rdata},
    Signature{0, "RDX3\nX\n", &foreign::rdata},
    Signature{0, "RDA2\nA\n", &foreign::rdata},
    Signature{0, "RDA3\nA\n", &foreign::rdata},
    Signature{0, "X\n\0\0\0"sv, &foreign::rds},
    Signature{0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", &foreign::ole},
    Signature{0, "AT&TFORM", &foreign::djvu},
    Signature{0, "{\\rtf", &foreign::rtf},
    Signature{0, "%!PS", &foreign::postscript},
    Signature{4, "%!PS", &foreign::postscript, true},
    Signature{0, "<stata_dta>", &foreign::stata},
    Signature{0, "q\1\1\0"sv, &foreign::stata},
    Signature{0, "q\2\1\0"sv, &foreign::stata},
    Signature{0, "r\1\1\0"sv, &foreign::stata},
    Signature{0, "r\2\1\0"sv, &foreign::stata},
    Signature{0, "s\1\1\0"sv, &foreign::stata},
    Signature{0, "s\2\1\0"sv, &foreign::stata},
    Signature{0, "$FL2@(#)", &foreign::spss},
    Signature{0, "\xac\xed\0\5"sv, &foreign::java},
    Signature{4, "1AY&SY", &foreign::bzip2},
    Signature{0,
              "\xfd"
              "7zXZ\0"sv,
              &foreign::xz},
    Signature{0, "\x28\xb5\x2f\xfd", &foreign::zstd},
    Signature{0, "\x04\x22\x4d\x18", &foreign::lz4},
    Signature{0, "LZIP\1", &foreign::lzip},
    Signature{0, "\x1f\x8b", &foreign::gzip},
    Signature{0, "7z\xbc\xaf\x27\x1c", &foreign::seven_zip},
    Signature{0, "Rar!\x1a\7", &foreign::rar},
    Signature{0, "\x89PNG\r\n", &foreign::image},
    Signature{0, "\xff\xd8\xff", &foreign::image},
    Signature{0, "GIF8", &foreign::image, true},
    Signature{0, "II*\0"sv, &foreign::image},
    Signature{0, "MM\0*"sv, &foreign::image},
    Signature{8, "WEBP", &foreign::image, true},
    Signature{0, "ID3", &foreign::sound, true},
    Signature{0, "OggS\0"sv, &foreign::sound},
    Signature{0, "fLaC", &foreign::sound, true},
    Signature{4, "ftyp", &foreign::sound, true},
    Signature{8, "WAVEfmt ", &foreign::sound, true},
    Signature{8, "AVI LIST", &foreign::sound, true},
    Signature{0, "\x1a\x45\xdf\xa3", &foreign::sound},
};

bool has_at(std::string_view bytes, std::size_t place, std::string_view wanted) {
  return bytes.size() > place && bytes.substr(place, wanted.size()) == wanted;
}

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t number = 0;
  for (std::size_t i = bytes.size(); i-- > 0;)
    number = number << 8 | static_cast<unsigned char>(bytes[i]);
  return number;
}

// Text may begin with "%PDF-": a PDF has a version there, and an object soon.
bool is_pdf(std::string_view bytes) {
  const auto is_digit = [&](std::size_t at) { return bytes[at] >= '0' && bytes[at] <= '9'; };
  return bytes.size() > 9 && bytes.starts_with("%PDF-") && is_digit(5) && bytes[6] == '.' &&
         is_digit(7) && (bytes[8] == '\r' || bytes[8] == '\n' || bytes[8] == ' ') &&
         (bytes.find(" obj") != std::string_view::npos ||
          bytes.find('\0') != std::string_view::npos);
}

// The length of the header, which is a JSON object.
bool is_safetensors(std::string_view bytes) {
  constexpr std::uint64_t longest_header = 100'000'000;
  return bytes.size() > 10 && bytes.substr(8, 2) == "{\"" &&
         little_endian(bytes.substr(0, 8)) <= longest_header;
}

// The end marker of versions since 0.15, then a message with a flat buffer.
bool is_arrow_stream(std::string_view bytes) {
  return bytes.size() > 12 && bytes.starts_with("\xff\xff\xff\xff") &&
         little_endian(bytes.substr(4, 4)) < (std::uint64_t{1} << 26) && bytes[4] != '\xff' &&
         bytes.substr(8, 4) == "\x10\0\0\0"sv;
}

// Two bytes of 0, a type, the number of dimensions, and their sizes, the highest byte first.
bool is_idx(std::string_view bytes) {
  if (bytes.size() < 8 || bytes[0] != 0 || bytes[1] != 0) return false;
  const auto dimensions = static_cast<std::size_t>(bytes[3]);
  if ("\x8\x9\xb\xc\xd\xe"sv.find(bytes[2]) == std::string_view::npos || dimensions < 1 ||
      dimensions > 4 || bytes.size() < 4 + 4 * dimensions)
    return false;
  for (std::size_t d = 1; d <= dimensions; ++d)
    if (bytes[4 * d] != 0 || bytes.substr(4 * d, 4) == "\0\0\0\0"sv) return false;
  return true;
}

// "3000000 300" on a line, as of the text format; words and vectors follow.
bool is_word2vec_binary(std::string_view bytes) {
  const std::string_view line = bytes.substr(0, bytes.find('\n'));
  const std::size_t blank = line.find(' ');
  return line.size() < bytes.size() && blank > 0 && blank + 1 < line.size() &&
         line.find_first_not_of("0123456789 ") == std::string_view::npos &&
         line.find(' ', blank + 1) == std::string_view::npos &&
         bytes.find('\0') != std::string_view::npos;
}

// The number of dimensions before each vector, of which the first two are whole.
bool is_bvecs(std::string_view bytes) {
  constexpr std::uint64_t fewest = 2, most = 4096;
  if (bytes.size() < 4) return false;
  const std::string_view begin = bytes.substr(0, 4);
  const std::uint64_t dimensions = little_endian(begin);
  const auto next = static_cast<std::size_t>(dimensions) + 4;
  return dimensions >= fewest && dimensions <= most && bytes.size() >= 2 * next + 4 &&
         bytes.substr(next, 4) == begin && bytes.substr(2 * next, 4) == begin;
}

// The version, then a frame, or an opcode that begins an object.
bool is_pickle(std::string_view bytes) {
  return bytes.size() > 3 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5 &&
         (bytes[1] >= 4 ? bytes[2] == '\x95' || bytes[2] == '\x8c'
                        : "]}c(KXMGNJU)"sv.find(bytes[2]) != std::string_view::npos);
}

bool ends_as_spreadsheet(const std::string &path) {
  const std::string lower = lower_case(path);
  return lower.ends_with(".xlsx") || lower.ends_with(".xlsm") || lower.ends_with(".ods");
}

const Foreign *foreign_of_zip(std::string_view first) {
  if (first.starts_with("[Content_Types].xml") || first.starts_with("mimetype") ||
      first.starts_with("_rels/") || first.starts_with("docProps/"))
    return &foreign::office;
  return first == "data.pkl" || first.ends_with("/data.pkl") ? &foreign::pytorch : nullptr;
}

}  // namespace

// It begins with "PK\3\4", 22 bytes, the length of the name, that of an extra field, the name.
std::string_view first_of_zip(std::string_view bytes) {
  if (bytes.size() < 30 || bytes.substr(0, 4) != "PK\3\4") return "";
  return bytes.substr(30, little_endian(bytes.substr(26, 2)));
}

const Foreign *foreign_of_bytes(std::string_view bytes) {
  if (const Foreign *kind = foreign_of_zip(first_of_zip(bytes))) return kind;
  if (is_pdf(bytes)) return &foreign::pdf;
  if (is_safetensors(bytes)) return &foreign::safetensors;
  if (is_arrow_stream(bytes)) return &foreign::arrow_stream;
  if (is_idx(bytes)) return &foreign::idx;
  if (is_word2vec_binary(bytes)) return &foreign::word2vec_binary;
  if (is_bvecs(bytes)) return &foreign::bvecs;
  if (is_pickle(bytes)) return &foreign::pickle;
  if (looks_like_dbox(bytes)) return &foreign::dbox;
  const bool has_nul = bytes.find('\0') != std::string_view::npos;
  for (const Signature &signature : signatures) {
    if (has_at(bytes, signature.place, signature.bytes) && (has_nul || !signature.is_text))
      return signature.kind;
  }
  return nullptr;
}

std::string office_ending(std::string_view name) {
  const std::string lower = lower_case(name);
  for (const char *ending : {"odt", "epub"})
    if (lower.ends_with(std::string(".") + ending)) return ending;
  return "";
}

std::string remedy_for(const Foreign &kind, const std::string &path, std::string_view name) {
  std::string remedy = kind.remedy;
  // It is recognized as a spreadsheet unless another format is given.
  const bool is_sheet = ends_as_spreadsheet(name.empty() ? path : std::string(name));
  if (&kind == &foreign::office && is_sheet && (name.empty() || name == path))
    return "leave out --format, or give --format spreadsheet: then its sheet is read as a table";
  if (&kind == &foreign::sqlite && name.empty())
    return "leave out --format, or give --format sqlite: then its table is read";
  if (const std::string ending = office_ending(name.empty() ? path : name);
      &kind == &foreign::office && !ending.empty())
    remedy.replace(remedy.find("docx="), 4, ending);
  const std::size_t file = remedy.find("FILE");
  if (file == std::string::npos) return remedy;
  const std::size_t colon = remedy.rfind(": ", file),
                    command = colon == std::string::npos ? 0 : colon + 2;
  // R reads its files compressed as well.
  const bool is_of_r = &kind == &foreign::rds || &kind == &foreign::rdata;
  return remedy.substr(0, command) + (is_of_r ? with_path(remedy.substr(command), path)
                                              : with_unpacked_path(remedy.substr(command), path));
}

}  // namespace cli
