// manifact label MODEL
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "commands/answers_file.hpp"
#include "commands/commands.hpp"
#include "commands/constraints.hpp"
#include "commands/new_model.hpp"
#include "commands/solving.hpp"
#include "output/file.hpp"
#include "readers/cell_values.hpp"
#include "readers/input.hpp"
#include "report/kept_documents.hpp"
#include "terminal/failure.hpp"
#include "terminal/keys.hpp"
#include "terminal/numbers.hpp"
#include "terminal/session.hpp"
#include "terminal/shell.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

struct Arguments {
  std::string model, answers;
  std::optional<std::string> output;
  std::int64_t count = 0, every = 10, threads = 0;  // count 0: until there are no more
  bool force = false, quiet = false;
};

constexpr std::string_view class_keys = "123456789abcdefghijklmoprtvwxyz";  // without n, q, s, u
constexpr std::size_t shown_characters = 600, shown_title = 60;

// What a key means.
struct Choice {
  enum class Kind { answer, skip, undo, quit, help, unknown };
  Kind kind;
  std::string name = "";  // of a class
};

class Labeling {
 public:
  Labeling(Session &session, const Arguments &arguments, Model model)
      : session_(session),
        arguments_(arguments),
        model_(std::move(model)),
        documents_(kept_documents(model_.get())),
        file_(session, arguments.answers, documents_, manifact_model_documents(model_.get())) {}

  void run() {
    if (!file_.answers().empty())
      print(counted(std::ssize(file_.answers()), "answer") + " in " + escaped(arguments_.answers) +
            '\n');
    if (!file_.answers().empty()) refit();
    list_classes();
    const auto before = std::ssize(file_.answers());
    while (arguments_.count == 0 || std::ssize(file_.answers()) - before < arguments_.count) {
      const std::int64_t document = next();
      if (document < 0) {
        print("There are no more documents to ask about.\n");
        break;
      }
      show(document);
      if (!answer(document)) break;
    }
    if (is_stale_ && arguments_.output) refit();
    print(counted(std::ssize(file_.answers()), "answer") + " in " + escaped(arguments_.answers) +
          '\n');
  }

  Model take() { return std::move(model_); }

 private:
  // Classes in the order of their first answers, then the titles of topics without answers.
  std::vector<std::string> classes() const {
    std::vector<std::string> all = answered_classes();
    for (std::int64_t c = 0; c < manifact_model_clusters(model_.get()); ++c) {
      const std::string title = class_of_topic(static_cast<std::int32_t>(c));
      if (wrong_class_name(title).empty() && std::find(all.begin(), all.end(), title) == all.end())
        all.push_back(title);
    }
    return all;
  }

  std::vector<std::string> answered_classes() const {
    std::vector<std::string> all;
    for (const AnswersFile::Answer &answer : file_.answers())
      if (std::find(all.begin(), all.end(), answer.name) == all.end()) all.push_back(answer.name);
    return all;
  }

  Constraints known() const {
    const std::vector<std::string> names = answered_classes();
    std::vector<std::int32_t> labels(
        static_cast<std::size_t>(manifact_model_documents(model_.get())), -1);
    for (const AnswersFile::Answer &answer : file_.answers())
      labels[static_cast<std::size_t>(answer.document)] = static_cast<std::int32_t>(
          std::find(names.begin(), names.end(), answer.name) - names.begin());
    manifact_constraints *handle = nullptr;
    session_.check(manifact_constraints_create(session_.context(), std::ssize(labels),
                                               labels.data(), nullptr, nullptr, nullptr, 0,
                                               &handle));
    return Constraints(handle);
  }

  // The document to ask about that was not skipped; -1 if there is none.
  std::int64_t next() {
    const Constraints labels = known();
    std::vector<std::int64_t> asked(skipped_.size() + 1);
    std::int64_t found = 0;
    session_.check(manifact_model_suggest_labels(session_.stoppable(), model_.get(), nullptr,
                                                 labels.get(), std::ssize(asked), asked.data(),
                                                 nullptr, &found));
    asked.resize(static_cast<std::size_t>(found));
    for (const std::int64_t document : asked)
      if (!skipped_.contains(document)) return document;
    return -1;
  }

