// The p nearest of one row: a partial cosine for the documents that may matter, the exact one for
// the few that remain.
//
//   s(t)      the norm of the row's features in list t and later (r_d(t) the same for a document,
//             see postings.hpp)
//   theta     the p-th best exact cosine so far
//   part_d    what the lists before t add up to for document d, in float
//
// The lists of the row's features are added up in order. A document not met yet that comes up in
// list t has <x_d, y> <= s(t) r_d(t); unless that reaches theta it is passed over and never needed
// again. Once met, it gets all that follows. When s(t) < theta no more can be met, and
// part_d + s(t) r_d(t) >= theta leaves a few to be scored exactly. Whenever that would be dearer
// than adding up more lists, those are added up first, so that data which cannot be pruned cost
// little more than the plain sum.
//
// All this goes block by block of the documents, for the parts of one block stay near the
// processor; theta goes with it. The row's own block comes first: its neighbors are more likely
// there than elsewhere where documents of one time or source stand together, and a high theta is
// worth most early.
#pragma once

#include <cstdint>
#include <limits>

#include "graph/neighbors/best_rows.hpp"
#include "graph/neighbors/exact/postings.hpp"
#include "graph/unit_rows.hpp"
#include "runtime/index.hpp"
#include "runtime/monitor.hpp"

namespace manifact {

// Workspace of one search at a time; nothing is allocated while searching.
template <class T>
class Search {
 public:
  // Of rows of Y, of at most `longest` entries, among the rows of X.
  Search(const UnitRows<T> &X, const InvertedIndex &index, const UnitRows<T> &Y, Index p,
         Index longest, const Monitor &monitor, const std::shared_ptr<Memory> &memory);

  // The nearest of row i of Y other than X's row `self` (-1 for none), by (cosine descending, index
  // ascending): how many. Stops early, with anything as the result, when the monitor is cancelled.
  std::int32_t nearest(Index i, Index self, std::int32_t *index, double *cosine) noexcept;

  // What all searches so far have cost, in postings.
  Index work() const noexcept { return work_; }

 private:
  // The two marks among the partial cosines come out of sums unchanged, which keeps the loops free
  // of questions.
  static constexpr float not_met = std::numeric_limits<float>::quiet_NaN();
  static constexpr float scored = -std::numeric_limits<float>::infinity();

  // Documents looked at between two looks at the room for candidates.
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
  void score_soon(std::int32_t d) noexcept;
  void score_waiting() noexcept;

  const UnitRows<T> &X_, &Y_;
  const InvertedIndex &index_;
  const Monitor &monitor_;
  Index p_, dear_;  // dear_: what scoring one document costs, in postings

  BestRows<T> best_;
  // Of one block at a time, its documents by their place in it.
  const Postings *block_ = nullptr;
  Array<float> part_;        // by document: part_d, or the marks for not met and scored
  Array<std::int32_t> met_;  // the documents met, until all are
  Array<Term> terms_;        // the row in the order of the lists
  Array<Candidate> candidates_;
  Index n_terms_ = 0, n_met_ = 0, work_ = 0;
  bool all_met_ = false, seeded_ = false;
  std::int32_t waiting_[8];  // to be scored together, while their rows are fetched
  int n_waiting_ = 0;

  Index term_ = 0;              // the next to be added up
  Index added_ = 0, goal_ = 0;  // postings added up, and how many there must be before settling
  float theta_ = 0;             // 0 while there are fewer than p
  float slack_ = 0;             // more than float sums and weights can be off
  float cut_ = 0;               // theta - slack: bounds below it are out
  Index end_ = 0;               // rows of X from here on are out: p of cosine 1 stand before them
};

}  // namespace manifact
