// manifact topics ACTION MODEL
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commands/commands.hpp"
#include "commands/corpus.hpp"
#include "commands/joining.hpp"
#include "commands/new_model.hpp"
#include "commands/title_command.hpp"
#include "commands/topic_edits.hpp"
#include "commands/topic_words.hpp"
#include "output/file.hpp"
#include "readers/input.hpp"
#include "report/comparison.hpp"
#include "report/kept_documents.hpp"
#include "report/result_files.hpp"
#include "report/topics.hpp"
#include "terminal/failure.hpp"
#include "terminal/nearest.hpp"
#include "terminal/numbers.hpp"
#include "terminal/session.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

struct Arguments : Common {
  std::string action;
  std::vector<std::string> words;  // MODEL and what follows
  std::int64_t into = 0, to = 0;   // 0: not given
  std::optional<std::string> output, linkage, documents, by;
  std::vector<std::string> settings;  // of -s
  bool json = false, force = false;
  TitleOptions titles;
};

std::vector<std::int64_t> topics_of(const Arguments &arguments, const manifact_model *model) {
  std::vector<std::int64_t> topics;
  for (std::size_t w = 1; w < arguments.words.size(); ++w) {
    topics.push_back(topic_called(model, arguments.words[w]));
    if (std::count(topics.begin(), topics.end(), topics.back()) > 1)
      throw Failure("topics " + arguments.action + ": topic " + std::to_string(topics.back()) +
                    " is given twice");
  }
  return topics;
}

int linkage_of(const Arguments &arguments) {
  const std::string word = arguments.linkage.value_or("ward");
  if (word == "ward") return MANIFACT_LINKAGE_WARD;
  if (word == "average") return MANIFACT_LINKAGE_AVERAGE;
  throw Failure("--linkage '" + escaped(word) + "' is not one of: ward, average");
}

// The documents of the fit again, in the vocabulary of the model.
Matrix read_again(Session &session, const Arguments &arguments, const manifact_model *model) {
  if (!arguments.documents) return nullptr;
  InputOptions options = arguments;
  options.input = *arguments.documents;
  options = with_usual_fields(std::move(options), model);
  Input input(session, options);
  if (!input.is_text()) return input.matrix();
  const manifact_vectorizer *const vectorizer = manifact_model_vectorizer(model);
  if (vectorizer == nullptr)
    throw Failure("the model has no vocabulary because it was made from a matrix; " + input.name() +
                  " must be a matrix too");
  const std::unique_ptr<TextReader> reader = input.documents(arguments.fields, "reading");
  Batch batch;
  for (Document document; reader->next(document);) batch.add(document.text);
  manifact_matrix *handle = nullptr;
  session.check_input(
      manifact_vectorizer_transform(session.stoppable(), vectorizer, batch.bytes.data(),
                                    batch.offsets.data(), batch.count(), &handle),
      input.name());
  return Matrix(handle);
}

// An edit, given as manifact_model_merge() and the others take it.
using Edit = std::function<int(const manifact_model *, const manifact_matrix *, manifact_model **)>;

std::string summary(const Arguments &arguments, const manifact_model *before,
                    const manifact_model *after) {
  std::string all;
  const std::int64_t first = manifact_model_edit_count(before);
  for (std::int64_t e = first; e < manifact_model_edit_count(after); ++e) {
    const char *text = nullptr;
    manifact_model_edit(after, e, &text, nullptr, nullptr);
    all += (e > first ? "\n" : "") + escaped(text);
  }
  return all + ": " + counted(manifact_model_clusters(before), "topic") + ", now " +
         std::to_string(manifact_model_clusters(after)) + "\nWritten to " +
         escaped(*arguments.output) + "\n";
}

