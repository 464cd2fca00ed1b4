#include "report/origins.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "option_types.hpp"
#include "report/summary.hpp"

namespace cli {
namespace {

using nlohmann::ordered_json;

struct OptionOrigin {
  const char *word;
  std::optional<std::string> setting;
};

const char *word_of(manifact_origin origin) {
  switch (origin) {
    case MANIFACT_ORIGIN_DEFAULT:
      return "default";
    case MANIFACT_ORIGIN_PRESET:
      return "preset";
    case MANIFACT_ORIGIN_DATA:
      return "data";
    case MANIFACT_ORIGIN_USER:
      return "user";
    default:
      return "unknown";
  }
}

// Of the options that the model stores.
std::map<std::string, OptionOrigin> stored_origins(const manifact_model *model) {
  std::map<std::string, OptionOrigin> origins;
  for (std::int64_t i = 0; i < manifact_model_option_count(model); ++i) {
    const char *name = nullptr, *setting = nullptr;
    manifact_origin origin = MANIFACT_ORIGIN_UNKNOWN;
    if (manifact_model_option_at(model, i, &name, nullptr) < 0 ||
        manifact_model_option_origin(model, i, &origin, &setting) < 0)
      continue;
    OptionOrigin &found = origins[name];
    found.word = word_of(origin);
    if (setting != nullptr) found.setting = setting;
  }
  return origins;
}

// Of an option that the model does not store: no preset implies one.
OptionOrigin other_origin(const std::string &name, const std::string &value,
                          const char *default_value,
                          const std::vector<std::pair<std::string, std::string>> &set) {
  for (const auto &[option, text] : set)
    if (option == name) return {text == value ? "user" : "data", text};
  if (default_value == nullptr || value == default_value) return {"default", std::nullopt};
  return {"user", value};
}

std::string text_of(const ordered_json &value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

void add_origins(const manifact_model *model,
                 const std::vector<std::pair<std::string, std::string>> &set,
                 ordered_json &summary) {
  const auto stored = stored_origins(model);
  bool is_known = true;
  ordered_json settings = ordered_json::object(), origins = ordered_json::object();
  for (std::int64_t i = 0; i < manifact_option_count(); ++i) {
    const char *name = nullptr, *default_value = nullptr;
    manifact_option_type type = 0;
    if (manifact_option_info(i, &name, &type, nullptr, nullptr, nullptr, &default_value, nullptr) <
        0)
      continue;
    const ordered_json &options = summary["options"];
    if (!options.contains(name) || std::string(name) == "threads") continue;
    const auto found = stored.find(name);
    const OptionOrigin origin =
        found != stored.end() ? found->second
                              : other_origin(name, text_of(options[name]), default_value, set);
    is_known = is_known && std::string_view(origin.word) != "unknown";
    origins[name] = origin.word;
    if (origin.setting)
      settings[name] =
          has_words(type) ? ordered_json(*origin.setting) : number_or_text(*origin.setting);
  }
  if (is_known) summary["settings"] = std::move(settings);
  summary["origins"] = std::move(origins);
}

}  // namespace cli
