#include "topics/join.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>

#include "linalg/data/data_view.hpp"
#include "model/edits.hpp"
#include "model/grown_documents.hpp"
#include "runtime/error.hpp"
#include "text/weighting.hpp"
#include "topics/compare.hpp"
#include "topics/nearness.hpp"
#include "topics/positions.hpp"
#include "topics/renumber.hpp"

namespace manifact {
namespace {

constexpr const char *remedy = "; cluster the documents of both together";

const FeatureWeights &weights_of(const Model &model) noexcept {
  return model.fitted().training.weights;
}

void check_kept(const Model &model) {
  if (model.fitted().training.kernel.kind == KernelKind::precomputed)
    fail(Status::argument,
         "a model was made from a kernel matrix, which has no documents: it cannot be joined");
  if (model.kept().empty())
    fail(Status::argument,
         "a model does not keep its documents (keep-data=no): it cannot be joined%s", remedy);
  if (model.texts.terms)
    fail(Status::argument,
         "the topics of a model are described by attached texts, which it does not keep: it cannot "
         "be joined%s",
         remedy);
}

bool make_the_same_words(const TextModel &a, const TextModel &b) {
  TextRules rules = b.rules;  // what is chosen from the words may differ
  rules.min_df = a.rules.min_df;
  rules.max_df = a.rules.max_df;
  return a.rules == rules && a.stop_words.bytes() == b.stop_words.bytes();
}

void check_alike(const Model &first, const Model &second) {
  check_kept(first);
  check_kept(second);
  if (first.kept().is_dense() != second.kept().is_dense() ||
      (first.text == nullptr) != (second.text == nullptr))
    fail(Status::argument,
         "the documents of the models are of different kinds, %s and %s: they cannot be joined",
         first.text ? "texts" : (first.kept().is_dense() ? "dense rows" : "sparse rows"),
         second.text ? "texts" : (second.kept().is_dense() ? "dense rows" : "sparse rows"));
  if (first.m != second.m && !first.text && !first.feature_names && !second.feature_names)
    fail(Status::argument, "the models have %lld and %lld features without names%s",
         static_cast<long long>(first.m), static_cast<long long>(second.m), remedy);
  if (first.text && !make_the_same_words(*first.text, *second.text))
    fail(Status::argument,
         "the models make words of texts in different ways (language, stemming, stop words or "
         "n-grams)%s",
         remedy);
  const FeatureWeights &v = weights_of(first), &w = weights_of(second);
  if (v.weighting != w.weighting || v.scaling != w.scaling)
    fail(Status::argument, "the models weight or scale their documents in different ways%s",
         remedy);
  if (!v.shift.empty() && !first.kept().is_dense())
    fail(Status::argument, "sparse documents with scaling=%s cannot be joined%s",
         name_of(v.scaling), remedy);
  if (first.fitted().training.vector_columns != second.fitted().training.vector_columns)
    fail(Status::argument,
         "the documents have vectors of %lld and %lld numbers beside their words: they cannot be "
         "joined",
         static_cast<long long>(first.fitted().training.vector_columns),
         static_cast<long long>(second.fitted().training.vector_columns));
}

// The columns of both in the joined documents.
struct JoinedFeatures {
  Index count;
  std::vector<Index> of_second;
  std::vector<Index> new_ones;  // of the second model, in their order