void edit(Session &session, const Arguments &arguments, const manifact_model *model,
          const Edit &make) {
  NewModel to{.path = "", .from = arguments.words[0], .force = arguments.force};
  to.check("topics " + arguments.action, arguments.output, {arguments.documents.value_or("-")});
  const Matrix X = read_again(session, arguments, model);
  manifact_model *handle = nullptr;
  session.check(make(model, X.get(), &handle));
  Model changed(handle);
  const std::string text = summary(arguments, model, handle);
  to.write(session, std::move(changed));
  if (!arguments.quiet) print(text);
}

void list(Session &session, const Arguments &arguments, Model model) {
  const Named all = named(session, std::move(model));
  const ModelSummary findings = look_at(session, all);
  if (arguments.json) return print(topics_json(findings));
  print(topics_table(findings));
}

void show(Session &session, const Arguments &arguments, Model model) {
  const std::int64_t topic = topic_called(model.get(), arguments.words[1]);
  const Named all = named(session, std::move(model));
  const ModelSummary findings = look_at(session, all);
  if (arguments.json) return print(json_text(topic_object(session, findings, topic)));
  print(topic_text(session, findings, topic));
}

void tree(Session &session, const Arguments &arguments, Model model) {
  const int linkage = linkage_of(arguments);
  const Named all = named(session, std::move(model));
  const ModelSummary findings = look_at(session, all);
  if (arguments.json) return print(json_text(tree_object(session, findings, linkage)));
  print(tree_text(session, findings, linkage));
}

void history(Session &, const Arguments &arguments, Model model) {
  const auto edits = edits_array(model.get());
  if (arguments.json) return print(json_text(edits));
  std::string text;
  for (const auto &one : edits) text += escaped(one["edit"].get<std::string>()) + '\n';
  print(text.empty() ? "the model has no edits\n" : text);
}

void merge(Session &session, const Arguments &arguments, Model given) {
  const std::vector<std::int64_t> topics = topics_of(arguments, given.get());
  edit(session, arguments, given.get(), [&](const auto *model, const auto *X, auto **out) {
    return manifact_model_merge(session.stoppable(), model, topics.data(), std::ssize(topics), X,
                                out);
  });
}

void split(Session &session, const Arguments &arguments, Model given) {
  const std::int64_t topic = topic_called(given.get(), arguments.words[1]);
  edit(session, arguments, given.get(), [&](const auto *model, const auto *X, auto **out) {
    const std::int64_t parts = arguments.into > 0 ? arguments.into : 2;
    return manifact_model_split(session.stoppable(), model, topic, parts, X, out);
  });
}

void hide(Session &session, const Arguments &arguments, Model given) {
  const std::vector<std::int64_t> topics = topics_of(arguments, given.get());
  edit(session, arguments, given.get(), [&](const auto *model, const auto *, auto **out) {
    return manifact_model_hide(session.stoppable(), model, topics.data(), std::ssize(topics), out);
  });
}

void rename(Session &session, const Arguments &arguments, Model given) {
  const std::int64_t topic = topic_called(given.get(), arguments.words[1]);
  edit(session, arguments, given.get(), [&](const auto *model, const auto *, auto **out) {
    return manifact_model_rename(session.stoppable(), model, topic, arguments.words[2].c_str(),
                                 out);
  });
}

// Titles from outside, of the topics that are named or of those without a name.
void name(Session &session, const Arguments &arguments, Model given) {
  if (!arguments.titles.command) throw Failure("topics name: --title-command is missing");
  NewModel to{.path = "", .from = arguments.words[0], .force = arguments.force};
  to.check("topics name", arguments.output, {});
  title_words(arguments.titles);
  std::vector<std::int64_t> topics = topics_of(arguments, given.get());
  if (topics.empty()) topics = unnamed_topics(given.get());
  Named all = named(session, std::move(given));
  ModelSummary findings = look_at(session, all);
  Model changed = with_outside_titles(session, arguments.titles, std::move(all.model), topics,
                                      all.documents, findings);
  std::string text;
  for (const std::int64_t topic : topics)
    text += std::to_string(topic) + ' ' +
            escaped(topic_title(changed.get(), static_cast<std::size_t>(topic))) + '\n';
  to.write(session, std::move(changed));
  if (!arguments.quiet) print(text + "Written to " + escaped(*arguments.output) + "\n");
}

