// The functions of manifact_mpi.h.
#include <manifact/manifact_mpi.h>

#include <algorithm>
#include <memory>
#include <new>
#include <vector>

#include "capi/columns.hpp"
#include "capi/guard.hpp"
#include "capi/handles.hpp"
#include "distributed/gather.hpp"
#include "distributed/matrix_market.hpp"
#include "distributed/mpi_group.hpp"
#include "distributed/petsc.hpp"
#include "model/titles/titles.hpp"
#include "runtime/collective.hpp"

using namespace manifact;

namespace {

MpiGroup &group_of(const manifact_context *context) {
  auto *const group = dynamic_cast<MpiGroup *>(context->group.get());
  if (group == nullptr) fail(Status::argument, "the context has no communicator");
  return *group;
}

// Every place once.
void check_places(const int64_t *places, Index n, MpiGroup &group, ExecutionContext &run) {
  Index all = total_over_ranks(run, n);
  together(run, [&] {
    for (Index i = 0; i < n; ++i)
      if (places[i] < 0 || places[i] >= all)
        fail(Status::argument, "places[%lld] is %lld, but there are %lld documents", number(i),
             number(places[i]), number(all));
  });
  std::vector<Index> seen(static_cast<std::size_t>(all));
  for (Index i = 0; i < n; ++i) ++seen[static_cast<std::size_t>(places[i])];
  group.sum(seen.data(), all);
  if (std::any_of(seen.begin(), seen.end(), [](Index count) { return count != 1; }))
    throw AgreedError(Status::argument, "places has a number twice");
}

void deliver(DividedMatrix &&divided, manifact_matrix **X, int64_t **places) {
  auto handle = std::make_unique<manifact_matrix>();
  handle->matrix = std::move(divided.rows);
  auto numbers = std::make_unique<int64_t[]>(static_cast<std::size_t>(divided.places.size()) + 1);
  std::copy(divided.places.begin(), divided.places.end(), numbers.get());
  handle->places = std::move(divided.places);
  *X = handle.release();
  *places = numbers.release();
}

// A call that all ranks make.
template <class Body>
int collective(manifact_context *context, Body &&body) {
  return long_call(context, [&](ExecutionContext &run) {
    MpiGroup &group = group_of(context);
    ExecutionContext all{run.memory, run.pool, run.monitor, &group};
    collectively(&group, [&] { body(group, all); });
    return MANIFACT_OK;
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
    context->group = std::move(group);
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
  return collective(context, [&](MpiGroup &group, ExecutionContext &run) {
    together(run, [&] {
      require(path, "path");
      require(X, "X");
      require(places, "places");
    });
    Index found = group.rank() == 0 && is_petsc(path) ? 1 : 0;
    group.broadcast(&found, sizeof found, 0);
    const auto read = found != 0 ? read_petsc : read_matrix_market;
    deliver(read(path, seed, group, run), X, places);
  });
}

int manifact_mpi_is_petsc(const char *path) {
  try {
    return path != nullptr && is_petsc(path) ? MANIFACT_TRUE : MANIFACT_FALSE;
  } catch (...) {  // no memory
    return MANIFACT_FALSE;
  }
}

int manifact_mpi_deal(manifact_context *context, const manifact_matrix *X, uint64_t seed,
                      manifact_matrix **dealt, int64_t **places) {
  if (dealt != nullptr) *dealt = nullptr;
  if (places != nullptr) *places = nullptr;
  return collective(context, [&](MpiGroup &, ExecutionContext &run) {
    together(run, [&] {
      if (X != nullptr) require_handle(X, "X");
      require(dealt, "dealt");
      require(places, "places");
    });
    deliver(deal_rows(X != nullptr ? X->matrix.get() : nullptr, seed, run), dealt, places);
  });
}

void manifact_mpi_places_free(int64_t *places) { delete[] places; }

int manifact_mpi_gather(manifact_context *context, manifact_model *model, const int64_t *places,
                        int64_t n_places, int root) {
  return collective(context, [&](MpiGroup &group, ExecutionContext &run) {
    together(run, [&] {
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
    set_titles(*model->model, &columns, run);
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
