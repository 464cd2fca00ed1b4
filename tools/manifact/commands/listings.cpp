// manifact methods, manifact options METHOD: the tables of the library.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "option_types.hpp"
#include "output/file.hpp"
#include "report/summary.hpp"
#include "terminal/numbers.hpp"
#include "terminal/session.hpp"
#include "terminal/table.hpp"

namespace cli {
namespace {

using nlohmann::ordered_json;

struct Option {
  const char *name = nullptr;
  int type = 0;
  double minimum = 0;
  double maximum = 0;
  const char *words = nullptr;
  const char *summary = nullptr;
  bool is_expert = false;
  std::string value;                    // the default
  const char *dense_default = nullptr;  // for dense data, if different
};

bool is_bounded(double maximum) {
  return maximum < 0x1p53;
}  // 2^53: a larger bound is only the limit of the type

std::string values(const Option &option) {
  if (has_words(option.type)) {
    std::string words = option.words == nullptr ? "any text" : option.words;
    for (std::size_t space = 0; (space = words.find(' ', space)) != std::string::npos; space += 3)
      words.replace(space, 1, " | ");
    return words;
  }
  const bool is_whole = option.type == MANIFACT_TYPE_INT64;
  const auto text = [is_whole](double value) {
    return is_whole ? std::to_string(static_cast<std::int64_t>(value)) : exact_number(value);
  };
  const std::string kind = is_whole ? "integer, " : "";
  if (!is_bounded(option.maximum)) return kind + "at least " + text(option.minimum);
  return kind + text(option.minimum) + " to " + text(option.maximum);
}

// The default of an option, for a method or the vectorizer.
class Defaults {
 public:
  Defaults(const Session &session, const std::string &method) : session_(session) {
    if (method == "vectorizer") {
      manifact_vectorizer *handle = nullptr;
      session.check(manifact_vectorizer_create(session.context(), &handle));
      vectorizer_.reset(handle);
    } else {
      manifact_solver *handle = nullptr;
      session.check(manifact_solver_create(session.context(), method.c_str(), &handle));
      solver_.reset(handle);
    }
  }

  std::string of(const char *name) const {
    char value[256];
    if (vectorizer_ != nullptr) {
      session_.check(manifact_vectorizer_get_text(vectorizer_.get(), name, value, sizeof value),
                     vectorizer_.get());
    } else {
      session_.check(manifact_solver_get_text(solver_.get(), name, value, sizeof value),
                     solver_.get());
    }
    return value;
  }