  JoinedFeatures(const Model &first, const Model &second)
      : count(first.m), of_second(columns_in_common(second, first)) {
    std::vector<bool> has(place(first.m));
    for (Index j = 0; j < second.m; ++j) {
      Index &to = of_second[place(j)];
      if (to >= 0 && has[place(to)])
        fail(Status::argument, "several features have the same name: the models cannot be joined");
      if (to >= 0) has[place(to)] = true;
      if (to >= 0) continue;
      to = count++;
      new_ones.push_back(j);
    }
    const Index missing = std::count(has.begin(), has.end(), false);
    if (!first.text && missing + std::ssize(new_ones) > 0)
      fail(Status::argument,
           "%lld features are in one of the models only, and tables are joined by equal features%s",
           static_cast<long long>(missing + std::ssize(new_ones)), remedy);
  }
};

std::shared_ptr<const TextModel> joined_terms(const TextModel &first, const TextModel &second,
                                              const JoinedFeatures &features,
                                              const std::shared_ptr<Memory> &memory) {
  auto text = std::make_shared<TextModel>(memory);
  text->rules = first.rules;
  for (Index j = 0; j < first.stop_words.size(); ++j) text->stop_words.add(first.stop_words[j]);
  const bool has_names = first.names.size() > 0 || second.names.size() > 0;
  const auto add = [&](const TextModel &from, Index j) {
    text->keys.append(from.keys[j]);
    if (has_names) text->names.append(from.name(j));
  };
  for (Index j = 0; j < first.size(); ++j) add(first, j);
  for (const Index j : features.new_ones) add(second, j);
  text->documents = first.documents + second.documents;
  text->tokens = first.tokens + second.tokens;
  text->replaced = first.replaced + second.replaced;
  return text;
}

// Of documents of both the second model's are left out: names that are equal by chance would lose
// them.
std::vector<Index> same_documents(const Model &first, const Model &second, ExecutionContext &run) {
  CommonDocuments common = documents_of_both(first, second, second.columns, run);
  if (common.are_doubtful())
    fail(Status::argument,
         "%lld of %lld documents of the same name begin with other texts in the two models, and "
         "documents of both count once: they cannot be joined; if they are other documents, name "
         "them apart and cluster them again, else read the same text of them for both models",
         static_cast<long long>(common.unlike), static_cast<long long>(common.compared));
  return std::move(common.rows);
}

// The rows of the second model that the first one does not have.
std::vector<Index> other_rows(const std::vector<Index> &common, Index n) {
  std::vector<bool> is_common(place(n));
  for (const Index row : common)
    if (row >= 0) is_common[place(row)] = true;
  std::vector<Index> rows;
  for (Index i = 0; i < n; ++i)
    if (!is_common[place(i)]) rows.push_back(i);
  return rows;
}

std::shared_ptr<const DocumentColumn> joined_column(const std::string &name,
                                                    const DocumentColumn *first, Index n_first,
                                                    const DocumentColumn *second,
                                                    const std::vector<Index> &rows) {
  DocumentColumn all{name, {}, {}};
  const auto add = [&](const DocumentColumn *from, Index i) {
    if (from != nullptr) all.bytes += text_at(*from, i);
    all.ends.push_back(static_cast<Index>(all.bytes.size()));
  };
  for (Index i = 0; i < n_first; ++i) add(first, i);
  for (const Index i : rows) add(second, i);
  return std::make_shared<const DocumentColumn>(std::move(all));
}

// Places on the map are those of one model.
DocumentColumns joined_columns(const Model &first, const Model &second,
                               const std::vector<Index> &rows) {
  DocumentColumns all;
  for (const auto &column : first.columns)
    if (column->name != map_column)
      all.push_back(joined_column(column->name, column.get(), first.n,
                                  column_named(second.columns, column->name), rows));
  for (const auto &column : second.columns)
    if (column->name != map_column && column_named(first.columns, column->name) == nullptr)
      all.push_back(joined_column(column->name, nullptr, first.n, column.get(), rows));
  return all;
}

// The rows of A, and some of B whose column j becomes columns[j].
template <class T>
std::unique_ptr<Matrix> stacked_values(const Matrix &A, const Matrix &B,
                                       const std::vector<Index> &rows,
                                       const std::vector<Index> &columns, ExecutionContext &run) {
  const Index m = A.columns, n = A.rows + std::ssize(rows);
  Array<T> values(run.memory, n * m);
  for (Index i = 0; i < A.rows; ++i)
    A.each(i, [&](std::int32_t j, double x) { values[i * m + j] = static_cast<T>(x); });
  for (std::size_t r = 0; r < rows.size(); ++r) {
    T *const to = values.data() + (A.rows + static_cast<Index>(r)) * m;
    B.each(rows[r], [&](std::int32_t j, double x) { to[columns[place(j)]] = static_cast<T>(x); });
  }
  return matrix_from_values(n, m, std::move(values));
}

std::shared_ptr<const Matrix> stacked_matrix(const Matrix &A, const Matrix &B,
                                             const std::vector<Index> &rows,
                                             const std::vector<Index> &columns,
                                             ExecutionContext &run) {
  if (A.value_type == ValueType::single && B.value_type == ValueType::single)
    return stacked_values<float>(A, B, rows, columns, run);
  return stacked_values<double>(A, B, rows, columns, run);
}

// Weighted rows of words, and their new weights.
class StackedRows {
 public:
  StackedRows(const Model &first, const Model &second, const std::vector<Index> &rows,
              const JoinedFeatures &features, ExecutionContext &run)
      : A_(first.kept().sparse),
        B_(second.kept().sparse),
        v_(weights_of(first)),
        w_(weights_of(second)),
        lacks_frequent_{has_limit(first), has_limit(second)},
        rows_(rows),
        features_(features),
        run_(run) {}

