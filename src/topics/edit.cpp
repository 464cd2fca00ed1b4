#include "topics/edit.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "model/edits.hpp"
#include "runtime/error.hpp"
#include "shared/utf8.hpp"
#include "topics/scores.hpp"
#include "topics/titles.hpp"

namespace manifact {
namespace {

long long shown(Index number) noexcept { return static_cast<long long>(number); }

std::size_t at(Index c) noexcept { return static_cast<std::size_t>(c); }

void check_topic(const Model &model, Index topic) {
  if (topic < 0 || topic >= model.k)
    fail(Status::argument, "there is no topic %lld: 0 to %lld", shown(topic), shown(model.k - 1));
}

void check_topics(const Model &model, const std::vector<Index> &topics) {
  for (auto topic = topics.begin(); topic != topics.end(); ++topic) {
    check_topic(model, *topic);
    if (std::find(topics.begin(), topic, *topic) != topic)
      fail(Status::argument, "topic %lld is given twice", shown(*topic));
  }
}

void check_name(const std::string &name) {
  const char *const end = name.data() + name.size();
  for (const char *p = name.data(); p < end;) {
    const Character character = read_character(p, end);
    const auto is_within = [&](int first, int last) {
      return character.code >= first && character.code <= last;
    };
    if (character.broken) fail(Status::argument, "the name of a topic is not UTF-8");
    if (is_within(0, 0x1f) || is_within(0x7f, 0x9f) || is_within(0x2028, 0x2029))
      fail(Status::argument, "the name of a topic is one line without control characters");
    p = character.next;
  }
}

std::string joined(const char *verb, const std::vector<Index> &topics) {
  std::string text = verb;
  for (const Index topic : topics) text += ' ' + std::to_string(topic);
  return text;
}

std::vector<Index> unchanged(Index k) {
  std::vector<Index> to(at(k));
  std::iota(to.begin(), to.end(), 0);
  return to;
}

// The edit, with its columns of V, W and so on.
class Columns {
 public:
  Columns(const Model &model, const TopicEdit &edit)
      : edit_(edit), before_(model.k), after_(topics_after(edit)) {}

  Index count() const noexcept { return after_; }
  Index to(Index c) const noexcept { return edit_.to[at(c)]; }

  // The sums of the columns that become one, times their weights; the parts of a split topic are 0.
  // A has k columns; empty remains empty.
  template <class Weight>
  Array<double> sums(const Array<double> &A, Weight weight, ExecutionContext &run) const {
    const Index rows = A.size() / before_;
    Array<double> B(run.memory, rows * after_);
    for (Index r = 0; r < rows; ++r) {
      if (r % rows_per_check == 0) run.monitor.check();
      for (Index c = 0; c < before_; ++c)
        if (to(c) >= 0 && c != edit_.split) B[r * after_ + to(c)] += weight(c) * A[r * before_ + c];
    }
    return B;
  }
  Array<double> sums(const Array<double> &A, ExecutionContext &run) const {
    return sums(
        A, [](Index) { return 1.0; }, run);
  }

  // For each new topic: whether its documents are not exactly those of one old topic.
  std::vector<bool> changed() const {
    std::vector<Index> sources(at(after_));
    for (Index c = 0; c < before_; ++c)
      if (to(c) >= 0) ++sources[at(to(c))];
    std::vector<bool> changed(at(after_));
    for (Index c = 0; c < after_; ++c) changed[at(c)] = sources[at(c)] != 1;
    for (Index p = 0; edit_.parts && p < edit_.parts->k; ++p)
      changed[at(to(edit_.split) + p)] = true;
    return changed;
  }

 private:
  const TopicEdit &edit_;
  Index before_, after_;
};

// The columns of A, rows x k, as the read-out combines them to clusters (topics/scores.cpp).
Array<double> read_out_columns(const Model &model, const Array<double> &A, ExecutionContext &run) {
  const Array<double> &Z = model.readout.centers;
  if (Z.empty() || A.empty()) return A.copy();
  const Index k = model.k;
  Array<double> B(run.memory, A.size());
  for (Index r = 0; r < A.size() / k; ++r) {
    run.monitor.check();
    for (Index d = 0; d < k; ++d)
      for (Index c = 0; c < k; ++c) B[r * k + c] += A[r * k + d] * Z[d * k + c];
  }
  return B;
}

class Editing {
 public:
  Editing(const std::shared_ptr<const Model> &model, const TopicEdit &edit,
          const FittedDocuments &documents, ExecutionContext &run)
      : shared_(model),
        old_(*model),
        edit_(edit),
        documents_(documents),
        columns_(*model, edit),
        changed_(columns_.changed()),
        run_(run) {}