  // The class of most of its documents with answers, of equal ones the first; else its title.
  std::string class_of_topic(std::int32_t topic) const {
    std::vector<std::pair<std::string, int>> counts;
    for (const AnswersFile::Answer &answer : file_.answers()) {
      if (manifact_model_labels(model_.get())[answer.document] != topic) continue;
      const auto known = std::find_if(counts.begin(), counts.end(),
                                      [&](const auto &each) { return each.first == answer.name; });
      if (known == counts.end())
        counts.emplace_back(answer.name, 1);
      else
        ++known->second;
    }
    const auto most =
        std::max_element(counts.begin(), counts.end(),
                         [](const auto &a, const auto &b) { return a.second < b.second; });
    return most != counts.end() ? most->first
                                : topic_title(model_.get(), static_cast<std::size_t>(topic));
  }

  std::string class_of(std::int64_t document) const {
    const std::int32_t topic = manifact_model_labels(model_.get())[document];
    return topic < 0 ? "" : class_of_topic(topic);
  }

  void show(std::int64_t document) const {
    const auto i = static_cast<std::size_t>(document);
    std::string text = "\n" + std::to_string(std::ssize(file_.answers()) + 1) + ". document " +
                       std::to_string(document);
    if (!documents_.ids.empty()) text += "  " + escaped(documents_.ids[i]);
    text += '\n';
    if (!documents_.excerpts.empty())
      text += escaped(excerpt(documents_.excerpts[i], shown_characters)) + '\n';
    const std::string topic = class_of(document);
    text += topic.empty() ? "Class? "
                          : "Class, or Enter for " + escaped(excerpt(topic, shown_title)) + "? ";
    print(text);
  }

  void list_classes() const {
    std::string text = "\n";
    const std::vector<std::string> all = classes();
    for (std::size_t c = 0; c < all.size(); ++c)
      text += c < class_keys.size()
                  ? std::string("  ") + class_keys[c] + "  " + escaped(all[c]) + '\n'
                  : "     " + escaped(all[c]) + '\n';
    print(text + "  n  a class by its name   s  skip   u  undo   q  quit   ?  these keys\n");
  }

  Choice choice_of(const std::string &key, std::int64_t document) {
    using Kind = Choice::Kind;
    const std::vector<std::string> all = classes();
    if (key.empty()) {
      const std::string topic = class_of(document);
      return wrong_class_name(topic).empty() ? Choice{Kind::answer, topic} : Choice{Kind::unknown};
    }
    if (key == "s") return {Kind::skip};
    if (key == "u") return {Kind::undo};
    if (key == "q") return {Kind::quit};
    if (key == "?") return {Kind::help};
    if (key == "n" || key.starts_with("n ")) return named(key);
    const std::size_t place = key.size() == 1 ? class_keys.find(key[0]) : std::string::npos;
    return place < all.size() ? Choice{Kind::answer, all[place]} : Choice{Kind::unknown};
  }

  // "n" and then the name, on the same line of a file or on the next one.
  Choice named(const std::string &key) {
    std::string name(trimmed_cell(std::string_view(key).substr(1)));
    if (key == "n") {
      print("\nName of the class: ");
      const std::optional<std::string> line = keys_.line();
      if (!line) return {Choice::Kind::quit};
      name = trimmed_cell(*line);
    }
    const std::string wrong = wrong_class_name(name);
    if (wrong.empty()) return {Choice::Kind::answer, name};
    print("\n" + escaped(wrong) + '\n');
    return {Choice::Kind::unknown};
  }

  // Takes keys until the document has its answer, or is skipped; false at the end.
  bool answer(std::int64_t document) {
    for (;;) {
      const std::optional<std::string> key = keys_.key();
      const Choice choice = key ? choice_of(*key, document) : Choice{Choice::Kind::quit};
      switch (choice.kind) {
        case Choice::Kind::answer:
          print(escaped(choice.name) + '\n');
          add(document, choice.name);
          return true;
        case Choice::Kind::skip:
          print("skipped\n");
          skipped_.insert(document);
          return true;
        case Choice::Kind::undo:
          if (undo()) return true;
          break;
        case Choice::Kind::quit:
          print("\n");
          return false;
        case Choice::Kind::help:
          list_classes();
          break;
        case Choice::Kind::unknown:
          print("no such key; ? lists them\n");
          break;
      }
    }
  }

