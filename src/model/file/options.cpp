// The section "origins" has a line for each option:
//
//   lambda=user             the user set the value in force
//   preset=data quality     the data decided, in place of what the user set
//   neighbors=default       the default
#include "model/file/options.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include "options/renamed.hpp"
#include "runtime/key_values.hpp"

namespace manifact {
namespace {

// By number; unknown ones are not written.
constexpr std::string_view origin_words[] = {"", "default", "preset", "data", "user"};

std::string line_of(const ModelOption &option) {
  std::string line(origin_words[static_cast<int>(option.origin)]);
  if (option.origin != Origin::user && !option.setting.empty())
    line.append(" ").append(option.setting);
  return line;
}

void take_origin(const ArchiveReader &archive, std::string_view line, ModelOption &option) {
  const std::size_t space = std::min(line.find(' '), line.size());
  const auto *const found =
      std::find(std::begin(origin_words) + 1, std::end(origin_words), line.substr(0, space));
  if (found == std::end(origin_words))
    archive.refuse("the origin of the option '%.60s' is '%.60s'", option.name.c_str(),
                   std::string(line).c_str());
  option.origin = static_cast<Origin>(found - std::begin(origin_words));
  option.setting = option.origin == Origin::user
                       ? option.value
                       : std::string(line.substr(std::min(space + 1, line.size())));
}

}  // namespace

void put_options(ArchiveWriter &writer, const Model &model) {
  KeyValues values, origins;
  for (const ModelOption &option : model.options) {
    values.emplace_back(option.name, option.value);
    if (option.origin != Origin::unknown) origins.emplace_back(option.name, line_of(option));
  }
  writer.text("options", joined(values));
  if (!origins.empty()) writer.text("origins", joined(origins));
}

void read_options(const ArchiveReader &archive, Model &model) {
  std::map<std::string, std::string> origins;
  if (archive.has("origins"))
    for (auto &[name, line] : split(archive.text("origins"))) origins[name] = std::move(line);
  for (auto &[name, value] : split(archive.text("options"))) {
    const auto origin = origins.find(name);
    rename_setting(name, value);
    ModelOption &option = model.options.emplace_back();
    option.name = std::move(name);
    option.value = std::move(value);
    if (origin != origins.end()) take_origin(archive, origin->second, option);
  }
}

}  // namespace manifact
