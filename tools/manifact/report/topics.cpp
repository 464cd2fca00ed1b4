#include "report/topics.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "terminal/numbers.hpp"
#include "terminal/table.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t longest_shown_name = 40, longest_shown_text = 60, longest_title = 60;
constexpr std::int64_t most_documents_shown = 10, nearest_shown = 5;

std::string words(const std::vector<std::string> &terms, std::size_t most) {
  std::string text;
  for (std::size_t t = 0; t < std::min(most, terms.size()); ++t)
    text += (t == 0 ? "" : ", ") + escaped(excerpt(terms[t], longest_description));
  return text;
}

std::string name_or_terms(const ModelSummary &findings, std::size_t topic) {
  const std::string title = topic_title(findings.model, topic);
  return title.empty() || !has_titles(findings)
             ? words(descriptions(findings, topic, "feature "), 5)
             : escaped(excerpt(title, longest_title));
}

// The title of a column of descriptions.
const char *described(const ModelSummary &findings) {
  return findings.points.empty() ? "top terms" : "features (z-scores)";
}

std::string share_of(std::int64_t part, std::int64_t all) {
  return fixed_number(all > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(all) : 0,
                      1);
}

struct Near {
  std::int64_t topic;
  double nearness;  // the cosine, of points the distance
};

std::vector<Near> near_topics(const Session &session, const ModelSummary &findings,
                              std::int64_t topic) {
  const manifact_model *const model = findings.model;
  const std::int64_t k = manifact_model_clusters(model);
  std::vector<Near> near;
  if (!findings.points.empty()) {
    for (const NearCluster &each : near_by_distance(model, static_cast<std::size_t>(topic)))
      near.push_back({each.cluster, each.distance});
    near.resize(std::min<std::size_t>(near.size(), nearest_shown));
    return near;
  }
  std::vector<double> cosines(static_cast<std::size_t>(k * k));
  session.check(manifact_model_similarities(model, cosines.data(), k));
  for (std::int64_t c = 0; c < k; ++c)
    if (c != topic && manifact_model_sizes(model)[c] > 0)
      near.push_back({c, cosines[static_cast<std::size_t>(topic * k + c)]});
  std::stable_sort(near.begin(), near.end(),
                   [](const Near &a, const Near &b) { return a.nearness > b.nearness; });
  near.resize(std::min<std::size_t>(near.size(), nearest_shown));
  return near;
}

struct Example {
  std::int64_t document;
  double nearness;  // likewise
};

std::vector<Example> examples(const Session &session, const ModelSummary &findings,
                              std::int64_t topic) {
  std::int64_t documents[most_documents_shown], found = 0;
  double cosines[most_documents_shown];
  session.check(manifact_model_representatives(findings.model, topic, most_documents_shown,
                                               documents, cosines, &found));
  const std::vector<double> &distances = findings.points.distances;
  std::vector<Example> list;
  for (std::int64_t i = 0; i < found; ++i)
    list.push_back({documents[i], distances.empty()
                                      ? cosines[i]
                                      : distances[static_cast<std::size_t>(documents[i])]});
  return list;
}

std::string text_of(const std::vector<std::string> &texts, std::int64_t document) {
  return texts.empty() ? "" : texts[static_cast<std::size_t>(document)];
}

// The steps of the tree, its leaves in order.
struct Tree {
  std::vector<std::int64_t> steps, order;
  std::vector<double> heights;
};

Tree tree_of(const Session &session, const manifact_model *model, int linkage) {
  const std::int64_t k = manifact_model_clusters(model);
  const auto count = static_cast<std::size_t>(k);
  Tree tree{.steps = std::vector<std::int64_t>(2 * count),
            .order = std::vector<std::int64_t>(count),
            .heights = std::vector<double>(count)};
  session.check(manifact_model_tree(session.stoppable(), model, linkage, tree.steps.data(),
                                    tree.heights.data(), tree.order.data(), k));
  return tree;
}

// Of each step the topics that it has joined.
std::vector<std::vector<std::int64_t>> topics_below(const Tree &tree, std::int64_t k) {
  std::vector<std::vector<std::int64_t>> below;
  for (std::size_t s = 0; s + 1 < static_cast<std::size_t>(k); ++s) {
    std::vector<std::int64_t> topics;
    for (const std::int64_t node : {tree.steps[2 * s], tree.steps[2 * s + 1]}) {
      if (node < k)
        topics.push_back(node);
      else
        topics.insert(topics.end(), below[static_cast<std::size_t>(node - k)].begin(),
                      below[static_cast<std::size_t>(node - k)].end());
    }
    below.push_back(std::move(topics));
  }
  return below;
}

