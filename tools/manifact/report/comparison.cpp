#include "report/comparison.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <unordered_map>

#include "report/feature_names.hpp"
#include "report/kept_documents.hpp"
#include "report/points.hpp"
#include "report/summary.hpp"
#include "shared/document_names.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

using nlohmann::ordered_json;

constexpr std::int64_t terms_told = 10, terms_compared = 30, documents_told = 3;
constexpr double most_of_it = 0.5, least_told = 0.1;

// In the order of the output.
constexpr const char *change_words[] = {"appeared", "vanished", "split",
                                        "joined",   "moved",    "stayed"};

std::vector<std::string> compared_terms(const Session &session, const manifact_model *model,
                                        const std::vector<std::string> &names, std::int64_t topic) {
  if (names.empty()) return {};
  std::vector<std::int64_t> terms(terms_compared);
  std::int64_t found = 0;
  session.check(manifact_model_top_terms(model, topic, MANIFACT_SCORE_EXCLUSIVITY, terms_compared,
                                         terms.data(), nullptr, &found));
  std::vector<std::string> list;
  for (std::int64_t t = 0; t < found; ++t)
    list.push_back(names[static_cast<std::size_t>(terms[static_cast<std::size_t>(t)])]);
  return list;
}

// A model with what is shown of it.
struct ComparedSide {
  const manifact_model *model;
  std::int64_t topics;
  std::vector<std::string> ids, excerpts;
  std::vector<std::vector<std::string>> terms;  // of each topic, the best ones first

  ComparedSide(const Session &session, const manifact_model *of)
      : model(of),
        topics(manifact_model_clusters(of)),
        ids(kept_column(of, "id")),
        excerpts(kept_column(of, "excerpt")) {
    const std::vector<std::string> names = names_of_terms(of);
    for (std::int64_t c = 0; c < topics; ++c)
      terms.push_back(compared_terms(session, of, names, c));
  }

  ordered_json topic(std::int64_t c) const {
    const auto at = static_cast<std::size_t>(c);
    const std::int64_t size = manifact_model_sizes(model)[c];
    std::vector<std::string> shown = terms[at];
    if (std::ssize(shown) > terms_told) shown.resize(terms_told);
    return {{"topic", c},
            {"title", topic_title(model, at)},
            {"size", size},
            {"share", static_cast<double>(size) / static_cast<double>(std::max<std::int64_t>(
                                                      1, manifact_model_documents(model)))},
            {"top_terms", shown}};
  }

  ordered_json document(std::int64_t row) const {
    const auto at = static_cast<std::size_t>(row);
    ordered_json object = {{"document", row}};
    if (!ids.empty()) object["id"] = ids[at];
    if (!excerpts.empty()) object["begins"] = excerpt(excerpts[at], 80);
    return object;
  }

  std::vector<std::int64_t> representatives(const Session &session, std::int64_t topic) const {
    std::vector<std::int64_t> rows(documents_told);
    std::int64_t found = 0;
    session.check(
        manifact_model_representatives(model, topic, documents_told, rows.data(), nullptr, &found));
    rows.resize(static_cast<std::size_t>(found));
    return rows;
  }
};

class Comparing {
 public:
  Comparing(const Session &session, const ComparedModel &before, const ComparedModel &after)
      : session_(session), old_(session, before.model), now_(session, after.model) {
    const std::int64_t n = manifact_model_documents(old_.model);
    rows_.resize(static_cast<std::size_t>(n));
    session_.check(manifact_model_common_documents(session_.stoppable(), old_.model, now_.model,
                                                   rows_.data(), n, &common_));
  }

