#include "pipeline/cut_start.hpp"

#include <algorithm>
#include <cmath>

#include "evaluation/evaluation.hpp"

namespace manifact {

CutAcceptance judge(const Array<std::int32_t> &cut, const Array<std::int32_t> &content, Index k) {
  const Information found = information(content, cut);
  const double smaller = std::min(found.first, found.second);
  return {.agreement = smaller > 0 ? found.shared / smaller : 0,
          .balance = k > 1 ? found.second / std::log(static_cast<double>(k)) : 1};
}

}  // namespace manifact