  void add(std::int64_t document, const std::string &name) {
    file_.add(document, name);
    is_stale_ = true;
    if (++since_refit_ >= arguments_.every) {
      refit();
      list_classes();
    }
  }

  // The document of the last answer is asked about again, when its turn comes.
  bool undo() {
    if (file_.answers().empty()) {
      print("there is no answer to undo\n");
      return false;
    }
    const AnswersFile::Answer last = file_.answers().back();
    file_.undo();
    since_refit_ = std::max<std::int64_t>(since_refit_ - 1, 0);
    is_stale_ = true;
    print("undone: document " + std::to_string(last.document) + " was " + escaped(last.name) +
          '\n');
    return true;
  }

  // Fits again from the topics of the model, with the answers as labels. Topic c becomes class c.
  void refit() {
    since_refit_ = 0;
    const std::vector<std::string> names = answered_classes();
    if (names.empty()) return;
    const std::int64_t k = manifact_model_clusters(model_.get());
    if (std::ssize(names) > k)
      return session_.note("the answers have " + std::to_string(names.size()) +
                           " classes, but the model " + std::to_string(k) +
                           " topics: it is not fitted again; manifact cluster INPUT -k " +
                           std::to_string(names.size()) + " -m rcf --labels " +
                           shell_path(arguments_.answers) + " makes a model of them");
    const Solver solver = solver_of();
    const Constraints labels = known();
    session_.check(manifact_solver_set_constraints(solver.get(), labels.get()), solver.get());
    const std::vector<std::int32_t> start = start_for(names);
    session_.check(manifact_solver_set_start_labels(solver.get(), start.data(), std::ssize(start)),
                   solver.get());
    Model fitted = solved(session_, solver.get(), arguments_.model, [&](manifact_model **out) {
      return manifact_solver_refit(solver.get(), model_.get(), out);
    });
    session_.progress().clear();
    for (std::size_t c = 0; c < names.size(); ++c) {
      manifact_model *named = nullptr;
      session_.check(manifact_model_rename(session_.context(), fitted.get(),
                                           static_cast<std::int64_t>(c), names[c].c_str(), &named));
      fitted.reset(named);
    }
    model_ = std::move(fitted);
    const std::int32_t *const now = manifact_model_labels(model_.get());
    std::int64_t moved = 0;  // a topic that gets its name is the same one
    for (std::size_t i = 0; i < start.size(); ++i) moved += now[i] != start[i] ? 1 : 0;
    is_stale_ = false;
    print("\nFitted again with " + counted(std::ssize(file_.answers()), "label") + ": " +
          std::to_string(moved) + " of " + counted(std::ssize(start), "document") +
          " changed their topic\n");
  }

  // The topics of the documents, numbered as the fit numbers them: first the classes, each the
  // topic with most of its answers that no other class has, or else the first of the others.
  std::vector<std::int32_t> start_for(const std::vector<std::string> &names) const {
    const std::int32_t *const labels = manifact_model_labels(model_.get());
    const auto k = static_cast<std::size_t>(manifact_model_clusters(model_.get()));
    std::vector<std::vector<int>> counts(names.size(), std::vector<int>(k));
    for (const AnswersFile::Answer &answer : file_.answers())
      if (labels[answer.document] >= 0)
        ++counts[static_cast<std::size_t>(std::find(names.begin(), names.end(), answer.name) -
                                          names.begin())]
                [static_cast<std::size_t>(labels[answer.document])];
    std::vector<std::int32_t> number(k, -1), topic(names.size(), -1);
    for (;;) {  // the largest count of a class and a topic that are free
      int most = 0;
      std::size_t best_class = 0, best_topic = 0;
      for (std::size_t a = 0; a < names.size(); ++a)
        for (std::size_t c = 0; c < k; ++c)
          if (topic[a] < 0 && number[c] < 0 && counts[a][c] > most) {
            most = counts[a][c];
            best_class = a;
            best_topic = c;
          }
      if (most == 0) break;
      topic[best_class] = static_cast<std::int32_t>(best_topic);
      number[best_topic] = static_cast<std::int32_t>(best_class);
    }
    std::size_t next = 0;
    for (std::int32_t &each : number) {
      if (each >= 0) continue;
      while (next < names.size() && topic[next] >= 0) ++next;
      each = static_cast<std::int32_t>(next++);
    }
    std::vector<std::int32_t> start;
    for (std::int64_t i = 0; i < manifact_model_documents(model_.get()); ++i)
      start.push_back(labels[i] < 0 ? -1 : number[static_cast<std::size_t>(labels[i])]);
    return start;
  }

