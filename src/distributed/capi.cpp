// The functions of manifact_mpi.h.
#include <manifact/manifact_mpi.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "capi/columns.hpp"
#include "capi/guard.hpp"
#include "capi/handles.hpp"
#include "distributed/graph.hpp"
#include "distributed/group.hpp"
#include "distributed/matrix_market.hpp"
#include "distributed/mpi_group.hpp"
#include "distributed/petsc.hpp"
#include "distributed/ranks.hpp"
#include "model/model.hpp"
#include "runtime/execution_context.hpp"
#include "topics/titles.hpp"

namespace manifact {
namespace {

// One model of all documents from those of the ranks.

// `width` values per document, those of all ranks, each at its place; empty unless this is the
// root.
template <class T>
Array<T> gathered(const Array<T> &own, Index width, const std::vector<Index> &places,
                  const std::vector<Index> &counts, Index n, Index root, MpiGroup &group,
                  ExecutionContext &run) {
  std::vector<Bytes> to(static_cast<std::size_t>(group.size()));
  put(to[static_cast<std::size_t>(root)], own.data(), own.size());
  const std::vector<Bytes> packets = group.exchange(to);
  if (group.rank() != root) return {};
  Array<T> all(run.memory, n * width);
  std::size_t at = 0;
  for (std::size_t r = 0; r < packets.size(); ++r) {
    Unpack from(packets[r]);
    for (Index i = 0; i < counts[r]; ++i) from.take(all.data() + places[at++] * width, width);
  }
  return all;
}

// Collective. On the root the model becomes that of all documents, row places[i] of which is row i
// of this rank; on the others it is unchanged.
void gather(Model &model, const Index *places, Index root, MpiGroup &group, ExecutionContext &run) {
  const std::vector<Index> counts = group.all(model.n);
  Index n = 0;
  for (const Index count : counts) n += count;
  std::vector<Bytes> to(static_cast<std::size_t>(group.size()));
  put(to[static_cast<std::size_t>(root)], places, model.n);
  std::vector<Index> all_places;
  for (const Bytes &packet : group.exchange(to))
    for (Unpack from(packet); !from.done();) all_places.push_back(from.one<Index>());
  const auto take = [&](auto &own, Index width) {
    const Index full = run.any(own.size() > 0) ? width : 0;
    auto all = gathered(own, full, all_places, counts, n, root, group, run);
    if (group.rank() == root) own = std::move(all);
  };
  take(model.labels, 1);
  take(model.cosines, 1);
  take(model.V, model.k);
  take(model.W, model.k);
  take(model.training.local_scales, 1);
  if (group.rank() == root) model.n = n;
}

}  // namespace

}  // namespace manifact

using namespace manifact;

namespace {

MpiGroup &group_of(const manifact_context *context) {
  const auto *const ranks = dynamic_cast<const Ranks *>(context->collective.get());
  if (ranks == nullptr) fail(Status::argument, "the context has no communicator");
  return static_cast<MpiGroup &>(ranks->group());
}

// Each place must occur exactly once. There are as many places as documents, so one is missing only
// if another occurs more than once.
void check_places(const int64_t *places, Index n, MpiGroup &group, ExecutionContext &run) {
  Index all = run.total(n);
  run.together([&] {
    for (Index i = 0; i < n; ++i)
      if (places[i] < 0 || places[i] >= all)
        fail(Status::argument, "places[%lld] is %lld, but there are %lld documents", number(i),
             number(places[i]), number(all));
  });
  std::vector<Index> seen(static_cast<std::size_t>(all));
  for (Index i = 0; i < n; ++i) ++seen[static_cast<std::size_t>(places[i])];
  group.sum(seen.data(), all);
  const auto twice = std::find_if(seen.begin(), seen.end(), [](Index count) { return count > 1; });
  if (twice == seen.end()) return;
  char text[120];
  std::snprintf(text, sizeof text,
                "place %lld occurs %lld times among the places of all ranks, not once",
                number(twice - seen.begin()), number(*twice));
  throw AgreedError(Status::argument, text);
}

// What a call returns if no rank cancels it.
struct Delivery {
  void take(DividedMatrix &&divided) {
    matrix = std::make_unique<manifact_matrix>();
    matrix->matrix = std::move(divided.rows);
    numbers = std::make_unique<int64_t[]>(static_cast<std::size_t>(divided.places.size()) + 1);
    std::copy(divided.places.begin(), divided.places.end(), numbers.get());
    matrix->places = std::move(divided.places);
  }
  int deliver(int status, manifact_matrix **X, int64_t **places) noexcept {
    if (status != MANIFACT_OK) return status;
    *X = matrix.release();
    *places = numbers.release();
    return status;
  }

  std::unique_ptr<manifact_matrix> matrix;
  std::unique_ptr<int64_t[]> numbers;
};

// A call that all ranks make.
template <class Body>
int collective(manifact_context *context, Body &&body) {
  return long_call(context, [&](ExecutionContext &run) {
    MpiGroup &group = group_of(context);
    run.collective = context->collective.get();
    run.collective->call(run.monitor, [&] { body(group, run); });
    return int{MANIFACT_OK};
  });
}

}  // namespace

int manifact_mpi_context_create(MPI_Comm comm, manifact_context **out) {
  if (out == nullptr) return MANIFACT_ERROR_NULL;
  *out = nullptr;
  if (comm == MPI_COMM_NULL) return MANIFACT_ERROR_ARGUMENT;
  manifact_context *context = nullptr;
  if (const int status = manifact_context_create(&context); status != MANIFACT_OK) return status;
  const int status = guard(context->message, [&] {
    auto group = std::make_shared<MpiGroup>(comm);
    group->last_words = [session = context->session](const std::string &sentence) {
      session->watched.monitor.note(2, sentence.c_str());
    };
    context->collective = std::make_shared<Ranks>(std::move(group));
    return MANIFACT_OK;
  });
  if (status != MANIFACT_OK) {
    manifact_context_free(context);
    return status;
  }
  *out = context;
  return MANIFACT_OK;
}