 private:
  const Session &session_;
  Solver solver_;
  Vectorizer vectorizer_;
};

std::vector<Option> options_of(const Session &session, const std::string &method) {
  const Defaults defaults(session, method);
  std::vector<Option> options;
  for (std::int64_t i = 0; i < manifact_option_count(); ++i) {
    Option option;
    session.check(manifact_option_info(i, &option.name, &option.type, &option.minimum,
                                       &option.maximum, &option.words, nullptr, &option.summary));
    if (manifact_method_uses_option(method.c_str(), option.name) == MANIFACT_FALSE) continue;
    option.is_expert = manifact_option_is_expert(option.name) != MANIFACT_FALSE;
    option.value = defaults.of(option.name);
    option.words = manifact_method_option_words(method.c_str(), option.name);
    option.dense_default = manifact_method_dense_default(method.c_str(), option.name);
    options.push_back(option);
  }
  return options;
}

ordered_json object_of(const Option &option) {
  const auto value_of = [&option](const std::string &text) {
    return has_words(option.type) ? ordered_json(text) : number_or_text(text);
  };
  ordered_json object;
  object["name"] = option.name;
  object["tier"] = option.is_expert ? "expert" : "common";
  object["default"] = value_of(option.value);
  if (option.dense_default != nullptr) object["dense-default"] = value_of(option.dense_default);
  if (has_words(option.type)) {
    object["values"] = ordered_json::array();
    const std::string words = option.words == nullptr ? "" : option.words;
    for (std::size_t begin = 0; begin < words.size();) {
      const std::size_t end = std::min(words.find(' ', begin), words.size());
      object["values"].push_back(words.substr(begin, end - begin));
      begin = end + 1;
    }
  } else {
    const bool is_whole = option.type == MANIFACT_TYPE_INT64;
    const auto bound = [is_whole](double value) {
      return is_whole ? ordered_json(static_cast<std::int64_t>(value)) : ordered_json(value);
    };
    object["type"] = is_whole ? "integer" : "number";
    object["minimum"] = bound(option.minimum);
    object["maximum"] = is_bounded(option.maximum) ? bound(option.maximum) : ordered_json();
  }
  object["summary"] = option.summary;
  return object;
}

void print_methods(bool as_json) {
  ordered_json list = ordered_json::array();
  std::vector<std::vector<std::string>> rows;
  for (std::int64_t i = 0; i < manifact_method_count(); ++i) {
    const char *name = nullptr;
    const char *summary = nullptr;
    const char *reference = nullptr;
    if (manifact_method_info(i, &name, &summary, &reference) < 0) continue;
    list.push_back({{"name", name}, {"summary", summary}, {"reference", reference}});
    rows.push_back({name, std::string(summary) + " (" + reference + ')'});
  }
  print(as_json ? json_text(list)
                : table({{"method"}, {"description (reference)"}}, rows, output_width()));
}

constexpr const char *limits_note = R"(
These are the defaults of vectorize and graph. For cluster, the defaults of min-df
and max-df depend on the method: manifact options METHOD
)";

std::string table_of(const std::vector<Option> &options, bool of_experts) {
  std::vector<std::vector<std::string>> rows;
  for (const Option &option : options) {
    if (option.is_expert != of_experts) continue;
    const std::string dense =
        option.dense_default != nullptr ? std::string(", dense: ") + option.dense_default : "";
    rows.push_back(
        {option.name, option.value + dense, '[' + values(option) + "] " + option.summary});
  }
  return table({{of_experts ? "expert option" : "option"}, {"default"}, {"[values] and meaning"}},
               rows, output_width());
}

void print_options(const std::string &method, bool all, bool as_json) {
  const Session session(0);  // as in manifact cluster, so that the default of threads is right
  const std::vector<Option> options = options_of(session, method);
  if (as_json) {
    ordered_json list = ordered_json::array();
    for (const Option &option : options) list.push_back(object_of(option));
    print(json_text(list));
    return;
  }
  std::string text = table_of(options, false) + '\n';
  if (all)
    text += table_of(options, true);
  else
    text += std::to_string(std::ranges::count_if(options, &Option::is_expert)) +
            " expert options: manifact options " + method + " --all\n";
  print(method == "vectorizer" ? text + limits_note : text);
}

constexpr const char *methods_footer =
    R"(Select a method with -m, for example: manifact cluster X.mtx -k 10 -m kmeans
)";

constexpr const char *options_footer =
    R"(The options that most users choose are listed; --all also lists those that
reproduce a paper, tune the optimization, limit resources or change the
display. All are set in the same way.

The defaults are those of the method. An option set with -s takes precedence
over a preset, regardless of their order:
  manifact cluster X.mtx -k 10 -m lccf -s preset=paper -s lambda=10
)";

}  // namespace

void add_methods(CommandLine &line) {
  const auto json = std::make_shared<bool>(false);
  Command command = line.add("methods", "List the methods and their references", methods_footer,
                             [json] { print_methods(*json); });
  command.flag("--json", *json, "Print a JSON array");
}

void add_options(CommandLine &line) {
  const auto method = std::make_shared<std::string>();
  const auto all = std::make_shared<bool>(false);
  const auto json = std::make_shared<bool>(false);
  Command command =
      line.add("options", "List the options of a method with values and defaults", options_footer,
               [method, all, json] { print_options(*method, *all, *json); });
  command.argument("METHOD", *method,
                   "The name of a method, as listed by manifact methods,\nor vectorizer for the "
                   "options of text");
  command.flag("--all", *all, "List the expert options as well");
  command.flag("--json", *json, "Print a JSON array of all options, with their tier");
}

}  // namespace cli
