#include "commands/like.hpp"

#include <nlohmann/json.hpp>

#include "readers/bytes.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"

namespace cli {
namespace {

using Json = nlohmann::json;

std::string text_of(const Json &value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_integer()) return std::to_string(value.get<std::int64_t>());
  return exact_number(value.get<double>());
}

bool is_value(const Json &value) { return value.is_string() || value.is_number(); }

}  // namespace

EarlierRun read_earlier_run(const std::string &path) {
  const Json summary = Json::parse(Bytes(path).rest(), nullptr, false);
  const auto has = [&](const char *key, Json::value_t type) {
    return summary.is_object() && summary.contains(key) && summary[key].type() == type;
  };
  if (!has("method", Json::value_t::string) || !has("options", Json::value_t::object) ||
      !has("n_clusters", Json::value_t::number_unsigned))
    throw Failure("--like " + path + ": not a summary.json of manifact cluster");
  EarlierRun run;
  run.method = summary["method"].get<std::string>();
  run.clusters = text_of(summary["n_clusters"]);
  run.has_vectors = has("diagnostics", Json::value_t::object) &&
                    summary["diagnostics"].contains("vector_columns");
  run.has_background = has("diagnostics", Json::value_t::object) &&
                       summary["diagnostics"].contains("background_documents");
  run.tells_settings = has("settings", Json::value_t::object);
  for (const auto &[name, value] : summary[run.tells_settings ? "settings" : "options"].items()) {
    if (!is_value(value))
      throw Failure("--like " + path + ": the option " + name + " is not a number or a word");
    if (name == "threads" || (name == "start" && value == "given")) continue;
    run.settings.emplace_back(name, text_of(value));
  }
  return run;
}

}  // namespace cli