  std::unique_ptr<Model> model() {
    auto model = std::make_unique<Model>();
    copy_facts(*model);
    model->k = columns_.count();
    check_factor(*model, std::max(model->n, model->m), model->k);
    if (edit_.parts) members_ = members_of(old_, edit_.split);
    set_memberships(*model);
    set_centroids(*model);
    set_concepts(*model);
    set_cosines(*model);
    set_texts(*model);
    if (old_.features.l > 0) set_features(*model);
    set_names(*model);
    set_group_names(*model);
    keep_titles(*model);
    set_titles(*model, model->columns, run_);
    for (const Pair &pair : old_.violations)
      if (still_violated(*model, pair)) model->violations.push_back(pair);
    model->edits.fitted = old_.edits.fitted ? old_.edits.fitted : shared_;
    model->edits.list = old_.edits.list;
    model->edits.grown = old_.edits.grown;
    return model;
  }

 private:
  void copy_facts(Model &model) const {
    model.n = old_.n;
    model.m = old_.m;
    model.method = old_.method;
    model.options = old_.options;
    model.memory_budget = old_.memory_budget;
    model.findings = old_.findings;
    model.status = old_.status;
    model.converged = old_.converged;
    model.history = old_.history.copy();
    model.text = old_.text;
    model.feature_names = old_.feature_names;
    model.columns = old_.columns;
  }

  void set_memberships(Model &model) const {
    const Memberships before =
        proportions_of(old_, old_.V.data(), old_.labels.data(), old_.n, run_);
    Memberships parts;
    if (edit_.parts) parts = memberships_in_parts(before);
    Memberships after = apply(edit_, before, &parts, run_);
    model.V = std::move(after.V);
    model.labels = std::move(after.labels);
    model.sizes = Array<Index>(run_.memory, model.k);
    for (const std::int32_t label : model.labels)
      if (label >= 0) ++model.sizes[label];
  }

  // Memberships of the topic's own documents from the fit of the parts; other documents with a
  // share of the topic are treated as new.
  Memberships memberships_in_parts(const Memberships &before) const {
    const DataView<double> &X = documents_.need();
    Array<bool> empty(run_.memory, X.rows);
    for (Index i = 0; i < X.rows; ++i) empty[i] = X.is_empty(i);
    const Model &parts = *edit_.parts;
    std::vector<std::int32_t> others;
    for (Index i = 0; i < X.rows; ++i)
      if (old_.labels[i] != edit_.split && before.V[i * before.k + edit_.split] >= least_divided)
        others.push_back(static_cast<std::int32_t>(i));
    Memberships all = in_parts(parts, X, empty, others, run_);
    const Memberships fitted =
        proportions_of(parts, parts.V.data(), parts.labels.data(), parts.n, run_);
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const auto from = static_cast<Index>(i);
      all.labels[members_[i]] = std::max(fitted.labels[from], 0);
      std::copy_n(fitted.V.data() + from * parts.k, parts.k, all.V.data() + members_[i] * parts.k);
    }
    return all;
  }

  void set_centroids(Model &model) const {
    const auto size = [&](Index c) { return static_cast<double>(old_.sizes[c]); };
    model.centroids = columns_.sums(old_.centroids, size, run_);
    Array<double> counts(run_.memory, model.k);
    for (Index c = 0; c < old_.k; ++c)
      if (columns_.to(c) >= 0 && c != edit_.split) counts[columns_.to(c)] += size(c);
    if (edit_.parts) add_rows_of_parts(model, counts);
    for (Index j = 0; j < model.m; ++j)
      for (Index c = 0; c < model.k; ++c)
        model.centroids[j * model.k + c] /= std::max(counts[c], 1.0);
  }