class Drawing {
 public:
  Drawing(const ModelSummary &findings, const Tree &tree)
      : findings_(findings), tree_(tree), k_(manifact_model_clusters(findings.model)) {
    first_.resize(tree.order.size());
    for (std::size_t place = 0; place < tree.order.size(); ++place)
      first_[static_cast<std::size_t>(tree.order[place])] = place;
    for (std::int64_t s = 0; s + 1 < k_; ++s)
      first_.push_back(std::min(first_[child(s, 0)], first_[child(s, 1)]));
    const std::vector<std::vector<std::int64_t>> below = topics_below(tree, k_);
    std::transform(below.begin(), below.end(), std::back_inserter(parents_),
                   [&](const std::vector<std::int64_t> &topics) {
                     return std::string(manifact_model_group_name(findings.model, topics.data(),
                                                                  std::ssize(topics)));
                   });
    if (std::all_of(parents_.begin(), parents_.end(),
                    [](const std::string &name) { return name.empty(); }))
      parents_.clear();
  }

  std::string text() const {
    std::string lines;
    draw(2 * k_ - 2, "", "", lines);
    return lines;
  }

  ordered_json object(std::int64_t node) const {
    if (node < k_)
      return {{"topic", node},
              {"title", topic_title(findings_.model, static_cast<std::size_t>(node))}};
    const auto [first, second] = children(node);
    const auto step = static_cast<std::size_t>(node - k_);
    ordered_json parent = {{"height", tree_.heights[step]}};
    if (!parents_.empty()) parent["title"] = parents_[step];
    parent["children"] = {object(first), object(second)};
    return parent;
  }

 private:
  std::size_t child(std::int64_t step, int which) const {
    return static_cast<std::size_t>(tree_.steps[static_cast<std::size_t>(2 * step + which)]);
  }

  std::pair<std::int64_t, std::int64_t> children(std::int64_t node) const {
    const std::int64_t step = node - k_;
    const auto a = child(step, 0), b = child(step, 1);
    const bool in_order = first_[a] < first_[b];
    return {static_cast<std::int64_t>(in_order ? a : b),
            static_cast<std::int64_t>(in_order ? b : a)};
  }

  void draw(std::int64_t node, const std::string &lead, const std::string &below,
            std::string &lines) const {
    if (node < k_) {
      lines += lead + std::to_string(node) + ' ' +
               name_or_terms(findings_, static_cast<std::size_t>(node)) + '\n';
      return;
    }
    const auto [first, second] = children(node);
    const std::string name =
        parents_.empty() ? "" : escaped(parents_[static_cast<std::size_t>(node - k_)]);
    if (!name.empty()) lines += lead + "┐ " + name + '\n';
    draw(first, name.empty() ? lead + "┬─" : below + "├─", below + "│ ", lines);
    draw(second, below + "└─", below + "  ", lines);
  }

  const ModelSummary &findings_;
  const Tree &tree_;
  std::vector<std::string> parents_;  // the names of the steps; empty if none has one
  std::int64_t k_;
  std::vector<std::size_t> first_;  // the position of the first leaf of each node
};

}  // namespace

std::string topic_name(const manifact_model *model, std::size_t topic) {
  const char *const name = manifact_model_topic_name(model, static_cast<std::int64_t>(topic));
  return name != nullptr ? name : "";
}

std::string topic_phrases(const manifact_model *model, std::size_t topic) {
  const char *const phrases = manifact_model_phrases(model, static_cast<std::int64_t>(topic));
  return phrases != nullptr ? phrases : "";
}

std::vector<std::vector<std::int64_t>> topics_of_parents(const Session &session,
                                                         const manifact_model *model) {
  return topics_below(tree_of(session, model, MANIFACT_LINKAGE_WARD),
                      manifact_model_clusters(model));
}

std::string topics_table(const ModelSummary &findings) {
  const manifact_model *model = findings.model;
  const std::int64_t n = manifact_model_documents(model), *sizes = manifact_model_sizes(model);
  const bool titled = has_titles(findings);
  constexpr std::size_t width_of_numbers = 26;
  const std::size_t longest = title_width(width_of_numbers);
  const bool are_points = !findings.points.empty();
  std::vector<Column> columns = {
      {"topic", true}, {are_points ? "rows" : "documents", true}, {"%", true}};
  if (titled) columns.push_back({"title"});
  columns.push_back({described(findings)});
  std::vector<std::vector<std::string>> rows;
  for (std::size_t c = 0; c < findings.top_terms.size(); ++c) {
    std::vector<std::string> &row = rows.emplace_back();
    row = {std::to_string(c), std::to_string(sizes[c]), share_of(sizes[c], n)};
    if (titled) row.push_back(escaped(excerpt(topic_title(model, c), longest)));
    row.push_back(words(descriptions(findings, c, "feature "), std::string::npos));
  }
  return table(columns, rows, output_width());
}

