#include "distributed/group.hpp"

#include <algorithm>
#include <cstdio>
#include <new>

namespace manifact {

void agree(Group &group, const Error *error) {
  const std::vector<Index> failed = group.all(Index{error != nullptr ? 1 : 0});
  Index first = 0;
  while (first < group.size() && failed[static_cast<std::size_t>(first)] == 0) ++first;
  if (first == group.size()) return;
  struct {
    int status, system_error;
    char text[512];  // of an Error
  } report = {};
  if (first == group.rank() && error != nullptr) {
    report.status = static_cast<int>(error->status());
    report.system_error = error->system_error();
    std::snprintf(report.text, sizeof report.text, "%s", error->what());
  }
  group.broadcast(&report, sizeof report, first);
  char sentence[sizeof report.text + 32];
  std::snprintf(sentence, sizeof sentence, "rank %lld: %s", number(first), report.text);
  throw AgreedError(static_cast<Status>(report.status), sentence, report.system_error);
}

Index GroupCollective::rows_before(Index mine) const {
  const std::vector<Index> all = group_.all(mine);
  Index before = 0;
  for (Index r = 0; r < group_.rank(); ++r) before += all[static_cast<std::size_t>(r)];
  return before;
}

Index GroupCollective::first_found(Index mine) const {
  const std::vector<Index> all = group_.all(mine);
  const auto first = std::find_if(all.begin(), all.end(), [](Index value) { return value >= 0; });
  return first == all.end() ? -1 : *first;
}

bool GroupCollective::has_largest(double mine) const {
  const std::vector<double> all = group_.all(mine);
  const auto first = std::max_element(all.begin(), all.end());
  return *first >= 0 && first - all.begin() == group_.rank();
}

void GroupCollective::draw_rows(Index count, Rng &rng, const std::int32_t *,
                                const std::function<void(Index, Rng &)> &draw) const {
  const std::uint64_t seed = rng.next();
  const Index first = rows_before(count);
  for (Index i = 0; i < count; ++i) {
    Rng own(seed, static_cast<std::uint64_t>(first + i));
    draw(i, own);
  }
}

// In rank order, so that only the order of the documents matters.
void GroupCollective::draw_row(double weight, Index rows, Rng &rng,
                               const std::function<void(double, Rng &)> &draw) const {
  const std::vector<double> weights = group_.all(weight);
  const std::vector<Index> sizes = group_.all(rows);
  double all = 0;
  for (const double one : weights) all += one;
  double target = rng.uniform() * all;
  Rng any = rng;
  rng.next();
  std::size_t owner = 0;
  for (std::size_t r = 0; r < weights.size(); ++r) {
    if (all > 0 ? !(weights[r] > 0) : sizes[r] == 0) continue;
    owner = r;
    if (target < weights[r] || !(all > 0)) break;
    target -= weights[r];
  }
  if (static_cast<Index>(owner) == group_.rank()) draw(std::min(target, weights[owner]), any);
}

void GroupCollective::together(const std::function<void()> &body) const {
  try {
    body();
  } catch (const Error &error) {
    if (error.status() == Status::cancelled) group_.leave(error.what());
    agree(group_, &error);
  } catch (const std::bad_alloc &) {
    const Error error(Status::memory, "out of memory");
    agree(group_, &error);
  }
  agree(group_, nullptr);
}

void GroupCollective::call(Monitor &monitor, const std::function<void()> &body) const {
  struct Watching {
    Group &group;
    Monitor &monitor;
    Watching(const GroupCollective &all, Monitor &own) noexcept : group(all.group()), monitor(own) {
      group.watch(&monitor);
      monitor.collective = &all;
    }
    ~Watching() {
      monitor.collective = nullptr;
      group.watch(nullptr);
    }
  } const watching(*this, monitor);
  try {
    body();
    group_.conclude();
  } catch (const AgreedError &error) {
    if (error.status() != Status::cancelled) group_.conclude();  // cancelled: all left
    throw;
  } catch (const Error &error) {
    if (error.status() == Status::cancelled) group_.leave(error.what());
    group_.abandon(error.what());
    throw;
  } catch (const std::bad_alloc &) {
    group_.abandon("out of memory");
    throw;
  } catch (...) {
    group_.abandon("an unexpected error");
    throw;
  }
}

}  // namespace manifact