  void add_rows_of_parts(Model &model, Array<double> &counts) const {
    const DataView<double> &X = documents_.need();
    for (const std::int32_t i : members_) {
      const std::int32_t c = model.labels[i];
      const DataRow<double> x = X.row(i);
      for (Index e = 0; e < x.size(); ++e) model.centroids[x.column(e) * model.k + c] += x[e];
      counts[c] += 1;
    }
  }

  Array<double> sums_of_clusters(const Array<double> &A) const {
    if (old_.readout.centers.empty()) return columns_.sums(A, run_);
    return columns_.sums(read_out_columns(old_, A, run_), run_);
  }

  // The concept of a union is the sum of the concepts: X'(w_1 + w_2).
  void set_concepts(Model &model) const {
    if (!old_.basis.empty()) model.basis = sums_of_clusters(old_.basis);
    if (!old_.W.empty()) model.W = sums_of_clusters(old_.W);
    if (!edit_.parts) return;
    const Model &parts = *edit_.parts;
    const Index first = columns_.to(edit_.split);
    const Array<double> U =
        read_out_columns(parts, parts.basis.empty() ? parts.centroids : parts.basis, run_);
    for (Index j = 0; j < model.m && !model.basis.empty(); ++j)
      for (Index p = 0; p < parts.k; ++p) model.basis[j * model.k + first + p] = U[j * parts.k + p];
    if (parts.W.empty()) model.W = Array<double>();
    if (model.W.empty()) return;
    const Array<double> W = read_out_columns(parts, parts.W, run_);
    for (std::size_t i = 0; i < members_.size(); ++i)
      for (Index p = 0; p < parts.k; ++p)
        model.W[members_[i] * model.k + first + p] = W[static_cast<Index>(i) * parts.k + p];
  }

  void set_cosines(Model &model) const {
    model.cosines = Array<double>(run_.memory, model.n);
    Array<double> squares(run_.memory, model.k);
    for (Index e = 0; e < model.m * model.k; ++e)
      squares[e % model.k] += model.centroids[e] * model.centroids[e];
    for (Index i = 0; i < model.n; ++i) {
      if (i % rows_per_check == 0) run_.monitor.report(i, model.n);
      const std::int32_t c = model.labels[i];
      if (c < 0) continue;
      model.cosines[i] = changed_[at(c)]
                             ? cosine_to_mean(model, documents_.need().row(i), c, squares[c])
                             : old_.cosines[i];
    }
  }

  void set_texts(Model &model) const {
    const AttachedTexts &texts = old_.texts;
    if (!texts.terms) return;
    if (edit_.parts)
      fail(Status::argument,
           "a topic that is described by attached texts cannot be split: the model does not keep "
           "them");
    model.texts.terms = texts.terms;
    model.texts.centroids = columns_.sums(
        texts.centroids, [&](Index c) { return static_cast<double>(old_.sizes[c]); }, run_);
    for (Index j = 0; j < texts.terms->size(); ++j)
      for (Index c = 0; c < model.k; ++c)
        model.texts.centroids[j * model.k + c] /=
            static_cast<double>(std::max(model.sizes[c], Index{1}));
    if (!texts.concepts.empty()) model.texts.concepts = sums_of_clusters(texts.concepts);
  }

  void set_features(Model &model) const {
    const FeatureClusters &from = old_.features;
    FeatureClusters &to = model.features;
    to.l = from.l;
    to.labels = from.labels.copy();
    to.sizes = from.sizes.copy();
    to.memberships = from.memberships.copy();
    to.core = Array<double>(run_.memory, model.k * to.l);
    to.mass = Array<double>(run_.memory, model.k * to.l);
    for (Index c = 0; c < old_.k; ++c) {
      const Index first = columns_.to(c), parts = c == edit_.split ? edit_.parts->k : 1;
      for (Index b = 0; b < to.l && first >= 0; ++b) {
        if (c != edit_.split) to.mass[first * to.l + b] += from.mass[c * to.l + b];
        for (Index p = 0; p < parts; ++p)
          to.core[(first + p) * to.l + b] += from.core[c * to.l + b];
      }
    }
    for (const std::int32_t i : members_) {
      const DataRow<double> x = documents_.need().row(i);
      for (Index e = 0; e < x.size(); ++e)
        if (const std::int32_t b = to.labels[x.column(e)]; b >= 0)
          to.mass[model.labels[i] * to.l + b] += x[e];
    }
  }

