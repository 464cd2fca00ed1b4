#include "commands/constraints.hpp"

#include <utility>

#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"

namespace cli {
namespace {

KnownLabels labels_of_seeds(const SeededLabels &seeds) {
  KnownLabels labels;
  labels.numbers = seeds.numbers;
  for (const SeedTopic &topic : seeds.topics) labels.names.push_back(topic.name);
  return labels;
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
                       const MissingWords &missing, const SeededLabels *seeds) {
  if (!labels && !pairs && seeds == nullptr) return {};
  const DocumentNames names(documents, n_documents);
  KnownLabels known = labels ? read_known_labels(*labels, names, input, missing) : KnownLabels();
  if (seeds != nullptr) known = labels_of_seeds(*seeds);
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