std::string topic_text(const Session &session, const ModelSummary &findings, std::int64_t topic) {
  const manifact_model *model = findings.model;
  const bool are_points = !findings.points.empty();
  const char *const nearness = are_points ? "distance" : "cosine";
  const auto shown = [&](double near) {
    return are_points ? short_number(near) : fixed_number(near, 3);
  };
  const auto c = static_cast<std::size_t>(topic);
  const std::string title = topic_title(model, c);
  std::string text = "topic " + std::to_string(topic);
  if (!title.empty()) text += ": " + escaped(title);
  text += '\n' + counted(manifact_model_sizes(model)[c], thing(findings)) + ", " +
          share_of(manifact_model_sizes(model)[c], manifact_model_documents(model)) +
          " % of all\n\n" + (are_points ? "features: " : "terms: ") +
          words(descriptions(findings, c, "feature "), std::string::npos) + "\n\n";
  std::vector<std::vector<std::string>> rows;
  for (const Example &each : examples(session, findings, topic)) {
    std::string id = text_of(findings.documents->ids, each.document);
    if (id.empty()) id = std::to_string(each.document);
    rows.push_back({shown(each.nearness), escaped(excerpt(id, longest_shown_name)),
                    escaped(excerpt(text_of(findings.documents->excerpts, each.document),
                                    longest_shown_text))});
  }
  std::vector<Column> columns{{nearness, true}, {thing(findings)}};
  if (are_points)
    for (auto &row : rows) row.pop_back();  // they have no texts
  else
    columns.push_back({"begins"});
  text += table(columns, rows, output_width()) + '\n';
  rows.clear();
  for (const Near &each : near_topics(session, findings, topic))
    rows.push_back({std::to_string(each.topic), shown(each.nearness),
                    name_or_terms(findings, static_cast<std::size_t>(each.topic))});
  return text + table({{"near topic", true},
                       {nearness, true},
                       {has_titles(findings) ? "title" : described(findings)}},
                      rows, output_width());
}

ordered_json topic_object(const Session &session, const ModelSummary &findings,
                          std::int64_t topic) {
  const manifact_model *model = findings.model;
  const auto c = static_cast<std::size_t>(topic);
  ordered_json documents = ordered_json::array(), near = ordered_json::array();
  const char *const nearness = findings.points.empty() ? "cosine" : "distance";
  for (const Example &each : examples(session, findings, topic)) {
    ordered_json document = {{"document", each.document}, {nearness, each.nearness}};
    if (!findings.documents->ids.empty())
      document["id"] = text_of(findings.documents->ids, each.document);
    documents.push_back(std::move(document));
  }
  for (const Near &each : near_topics(session, findings, topic))
    near.push_back({{"topic", each.topic}, {nearness, each.nearness}});
  ordered_json object{{"topic", topic},
                      {"title", topic_title(model, c)},
                      {"name", topic_name(model, c)},
                      {"phrases", topic_phrases(model, c)},
                      {"size", manifact_model_sizes(model)[c]},
                      {"cohesion", findings.cohesion[c]},
                      {"top_terms", top_term_names(findings, c, "feature ")},
                      {"documents", std::move(documents)},
                      {"near", std::move(near)}};
  if (!findings.points.empty()) {
    object["spread"] = findings.points.spread[c];
    object["features"] = features_array(findings, c);
  }
  return object;
}

std::string tree_text(const Session &session, const ModelSummary &findings, int linkage) {
  const Tree tree = tree_of(session, findings.model, linkage);
  return Drawing(findings, tree).text();
}

ordered_json tree_object(const Session &session, const ModelSummary &findings, int linkage) {
  const Tree tree = tree_of(session, findings.model, linkage);
  return Drawing(findings, tree).object(2 * manifact_model_clusters(findings.model) - 2);
}

bool add_drift(const manifact_model *model, std::int64_t edit, ordered_json &object) {
  std::int64_t documents = 0, n_far = 0, unassigned = 0, terms = 0, unknown = 0;
  if (manifact_model_edit_drift(model, edit, &documents, &n_far, &unassigned, &terms, &unknown) < 0)
    return false;
  const auto share = [](std::int64_t part, std::int64_t whole) {
    return whole > 0 ? ordered_json(static_cast<double>(part) / static_cast<double>(whole))
                     : ordered_json();
  };
  object["documents_added"] = documents;
  object["far_documents"] = n_far;
  object["far_share"] = share(n_far, documents);
  object["unassigned_documents"] = unassigned;
  object["terms"] = terms < 0 ? ordered_json() : ordered_json(terms);
  object["unknown_terms"] = terms < 0 ? ordered_json() : ordered_json(unknown);
  object["unknown_share"] = share(unknown, terms);
  return true;
}

ordered_json edits_array(const manifact_model *model) {
  ordered_json edits = ordered_json::array();
  for (std::int64_t e = 0; e < manifact_model_edit_count(model); ++e) {
    const char *text = nullptr;
    const std::int64_t *map = nullptr;
    std::int64_t n_before = 0;
    if (manifact_model_edit(model, e, &text, &map, &n_before) < 0) continue;
    edits.push_back({{"edit", text}, {"map", std::vector<std::int64_t>(map, map + n_before)}});
    add_drift(model, e, edits.back());
  }
  return edits;
}

}  // namespace cli
