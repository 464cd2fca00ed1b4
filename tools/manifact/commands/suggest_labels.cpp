// manifact suggest-labels MODEL
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "commands/constraints.hpp"
#include "commands/new_model.hpp"
#include "output/file.hpp"
#include "readers/reading.hpp"
#include "report/constraints.hpp"
#include "report/kept_documents.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/session.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

struct Arguments {
  std::string model;
  std::optional<std::string> labels, constraints;
  std::int64_t count = 10, threads = 0;
  bool json = false, quiet = false;
};

void run(const Arguments &arguments) {
  Session session(arguments.threads, arguments.quiet);
  manifact_model *handle = nullptr;
  session.check(manifact_model_load(session.stoppable(), arguments.model.c_str(), &handle));
  const Model model(handle);
  const Documents documents = kept_documents(handle);
  const std::int64_t n = manifact_model_documents(handle);
  const Known known = read_constraints(session, arguments.labels, arguments.constraints, documents,
                                       n, arguments.model, MissingWords());
  const std::int64_t most = std::min(arguments.count, n);
  std::vector<std::int64_t> asked(static_cast<std::size_t>(most));
  std::vector<double> margins(asked.size());
  std::int64_t found = 0;
  session.progress().enter("suggesting");
  session.check(manifact_model_suggest_labels(session.stoppable(), handle, nullptr,
                                              known.constraints.get(), most, asked.data(),
                                              margins.data(), &found));
  session.progress().clear();
  const Names names(&documents);
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  std::string text;
  for (std::size_t q = 0; q < static_cast<std::size_t>(found); ++q) {
    const auto document = static_cast<std::size_t>(asked[q]);
    const std::int32_t topic = manifact_model_labels(handle)[document];
    const std::string title = topic_title(handle, static_cast<std::size_t>(topic));
    nlohmann::ordered_json object{
        {"document", asked[q]}, {"topic", topic}, {"title", title}, {"margin", margins[q]}};
    text += std::to_string(asked[q]) + ' ' + fixed_number(margins[q], 3) + "  " +
            std::to_string(topic) + ' ' + escaped(title);
    if (!documents.ids.empty()) {
      object["id"] = documents.ids[document];
      text += "  " + escaped(documents.ids[document]);
    }
    text += '\n';
    if (!documents.excerpts.empty()) {
      object["excerpt"] = excerpt(documents.excerpts[document], excerpt_characters);
      text += "# " + escaped(excerpt(documents.excerpts[document], excerpt_characters)) + '\n';
    }
    list.push_back(std::move(object));
  }
  if (found < arguments.count) session.warn("there are no more documents to ask about");
  print(arguments.json ? json_text(list) : text);
}

constexpr const char *footer =
    R"(Each line is a document whose class is worth knowing: its number, its margin
between the two nearest topics, its topic and its name, and for text its first
words after #. Documents come from topics that are large or whose known labels
differ, and are typical ones unlike those that are known already. Write the
answers to a file, lines document<TAB>class, pass it with --labels, and ask
again; manifact label does all of this in the terminal.

Examples:
  manifact suggest-labels topics/model.manifact
  manifact suggest-labels topics/model.manifact --labels answers.tsv -n 5
  manifact cluster mails/ -k 6 -m rcf --labels answers.tsv -o topics
)";

}  // namespace

void add_suggest_labels(CommandLine &line) {
  const auto arguments = std::make_shared<Arguments>();
  Command command = line.add("suggest-labels", "Suggest documents of a model to label next", footer,
                             [arguments] { run(*arguments); });
  command.argument("MODEL", arguments->model, "The model.manifact written by manifact cluster -o");
  command.whole("-n,--count", "N", arguments->count, 1, "The number of documents [10]");
  command.option("--labels", "FILE", arguments->labels,
                 "Known classes, one per line, 0 or -1 = unknown, or\nlines document<TAB>class");
  command.option("--constraints", "FILE", arguments->constraints,
                 "Known pairs, lines \"i j weight\"");
  command.flag("--json", arguments->json, "Print the documents as a JSON array");
  command.whole("--threads", "N", arguments->threads, 0,
                "The number of threads, 0 = all cores [0]");
  command.flag("-q,--quiet", arguments->quiet, "Suppress the progress bar and warnings");
}

}  // namespace cli
