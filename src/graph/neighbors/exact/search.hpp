// The p nearest of one row: a partial cosine for the documents that may qualify, the exact one for
// the few that remain.
//
//   s(t)      the norm of the row's features in list t and later (r_d(t) the same for a document,
//             see postings.hpp)
//   theta     the p-th best exact cosine so far
//   part_d    what the lists before t add up to for document d, in float
//
// The lists of the row's features are added in order. A document first reached in list t has <x_d,
// y> <= s(t) r_d(t); unless this bound reaches theta, it is skipped for good. Once reached, it
// accumulates all further lists. When s(t) < theta no new document can qualify, and part_d + s(t)
// r_d(t) >= theta leaves few to be scored exactly. If scoring would cost more than adding further
// lists, lists are added first, so that data which cannot be pruned costs little more than the
// plain sum.
//
// This is done for each block of documents, since the parts of one block stay in cache; theta
// carries over. The row's own block comes first: neighbors are more likely there if documents of
// one time or source are adjacent, and a high theta is most valuable early.
#pragma once

#include <cstdint>
#include <limits>

#include "graph/neighbors/best_rows.hpp"
#include "graph/neighbors/exact/postings.hpp"
#include "graph/unit_rows.hpp"
#include "runtime/index.hpp"
#include "runtime/monitor.hpp"

namespace manifact {

// Workspace of one search at a time; no allocation during the search.
template <class T>
class Search {
 public:
  // For rows of Y, with at most `longest` entries, among the rows of X. ids: their numbers; null:
  // their indices.
  Search(const UnitRows<T> &X, const InvertedIndex &index, const UnitRows<T> &Y, Index p,
         Index longest, const Monitor &monitor, const std::shared_ptr<Memory> &memory,
         const std::int32_t *ids = nullptr);

  // The nearest rows of X to row i of Y except row `self` (-1 for none), ordered by (cosine
  // descending, number ascending); returns their number. Stops early with an arbitrary result when
  // the monitor is cancelled. The first `known` entries of the lists are neighbors that were found
  // among other rows.
  std::int32_t nearest(Index i, Index self, std::int32_t *index, double *cosine,
                       Index known = 0) noexcept;

  // The cost of all searches so far, in postings.
  Index work() const noexcept { return work_; }

 private:
  // The two marks among the partial cosines are unchanged by additions, which keeps the loops free
  // of branches.
  static constexpr float not_met = std::numeric_limits<float>::quiet_NaN();
  static constexpr float scored = -std::numeric_limits<float>::infinity();

  // Documents processed between two checks of the candidate capacity.
  static constexpr Index chunk = 1024;

  struct Term {
    std::int32_t list;
    float weight;
    float tail;  // norm of this and all later terms
  };
  struct Candidate {
    float bound;
    std::int32_t document;
  };
  static bool before(const Candidate &a, const Candidate &b) noexcept {
    return a.bound > b.bound || (a.bound == b.bound && a.document < b.document);
  }
  void load(Index i) noexcept;
  void look_in(const Postings &block, Index self) noexcept;
  void clear(Index self) noexcept;
  void scan() noexcept;
  void add_list(const Term &term) noexcept;
  void add_some(const Term &term) noexcept;
  void meet_all() noexcept;
  Index cost(Index list) const noexcept;
  void seed() noexcept;
  bool settle() noexcept;
  Index members() const noexcept { return all_met_ ? block_->n : n_met_; }
  Index affordable() const noexcept;
  Index gather(Index begin, Index end, Index found) noexcept;
  Index keep_best(Index found) noexcept;
  Index score_best(Index found) noexcept;
  void score_all(Index found) noexcept;
  void score_candidates(Index begin, Index end, bool to_the_end) noexcept;
  Index row_of(Index d) const noexcept { return block_->first + d; }
  void score(std::int32_t d) noexcept;
  void raise_bar() noexcept;
  void score_soon(std::int32_t d) noexcept;
  void score_waiting() noexcept;

  const UnitRows<T> &X_, &Y_;
  const InvertedIndex &index_;
  const Monitor &monitor_;
  bool has_ids_;
  Index p_, cost_of_score_;  // of one document, in postings

  BestRows<T> best_;
  // For one block at a time, with documents identified by position.
  const Postings *block_ = nullptr;
  Array<float> part_;        // by document: part_d, or the marks for not reached and scored
  Array<std::int32_t> met_;  // the documents reached, until all are
  Array<Term> terms_;        // the row in the order of the lists
  Array<Candidate> candidates_;
  Index n_terms_ = 0, n_met_ = 0, work_ = 0;
  bool all_met_ = false, seeded_ = false;
  std::int32_t waiting_[8];  // to be scored together while their rows are prefetched
  int n_waiting_ = 0;

  Index term_ = 0;              // the next to be added
  Index added_ = 0, goal_ = 0;  // postings added, and the number required before settling
  float theta_ = 0;             // 0 while fewer than p are known
  float slack_ = 0;             // error bound of float sums and weights
  float cut_ = 0;               // theta - slack: documents with a lower bound are pruned
  Index end_ = 0;               // rows of X from here on are pruned: p of cosine 1 precede them
};

}  // namespace manifact
