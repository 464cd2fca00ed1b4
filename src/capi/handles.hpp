// The objects behind the opaque handles. Each begins with a magic number that identifies handles of
// the wrong kind and, where possible, freed handles.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "capi/guard.hpp"
#include "graph/graph.hpp"
#include "linalg/sparse/matrix.hpp"
#include "manifact/manifact.h"
#include "methods/registry.hpp"
#include "model/model.hpp"
#include "options/conversions.hpp"
#include "pipeline/cluster_count.hpp"
#include "pipeline/fit.hpp"
#include "runtime/execution_context.hpp"
#include "text/dense_features.hpp"
#include "text/feature_weights.hpp"
#include "text/vectorizer.hpp"
#include "topics/scores.hpp"

namespace manifact {

// Whether a handle that serves one call at a time is in use, and whether it was freed meanwhile.
class InUse {
 public:
  // Takes the handle for a call; false if another call has it, or if it was freed.
  bool begin() noexcept {
    State expected = State::idle;
    return state_.compare_exchange_strong(expected, State::busy, std::memory_order_acquire);
  }
  // Ends the call. True if the handle was freed during it, so that the caller has to destroy it.
  bool end() noexcept {
    State expected = State::busy;
    if (state_.compare_exchange_strong(expected, State::idle, std::memory_order_release))
      return false;
    state_.store(State::gone, std::memory_order_release);
    return true;
  }
  // True if the caller has to destroy the handle: no call has it.
  bool free() noexcept {
    State expected = State::idle;
    if (state_.compare_exchange_strong(expected, State::gone, std::memory_order_acquire))
      return true;
    // The call may end at this moment.
    expected = State::busy;
    if (state_.compare_exchange_strong(expected, State::freed, std::memory_order_acq_rel))
      return false;
    return expected == State::idle && free();
  }
  bool gone() const noexcept { return state_.load(std::memory_order_acquire) == State::gone; }

 private:
  enum class State { idle, busy, freed, gone };  // freed: when the call ends
  std::atomic<State> state_{State::idle};
};

enum class Magic : std::uint64_t {
  context = 0x7478746e6f43664dULL,
  matrix = 0x78697274614d664dULL,
  graph = 0x2068706172474d66ULL,
  solver = 0x7265766c6f53664dULL,
  model = 0x206c65646f4d664dULL,
  vectorizer = 0x7a69726f74635666ULL,
  constraints = 0x7274736e6f43664dULL,
  suggestion = 0x747365677553664dULL,
  cancel_token = 0x6c65636e6143664dULL,
  table = 0x656c626154664d20ULL,
  freed = 0x6465657246664d00ULL,
};

}  // namespace manifact

struct manifact_cancel_token {
  manifact::Magic magic = manifact::Magic::cancel_token;
  mutable std::atomic<std::int64_t> references{1};
  manifact::CancelRequests requests;
};

namespace manifact {

// What a call reports to, and the token that stops it.
struct Watched {
  Watched() = default;
  Watched(const Watched &) = delete;
  Watched &operator=(const Watched &) = delete;
  ~Watched() { set_token(nullptr); }

  void set_token(const manifact_cancel_token *next) noexcept;
  // After a call: a token is set for one call only.
  void end_call() noexcept {
    monitor.stage = "";
    monitor.cancel.store(false, std::memory_order_relaxed);
    set_token(nullptr);
  }

  Monitor monitor;

 private:
  manifact_cancel_token *token_ = nullptr;
};

// The part of a context that its vectorizers share, which may outlive it.
struct Session {
  InUse use;
  Watched watched;
  manifact_context *context = nullptr;
};

}  // namespace manifact

struct manifact_context {
  manifact::Magic magic = manifact::Magic::context;
  std::shared_ptr<manifact::Memory> memory;
  mutable manifact::Message message;
  std::shared_ptr<manifact::Session> session;
  std::int64_t threads = 1;
  manifact_runner_fn runner = nullptr;
  void *runner_user = nullptr;
  std::shared_ptr<const manifact::Collective> collective;  // null: one process has all documents
};

