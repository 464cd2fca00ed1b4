#include "commands/constraints.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "readers/input.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

KnownLabels labels_of_seeds(const SeededLabels &seeds) {
  KnownLabels labels;
  labels.numbers = seeds.numbers;
  for (const SeedTopic &topic : seeds.topics) labels.names.push_back(topic.name);
  return labels;
}

// The place of each class of the file in `names`, to which those are added that are no topics.
std::vector<std::int32_t> places_of_classes(const KnownLabels &given,
                                            std::vector<std::string> &names) {
  std::vector<std::int32_t> places;
  const auto topics = static_cast<std::ptrdiff_t>(names.size());
  for (const std::string &name : given.names) {
    const auto end = names.begin() + topics;
    const auto found = std::find_if(names.begin(), end, [&](const std::string &topic) {
      return lower_case(topic) == lower_case(name);
    });
    places.push_back(static_cast<std::int32_t>(found - names.begin()));
    if (found != end) continue;
    places.back() = static_cast<std::int32_t>(names.size());
    names.push_back(name);
  }
  return places;
}

// The labels of the file over those of the words. Classes and topics are the same by their names.
KnownLabels labels_over_seeds(Session &session, KnownLabels given, const std::string &path,
                              const Documents &documents, SeededLabels &seeds) {
  if (given.names.empty())
    throw Failure(path +
                  ": the classes are numbers, which are no topics of --seed-words; give the names "
                  "of the topics as classes");
  KnownLabels all = labels_of_seeds(seeds);
  seeds.has_given = true;
  const std::vector<std::int32_t> places = places_of_classes(given, all.names);
  std::int64_t conflicts = 0;
  std::string example;
  for (std::size_t i = 0; i < all.numbers.size(); ++i) {
    if (given.numbers[i] < 0) continue;
    const std::int32_t by_words = all.numbers[i],
                       by_label = places[static_cast<std::size_t>(given.numbers[i])];
    all.numbers[i] = by_label;
    const auto label = static_cast<std::size_t>(by_label);
    if (label < seeds.topics.size()) ++seeds.topics[label].given;
    if (by_words < 0) continue;
    SeedTopic &words = seeds.topics[static_cast<std::size_t>(by_words)];
    --words.labels;
    if (by_words == by_label) continue;
    ++words.conflicts;
    if (conflicts++ == 0)
      example = " (" + (documents.ids.empty() ? std::to_string(i) : escaped(documents.ids[i])) +
                ": words of " + escaped(words.name) + ", label " + escaped(all.names[label]) + ')';
  }
  if (conflicts > 0)
    session.warn(path + ": " + counted(conflicts, "document") +
                 (conflicts == 1 ? " has" : " have") +
                 " the words of another topic than the label" + example + "; labels are kept");
  all.notes = std::move(given.notes);
  all.zeros = given.zeros;
  return all;
}

}  // namespace

bool takes_constraints(const std::string &method) {
  // An option that only these methods have.
  return manifact_method_uses_option(method.c_str(), "propagation-solver") == MANIFACT_TRUE;
}

void refuse_constraints(const std::string &method) {
  if (takes_constraints(method)) return;
  std::string others;
  for (std::int64_t i = 0; i < manifact_method_count(); ++i) {
    const char *name = nullptr;
    manifact_method_info(i, &name, nullptr, nullptr);
    if (takes_constraints(name)) others += (others.empty() ? "" : ", ") + std::string(name);
  }
  throw Failure("method '" + method +
                "' does not accept --labels or --constraints; methods that do: " + others);
}

Known read_constraints(Session &session, const std::optional<std::string> &labels,
                       const std::optional<std::string> &pairs, const Documents &documents,
                       std::int64_t n_documents, const std::string &input,
                       const MissingWords &missing, SeededLabels *seeds) {
  if (!labels && !pairs && seeds == nullptr) return {};
  const DocumentNames names(documents, n_documents);
  KnownLabels known = labels ? read_known_labels(*labels, names, input, missing) : KnownLabels();
  if (seeds != nullptr)
    known = labels ? labels_over_seeds(session, std::move(known), input_name(*labels), documents,
                                       *seeds)
                   : labels_of_seeds(*seeds);
  for (const std::string &note : known.notes) session.note(note);
  // Among names, or where most documents have labels, 0 may be meant as a class.
  if (known.zeros > 0 && (!known.names.empty() || 2 * known.zeros < n_documents))
    session.note(*labels + ": " + counted(known.zeros, "document") +
                 " with the label 0, which means an unknown class; classes begin at 1");
  const Pairs given = pairs ? read_pairs(*pairs, names) : Pairs();
  for (const std::string &note : given.notes) session.note(note);
  manifact_constraints *handle = nullptr;
  session.check(manifact_constraints_create(
      session.context(), n_documents, known.numbers.empty() ? nullptr : known.numbers.data(),
      given.first.data(), given.second.data(), given.weights.data(), given.size(), &handle));
  return {Constraints(handle), std::move(known)};
}

}  // namespace cli
