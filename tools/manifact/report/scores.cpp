#include "report/scores.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "terminal/numbers.hpp"

namespace cli {
namespace {

std::optional<std::int64_t> whole_number(const std::string &text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The labels numbered from 0, as the library takes them; -1 remains.
std::vector<std::int32_t> dense_numbers(const std::vector<std::int64_t> &labels) {
  std::vector<std::int64_t> names = labels;
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  names.erase(std::remove(names.begin(), names.end(), -1), names.end());
  std::vector<std::int32_t> numbers;
  numbers.reserve(labels.size());
  for (const std::int64_t label : labels)
    numbers.push_back(
        label == -1 ? -1
                    : static_cast<std::int32_t>(
                          std::lower_bound(names.begin(), names.end(), label) - names.begin()));
  return numbers;
}

std::int64_t count_known(const Classes &classes) {
  return static_cast<std::int64_t>(classes.numbers.size()) -
         std::count(classes.numbers.begin(), classes.numbers.end(), -1);
}

}  // namespace

std::array<Score, 5> scores(const Session &session, const std::vector<std::int64_t> &truth,
                            const std::vector<std::int64_t> &predicted) {
  std::array<Score, 5> all{
      {{"accuracy", "share of documents in the best matching of clusters to classes", 0},
       {"nmi", "mutual information, normalized by the larger entropy", 0},
       {"nmi_sqrt", "mutual information, normalized by the geometric mean of the entropies", 0},
       {"ari", "adjusted Rand index", 0},
       {"purity", "share of documents in the largest class of their cluster", 0}}};
  const std::vector<std::int32_t> classes = dense_numbers(truth),
                                  clusters = dense_numbers(predicted);
  session.check(manifact_evaluate(session.context(), classes.data(), clusters.data(),
                                  static_cast<std::int64_t>(truth.size()), &all[0].value,
                                  &all[1].value, &all[2].value, &all[3].value, &all[4].value));
  return all;
}

bool is_minus_one_a_class(const std::vector<std::string> &labels) {
  bool has_minus_one = false, has_one = false;
  for (const std::string &label : labels) {
    has_minus_one = has_minus_one || label == "-1";
    has_one = has_one || label == "1";
    if (!label.empty() && label != "-1" && label != "1") return false;
  }
  return has_minus_one && has_one;
}

Classes classes_of(const std::vector<std::string> &labels) {
  std::map<std::string, std::int64_t> number_of;
  for (const std::string &label : labels) {
    if (!label.empty()) number_of.emplace(label, 0);
  }
  Classes classes;
  for (const auto &[name, unused] : number_of) classes.names.push_back(name);
  if (std::all_of(classes.names.begin(), classes.names.end(), whole_number))
    std::stable_sort(classes.names.begin(), classes.names.end(),
                     [](const std::string &left, const std::string &right) {
                       return *whole_number(left) < *whole_number(right);
                     });
  std::int64_t number = 0;
  for (const std::string &name : classes.names) number_of[name] = number++;
  classes.numbers.reserve(labels.size());
  for (const std::string &label : labels)
    classes.numbers.push_back(label.empty() ? -1 : number_of[label]);
  return classes;
}

namespace {

// Readers of folders and archives name a document by its path and label it by the folder in it.
bool are_folders(const Documents &documents) {
  if (documents.ids.size() != documents.labels.size()) return false;
  for (std::size_t i = 0; i < documents.labels.size(); ++i) {
    const std::string &id = documents.ids[i], &label = documents.labels[i];
    const std::size_t slash = id.rfind('/');
    if (!label.empty() &&
        (slash == std::string::npos || !std::string_view(id).substr(0, slash).ends_with(label)))
      return false;
  }
  return !documents.labels.empty();
}

// Labels that are all whole numbers in their shortest form: 1.0 and 1 are one class. Among them -1
// is unknown or a class; beside smaller numbers it is a class.
std::vector<std::string> plain_labels(Session &session, const std::vector<std::string> &labels) {
  std::vector<std::string> plain;
  std::int64_t unknown = 0;
  for (const std::string &label : labels) {
    double number = 0;
    const char *const end = label.data() + label.size();
    const auto [stop, error] = std::from_chars(label.data(), end, number);
    const bool is_whole = error == std::errc() && stop == end && std::fabs(number) < 1e15 &&
                          number == std::floor(number);
    if (!label.empty() && !is_whole) return labels;
    plain.push_back(label.empty() ? "" : std::to_string(static_cast<std::int64_t>(number)));
    unknown += plain.back() == "-1" ? 1 : 0;
    if (number < -1) return labels;
  }
  if (unknown == 0) return plain;
  if (is_minus_one_a_class(plain)) {
    session.note(minus_one_note);
    return plain;
  }
  for (std::string &label : plain)
    if (label == "-1") label.clear();
  session.note("the label -1 of " + counted(unknown, "document") + " counts as unknown");
  return plain;
}

}  // namespace

Classes known_classes(Session &session, const Documents &documents,
                      std::optional<std::int64_t> most) {
  std::vector<std::string> labels = documents.labels;
  std::int64_t marks = 0;
  for (std::string &label : labels) {
    if (label != "?" && label != "-") continue;
    label.clear();
    ++marks;
  }
  if (marks > 0)
    session.note("the label ? or - of " + counted(marks, "document") + " counts as unknown");
  Classes classes = classes_of(plain_labels(session, labels));
  classes.are_folders = are_folders(documents);
  const auto many = static_cast<std::int64_t>(classes.names.size());
  const std::int64_t known = count_known(classes);
  const std::int64_t limit =
      most.value_or(0) > 0 ? *most : std::min(std::max<std::int64_t>(200, known / 100), known / 2);
  if (many < 2 || many <= limit) return classes;
  session.warn("the labels look like names rather than classes (" + std::to_string(many) +
               " distinct labels of " + counted(known, "document") +
               "); the evaluation is skipped" +
               (most ? ": --max-classes " + std::to_string(many) + " evaluates them" : ""));
  return {};
}

std::optional<Evaluation> evaluation(const Session &session, const Classes &classes,
                                     const manifact_model *model) {
  if (classes.names.size() < 2) return std::nullopt;
  const std::int32_t *found = manifact_model_labels(model);
  const std::vector<std::int64_t> predicted(found, found + manifact_model_documents(model));
  return Evaluation{.scores = scores(session, classes.numbers, predicted),
                    .n_classes = static_cast<std::int64_t>(classes.names.size()),
                    .n_documents = count_known(classes),
                    .of_folders = classes.are_folders};
}

std::optional<Evaluation> evaluation_of_unlabeled(const Session &session, const Classes &classes,
                                                  const manifact_constraints *constraints,
                                                  const manifact_model *model) {
  const std::int64_t labeled =
      constraints != nullptr ? manifact_constraints_count(constraints, MANIFACT_CONSTRAINTS_LABELED)
                             : 0;
  if (labeled == 0) return std::nullopt;
  std::vector<std::int64_t> documents(static_cast<std::size_t>(labeled));
  std::int64_t found = 0;
  session.check(manifact_constraints_list(constraints, MANIFACT_CONSTRAINTS_LABELED, labeled,
                                          documents.data(), nullptr, nullptr, &found));
  Classes rest = classes;
  for (const std::int64_t document : documents)
    if (!rest.numbers.empty()) rest.numbers[static_cast<std::size_t>(document)] = -1;
  return count_known(rest) > 0 ? evaluation(session, rest, model) : std::nullopt;
}

nlohmann::ordered_json evaluation_object(const Evaluation &evaluation) {
  nlohmann::ordered_json object;
  for (const Score &score : evaluation.scores) object[score.name] = score.value;
  object["n_classes"] = evaluation.n_classes;
  object["n_documents"] = evaluation.n_documents;
  object["of_folders"] = evaluation.of_folders;
  return object;
}

std::string shown_name(const Evaluation &evaluation, const Score &score) {
  const bool is_first = &score == evaluation.scores.begin();
  return evaluation.of_folders && is_first ? "agreement" : score.name;
}

std::string evaluation_text(const Evaluation &evaluation, const char *thing) {
  const bool of_folders = evaluation.of_folders;
  std::string text =
      counted(evaluation.n_documents, thing) + (of_folders ? " lie in " : " have labels of ") +
      std::to_string(evaluation.n_classes) + (of_folders ? " folders:" : " classes:");
  for (const Score &score : evaluation.scores)
    text += (&score == evaluation.scores.begin() ? " " : ", ") + shown_name(evaluation, score) +
            ' ' + fixed_number(score.value, 4);
  return text + '\n';
}

}  // namespace cli