void reduce(Session &session, const Arguments &arguments, Model given) {
  if (arguments.to == 0) throw Failure("topics reduce: --to is missing");
  edit(session, arguments, given.get(), [&](const auto *model, const auto *X, auto **out) {
    return manifact_model_reduce(session.stoppable(), model, linkage_of(arguments), arguments.to, X,
                                 out);
  });
}

void apply(Session &session, const Arguments &arguments, Model given) {
  const std::vector<TopicEdit> edits = read_topic_edits(arguments.words[1], given.get());
  edit(session, arguments, given.get(), [&](const auto *model, const auto *X, auto **out) {
    *out = edited(session, edits, model, X).release();
    return MANIFACT_OK;
  });
}

// The topics of the first model keep their numbers.
void join(Session &session, const Arguments &arguments, Model given) {
  const std::string &path = arguments.words[1];
  NewModel to{.path = "", .from = arguments.words[0], .force = arguments.force};
  to.check("topics join", arguments.output, {path});
  manifact_model *handle = nullptr;
  session.check(manifact_model_load(session.stoppable(), path.c_str(), &handle));
  const Model other(handle);
  const ComparedModel first{given.get(), arguments.words[0]}, second{other.get(), path};
  JoinedModels joined = joined_models(session, first, second, arguments.settings);
  if (const std::string nameless = nameless_documents(first, second); !nameless.empty())
    session.note(nameless + "; those count twice");
  const auto object = joined_object(session, first, second, joined);
  to.write(session, std::move(joined.model));
  if (arguments.json) return print(json_text(object));
  if (!arguments.quiet)
    print(joined_text(object) + "Written to " + escaped(*arguments.output) + '\n');
}

// The other model is the later one.
void diff(Session &session, const Arguments &arguments, Model given) {
  const std::string &path = arguments.words[1];
  const ComparedBy by = compared_by(arguments.by.value_or("auto"));
  const bool is_page = arguments.output && arguments.output->ends_with(".html");
  if (arguments.output && !is_page && !arguments.output->ends_with(".json"))
    throw Failure("topics diff: -o " + escaped(*arguments.output) +
                  " is not a page NAME.html or NAME.json");
  if (arguments.output) {
    require_writable_file(*arguments.output);
    refuse_overwriting({*arguments.output}, {arguments.words[0], path});
  }
  manifact_model *handle = nullptr;
  session.check(manifact_model_load(session.stoppable(), path.c_str(), &handle));
  const Model later(handle);
  const ComparedModel before{given.get(), arguments.words[0]}, after{later.get(), path};
  const std::string nameless =
      by == ComparedBy::automatic ? nameless_documents(before, after) : std::string();
  if (!nameless.empty()) session.note(nameless + "; --by order takes the documents in their order");
  const auto object = comparison_object(session, before, after, by);
  session.progress().clear();
  const std::int64_t n = manifact_model_documents(given.get()),
                     n_later = manifact_model_documents(later.get());
  if (by == ComparedBy::order && n != n_later)
    session.warn("the models have " + std::to_string(n) + " and " + std::to_string(n_later) +
                 " documents: by order the first " + std::to_string(std::min(n, n_later)) +
                 " are taken as the same");
  if (arguments.output)
    write_file(*arguments.output, is_page ? comparison_html(object) : json_text(object));
  if (arguments.json) return print(json_text(object));
  if (!arguments.output) return print(comparison_text(object));
  if (!arguments.quiet) print("Written to " + escaped(*arguments.output) + '\n');
}

struct Action {
  const char *name, *arguments;
  std::size_t least, most;  // words after MODEL
  void (*run)(Session &, const Arguments &, Model);
};