  void set(TrainingData &training) {
    FeatureWeights &weights = training.weights;
    weights.weighting = v_.weighting;
    weights.scaling = v_.scaling;
    weights.exponent = v_.exponent;
    set_weights(weights);
    Index entries = A_.entries();
    for (const Index i : rows_) entries += B_.indptr[i + 1] - B_.indptr[i];
    Csr<double> &all = training.X.sparse;
    all = Csr<double>(run_.memory, A_.rows + std::ssize(rows_), features_.count, entries);
    for (Index i = 0; i < A_.rows; ++i) add(all, A_, i, nullptr, from_first_);
    for (const Index i : rows_) add(all, B_, i, &features_.of_second, from_second_);
  }

 private:
  static bool has_limit(const Model &model) { return model.text && model.text->rules.max_df < 1; }

  bool weights_agree() const {
    bool have_common = false;
    for (Index j = 0; j < w_.idf.size(); ++j) {
      const Index to = features_.of_second[place(j)];
      if (to >= v_.idf.size()) continue;
      if (v_.idf[to] != w_.idf[j]) return false;
      have_common = true;
    }
    return have_common && v_.exponent == w_.exponent;
  }

  void set_weights(FeatureWeights &weights) {
    if (v_.idf.empty()) {
      scale_second(weights);
      return;
    }
    weights.idf = Array<double>(run_.memory, features_.count);
    const bool agree = weights_agree();
    weights.dropped = agree ? v_.dropped : 0;
    if (!agree) return set_joint_weights(weights);
    for (Index j = 0; j < w_.idf.size(); ++j)
      weights.idf[features_.of_second[place(j)]] = w_.idf[j];
    std::copy(v_.idf.begin(), v_.idf.end(), weights.idf.begin());
  }

  // Without weights rows differ by the powers of two at most.
  void scale_second(const FeatureWeights &weights) {
    if (weights.unit_rows() || v_.exponent == w_.exponent) return;
    from_second_.assign(place(std::ssize(features_.of_second)),
                        std::ldexp(1.0, v_.exponent - w_.exponent));
  }

  // Of the documents with each feature, in the columns of both.
  std::vector<Index> frequencies(const Csr<double> &X, const std::vector<Index> *rows,
                                 const std::vector<Index> *columns) const {
    std::vector<Index> df(place(features_.count));
    const auto count = [&](Index i) {
      for (Index e = X.indptr[i]; e < X.indptr[i + 1]; ++e)
        ++df[place(columns != nullptr ? (*columns)[place(X.indices[e])] : X.indices[e])];
    };
    if (rows != nullptr)
      for (const Index i : *rows) count(i);
    else
      for (Index i = 0; i < X.rows; ++i) count(i);
    return df;
  }

  void set_joint_weights(FeatureWeights &weights) {
    const std::vector<Index> &columns = features_.of_second;
    const std::vector<Index> of_A = frequencies(A_, nullptr, nullptr),
                             of_B = frequencies(B_, &rows_, &columns),
                             of_all_B = frequencies(B_, nullptr, &columns);
    std::vector<double> w(place(features_.count), -1);  // -1: the model lacks the feature
    for (std::size_t j = 0; j < columns.size(); ++j)
      w[place(columns[j])] = w_.idf[static_cast<Index>(j)];
    const auto n = static_cast<double>(A_.rows + std::ssize(rows_));
    from_first_.assign(place(A_.columns), 0);
    from_second_.assign(columns.size(), 0);
    for (Index j = 0; j < features_.count; ++j) {
      const double v = j < v_.idf.size() ? v_.idf[j] : -1;
      const Index df = of_A[place(j)] + of_B[place(j)];
      if (df == 0 || hides(v, lacks_frequent_[0], of_all_B[place(j)], B_.rows) ||
          hides(w[place(j)], lacks_frequent_[1], of_A[place(j)], A_.rows)) {
        weights.dropped += df > 0 ? 1 : 0;
        continue;
      }
      weights.idf[j] = std::log(n / static_cast<double>(df));
      if (v > 0) from_first_[place(j)] = weights.idf[j] / v;
    }
    for (std::size_t j = 0; j < columns.size(); ++j)
      if (const double own = w_.idf[static_cast<Index>(j)]; own > 0)
        from_second_[j] = std::ldexp(weights.idf[columns[j]] / own, v_.exponent - w_.exponent);
  }