  // Sets by_documents.
  void choose(ComparedBy by) {
    const std::int64_t n_old = manifact_model_documents(old_.model),
                       n_now = manifact_model_documents(now_.model);
    if (by == ComparedBy::order) {
      for (std::int64_t i = 0; i < n_old; ++i)
        rows_[static_cast<std::size_t>(i)] = i < n_now ? i : -1;
      common_ = std::min(n_old, n_now);
    }
    if (by == ComparedBy::documents && common_ == 0)
      throw Failure(
          std::string("topics diff --by documents: the models have no documents in "
                      "common by name or beginning (numbers of rows are no names); ") +
          (are_points(old_) || are_points(now_) ? "" : "--by terms compares the terms, ") +
          "--by order takes the documents in their order");
    by_documents_ = by == ComparedBy::documents || by == ComparedBy::order ||
                    (by == ComparedBy::automatic && 2 * common_ >= std::min(n_old, n_now));
    is_ordered_ = by == ComparedBy::order;
  }

  void compare() {
    const auto k = static_cast<std::size_t>(old_.topics), l = static_cast<std::size_t>(now_.topics);
    forward_.resize(k * l);
    backward_.resize(k * l);
    partners_.resize(k);
    earlier_.resize(k);
    later_.resize(l);
    session_.check(manifact_model_compare(
        session_.stoppable(), old_.model, now_.model, by_documents_ ? rows_.data() : nullptr,
        std::ssize(rows_), forward_.data(), backward_.data(), partners_.data(), earlier_.data(),
        old_.topics, later_.data(), now_.topics));
    counts_.resize(k * l);
    for (std::size_t i = 0; by_documents_ && i < rows_.size(); ++i) {
      if (rows_[i] < 0) continue;
      const std::int32_t a = manifact_model_labels(old_.model)[i],
                         b = manifact_model_labels(now_.model)[rows_[i]];
      if (a >= 0 && b >= 0) ++counts_[pair(a, b)];
    }
  }

  ordered_json object(const ComparedModel &before, const ComparedModel &after) const {
    ordered_json all = {{"before", about(before)},
                        {"after", about(after)},
                        {"by", by_documents_ ? "documents" : "terms"},
                        {"documents_in_common", common_},
                        {"rule", rule()}};
    ordered_json list = changes();
    all["counts"] = ordered_json::object();
    for (const char *const word : change_words)
      all["counts"][word] = std::count_if(
          list.begin(), list.end(), [&](const ordered_json &one) { return one["change"] == word; });
    all["changes"] = std::move(list);
    return all;
  }

 private:
  // They are not compared by terms.
  bool are_points(const ComparedSide &side) const {
    return !points_of(session_, side.model, nullptr).empty();
  }

  std::size_t pair(std::int64_t a, std::int64_t b) const {
    return static_cast<std::size_t>(a * now_.topics + b);
  }
  double f(std::int64_t a, std::int64_t b) const { return forward_[pair(a, b)]; }
  double g(std::int64_t a, std::int64_t b) const { return backward_[pair(a, b)]; }
  int earlier(std::int64_t a) const { return earlier_[static_cast<std::size_t>(a)]; }
  int later(std::int64_t b) const { return later_[static_cast<std::size_t>(b)]; }

  static ordered_json about(const ComparedModel &of) {
    return {{"model", of.path},
            {"documents", manifact_model_documents(of.model)},
            {"topics", manifact_model_clusters(of.model)}};
  }

  std::string rule() const {
    return std::string(!by_documents_ ? "a share is the part of a topic's mean terms that the "
                                        "other topic explains, by least squares"
                       : is_ordered_  ? "a share is that of the documents in common, which are in "
                                        "the same order"
                                      : "a share is that of the documents in common, which have "
                                        "the same name or, without one, the same beginning") +
           "; stayed: 75% or more both ways; moved: 50% or more one way; split: 50% or more of the "
           "later topics come from one that gives 10% or more to each; joined: 50% or more of the "
           "earlier topics go to one of which each makes 10% or more";
  }

  // The later topic in which an earlier one that is neither split nor joined lives on.
  std::int64_t pair_of(std::int64_t a) const {
    for (std::int64_t b = 0; b < now_.topics; ++b)
      if (f(a, b) >= most_of_it && g(a, b) >= most_of_it) return b;
    return partners_[static_cast<std::size_t>(a)];
  }