namespace manifact {

// Found by the first call that needs it, from any thread.
struct CountsOfMatrix {
  std::once_flag once;
  DenseCounts kind = DenseCounts::none;
  std::unique_ptr<Matrix> sparse;  // of likely counts
};

}  // namespace manifact

struct manifact_matrix {
  manifact::Magic magic = manifact::Magic::matrix;
  mutable std::atomic<std::int64_t> references{1};
  std::shared_ptr<manifact::Matrix> matrix;
  std::shared_ptr<manifact::Memory> memory;  // of its context; null: it was never dense
  mutable manifact::CountsOfMatrix counts;   // see capi/counts.hpp
  manifact::Array<manifact::Index> places;   // of manifact_mpi_read(), else empty
  int index_base = -1;                       // of the svmlight file that it is from
  std::shared_ptr<const manifact::FeatureNames> feature_names;      // one for each column, or null
  std::shared_ptr<const manifact::Matrix> vectors;                  // one for each row, or null
  std::shared_ptr<const manifact::DocumentFrequencies> background;  // null: the rows' own
};

namespace manifact {

class ArrowTable;
struct ArrowTexts;

}  // namespace manifact

struct manifact_table {
  manifact::Magic magic = manifact::Magic::table;
  mutable std::atomic<std::int64_t> references{1};
  std::shared_ptr<const manifact::ArrowTable> table;
  mutable std::mutex mutex;
  // Of the columns that were asked for.
  mutable std::map<manifact::Index, std::shared_ptr<const manifact::ArrowTexts>> texts;
};

struct manifact_graph {
  manifact::Magic magic = manifact::Magic::graph;
  mutable std::atomic<std::int64_t> references{1};
  manifact::Graph graph;
  std::shared_ptr<manifact::Memory> memory;
  // Of a graph that several processes hold; `places` as those of a matrix.
  std::shared_ptr<const manifact::Collective> collective;
  manifact::Array<manifact::Index> places;
};

struct manifact_constraints {
  manifact::Magic magic = manifact::Magic::constraints;
  mutable std::atomic<std::int64_t> references{1};
  manifact::Constraints constraints;
};

struct manifact_vectorizer {
  manifact::Magic magic = manifact::Magic::vectorizer;
  mutable std::atomic<std::int64_t> references{1};
  mutable manifact::InUse use;  // until it is finished
  std::shared_ptr<manifact::Memory> memory;
  std::shared_ptr<manifact::Session> session;  // the context's
  mutable manifact::Message message;
  std::int64_t threads = 1;  // the context's
  manifact_runner_fn runner = nullptr;
  void *runner_user = nullptr;
  manifact::Options options{manifact::vectorizer_options};
  std::vector<std::string> stop_words;
  std::unique_ptr<manifact::Vectorizer> counting;   // set by the first document
  std::shared_ptr<const manifact::TextModel> text;  // set by finish; immutable from then on
  std::atomic<bool> finished{false};                // everything may be read by several threads
  std::shared_ptr<const manifact::Collective> collective;  // the context's; only finish uses it
};

namespace manifact {

// Computed by the first call that needs them, from any thread.
struct CachedTotals {
  std::once_flag once;
  TermTotals totals;
};

}  // namespace manifact

struct manifact_model {
  ~manifact_model();

  manifact::Magic magic = manifact::Magic::model;
  mutable std::atomic<std::int64_t> references{1};
  std::shared_ptr<manifact::Model> model;          // shared with the models edited from it
  manifact_vectorizer *vectorizer = nullptr;       // wraps model->text
  manifact_vectorizer *text_vectorizer = nullptr;  // wraps model->texts.terms
  mutable manifact::CachedTotals feature_totals, term_totals;
};

struct manifact_suggestion {
  manifact::Magic magic = manifact::Magic::suggestion;
  mutable std::atomic<std::int64_t> references{1};
  manifact::Suggestion suggestion;
};

