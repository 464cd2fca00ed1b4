// Damaged model files: bytes changed anywhere, or sections changed as a whole.
#include <cmath>
#include <cstring>

#include "../repaired_archive.hpp"
#include "actions.hpp"
#include "reference/archive.hpp"
#include "support/damaged_values.hpp"

namespace sequences {
namespace {

// The next number; a section may be damaged more than once.
std::int64_t after(std::int64_t count) { return count < INT64_MAX ? count + 1 : 0; }

using manifact::damaged_values;
using manifact::HandArchive;
using manifact::HandSection;
using manifact::prediction_rules;

template <class T>
void put(World &world, std::string &bytes, T value) {
  if (bytes.size() < sizeof value) return;
  const auto place = static_cast<std::size_t>(
      world.random.below(static_cast<std::int64_t>(bytes.size() - sizeof value + 1)));
  std::memcpy(
      bytes.data() + (world.random.chance(80) ? place / sizeof value * sizeof value : place),
      &value, sizeof value);
}

void change_bytes(World &world, std::string &bytes) {
  Random &random = world.random;
  if (bytes.empty()) return;
  switch (random.below(5)) {
    case 0:
      random.pick(bytes) = static_cast<char>(random.below(256));
      break;
    case 1:
      bytes.resize(
          static_cast<std::size_t>(random.between(1, static_cast<std::int64_t>(bytes.size()))));
      break;
    case 2:
      put(world, bytes, random.one_of({0.0, -1.0, std::nan(""), HUGE_VAL, 1e300, 1e-300}));
      break;
    case 3:
      put(world, bytes, random.one_of<std::int64_t>({0, 1, -1, INT64_MAX, INT64_MIN, 1 << 20}));
      break;
    default:
      put(world, bytes, random.one_of<std::int32_t>({0, 1, -1, INT32_MAX, INT32_MIN, 1000}));
  }
}

// The sections of a valid archive.
HandArchive parsed(const std::string &bytes) {
  namespace archive = manifact::archive;
  using manifact::load_little_endian;
  const auto *const data = reinterpret_cast<const unsigned char *>(bytes.data());
  HandArchive all;
  for (std::uint32_t i = 0; i < load_little_endian<std::uint32_t>(data + archive::at_sections);
       ++i) {
    const unsigned char *const entry = data + archive::header_size + i * archive::entry_size;
    const auto offset = load_little_endian<std::uint64_t>(entry + archive::at_offset),
               size = load_little_endian<std::uint64_t>(entry + archive::at_size);
    all.sections.push_back({reinterpret_cast<const char *>(entry),
                            load_little_endian<std::uint32_t>(entry + archive::at_type),
                            load_little_endian<std::int64_t>(entry + archive::at_rows),
                            load_little_endian<std::int64_t>(entry + archive::at_columns),
                            bytes.substr(offset, size)});
  }
  return all;
}

// Changes the rule for new documents: the inputs of the new one may be missing.
bool change_rule(World &world, std::string &text) {
  const std::size_t begin = text.find("\nrule=");
  if (begin == std::string::npos) return false;
  const char *const rule = world.random.pick(prediction_rules);
  text.replace(begin + 6, text.find('\n', begin + 1) - begin - 6, rule);
  return true;
}

// Changes the value of a line "name=value", or removes the line.
void change_line(World &world, std::string &text) {
  const auto place =
      static_cast<std::size_t>(world.random.below(static_cast<std::int64_t>(text.size())));
  if (world.random.chance(30) && change_rule(world, text)) return;
  const std::size_t before = text.rfind('\n', place),
                    begin = before == std::string::npos || before == place ? 0 : before + 1;
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  if (world.random.chance(15)) {
    text.erase(begin, end - begin + 1);
    return;
  }
  const std::size_t separator = text.find_first_of(" =", begin);
  if (separator < end)
    text.replace(separator + 1, end - separator - 1, world.random.pick(damaged_values));
}

void change_section(World &world, HandArchive &archive) {
  Random &random = world.random;
  if (archive.sections.empty()) return;
  const auto place =
      static_cast<std::size_t>(random.below(static_cast<std::int64_t>(archive.sections.size())));
  HandSection &section = archive.sections[place];
  switch (random.below(7)) {
    case 0:
      archive.sections.erase(archive.sections.begin() + static_cast<std::ptrdiff_t>(place));
      return;
    case 1:
      section.name = random.pick(archive.sections).name;
      return;
    case 2:
      section.type = static_cast<std::uint32_t>(random.below(6));
      return;
    case 3:
      section.rows =
          random.one_of<std::int64_t>({0, 1, after(section.rows), -1, INT64_MAX, section.columns});
      return;
    case 4:
      section.columns =
          random.one_of<std::int64_t>({0, 1, after(section.columns), -1, INT64_MAX, section.rows});
      return;
    case 5: {  // shorter, and says so
      const auto row =
          section.rows > 0 ? section.payload.size() / static_cast<std::size_t>(section.rows) : 0;
      section.rows -= section.rows > 0 ? 1 : 0;
      section.payload.resize(section.payload.size() - row);
      break;
    }
    default:
      change_bytes(world, section.payload);
  }
  section.size = section.payload.size();
}

}  // namespace

std::string damaged_model(World &world, const std::string &bytes) {
  std::string result = bytes;
  if (world.random.chance(70)) {
    HandArchive archive = parsed(bytes);
    for (std::int64_t times = world.random.between(1, 2); times > 0; --times) {
      HandSection *text = nullptr;
      if (world.random.chance(50))
        for (HandSection &section : archive.sections)
          if (section.type == 0 && !section.payload.empty() &&
              (text == nullptr || world.random.chance(40)))
            text = &section;
      if (text == nullptr) {
        change_section(world, archive);
        continue;
      }
      change_line(world, text->payload);
      text->size = text->payload.size();
      text->rows = static_cast<std::int64_t>(text->payload.size());
    }
    result = archive.bytes();
  } else {
    for (std::int64_t times = world.random.between(1, 3); times > 0; --times)
      change_bytes(world, result);
  }
  if (world.random.chance(5)) return result;
  const auto repaired = manifact::repaired_archive(
      reinterpret_cast<const std::uint8_t *>(result.data()), result.size());
  return {repaired.begin(), repaired.end()};
}

}  // namespace sequences
