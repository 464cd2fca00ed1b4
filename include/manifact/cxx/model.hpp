// Part of manifact.hpp: models.
#ifndef MANIFACT_CXX_MODEL_HPP
#define MANIFACT_CXX_MODEL_HPP

#include <manifact/cxx/graph.hpp>
#include <manifact/cxx/text.hpp>

namespace manifact {
inline namespace cxx {

// The result of a fit. A copy shares the model.
class Model : public detail::Counted<manifact_model, manifact_model_retain, manifact_model_free> {
 public:
  using Counted::Counted;

  // Files and bytes.
  static Model load(Context &context, const std::string &path) {
    Model model;
    context.checked(manifact_model_load(context.handle(), path.c_str(), &model.handle_));
    return model;
  }
  static Model load_memory(Context &context, std::string_view bytes) {
    Model model;
    context.checked(
        manifact_model_load_memory(context.handle(), bytes.data(), bytes.size(), &model.handle_));
    return model;
  }
  void save(Context &context, const std::string &path) const {
    context.checked(manifact_model_save(context.handle(), handle_, path.c_str()));
  }
  // Passes the bytes to function(std::string_view), part by part.
  template <class Function>
  void write(Context &context, Function &&function) const {
    context.checked(manifact_model_write(
        context.handle(), handle_,
        [](void *user, const void *data, std::size_t size) noexcept {
          return detail::guarded([&] {
            (*static_cast<std::remove_reference_t<Function> *>(user))(
                std::string_view(static_cast<const char *>(data), size));
            return false;
          });
        },
        const_cast<void *>(static_cast<const void *>(std::addressof(function)))));
  }
  std::string bytes(Context &context) const {
    std::string all;
    write(context, [&](std::string_view part) { all += part; });
    return all;
  }

  // Sizes and convergence.
  std::int64_t documents() const { return detail::counted(manifact_model_documents(handle_)); }
  std::int64_t features() const { return detail::counted(manifact_model_features(handle_)); }
  std::int64_t clusters() const { return detail::counted(manifact_model_clusters(handle_)); }
  std::int64_t iterations() const { return detail::counted(manifact_model_iterations(handle_)); }
  bool converged() const noexcept { return manifact_model_converged(handle_) != 0; }
  // MANIFACT_OK, or a condition of the result.
  manifact_status status() const { return detail::checked(manifact_model_status(handle_)); }
  double objective() const noexcept { return manifact_model_objective(handle_); }

  // Arrays, views. Empty if the model has none.
  Array<double> history() const { return array<double>(MANIFACT_ARRAY_HISTORY); }
  Array<std::int32_t> labels() const { return array<std::int32_t>(MANIFACT_ARRAY_LABELS); }
  Array<std::int64_t> sizes() const { return array<std::int64_t>(MANIFACT_ARRAY_SIZES); }
  Array<double> memberships() const { return array<double>(MANIFACT_ARRAY_MEMBERSHIPS); }
  Array<double> associations() const { return array<double>(MANIFACT_ARRAY_ASSOCIATIONS); }
  Array<double> basis() const { return array<double>(MANIFACT_ARRAY_BASIS); }
  Array<double> centroids() const { return array<double>(MANIFACT_ARRAY_CENTROIDS); }
  Array<double> cosines() const { return array<double>(MANIFACT_ARRAY_COSINES); }
  std::int64_t feature_clusters() const {
    return detail::counted(manifact_model_feature_clusters(handle_));
  }
  Array<std::int32_t> feature_labels() const {
    return array<std::int32_t>(MANIFACT_ARRAY_FEATURE_LABELS);
  }
  Array<std::int64_t> feature_sizes() const {
    return array<std::int64_t>(MANIFACT_ARRAY_FEATURE_SIZES);
  }
  Array<double> feature_memberships() const {
    return array<double>(MANIFACT_ARRAY_FEATURE_MEMBERSHIPS);
  }
  Array<double> core() const { return array<double>(MANIFACT_ARRAY_CORE); }

  // Rankings, the first `count`.
  std::vector<Ranked> top_features(std::int64_t cluster, std::int64_t count = 10,
                                   manifact_score score = MANIFACT_SCORE_CONCEPT) const {
    require_topic(cluster);
    return ranked(count, [&](auto *index, auto *value, auto *found) {
      return manifact_model_top_features(handle_, cluster, score, count, index, value, found);
    });
  }
  std::vector<Ranked> top_terms(std::int64_t cluster, std::int64_t count = 10,
                                manifact_score score = MANIFACT_SCORE_CONCEPT) const {
    require_topic(cluster);
    return ranked(count, [&](auto *index, auto *value, auto *found) {
      return manifact_model_top_terms(handle_, cluster, score, count, index, value, found);
    });
  }
  std::vector<Ranked> representatives(std::int64_t cluster, std::int64_t count = 10) const {
    require_topic(cluster);
    return ranked(count, [&](auto *index, auto *value, auto *found) {
      return manifact_model_representatives(handle_, cluster, count, index, value, found);
    });
  }
  std::vector<Ranked> concept_documents(std::int64_t cluster, std::int64_t count = 10) const {
    require_topic(cluster);
    return ranked(count, [&](auto *index, auto *value, auto *found) {
      return manifact_model_concept_documents(handle_, cluster, count, index, value, found);
    });
  }
  std::vector<Ranked> feature_cluster_features(std::int64_t feature_cluster,
                                               std::int64_t count = 10) const {
    return ranked(count, [&](auto *index, auto *value, auto *found) {
      return manifact_model_feature_cluster_features(handle_, feature_cluster, count, index, value,
                                                     found);
    });
  }

  // Numbers computed from the model, row-major.
  std::vector<double> cohesion() const {
    return filled(clusters(),
                  [&](double *out) { return manifact_model_cohesion(handle_, out, clusters()); });
  }
  std::vector<double> similarities() const {
    return filled(clusters() * clusters(), [&](double *out) {
      return manifact_model_similarities(handle_, out, clusters());
    });
  }
  std::vector<double> proportions() const {
    const std::int64_t length = documents() * clusters();
    return filled(length,
                  [&](double *out) { return manifact_model_proportions(handle_, out, length); });
  }
  std::vector<double> proportions(std::int64_t first, std::int64_t count) const {
    return filled(count * clusters(), [&](double *out) {
      return manifact_model_proportions_of(handle_, first, count, out);
    });
  }
  std::vector<double> margins() const {
    return filled(documents(),
                  [&](double *out) { return manifact_model_margins(handle_, out, documents()); });
  }
  std::int64_t vector_columns() const noexcept { return manifact_model_vector_columns(handle_); }
  double min_membership() const noexcept { return manifact_model_min_membership(handle_); }
  std::vector<double> blocks(manifact_block measure = MANIFACT_BLOCK_LIFT) const {
    const std::int64_t l = feature_clusters();
    return filled(clusters() * l, [&](double *out) {
      return manifact_model_blocks(handle_, measure, out, clusters(), l);
    });
  }
  struct Map {
    std::vector<double> documents, clusters;  // x, y; x, y, radius
  };
  Map map() const {
    Map m{detail::room<double>(2 * documents()), detail::room<double>(3 * clusters())};
    detail::checked(manifact_model_map(handle_, m.documents.data(), documents(), m.clusters.data(),
                                       clusters()));
    return m;
  }
  std::vector<double> positions(Context &context, const Matrix &X = {}) const {
    auto places = detail::room<double>(2 * documents());
    context.checked(manifact_model_positions(context.handle(), handle_, X.handle(), places.data(),
                                             documents(), nullptr));
    return places;
  }
  // Of points, dense rows that are no counts. X: empty for the rows that the model keeps.
  struct PointFeatures {
    std::vector<double> means, scores, overall;  // features x clusters twice, features x 2
  };
  PointFeatures point_features(Context &context, const Matrix &X = {}) const {
    const std::int64_t m = features(), k = clusters();
    const auto zeros = detail::room<double>(m * k);
    PointFeatures f{zeros, zeros, detail::room<double>(2 * m)};
    context.checked(manifact_model_point_features(context.handle(), handle_, X.handle(),
                                                  f.means.data(), f.scores.data(), f.overall.data(),
                                                  m, k));
    return f;
  }
  struct Scatter {
    std::vector<double> places, distances, axes, shares;
  };
  Scatter scatter(Context &context, const Matrix &X = {}) const {
    const auto make = detail::room<double>;
    Scatter s{make(2 * documents()), make(documents()), make(2 * features()), make(2)};
    context.checked(manifact_model_scatter(context.handle(), handle_, X.handle(), s.places.data(),
                                           s.distances.data(), documents(), s.axes.data(),
                                           s.shares.data(), features()));
    return s;
  }

  // Violated constraints; second is -1 for a label.
  std::int64_t violation_count() const {
    return detail::counted(manifact_model_violation_count(handle_));
  }
  std::vector<Pair> violations() const {
    std::int64_t found = violation_count();
    auto first = detail::room<std::int64_t>(found), second = first;
    auto weights = detail::room<double>(found);
    detail::checked(manifact_model_violations(handle_, found, first.data(), second.data(),
                                              weights.data(), &found));
    return detail::pairs_of(first, second, weights, found);
  }

  // What the model was fitted with and what the fit reports.
  std::string_view method() const noexcept {
    return detail::text_of(manifact_model_method(handle_));
  }
  // Empty for an unknown name.
  std::string_view option(const std::string &name) const noexcept {
    return detail::text_of(manifact_model_option(handle_, name.c_str()));
  }
  using Named = std::vector<std::pair<std::string_view, std::string_view>>;
  Named options() const {
    return named(manifact_model_option_count(handle_), manifact_model_option_at);
  }
  // Where the value of each of these options comes from (MANIFACT_ORIGIN_*), and what was set for
  // the fit, "" for nothing.
  struct OptionOrigin {
    std::string_view name, setting;
    manifact_origin origin = MANIFACT_ORIGIN_UNKNOWN;
  };
  std::vector<OptionOrigin> option_origins() const {
    std::vector<OptionOrigin> all;
    for (const auto &[name, value] : options()) {
      OptionOrigin one{name, {}};
      const char *setting = nullptr;
      detail::checked(manifact_model_option_origin(handle_, static_cast<std::int64_t>(all.size()),
                                                   &one.origin, &setting));
      one.setting = detail::text_of(setting);
      all.push_back(one);
    }
    return all;
  }
  Named diagnostics() const {
    return named(manifact_model_diagnostic_count(handle_), manifact_model_diagnostic);
  }
  std::vector<std::string_view> warnings() const {
    std::vector<std::string_view> all;
    for (std::int64_t i = 0; i < manifact_model_warning_count(handle_); ++i)
      all.push_back(detail::text_of(manifact_model_warning(handle_, i)));
    return all;
  }
  // Empty handles if there are none.
  Vectorizer vectorizer() const { return Vectorizer(retained(manifact_model_vectorizer(handle_))); }
  Vectorizer text_vectorizer() const {
    return Vectorizer(retained(manifact_model_text_vectorizer(handle_)));
  }
  std::string_view feature_name(std::int64_t feature) const noexcept {  // empty if it has none
    return detail::text_of(manifact_model_feature_name(handle_, feature));
  }
  std::string_view column_name(std::int64_t index) const noexcept {
    return detail::text_of(manifact_model_column_name(handle_, index));
  }
  std::vector<std::string_view> column(const std::string &name) const {
    const char *bytes = nullptr;
    const std::int64_t *ends = nullptr;
    detail::checked(manifact_model_column(handle_, name.c_str(), &bytes, &ends));
    std::vector<std::string_view> texts;
    for (std::int64_t i = 0, begin = 0; i < documents(); begin = ends[i++])
      texts.emplace_back(bytes + begin, static_cast<std::size_t>(ends[i] - begin));
    return texts;
  }

  // New documents.
  struct Assignment {
    std::vector<std::int32_t> labels;
    std::vector<double> memberships;  // n_rows x k
  };
  Assignment assign(Context &context, const Matrix &X) const {
    Assignment a{detail::room<std::int32_t>(X.rows()), detail::room<double>(X.rows() * clusters())};
    context.checked(manifact_model_assign(context.handle(), handle_, X.handle(), a.labels.data(),
                                          a.memberships.data(), X.rows()));
    return a;
  }
  struct Proportions {
    std::vector<std::int32_t> labels;
    std::vector<double> proportions, margins;  // n_rows x k; n_rows
  };
  Proportions assign_proportions(Context &context, const Matrix &X,
                                 double min_membership = 0) const {
    Proportions p{detail::room<std::int32_t>(X.rows()), detail::room<double>(X.rows() * clusters()),
                  detail::room<double>(X.rows())};
    context.checked(manifact_model_assign_proportions(
        context.handle(), handle_, X.handle(), min_membership, p.labels.data(),
        p.proportions.data(), p.margins.data(), X.rows()));
    return p;
  }
  // terms: of Vectorizer::transform_counted(), or empty.
  Model update(Context &context, const Matrix &X, Span<const std::int64_t> terms = {},
               const std::vector<Column> &columns = {}) const {
    if (!terms.empty()) detail::require_length(terms.size(), X.rows(), "terms");
    std::vector<const char *> names, bytes;
    std::vector<const std::int64_t *> offsets;
    for (const Column &column : columns) {
      if (column.texts.count() != X.rows())
        throw Error(MANIFACT_ERROR_LENGTH,
                    "column " + column.name + " has " + std::to_string(column.texts.count()) +
                        " texts for " + std::to_string(X.rows()) + " documents");
      names.push_back(column.name.c_str());
      bytes.push_back(column.texts.bytes());
      offsets.push_back(column.texts.offsets());
    }
    Model model;
    context.checked(manifact_model_update(
        context.handle(), handle_, X.handle(), terms.empty() ? nullptr : terms.data(), names.data(),
        bytes.data(), offsets.data(), static_cast<std::int64_t>(columns.size()), &model.handle_));
    return model;
  }

  // Edits: new models. X: the documents, for a model that does not keep them.
  Model merge(Context &context, Span<const std::int64_t> topics, const Matrix &X = {}) const {
    return edited(context, [&](manifact_model **out) {
      return manifact_model_merge(context.handle(), handle_, topics.data(), topics.length(),
                                  X.handle(), out);
    });
  }
  Model split(Context &context, std::int64_t topic, std::int64_t n_parts,
              const Matrix &X = {}) const {
    return edited(context, [&](manifact_model **out) {
      return manifact_model_split(context.handle(), handle_, topic, n_parts, X.handle(), out);
    });
  }
  Model hide(Context &context, Span<const std::int64_t> topics) const {
    return edited(context, [&](manifact_model **out) {
      return manifact_model_hide(context.handle(), handle_, topics.data(), topics.length(), out);
    });
  }
  Model reduce(Context &context, std::int64_t n_clusters,
               manifact_linkage linkage = MANIFACT_LINKAGE_WARD, const Matrix &X = {}) const {
    return edited(context, [&](manifact_model **out) {
      return manifact_model_reduce(context.handle(), handle_, linkage, n_clusters, X.handle(), out);
    });
  }
  Model rename(Context &context, std::int64_t topic, const std::string &name) const {
    return edited(context, [&](manifact_model **out) {
      return manifact_model_rename(context.handle(), handle_, topic, name.c_str(), out);
    });
  }
  std::string_view topic_name(std::int64_t topic) const noexcept {
    return detail::text_of(manifact_model_topic_name(handle_, topic));
  }
  std::string_view title(std::int64_t topic) const noexcept {
    return detail::text_of(manifact_model_title(handle_, topic));
  }
  struct Edit {
    std::string_view text;
    Span<const std::int64_t> map;  // the new number of each topic
  };
  std::vector<Edit> edits() const {
    std::vector<Edit> all;
    for (std::int64_t i = 0; i < manifact_model_edit_count(handle_); ++i) {
      const char *text = nullptr;
      const std::int64_t *map = nullptr;
      std::int64_t n = 0;
      detail::checked(manifact_model_edit(handle_, i, &text, &map, &n));
      all.push_back({detail::text_of(text), Array<std::int64_t>(map, n, 1)});
    }
    return all;
  }
  struct Drift {
    std::int64_t documents, far, unassigned, terms, unknown;
  };
  // Of the edit `index`, which is an update.
  Drift edit_drift(std::int64_t index) const {
    Drift d{};
    detail::checked(manifact_model_edit_drift(handle_, index, &d.documents, &d.far, &d.unassigned,
                                              &d.terms, &d.unknown));
    return d;
  }

  // A tree over the topics.
  struct Tree {
    std::vector<std::int64_t> steps;  // two groups per step
    std::vector<double> heights;
    std::vector<std::int64_t> order;
  };
  Tree tree(Context &context, manifact_linkage linkage = MANIFACT_LINKAGE_WARD) const {
    const std::int64_t k = clusters();
    Tree t{detail::room<std::int64_t>(2 * (k - 1)), detail::room<double>(k - 1),
           detail::room<std::int64_t>(k)};
    context.checked(manifact_model_tree(context.handle(), handle_, linkage, t.steps.data(),
                                        t.heights.data(), t.order.data(), k));
    return t;
  }
  std::vector<std::int32_t> tree_cut(Context &context, std::int64_t n_groups,
                                     manifact_linkage linkage = MANIFACT_LINKAGE_WARD) const {
    auto group = detail::room<std::int32_t>(clusters());
    context.checked(manifact_model_tree_cut(context.handle(), handle_, linkage, n_groups,
                                            group.data(), clusters()));
    return group;
  }

  // How good the topics are. X: the documents to count terms in; empty for those of the model.
  struct TopicNumbers {
    std::vector<double> coherence, diversity, separation;
    std::vector<std::int32_t> weakness;  // manifact_weakness
  };
  TopicNumbers topic_numbers(Context &context, std::int64_t count = 10,
                             manifact_score score = MANIFACT_SCORE_CONCEPT,
                             const Matrix &X = {}) const {
    const std::int64_t k = clusters();
    TopicNumbers t{detail::room<double>(k), detail::room<double>(k), detail::room<double>(k),
                   detail::room<std::int32_t>(k)};
    context.checked(manifact_model_topic_numbers(context.handle(), handle_, X.handle(), score,
                                                 count, t.coherence.data(), t.diversity.data(),
                                                 t.separation.data(), t.weakness.data(), k));
    return t;
  }
  std::vector<double> stability(Context &context, std::int64_t n_samples,
                                const Matrix &X = {}) const {
    auto found_again = detail::room<double>(clusters());
    context.checked(manifact_model_stability(context.handle(), handle_, X.handle(), n_samples,
                                             found_again.data(), clusters()));
    return found_again;
  }

  // Topics over time: periods has an entry for each document, -1 if it is not known.
  std::vector<std::int64_t> timeline(Span<const std::int32_t> periods, std::int64_t count) const {
    detail::require_length(periods.size(), documents(), "periods");
    auto counts = detail::room<std::int64_t>(count * clusters());
    detail::checked(manifact_model_timeline(handle_, periods.data(), periods.length(), count,
                                            counts.data(), count * clusters()));
    return counts;
  }
  std::vector<Ranked> trends(Context &context, Span<const std::int32_t> periods, std::int64_t topic,
                             manifact_direction direction, std::int64_t count = 10,
                             const Matrix &X = {}) const {
    auto terms = detail::room<std::int64_t>(count);
    auto scores = detail::room<double>(count);
    std::int64_t found = 0;
    context.checked(manifact_model_trends(context.handle(), handle_, X.handle(), periods.data(),
                                          periods.length(), topic, direction, count, terms.data(),
                                          scores.data(), &found));
    return ranking(terms, scores, found);
  }

 private:
  template <class T>
  Array<T> array(manifact_array which) const {
    const void *data = nullptr;
    std::int64_t rows = 0, columns = 0;
    detail::checked(manifact_model_array(handle_, which, &data, nullptr, &rows, &columns));
    return Array<T>(static_cast<const T *>(data), rows, columns);
  }

  static std::vector<Ranked> ranking(const std::vector<std::int64_t> &index,
                                     const std::vector<double> &scores, std::int64_t found) {
    std::vector<Ranked> all;
    for (std::size_t i = 0; i < static_cast<std::size_t>(found); ++i)
      all.push_back({index[i], scores[i]});
    return all;
  }

  void require_topic(std::int64_t topic) const {
    if (topic < 0 || topic >= clusters())
      throw Error(MANIFACT_ERROR_ARGUMENT, "there is no topic " + std::to_string(topic) +
                                               ": 0 to " + std::to_string(clusters() - 1));
  }

  template <class Function>
  static std::vector<Ranked> ranked(std::int64_t count, Function &&function) {
    auto index = detail::room<std::int64_t>(count);
    auto scores = detail::room<double>(count);
    std::int64_t found = 0;
    detail::checked(function(index.data(), scores.data(), &found));
    return ranking(index, scores, found);
  }

  template <class Function>
  static std::vector<double> filled(std::int64_t size, Function &&function) {
    auto numbers = detail::room<double>(size);
    detail::checked(function(numbers.data()));
    return numbers;
  }

  template <class Function>
  static Model edited(Context &context, Function &&function) {
    Model model;
    context.checked(function(&model.handle_));
    return model;
  }
  template <class Function>
  Named named(std::int64_t count, Function &&function) const {
    Named all;
    for (std::int64_t i = 0; i < count; ++i) {
      const char *name = nullptr, *value = nullptr;
      detail::checked(function(handle_, i, &name, &value));
      all.emplace_back(detail::text_of(name), detail::text_of(value));
    }
    return all;
  }
  static manifact_vectorizer *retained(const manifact_vectorizer *vectorizer) noexcept {
    return vectorizer == nullptr ? nullptr : manifact_vectorizer_retain(vectorizer);
  }
};

}  // namespace cxx
}  // namespace manifact

#endif
