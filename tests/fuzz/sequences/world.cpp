#include "world.hpp"

#include <cstdarg>
#include <cstring>
#include <unordered_map>

namespace sequences {

void broken(const char *format, ...) {
  Finding finding{};
  va_list values;
  va_start(values, format);
  std::vsnprintf(finding.text, sizeof finding.text, format, values);
  va_end(values);
  throw finding;
}

World::World(std::uint64_t seed, const Header &header, Trace &trace, bool only_mild, bool brief_,
             bool verbose)
    : random(seed),
      mild(random.chance(60) || only_mild),
      brief(brief_),
      small(brief && random.chance(95)),
      n(small               ? random.between(1, 9)
        : random.chance(15) ? random.between(1, 3)
                            : random.between(4, random.chance(25) ? 60 : 20)),
      m(small               ? random.between(1, 7)
        : random.chance(15) ? random.between(1, 2)
                            : random.between(3, random.chance(25) ? 40 : 12)),
      disturbed(random.chance(60) ? 0 : random.between(2, 30)),
      threads(random.chance(70) ? 1 : static_cast<int>(random.between(2, 3))),
      header_(header),
      trace_(trace),
      verbose_(verbose) {
  if (manifact_cancel_token_create(&token_) < 0) broken("no cancel token");
}

int World::begin(const char *name) {
  static std::unordered_map<const char *, int> known;
  const auto [place, is_new] = known.try_emplace(name, -1);
  if (is_new) place->second = header_.index_of(name);
  if (place->second < 0) broken("%s is not in the header", name);
  trace_.call = name;
  trace_.calls[place->second].fetch_add(1, std::memory_order_relaxed);
  was_disturbed = calm == 0 && random.chance(disturbed);
  reports_left_ = -1;
  running_function_ = place->second;
  token_is_set_ = false;
  running_solver_ = nullptr;
  if (was_disturbed) {
    const std::int64_t after = random.below(std::int64_t{1} << random.below(10));
    const bool for_good = random.chance(50);
    cancels_by_call_ = random.chance(50);
    cancels_ = random.chance(50);
    if (cancels_) {
      reports_left_ = random.below(std::int64_t{1} << random.below(6));
    } else if (threads > 1) {
      memory::fail_by_size(random.next());
    } else {
      memory::fail_after(after, for_good);
    }
  }
  if (verbose_) began_ = std::chrono::steady_clock::now();
  return place->second;
}

void World::end() {
  memory::succeed();
  reports_left_ = -1;
  running_solver_ = nullptr;
  if (pending_ != nullptr) broken("%s", pending_);
}

void World::check_status(int index, int status, const char *message) {
  const Function &function = header_.functions()[static_cast<std::size_t>(index)];
  if (!function.gives_status) return;
  if (status >= 0) trace_.successes[index].fetch_add(1, std::memory_order_relaxed);
  if (status < 0 && message != nullptr && *message == '\0')
    broken("no message with status %s", manifact_status_name(status));
  const std::string name = manifact_status_name(status);
  if (name == "UNKNOWN") broken("status %d has no name", status);
  const char *const said = message != nullptr ? message : "";
  switch (status) {
    case MANIFACT_OK:
    case MANIFACT_ERROR_NULL:
    case MANIFACT_ERROR_HANDLE:
      return;
    case MANIFACT_ERROR_MEMORY:
    case MANIFACT_ERROR_THREADS:
      if (!was_disturbed || cancels_) broken("%s, though there was memory: %s", name.c_str(), said);
      return;
    case MANIFACT_ERROR_CANCELLED:
      if (was_disturbed && cancels_) return;
      if (cancel_pending == 0) broken("CANCELLED, though nobody did: %s", said);
      --cancel_pending;
      return;
    default:
      break;
  }
  if (status == MANIFACT_ERROR_INTERNAL) broken("INTERNAL: %s", said);
  if (function.documented.count(status) == 0)
    broken("the header does not name %s: %s", name.c_str(), said);
}

bool World::token_stops_the_call() const {
  const Function &function = header_.functions()[static_cast<std::size_t>(running_function_)];
  return was_disturbed && cancels_ && cancels_by_call_ &&
         function.documented.count(MANIFACT_ERROR_CANCELLED) > 0;
}

void World::run(manifact_context *handle) noexcept {
  if (token_stops_the_call())
    token_is_set_ = manifact_context_set_cancel_token(handle, token_) == MANIFACT_OK;
}

void World::run(manifact_solver *handle) noexcept {
  running_solver_ = handle;
  if (token_stops_the_call())
    token_is_set_ = manifact_solver_set_cancel_token(handle, token_) == MANIFACT_OK;
}

int World::progress(const char *stage, std::int64_t done, std::int64_t total) noexcept {
  const memory::Spared spared;
  if (done < 0 || total < 0 || (total > 0 && done > total))
    note_broken("progress beyond its total, or negative");
  if (running_solver_ != nullptr) {
    if (stage == nullptr || *stage == '\0' || !header_.is_stage(stage))
      note_broken("a stage that the header does not list");
  }
  if (reports_left_ < 0 || reports_left_-- > 0) return 0;
  if (!token_is_set_) return 1;
  manifact_cancel_token_request(token_);
  return 0;
}

void World::count_fit(const std::string &method) {
  const char *name = nullptr;
  for (std::int64_t i = 0; i < manifact_method_count() && i < most_methods; ++i)
    if (manifact_method_info(i, &name, nullptr, nullptr) == MANIFACT_OK && method == name)
      trace_.fits[i].fetch_add(1);
}

}  // namespace sequences