  void set_names(Model &model) const {
    if (old_.names.empty()) return;
    model.names.resize(at(model.k));
    for (Index c = 0; c < old_.k; ++c) {
      if (columns_.to(c) < 0 || c == edit_.split) continue;
      std::string &name = model.names[at(columns_.to(c))];
      if (name.empty()) name = old_.names[at(c)];
    }
  }

  void keep_titles(Model &model) const {
    model.titles.resize(at(model.k));
    for (Index c = 0; c < old_.k && !old_.titles.empty(); ++c)
      if (columns_.to(c) >= 0 && c != edit_.split && !changed_[at(columns_.to(c))])
        model.titles[at(columns_.to(c))] = old_.titles[at(c)];
  }

  // Of groups whose topics are still topics.
  void set_group_names(Model &model) const {
    std::map<std::vector<Index>, std::string> names;
    for (const GroupName &group : old_.group_names) {
      std::vector<Index> topics;
      bool stays = true;
      for (const Index c : group.topics) {
        const Index to = columns_.to(c);
        stays = stays && to >= 0 && c != edit_.split && !changed_[at(to)];
        topics.push_back(to);
      }
      if (stays) names.emplace(std::move(topics), group.name);
    }
    for (auto &[topics, name] : names) model.group_names.push_back({topics, std::move(name)});
  }

  // A merge can satisfy a violated must-link, a split a violated cannot-link.
  static bool still_violated(const Model &model, const Pair &pair) {
    if (pair.second < 0) return true;
    const bool together = model.labels[pair.first] == model.labels[pair.second];
    return pair.weight > 0 ? !together : together;
  }

  const std::shared_ptr<const Model> &shared_;
  const Model &old_;
  const TopicEdit &edit_;
  const FittedDocuments &documents_;
  Columns columns_;
  std::vector<bool> changed_;
  std::vector<std::int32_t> members_;
  ExecutionContext &run_;
};

}  // namespace

TopicEdit merge_of(const Model &model, const std::vector<Index> &topics) {
  check_topics(model, topics);
  if (topics.size() < 2) fail(Status::argument, "a merge needs at least two topics");
  std::vector<Index> group = unchanged(model.k);
  const Index first = *std::min_element(topics.begin(), topics.end());
  for (const Index topic : topics) group[at(topic)] = first;
  TopicEdit edit = reduce_of(model, group);
  edit.text = joined("merge", topics);
  return edit;
}

TopicEdit hide_of(const Model &model, const std::vector<Index> &topics) {
  check_topics(model, topics);
  if (topics.empty()) fail(Status::argument, "no topic is given");
  if (static_cast<Index>(topics.size()) == model.k)
    fail(Status::argument, "all topics would be hidden");
  TopicEdit edit{joined("hide", topics), std::vector<Index>(at(model.k))};
  Index next = 0;
  for (Index c = 0; c < model.k; ++c) {
    const bool hidden = std::find(topics.begin(), topics.end(), c) != topics.end();
    edit.to[at(c)] = hidden ? -1 : next++;
  }
  return edit;
}

TopicEdit reduce_of(const Model &model, const std::vector<Index> &group) {
  TopicEdit edit{"", std::vector<Index>(at(model.k), -1)};
  Index next = 0;
  for (Index c = 0; c < model.k; ++c) {
    if (edit.to[at(c)] >= 0) continue;
    for (Index d = c; d < model.k; ++d)
      if (group[at(d)] == group[at(c)]) edit.to[at(d)] = next;
    ++next;
  }
  edit.text = "reduce to " + std::to_string(next);
  return edit;
}

TopicEdit split_of(const Model &model, Index topic, std::shared_ptr<const Model> parts) {
  check_topic(model, topic);
  TopicEdit edit{"split " + std::to_string(topic) + " into " + std::to_string(parts->k),
                 unchanged(model.k), topic};
  for (Index c = topic + 1; c < model.k; ++c) edit.to[at(c)] += parts->k - 1;
  edit.parts = std::move(parts);
  return edit;
}

