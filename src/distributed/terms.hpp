// The vocabulary of documents that are divided among ranks: they have one together.
#pragma once

#include "text/vocabulary.hpp"

namespace manifact {

class RanksTerms final : public CollectiveTerms {
 public:
  void check_language(std::string_view language) const override;
  Array<std::int32_t> choose(const Counted &counted, const Array<Index> &df, TextModel &text,
                             ExecutionContext &run) const override;
};

}  // namespace manifact