  // The documents in common that are in both topics and nearest to the mean of the later one.
  ordered_json shared_documents(std::int64_t a, std::int64_t b) const {
    const double *const cosines = manifact_model_cosines(now_.model);
    std::vector<std::int64_t> rows;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (rows_[i] >= 0 && manifact_model_labels(old_.model)[i] == a &&
          manifact_model_labels(now_.model)[rows_[i]] == b)
        rows.push_back(rows_[i]);
    const auto some = static_cast<std::ptrdiff_t>(
        std::min<std::size_t>(rows.size(), static_cast<std::size_t>(documents_told)));
    std::partial_sort(rows.begin(), rows.begin() + some, rows.end(),
                      [&](std::int64_t x, std::int64_t y) {
                        return cosines[x] != cosines[y] ? cosines[x] > cosines[y] : x < y;
                      });
    rows.resize(static_cast<std::size_t>(some));
    ordered_json list = ordered_json::array();
    for (const std::int64_t row : rows) list.push_back(now_.document(row));
    return list;
  }

  ordered_json share(std::int64_t a, std::int64_t b) const {
    ordered_json one = {{"before", a}, {"after", b}, {"of_before", f(a, b)}, {"of_after", g(a, b)}};
    if (!by_documents_) return one;
    one["documents"] = counts_[pair(a, b)];
    one["examples"] = shared_documents(a, b);
    return one;
  }

  ordered_json terms_without(const std::vector<std::string> &these,
                             const std::vector<std::string> &others) const {
    ordered_json list = ordered_json::array();
    for (std::size_t t = 0; t < std::min<std::size_t>(these.size(), terms_told); ++t)
      if (std::find(others.begin(), others.end(), these[t]) == others.end())
        list.push_back(these[t]);
    return list;
  }

  ordered_json event(const char *word, const std::vector<std::int64_t> &from,
                     const std::vector<std::int64_t> &to) const {
    ordered_json one = {{"change", word},
                        {"before", ordered_json::array()},
                        {"after", ordered_json::array()},
                        {"shares", ordered_json::array()}};
    for (const std::int64_t a : from) one["before"].push_back(old_.topic(a));
    for (const std::int64_t b : to) one["after"].push_back(now_.topic(b));
    for (const std::int64_t a : from)
      for (const std::int64_t b : to) one["shares"].push_back(share(a, b));
    if (from.size() == 1 && to.size() == 1) {
      const auto &old = old_.terms[static_cast<std::size_t>(from[0])],
                 &now = now_.terms[static_cast<std::size_t>(to[0])];
      one["terms_lost"] = terms_without(old, now);
      one["terms_gained"] = terms_without(now, old);
    }
    return one;
  }