struct manifact_solver {
  explicit manifact_solver(const manifact::Method &of) noexcept
      : method(&of), options(of.option_set()) {}

  manifact::Magic magic = manifact::Magic::solver;
  mutable manifact::InUse use;
  std::shared_ptr<manifact::Memory> memory;
  mutable manifact::Message message;
  manifact::Watched watched;
  std::int64_t threads = 1;  // the context's
  manifact_runner_fn runner = nullptr;
  void *runner_user = nullptr;
  std::shared_ptr<const manifact::Collective> collective;  // the context's; only a fit uses it
  const manifact::Method *method;
  manifact::Options options;
  manifact_graph *graph = nullptr, *feature_graph = nullptr;
  manifact_constraints *constraints = nullptr;
  // From the last suggestion, or fit with constraints, on `cached_X`.
  manifact::GraphCache graph_cache;
  manifact_matrix *cached_X = nullptr;
  manifact_vectorizer *vectorizer = nullptr;
  manifact_matrix *text_counts = nullptr;
  manifact_vectorizer *text_vectorizer = nullptr;  // of text_counts
  manifact::DocumentColumns columns;
  std::shared_ptr<const manifact::Model> numbers_of;  // whose topics give theirs to those of fits
  manifact::Array<double> start_W, start_V, start_G;
  manifact::Array<std::int32_t> start_labels;
  std::int64_t start_n = 0, start_k = 0, start_m = 0, start_l = 0;
};

