#include "runtime/collective.hpp"

#include <new>

namespace manifact {

// Never destroyed: a destructor would run at the end of the host's process.
const Collective &Collective::one_process() noexcept {
  alignas(Collective) static unsigned char place[sizeof(Collective)];
  static const Collective &alone = *new (place) Collective;
  return alone;
}

void Collective::draw_rows(Index count, Rng &rng, const std::int32_t *order,
                           const std::function<void(Index, Rng &)> &draw) const {
  for (Index i = 0; i < count; ++i) draw(order != nullptr ? order[i] : i, rng);
}

void Collective::draw_row(double weight, Index, Rng &rng,
                          const std::function<void(double, Rng &)> &draw) const {
  draw(rng.uniform() * weight, rng);
}

}  // namespace manifact