int manifact_mpi_read(manifact_context *context, const char *path, uint64_t seed,
                      manifact_matrix **X, int64_t **places) {
  if (X != nullptr) *X = nullptr;
  if (places != nullptr) *places = nullptr;
  Delivery delivery;
  const int status = collective(context, [&](MpiGroup &group, ExecutionContext &run) {
    run.together([&] {
      require(path, "path");
      require(X, "X");
      require(places, "places");
    });
    Index found = group.rank() == 0 && is_petsc(path) ? 1 : 0;
    group.broadcast(&found, sizeof found, 0);
    const auto read = found != 0 ? read_petsc : read_matrix_market;
    delivery.take(read(path, seed, group, run));
  });
  return delivery.deliver(status, X, places);
}

int manifact_mpi_graph_from_matrix(manifact_context *context, const manifact_matrix *S,
                                   const int64_t *places, int64_t n_places, int rule,
                                   manifact_graph **out) {
  if (out != nullptr) *out = nullptr;
  std::unique_ptr<manifact_graph> handle;
  const int status = collective(context, [&](MpiGroup &group, ExecutionContext &run) {
    run.together([&] {
      require_handle(S, "S");
      require(out, "out");
      if (rule < 0 || rule > MANIFACT_RULE_MUTUAL) fail(Status::argument, "unknown rule: %d", rule);
      if (places != nullptr && n_places != S->matrix->rows)
        fail(Status::length, "n_places is %lld, but S has %lld rows", number(n_places),
             number(S->matrix->rows));
    });
    const bool read = run.any(!S->places.empty()) && !run.any(places != nullptr);
    const Index rows = S->matrix->rows;
    const int64_t *const own = read ? S->places.data() : places;
    const bool named = run.any(own != nullptr && rows > 0);
    run.together([&] {
      if (named && own == nullptr && rows > 0)
        fail(Status::argument, "other ranks have places, but this one has none");
    });
    if (named) check_places(own, rows, group, run);
    handle = std::make_unique<manifact_graph>();
    handle->graph = divided_graph_from_matrix(*S->matrix, named ? own : nullptr,
                                              static_cast<GraphRule>(rule), run);
    handle->memory = run.memory;
    handle->collective = context->collective;
    if (named) {
      handle->places = Array<Index>(run.memory, rows);
      std::copy_n(own, rows, handle->places.begin());
    }
  });
  if (status == MANIFACT_OK) *out = handle.release();
  return status;
}

int manifact_mpi_is_petsc(const char *path) {
  try {
    return path != nullptr && is_petsc(path) ? MANIFACT_TRUE : MANIFACT_FALSE;
  } catch (...) {  // out of memory
    return MANIFACT_FALSE;
  }
}

int manifact_mpi_deal(manifact_context *context, const manifact_matrix *X, uint64_t seed,
                      manifact_matrix **dealt, int64_t **places) {
  if (dealt != nullptr) *dealt = nullptr;
  if (places != nullptr) *places = nullptr;
  Delivery delivery;
  const int status = collective(context, [&](MpiGroup &, ExecutionContext &run) {
    run.together([&] {
      if (X != nullptr) require_handle(X, "X");
      require(dealt, "dealt");
      require(places, "places");
    });
    delivery.take(deal_rows(X != nullptr ? X->matrix.get() : nullptr, seed, run));
  });
  return delivery.deliver(status, dealt, places);
}

void manifact_mpi_places_free(int64_t *places) { delete[] places; }

int manifact_mpi_gather(manifact_context *context, manifact_model *model, const int64_t *places,
                        int64_t n_places, int root) {
  return collective(context, [&](MpiGroup &group, ExecutionContext &run) {
    run.together([&] {
      require_handle(model, "model");
      require(places, "places");
      if (root < 0 || root >= group.size())
        fail(Status::argument, "root is %d, but there are %lld ranks", root, number(group.size()));
      if (n_places != model->model->n)
        fail(Status::length, "n_places is %lld, but the model has %lld documents", number(n_places),
             number(model->model->n));
    });
    check_places(places, n_places, group, run);
    gather(*model->model, places, root, group, run);
  });
}

int manifact_mpi_titles(manifact_context *context, manifact_model *model, const char *bytes,
                        const int64_t *offsets, int64_t n_documents) {
  return long_call(context, [&](ExecutionContext &run) {
    group_of(context);
    require_handle(model, "model");
    require(bytes, "bytes");
    if (n_documents != model->model->n)
      fail(Status::length, "n_documents is %lld, but the model has %lld documents",
           number(n_documents), number(model->model->n));
    const DocumentColumns columns{column_of(titled_column, bytes, offsets, n_documents)};
    model->model->titles.clear();
    set_titles(*model->model, columns, run);
    return MANIFACT_OK;
  });
}

int manifact_mpi_traffic(const manifact_context *context, int64_t *sums, int64_t *rows,
                         int64_t *ring, int64_t *others) {
  if (const int status = check(context); status != MANIFACT_OK) return status;
  return guard(context->message, [&] {
    const Traffic &traffic = group_of(context).traffic();
    give(sums, traffic.sums);
    give(rows, traffic.ghosts);
    give(ring, traffic.ring);
    give(others, traffic.exchanges);
    return MANIFACT_OK;
  });
}