namespace manifact {

// Throws for a graph that only a collective call can use.
inline void refuse_divided(const manifact_graph *graph) {
  if (graph != nullptr && graph->collective != nullptr)
    fail(Status::argument, "several processes hold the graph: only a fit on all of them uses it");
}

template <class Value>
void give(Value *out, Value value) noexcept {
  if (out != nullptr) *out = value;
}

// Copies the first `count` pairs to the caller's arrays, which may be null.
inline void give_pairs(const std::vector<Pair> &list, int64_t count, int64_t *first,
                       int64_t *second, double *weights, int64_t *found) noexcept {
  *found = count < static_cast<int64_t>(list.size()) ? count : static_cast<int64_t>(list.size());
  for (int64_t p = 0; p < *found; ++p) {
    const Pair &pair = list[static_cast<std::size_t>(p)];
    if (first != nullptr) first[p] = pair.first;
    if (second != nullptr) second[p] = pair.second;
    if (weights != nullptr) weights[p] = pair.weight;
  }
}

// MANIFACT_OK, or the error for a null pointer or a wrong handle.
template <class Handle>
int check_handle(const Handle *handle, Magic magic) noexcept {
  if (handle == nullptr) return MANIFACT_ERROR_NULL;
  return handle->magic == magic ? MANIFACT_OK : MANIFACT_ERROR_HANDLE;
}

inline int check(const manifact_context *h) noexcept { return check_handle(h, Magic::context); }
inline int check(const manifact_matrix *h) noexcept { return check_handle(h, Magic::matrix); }
inline int check(const manifact_table *h) noexcept { return check_handle(h, Magic::table); }
inline int check(const manifact_graph *h) noexcept { return check_handle(h, Magic::graph); }
inline int check(const manifact_constraints *h) noexcept {
  return check_handle(h, Magic::constraints);
}
inline int check(const manifact_solver *h) noexcept { return check_handle(h, Magic::solver); }
inline int check(const manifact_vectorizer *h) noexcept {
  return check_handle(h, Magic::vectorizer);
}
inline int check(const manifact_suggestion *h) noexcept {
  return check_handle(h, Magic::suggestion);
}
inline int check(const manifact_model *h) noexcept { return check_handle(h, Magic::model); }
inline int check(const manifact_cancel_token *h) noexcept {
  return check_handle(h, Magic::cancel_token);
}

// For use inside guard(): throws if an argument is invalid.
template <class Handle>
void require_handle(const Handle *handle, const char *name) {
  if (const int status = check(handle); status != MANIFACT_OK)
    fail(static_cast<Status>(status),
         status == MANIFACT_ERROR_NULL ? "%s is NULL" : "%s is not a handle of the right kind",
         name);
}
// The rows of a mapped file are read only if it has not been changed.
inline void require_handle(const manifact_matrix *handle, const char *name) {
  require_handle<manifact_matrix>(handle, name);
  if (handle->matrix->mapped()) handle->matrix->require_unchanged();
}
inline void require(const void *pointer, const char *name) {
  if (pointer == nullptr) fail(Status::null, "%s is NULL", name);
}

// Reference counts of shared handles, which are immutable to callers except for the count. For a
// handle of another kind, retain() returns null and release() does nothing.
template <class Handle>
Handle *retain(const Handle *handle) noexcept {
  if (check(handle) != MANIFACT_OK) return nullptr;
  handle->references.fetch_add(1, std::memory_order_relaxed);
  return const_cast<Handle *>(handle);
}
template <class Handle>
void release(Handle *handle) noexcept {
  if (check(handle) != MANIFACT_OK ||
      handle->references.fetch_sub(1, std::memory_order_acq_rel) != 1)
    return;
  handle->magic = Magic::freed;
  delete handle;
}

// A finished vectorizer for the text model that a model was loaded with.
std::unique_ptr<manifact_vectorizer> vectorizer_of(std::shared_ptr<const TextModel> text,
                                                   const std::shared_ptr<Memory> &memory);

// Resolves a number of threads; 0 = all cores.
inline std::int64_t thread_count(std::int64_t threads) noexcept {
  if (threads > 0) return threads;
  const unsigned cores = std::thread::hardware_concurrency();
  return cores > 0 ? cores : 1;
}

inline void Watched::set_token(const manifact_cancel_token *next) noexcept {
  retain(next);
  monitor.watch(next != nullptr ? &next->requests : nullptr);
  release(std::exchange(token_, const_cast<manifact_cancel_token *>(next)));
}

inline InUse &use_of(const manifact_context &context) noexcept { return context.session->use; }
inline InUse &use_of(const manifact_solver &solver) noexcept { return solver.use; }
inline InUse &use_of(const manifact_vectorizer &vectorizer) noexcept { return vectorizer.use; }

void destroy(const manifact_context *context) noexcept;
void destroy(const manifact_solver *solver) noexcept;
inline void destroy(const manifact_vectorizer *) noexcept {}  // by its reference count

// Runs a call with exclusive use of the handle, which then holds the message of a failure.
template <class Handle, class Body>
int call(Handle *handle, Body &&body) noexcept {
  if (const int status = check(handle); status != MANIFACT_OK) return status;
  if (!use_of(*handle).begin()) return MANIFACT_ERROR_BUSY;
  const int status = guard(handle->message, body);
  if (use_of(*handle).end()) destroy(handle);
  return status;
}

// The same for a body without a status.
template <class Handle, class Body>
int with(Handle *handle, Body &&body) noexcept {
  return call(handle, [&] {
    body();
    return MANIFACT_OK;
  });
}

// Runs body(run) with the threads and the monitor of a handle; such calls can be cancelled.
template <class Handle, class Body>
int run_watched(Handle &handle, Watched &watched, std::int64_t threads, Body &&body) {
  struct End {
    Watched &watched;
    ~End() { watched.end_call(); }
  } end{watched};
  ThreadPool pool(thread_count(threads), handle.runner, handle.runner_user);
  ExecutionContext run{handle.memory, pool, watched.monitor};
  return body(run);
}

template <class Body>
int solver_call(manifact_solver *solver, Body &&body) noexcept {
  return call(solver, [&] {
    return run_watched(*solver, solver->watched, solver->options.integer(Key::threads), body);
  });
}

template <class Body>
int long_call(manifact_context *context, Body &&body) noexcept {
  return call(context, [&] {
    return run_watched(*context, context->session->watched, context->threads, body);
  });
}

}  // namespace manifact