constexpr Action actions[] = {{"list", "MODEL", 0, 0, list},
                              {"show", "MODEL TOPIC", 1, 1, show},
                              {"tree", "MODEL", 0, 0, tree},
                              {"history", "MODEL", 0, 0, history},
                              {"merge", "MODEL TOPIC TOPIC...", 2, 1000000, merge},
                              {"split", "MODEL TOPIC", 1, 1, split},
                              {"hide", "MODEL TOPIC...", 1, 1000000, hide},
                              {"rename", "MODEL TOPIC NAME", 2, 2, rename},
                              {"name", "MODEL [TOPIC...]", 0, 1000000, name},
                              {"reduce", "MODEL", 0, 0, reduce},
                              {"apply", "MODEL EDITS", 1, 1, apply},
                              {"join", "MODEL OTHER", 1, 1, join},
                              {"diff", "MODEL LATER", 1, 1, diff}};

const Action &action_of(const Arguments &arguments) {
  for (const Action &action : actions)
    if (arguments.action == action.name) return action;
  const std::vector<std::string> names = topic_actions();
  const std::string hint = did_you_mean(arguments.action, names);
  std::string all;
  for (const std::string &name : names) all += (all.empty() ? "" : ", ") + name;
  throw Failure("topics: '" + escaped(arguments.action) + "' is not an action" +
                (hint.empty() ? ": " + all : hint) + " (see manifact topics --help)");
}

// Throws for an option that the action would ignore.
void check_options(const Arguments &arguments) {
  struct Taken {
    const char *option;
    bool is_given;
    std::vector<std::string> actions;
  };
  const std::vector<std::string> shown{"list", "show", "tree", "history", "diff", "join"},
      edits{"merge", "split", "hide", "rename", "name", "reduce", "apply", "join"},
      written{"merge", "split", "hide", "rename", "name", "reduce", "apply", "join", "diff"},
      by_documents{"merge", "split", "reduce", "apply"};
  for (const Taken &taken :
       {Taken{"--into", arguments.into > 0, {"split"}}, Taken{"--to", arguments.to > 0, {"reduce"}},
        Taken{"--linkage", arguments.linkage.has_value(), {"tree", "reduce"}},
        Taken{"--input", arguments.documents.has_value(), by_documents},
        Taken{"--by", arguments.by.has_value(), {"diff"}},
        Taken{"-o", arguments.output.has_value(), written},
        Taken{"-s", !arguments.settings.empty(), {"join"}},
        Taken{"--force", arguments.force, edits}, Taken{"--json", arguments.json, shown},
        Taken{"--title-command", arguments.titles.command.has_value(), {"name"}}}) {
    const std::vector<std::string> &takers = taken.actions;
    if (!taken.is_given ||
        std::find(takers.begin(), takers.end(), arguments.action) != takers.end())
      continue;
    std::string all;
    for (const std::string &each : takers) all += (all.empty() ? "" : ", ") + each;
    throw Failure("topics " + arguments.action + " takes no " + taken.option + ": it is for " +
                  all);
  }
}

void run(const Arguments &arguments) {
  const Action &action = action_of(arguments);
  const std::size_t given = arguments.words.size();
  if (given < 1 + action.least || given > 1 + action.most)
    throw Failure("topics " + arguments.action + " takes " + action.arguments +
                  " (see manifact topics --help)");
  check_options(arguments);
  Session session(arguments.threads, arguments.quiet);
  manifact_model *handle = nullptr;
  session.check(manifact_model_load(session.stoppable(), arguments.words[0].c_str(), &handle));
  action.run(session, arguments, Model(handle));
}

constexpr const char *footer =
    R"(ACTION is one of
  list MODEL                    the topics: documents, top terms
  show MODEL TOPIC              one topic: terms, documents, similar topics
  tree MODEL                    the topics as a tree that groups similar ones
  history MODEL                 the edits since the fit
  merge MODEL TOPIC TOPIC...    join topics
  split MODEL TOPIC --into N    divide the documents of a topic
  hide MODEL TOPIC...           remove topics; documents become unassigned
  rename MODEL TOPIC NAME       name a topic; "" removes the name
  name MODEL [TOPIC...]         name topics, or all without a name, by
                                the program of --title-command
  reduce MODEL --to N           merge topics along the tree until N are left
  apply MODEL EDITS             make all edits of a JSON file, or none
  join MODEL OTHER              the topics and documents of both in one model
  diff MODEL LATER              what became of the topics in a later model