FittedDocuments::FittedDocuments(const Model &model, const Matrix *X, ExecutionContext &run) {
  const Model &fitted = model.fitted();
  is_kernel_ = fitted.training.kernel.kind == KernelKind::precomputed;
  if (X != nullptr && !is_kernel_) {
    if (X->rows != model.n || X->columns != model.m)
      fail(Status::mismatch,
           "the documents are %lld x %lld, but the model was fitted to %lld x %lld", shown(X->rows),
           shown(X->columns), shown(model.n), shown(model.m));
    own_ = weighted_data<double>(*X, fitted.training.weights, run);
    view_ = own_.view();
  } else if (!model.kept().empty() && !is_kernel_) {
    view_ = model.kept().view();
  }
}

const DataView<double> &FittedDocuments::need() const {
  if (is_kernel_)
    fail(Status::argument,
         "the model was made from a kernel matrix, which has no documents: its topics can be "
         "renamed and hidden only");
  if (missing())
    fail(Status::argument,
         "the model does not keep its documents (keep-data=no): they must be given again");
  return view_;
}

double cosine_to_mean(const Model &model, const DataRow<double> &x, Index topic,
                      double square) noexcept {
  double product = 0, own = 0;
  for (Index e = 0; e < x.size(); ++e) {
    product += x[e] * model.centroids[x.column(e) * model.k + topic];
    own += x[e] * x[e];
  }
  const double lengths = std::sqrt(own) * std::sqrt(square);
  return lengths > 0 ? std::clamp(product / lengths, -1.0, 1.0) : 0;
}

std::vector<std::int32_t> members_of(const Model &model, Index topic) {
  check_topic(model, topic);
  std::vector<std::int32_t> members;
  for (Index i = 0; i < model.n; ++i)
    if (model.labels[i] == topic) members.push_back(static_cast<std::int32_t>(i));
  return members;
}

std::unique_ptr<Model> edited(const std::shared_ptr<const Model> &model, TopicEdit edit,
                              const FittedDocuments &documents, ExecutionContext &run) {
  run.monitor.enter("editing");
  std::unique_ptr<Model> result = Editing(model, edit, documents, run).model();
  result->edits.list.push_back(std::move(edit));
  return result;
}

std::unique_ptr<Model> renamed(const std::shared_ptr<const Model> &model, Index topic,
                               const std::string &name, ExecutionContext &run) {
  check_topic(*model, topic);
  check_name(name);
  TopicEdit edit{"rename " + std::to_string(topic) + ' ' + name, unchanged(model->k)};
  std::unique_ptr<Model> result =
      edited(model, std::move(edit), FittedDocuments(*model, nullptr, run), run);
  result->names.resize(at(model->k));
  result->names[at(topic)] = name;
  return result;
}

std::unique_ptr<Model> renamed_group(const std::shared_ptr<const Model> &model,
                                     std::vector<Index> topics, const std::string &name,
                                     ExecutionContext &run) {
  check_topics(*model, topics);
  if (topics.size() < 2) fail(Status::argument, "a group has at least two topics");
  check_name(name);
  std::sort(topics.begin(), topics.end());
  TopicEdit edit{joined("rename", topics) + ' ' + name, unchanged(model->k)};
  std::unique_ptr<Model> result =
      edited(model, std::move(edit), FittedDocuments(*model, nullptr, run), run);
  std::vector<GroupName> &all = result->group_names;
  std::erase_if(all, [&](const GroupName &group) { return group.topics == topics; });
  const auto after = std::find_if(all.begin(), all.end(),
                                  [&](const GroupName &group) { return topics < group.topics; });
  if (!name.empty()) all.insert(after, GroupName{std::move(topics), name});
  return result;
}

const char *group_name(const Model &model, std::vector<Index> topics) {
  std::sort(topics.begin(), topics.end());
  for (const GroupName &group : model.group_names)
    if (group.topics == topics) return group.name.c_str();
  return "";
}

}  // namespace manifact