  // A topic without a counterpart: where most of it went, or came from, and its own documents.
  ordered_json lone(const char *word, const ComparedSide &side, std::int64_t topic) const {
    const bool is_earlier = &side == &old_;
    ordered_json one = is_earlier ? event(word, {topic}, {}) : event(word, {}, {topic});
    const ComparedSide &other = is_earlier ? now_ : old_;
    std::vector<std::int64_t> order(static_cast<std::size_t>(other.topics));
    std::iota(order.begin(), order.end(), std::int64_t{0});
    const auto part = [&](std::int64_t c) { return is_earlier ? f(topic, c) : g(c, topic); };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::int64_t x, std::int64_t y) { return part(x) > part(y); });
    for (const std::int64_t c : order)
      if (part(c) >= least_told)
        one["shares"].push_back(is_earlier ? share(topic, c) : share(c, topic));
    one["documents"] = ordered_json::array();
    for (const std::int64_t row : side.representatives(session_, topic))
      one["documents"].push_back(side.document(row));
    return one;
  }

  // The topics of the other side that have most of this one, or of which it has most.
  template <class Large>
  static std::vector<std::int64_t> those(std::int64_t count, const Large &is_large) {
    std::vector<std::int64_t> list;
    for (std::int64_t c = 0; c < count; ++c)
      if (is_large(c)) list.push_back(c);
    return list;
  }

  void add_splits(ordered_json &list) const {
    for (std::int64_t a = 0; a < old_.topics; ++a) {
      const std::vector<std::int64_t> parts =
          those(now_.topics, [&](std::int64_t b) { return g(a, b) >= most_of_it; });
      const bool has_chips = std::any_of(parts.begin(), parts.end(), [&](std::int64_t b) {
        return later(b) == MANIFACT_CHANGE_SPLIT;
      });
      if (earlier(a) == MANIFACT_CHANGE_SPLIT || has_chips)
        list.push_back(event("split", {a}, parts));
    }
  }

  void add_joins(ordered_json &list) const {
    for (std::int64_t b = 0; b < now_.topics; ++b) {
      const std::vector<std::int64_t> sources =
          those(old_.topics, [&](std::int64_t a) { return f(a, b) >= most_of_it; });
      const bool has_chips = std::any_of(sources.begin(), sources.end(), [&](std::int64_t a) {
        return earlier(a) == MANIFACT_CHANGE_JOINED;
      });
      if (later(b) == MANIFACT_CHANGE_JOINED || has_chips)
        list.push_back(event("joined", sources, {b}));
    }
  }

  ordered_json changes() const {
    ordered_json list = ordered_json::array();
    for (std::int64_t b = 0; b < now_.topics; ++b)
      if (later(b) == MANIFACT_CHANGE_APPEARED) list.push_back(lone("appeared", now_, b));
    for (std::int64_t a = 0; a < old_.topics; ++a)
      if (earlier(a) == MANIFACT_CHANGE_VANISHED) list.push_back(lone("vanished", old_, a));
    add_splits(list);
    add_joins(list);
    for (const int change : {MANIFACT_CHANGE_MOVED, MANIFACT_CHANGE_STAYED})
      for (std::int64_t a = 0; a < old_.topics; ++a)
        if (earlier(a) == change)
          list.push_back(
              event(change == MANIFACT_CHANGE_MOVED ? "moved" : "stayed", {a}, {pair_of(a)}));
    return list;
  }

  const Session &session_;
  ComparedSide old_, now_;
  std::vector<std::int64_t> rows_, partners_, counts_;
  std::vector<double> forward_, backward_;
  std::vector<std::int32_t> earlier_, later_;
  std::int64_t common_ = 0;
  bool by_documents_ = false, is_ordered_ = false;
};

}  // namespace

ComparedBy compared_by(const std::string &word) {
  if (word == "auto") return ComparedBy::automatic;
  if (word == "documents") return ComparedBy::documents;
  if (word == "order") return ComparedBy::order;
  if (word == "terms") return ComparedBy::terms;
  throw Failure("--by '" + escaped(word) + "' is not one of: auto, documents, order, terms");
}

namespace {

bool has_mostly_nameless(const manifact_model *model) {
  const std::vector<std::string> ids = kept_column(model, "id"),
                                 texts = kept_column(model, "excerpt");
  std::unordered_map<std::string_view, std::int64_t> times;
  for (const std::string &id : ids) ++times[id];
  const std::int64_t n = manifact_model_documents(model);
  std::int64_t nameless = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const bool is_named = at < ids.size() && !ids[at].empty() && times[ids[at]] == 1 &&
                          !manifact::is_position(ids[at]);
    nameless += is_named || (at < texts.size() && !texts[at].empty()) ? 0 : 1;
  }
  return 2 * nameless > n;
}

}  // namespace

std::string nameless_documents(const ComparedModel &before, const ComparedModel &after) {
  std::string models;
  for (const ComparedModel *each : {&before, &after})
    if (has_mostly_nameless(each->model))
      models += (models.empty() ? "" : " and of ") + escaped(each->path);
  if (models.empty()) return "";
  return "most documents of " + models +
         " have neither a text nor a name of their own (numbers of rows and names that occur twice "
         "are none): which ones are in both models is not known";
}

ordered_json comparison_object(const Session &session, const ComparedModel &before,
                               const ComparedModel &after, ComparedBy by) {
  Comparing comparing(session, before, after);
  comparing.choose(by);
  comparing.compare();
  return comparing.object(before, after);
}

}  // namespace cli