An edit leaves MODEL as it is and needs -o NEW: a name that ends in .manifact
receives a model, another name is a folder that receives what manifact cluster
-o writes. Topics of the new model are numbered from 0 in the old order; topics
that are not named keep their documents. The new model assigns documents, and
can be edited again. TOPIC is a number, or the title of one topic in any case.
EDITS is {"version": 1, "edits": [{"rename": 3, "name": "Invoices"},
{"merge": [5, "Oil"], "name": "Energy"}, {"hide": [4]}, {"split": 2, "into": 3},
{"reduce": 12}]}; its topics are those of MODEL, also after other edits. A model
that was made with keep-data=no needs its documents again for merge, split,
reduce and apply: --input.

join fits the documents of both models together, with the options of MODEL and
of -s. Topics that are one by diff (each has most of the other) become one, with
the number and name of MODEL's; the others follow. Documents of both count once.
Texts must be made into words in the same way; tables must have the same
features.

diff says which topics stayed, moved, split, joined, appeared and vanished, with
shares, terms and documents; -o NAME.html writes a page, -o NAME.json or --json
JSON. Topics are compared by the documents that both models have, by name or
beginning, if these are half of the smaller model; else by their terms.

Examples:
  manifact cluster mails/ -k 40 -o topics
  manifact topics list topics/model.manifact
  manifact topics merge topics/model.manifact 3 7 -o merged.manifact
  manifact topics rename merged.manifact 3 "Invoices" -o invoices.manifact
  manifact topics name topics/model.manifact --title-command ./title -o named
  manifact topics reduce topics/model.manifact --to 12 -o twelve
  manifact topics apply topics/model.manifact edits.json -o edited
  manifact topics join paris/model.manifact rome/model.manifact -o both
  manifact topics diff last/model.manifact topics/model.manifact -o diff.html
)";

}  // namespace

std::vector<std::string> topic_actions() {
  std::vector<std::string> names;
  for (const Action &action : actions) names.emplace_back(action.name);
  return names;
}

void add_topics(CommandLine &line) {
  const auto arguments = std::make_shared<Arguments>();
  Command command = line.add("topics", "List, merge, split, name, reduce and compare topics",
                             footer, [arguments] { run(*arguments); });
  command.arguments(
      "ACTION", arguments->action, arguments->words,
      "What to do, the model.manifact of manifact cluster -o,\nand topics by number or title",
      "MODEL [TOPIC...]");
  command.whole("--into", "N", arguments->into, 2, "split: the number of parts [2]");
  command.whole("--to", "N", arguments->to, 1, "reduce: the number of topics");
  command.option("--linkage", "WORD", arguments->linkage, "reduce, tree: ward or average [ward]");
  command.option(
      "--by", "WORD", arguments->by,
      "diff: documents, order (the same documents, in their\norder), terms, or auto [auto]");
  command.option("--input", "INPUT", arguments->documents,
                 "The documents of the fit, for a model that does not\nkeep them");
  add_text_field(command, *arguments);
  command.option("-o,--output", "NEW", arguments->output,
                 "The new model, NAME.manifact, or a folder of results;\nof diff a page, "
                 "NAME.html, or NAME.json");
  add_title_command(command, arguments->titles);
  command.option("-s,--set", "OPTION=VALUE", arguments->settings,
                 "join: an option of the fit, in place of that of MODEL");
  command.flag("--force", arguments->force, "Write to a folder that holds other files");
  command.flag("--json", arguments->json, "list, show, tree, history, join, diff: print JSON");
  add_common(command, *arguments, "Suppress the progress bar, warnings and messages");
}

}  // namespace cli