  // Whether many documents may have a feature that has no weight in their model: more than half of
  // the `n` documents of the other one do.
  static bool hides(double weight, bool lacks_frequent, Index df, Index n) {
    return (weight == 0 || (weight < 0 && lacks_frequent)) && 2 * df > n;
  }

  // factors: of the columns, or none: the row stays as it is.
  void add(Csr<double> &to, const Csr<double> &X, Index row, const std::vector<Index> *columns,
           const std::vector<double> &factors) {
    entries_.clear();
    for (Index e = X.indptr[row]; e < X.indptr[row + 1]; ++e) {
      const std::int32_t j = X.indices[e];
      const double value = factors.empty() ? X.values[e] : X.values[e] * factors[place(j)];
      if (value != 0)
        entries_.emplace_back(columns != nullptr ? (*columns)[place(j)] : Index{j}, value);
    }
    if (columns != nullptr) std::sort(entries_.begin(), entries_.end());
    double length = 1;
    if (!factors.empty() && v_.unit_rows()) {
      double square = 0;
      for (const auto &[j, value] : entries_) square += value * value;
      length = std::sqrt(square);
    }
    for (const auto &[j, value] : entries_) {
      to.indices[end_] = static_cast<std::int32_t>(j);
      to.values[end_++] = value / length;
    }
    to.indptr[++row_] = end_;
    if (row_ % rows_per_check == 0) run_.monitor.report(row_, to.rows);
  }

