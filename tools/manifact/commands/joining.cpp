#include "commands/joining.hpp"

#include <algorithm>

#include "commands/solving.hpp"
#include "report/summary.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using nlohmann::ordered_json;

// How the topics of the models are compared, as by manifact_solver_join().
struct JoinComparison {
  std::vector<std::int64_t> rows;
  std::vector<double> forward, backward;
  bool by_documents = false;

  JoinComparison(const Session &session, const manifact_model *first,
                 const manifact_model *second) {
    const std::int64_t n = manifact_model_documents(first), k = manifact_model_clusters(first),
                       l = manifact_model_clusters(second);
    rows.resize(static_cast<std::size_t>(n));
    forward.resize(static_cast<std::size_t>(k * l));
    backward.resize(forward.size());
    std::int64_t common = 0;
    session.check(manifact_model_common_documents(session.stoppable(), first, second, rows.data(),
                                                  n, &common));
    by_documents = 2 * common >= std::min(n, manifact_model_documents(second));
    session.check(manifact_model_compare(session.stoppable(), first, second,
                                         by_documents ? rows.data() : nullptr, n, forward.data(),
                                         backward.data(), nullptr, nullptr, k, nullptr, l));
  }
};

ordered_json topic_of(const ComparedModel &of, std::int64_t topic) {
  return {{"model", of.path},
          {"topic", topic},
          {"title", topic_title(of.model, static_cast<std::size_t>(topic))},
          {"size", manifact_model_sizes(of.model)[topic]}};
}

// The documents whose topic is not the one that the fit started from.
std::int64_t moved_documents(const ComparedModel &first, const ComparedModel &second,
                             const JoinedModels &joined, const std::vector<std::int64_t> &rows) {
  const std::int32_t *const now = manifact_model_labels(joined.model.get()),
                            *const old = manifact_model_labels(first.model),
                            *const other = manifact_model_labels(second.model);
  const std::int64_t n = manifact_model_documents(first.model);
  std::int64_t moved = 0, next = n;
  const auto start_of = [&](std::int64_t row) -> std::int64_t {
    return other[row] < 0 ? -1 : joined.topics[static_cast<std::size_t>(other[row])];
  };
  for (std::int64_t i = 0; i < n; ++i) {
    const std::int64_t row = rows[static_cast<std::size_t>(i)];
    moved += now[i] != (old[i] < 0 && row >= 0 ? start_of(row) : old[i]) ? 1 : 0;
  }
  std::vector<bool> is_common(static_cast<std::size_t>(manifact_model_documents(second.model)));
  for (const std::int64_t row : rows)
    if (row >= 0) is_common[static_cast<std::size_t>(row)] = true;
  for (std::int64_t i = 0; i < std::ssize(is_common); ++i)
    if (!is_common[static_cast<std::size_t>(i)]) moved += now[next++] != start_of(i) ? 1 : 0;
  return moved;
}

// Features without names give no title.
std::string number_and_title(const ordered_json &topic) {
  const auto title = escaped(topic["title"].get<std::string>());
  return std::to_string(topic["topic"].get<std::int64_t>()) +
         (title.empty() ? "" : " (" + title + ')');
}

std::string origin_of(const ordered_json &topic) {
  const auto called = [](const ordered_json &from) {
    return number_and_title(from) + " of " + escaped(from["model"].get<std::string>());
  };
  const ordered_json &from = topic["from"];
  if (from.empty()) return "new";
  if (from.size() == 1) return "from topic " + called(from[0]);
  const auto share = [&](const char *key) {
    return fixed_number(100 * topic[key].get<double>(), 1) + "%";
  };
  return "joins " + called(from[0]) + ", of which " + share("of_first") + " is in the other, and " +
         called(from[1]) + ", of which " + share("of_second");
}

}  // namespace

JoinedModels joined_models(Session &session, const ComparedModel &first,
                           const ComparedModel &second, const std::vector<std::string> &settings) {
  const Solver solver = solver_of(session, first.model, settings);
  manifact_solver *const handle = solver.get();
  JoinedModels joined;
  joined.topics.resize(static_cast<std::size_t>(manifact_model_clusters(second.model)));
  joined.model = solved(session, handle, first.path, [&](manifact_model **out) {
    return manifact_solver_join(handle, first.model, second.model, joined.topics.data(),
                                std::ssize(joined.topics), &joined.common, out);
  });
  return joined;
}

ordered_json joined_object(const Session &session, const ComparedModel &first,
                           const ComparedModel &second, const JoinedModels &joined) {
  const JoinComparison comparison(session, first.model, second.model);
  const manifact_model *const model = joined.model.get();
  ordered_json all = {{"models", {first.path, second.path}},
                      {"documents", manifact_model_documents(model)},
                      {"documents_in_common", joined.common},
                      {"by", comparison.by_documents ? "documents" : "terms"},
                      {"moved_documents", moved_documents(first, second, joined, comparison.rows)},
                      {"topics", ordered_json::array()},
                      {"without_documents", ordered_json::array()}};
  const std::int64_t k = manifact_model_clusters(first.model), l = std::ssize(joined.topics);
  for (std::int64_t c = 0; c < manifact_model_clusters(model); ++c) {
    ordered_json one = {{"topic", c},
                        {"title", topic_title(model, static_cast<std::size_t>(c))},
                        {"size", manifact_model_sizes(model)[c]},
                        {"from", ordered_json::array()}};
    if (c < k) one["from"].push_back(topic_of(first, c));
    const auto found = std::find(joined.topics.begin(), joined.topics.end(), c);
    if (found != joined.topics.end()) {
      const std::int64_t b = found - joined.topics.begin();
      one["from"].push_back(topic_of(second, b));
      if (c < k) {
        one["of_first"] = comparison.forward[static_cast<std::size_t>(c * l + b)];
        one["of_second"] = comparison.backward[static_cast<std::size_t>(c * l + b)];
      }
    }
    all["topics"].push_back(std::move(one));
  }
  for (std::int64_t b = 0; b < l; ++b)
    if (joined.topics[static_cast<std::size_t>(b)] < 0)
      all["without_documents"].push_back(topic_of(second, b));
  return all;
}

std::string joined_text(const ordered_json &object) {
  const auto number = [&](const char *key) { return object[key].get<std::int64_t>(); };
  std::string text = counted(number("documents"), "document") + ", " +
                     std::to_string(number("documents_in_common")) + " of both models, in " +
                     counted(std::ssize(object["topics"]), "topic") + "; topics compared by " +
                     object["by"].get<std::string>() + '\n';
  for (const ordered_json &topic : object["topics"])
    text += number_and_title(topic) + ", " +
            counted(topic["size"].get<std::int64_t>(), "document") + ": " + origin_of(topic) + '\n';
  for (const ordered_json &topic : object["without_documents"])
    text += "Topic " + number_and_title(topic) + " of " +
            escaped(topic["model"].get<std::string>()) +
            " is left out: all of its documents are in topics of the first model\n";
  return text + "Refitted: " + std::to_string(number("moved_documents")) + " of " +
         counted(number("documents"), "document") + " changed their topic\n";
}

}  // namespace cli