  // With the options of the model, or of rcf if its method takes no labels.
  Solver solver_of() const {
    manifact_solver *handle = nullptr;
    const bool takes = takes_constraints(manifact_model_method(model_.get()));
    session_.check(
        takes ? manifact_solver_create_from_model(session_.context(), model_.get(), &handle)
              : manifact_solver_create(session_.context(), "rcf", &handle));
    return Solver(handle);
  }

  Session &session_;
  const Arguments &arguments_;
  Model model_;
  Documents documents_;
  AnswersFile file_;
  Keys keys_;
  std::set<std::int64_t> skipped_;
  std::int64_t since_refit_ = 0;
  bool is_stale_ = false;  // there are answers, or fewer, that the model does not know
};

void run(const Arguments &arguments) {
  NewModel to{.path = "", .from = arguments.model, .force = arguments.force};
  if (arguments.output) to.check("label", arguments.output, {arguments.answers});
  refuse_dash(arguments.answers, "the answers are a file");
  refuse_overwriting({arguments.answers}, {arguments.model});
  Session session(arguments.threads, arguments.quiet);
  manifact_model *handle = nullptr;
  session.check(manifact_model_load(session.stoppable(), arguments.model.c_str(), &handle));
  Labeling labeling(session, arguments, Model(handle));
  labeling.run();
  if (!arguments.output) return;
  to.write(session, labeling.take());
  print("Written to " + escaped(*arguments.output) + '\n');
}

constexpr const char *footer =
    R"(Asks for the classes of the documents that manifact suggest-labels names, one
after the other. A key, without Enter, is a class; Enter alone is that of most
answers in the topic of the document, at first the title of the topic. Classes
are those of the answers and the titles of topics without any; n and a name is
another one. s skips a document until the
program ends, u removes the last answer, q ends. Each answer is on the disk
before the next question: the same command continues there. ANSWERS has lines
document<TAB>class, which --labels of manifact cluster reads.

After every 10 answers the documents are fitted again from their topics, with
the answers as labels, by the method of the model, or by rcf if that takes no
labels. With -o, NEW receives the last fit: NAME.manifact, or a folder.

Answers may come from a file or a pipe, a line for each key; "n NAME" is a line.

Examples:
  manifact label topics/model.manifact --answers answers.tsv
  manifact label topics/model.manifact --answers answers.tsv -o labeled
  manifact cluster mails/ -k 6 -m rcf --labels answers.tsv -o topics
)";

}  // namespace

void add_label(CommandLine &line) {
  const auto arguments = std::make_shared<Arguments>();
  Command command = line.add("label", "Ask for classes of documents, and fit again with them",
                             footer, [arguments] { run(*arguments); });
  command.argument("MODEL", arguments->model, "The model.manifact written by manifact cluster -o");
  command
      .option("--answers", "ANSWERS", arguments->answers,
              "The file of the answers, which are added to it")
      .required();
  command.whole("-n,--count", "N", arguments->count, 1, "End after N answers");
  command.whole("--every", "N", arguments->every, 1, "Fit again after N answers [10]");
  command.option("-o,--output", "NEW", arguments->output,
                 "The last fit, NAME.manifact, or a folder of results");
  command.flag("--force", arguments->force, "Write to a folder that holds other files");
  command.whole("--threads", "N", arguments->threads, 0,
                "The number of threads, 0 = all cores [0]");
  command.flag("-q,--quiet", arguments->quiet, "Suppress the progress bar and warnings");
}

}  // namespace cli