  const Csr<double> &A_, &B_;
  const FeatureWeights &v_, &w_;
  bool lacks_frequent_[2];
  const std::vector<Index> &rows_;
  const JoinedFeatures &features_;
  ExecutionContext &run_;
  std::vector<double> from_first_, from_second_;  // factors, by column; empty: 1
  std::vector<std::pair<Index, double>> entries_;
  Index row_ = 0, end_ = 0;
};

void set_dense(TrainingData &training, const Model &first, const Model &second,
               const std::vector<Index> &rows, const JoinedFeatures &features,
               ExecutionContext &run) {
  const FeatureWeights &v = weights_of(first);
  training.matrix =
      stacked_matrix(kept_values(first), kept_values(second), rows, features.of_second, run);
  training.weights =
      learn_weights(*training.matrix, {.weighting = v.weighting, .scaling = v.scaling}, run);
  training.weights.exponent = v.exponent;
  training.X = weighted_data<double>(*training.matrix, training.weights, run);
}

const Matrix *vectors_of(const Model &model) noexcept {
  return model.edits.grown ? model.edits.grown->vectors.get()
                           : model.fitted().training.vectors.get();
}

void set_vectors(TrainingData &training, const Model &first, const Model &second,
                 const std::vector<Index> &rows, ExecutionContext &run) {
  const Matrix *const a = vectors_of(first), *const b = vectors_of(second);
  if (a == nullptr || b == nullptr) return;
  std::vector<Index> columns(place(a->columns));
  std::iota(columns.begin(), columns.end(), Index{0});
  training.vectors = stacked_matrix(*a, *b, rows, columns, run);
  training.vector_columns = a->columns;
}

// The number of each topic of the second model. Documents of both that the first one gives no topic
// count as the second's.
std::vector<Index> joined_topics(const Model &first, const Model &second,
                                 const std::vector<Index> &rows, const std::vector<Index> &common,
                                 const Comparison &comparison) {
  std::vector<Index> sizes(place(second.k)), topics(place(second.k), -1);
  const auto count = [&](Index i) {
    if (second.labels[i] >= 0) ++sizes[place(second.labels[i])];
  };
  for (const Index i : rows) count(i);
  for (Index i = 0; i < first.n; ++i)
    if (first.labels[i] < 0 && common[place(i)] >= 0) count(common[place(i)]);
  const std::vector<Index> pairs = mutual_pairs(comparison);
  for (Index a = 0; a < first.k; ++a)
    if (pairs[place(a)] >= 0) topics[place(pairs[place(a)])] = a;
  Index next = first.k;
  for (Index b = 0; b < second.k; ++b)
    if (topics[place(b)] < 0 && sizes[place(b)] > 0) topics[place(b)] = next++;
  return topics;
}

void set_topics(Model &model, const Model &first, const Model &second,
                const std::vector<Index> &rows, const std::vector<Index> &common,
                const std::vector<Index> &topics, ExecutionContext &run) {
  model.k =
      std::max(first.k, topics.empty() ? 0 : 1 + *std::max_element(topics.begin(), topics.end()));
  model.labels = Array<std::int32_t>(run.memory, model.n);
  std::copy(first.labels.begin(), first.labels.end(), model.labels.begin());
  const auto label_of = [&](Index i) {
    const std::int32_t label = second.labels[i];
    return label < 0 ? -1 : static_cast<std::int32_t>(topics[place(label)]);
  };
  for (Index i = 0; i < first.n; ++i)
    if (model.labels[i] < 0 && common[place(i)] >= 0) model.labels[i] = label_of(common[place(i)]);
  Index next = first.n;
  for (const Index i : rows) model.labels[next++] = label_of(i);
  if (first.names.empty() && second.names.empty()) return;
  model.names = first.names;
  model.names.resize(place(model.k));
  if (second.names.empty()) return;
  for (Index b = 0; b < second.k; ++b) {
    if (topics[place(b)] < 0) continue;
    std::string &name = model.names[place(topics[place(b)])];
    if (name.empty()) name = second.names[place(b)];
  }
}

}  // namespace

Joined joined(const Model &first, const Model &second, ExecutionContext &run) {
  check_alike(first, second);
  const std::vector<Index> common = same_documents(first, second, run);
  Joined made;
  made.common = std::count_if(common.begin(), common.end(), [](Index row) { return row >= 0; });
  if ((by_distance(first) || by_distance(second)) && 2 * made.common < std::min(first.n, second.n))
    fail(Status::argument,
         "topics of points are compared by the documents that both models have, which are %lld of "
         "%lld here: they cannot be joined%s",
         static_cast<long long>(made.common), static_cast<long long>(std::min(first.n, second.n)),
         remedy);
  const JoinedFeatures features(first, second);
  const std::vector<Index> rows = other_rows(common, second.n);
  made.topics = joined_topics(first, second, rows, common, compared(first, second, common, run));
  run.monitor.enter("joining", first.n + std::ssize(rows));
  auto model = std::make_unique<Model>();
  model->n = first.n + std::ssize(rows);
  model->m = features.count;
  model->method = first.method;
  model->memory_budget = first.memory_budget;
  model->options = first.options;
  set_topics(*model, first, second, rows, common, made.topics, run);
  if (first.kept().is_dense())
    set_dense(model->training, first, second, rows, features, run);
  else
    StackedRows(first, second, rows, features, run).set(model->training);
  set_vectors(model->training, first, second, rows, run);
  model->columns = joined_columns(first, second, rows);
  if (first.text)
    model->text = features.new_ones.empty()
                      ? first.text
                      : joined_terms(*first.text, *second.text, features, run.memory);
  model->feature_names = features.new_ones.empty() ? first.feature_names : nullptr;
  made.model = std::move(model);
  return made;
}

std::vector<Index> numbers_after_fit(const Joined &joined, const Model &fit,
                                     const FitInputs &inputs) {
  std::vector<Index> numbers = joined.topics;
  if (inputs.constraints == nullptr || inputs.constraints->labeled == 0) {
    for (Index &topic : numbers)
      if (topic >= fit.k) topic = -1;  // of few distinct documents
    return numbers;
  }
  std::vector<Index> counts(place(joined.model->k * fit.k));
  for (Index i = 0; i < fit.n; ++i)
    if (const std::int32_t start = joined.model->labels[i]; start >= 0 && fit.labels[i] >= 0)
      ++counts[place(start * fit.k + fit.labels[i])];
  for (Index &topic : numbers) {
    if (topic < 0) continue;
    const auto begin = counts.begin() + topic * fit.k, end = begin + fit.k,
               most = std::max_element(begin, end);
    topic = *most > 0 ? most - begin : -1;
  }
  return numbers;
}

}  // namespace manifact
