// Models written, read again, and damaged.
#include <cstring>

#include "actions.hpp"
#include "data.hpp"

namespace sequences {
namespace {

int append(void *user, const void *data, std::size_t size) {
  const memory::Spared spared;
  static_cast<std::string *>(user)->append(static_cast<const char *>(data), size);
  return 0;
}
int refuse(void *, const void *, std::size_t) { return 1; }

// A loaded model equals the saved one.
void compare(World &world, const manifact_model *model, const manifact_model *loaded) {
  const Calm calm(world);
  expect(everything_of(world, loaded) == everything_of(world, model),
         "a loaded model gives other views");
  expect(bytes_of(world, loaded) == bytes_of(world, model),
         "a loaded model is saved as other bytes");
  if (world.matrices.empty() || world.cancel_pending) return;
  const Matrix &X = world.random.pick(world.matrices);
  expect(assigned(world, loaded, X.handle, false) == assigned(world, model, X.handle, false),
         "a loaded model assigns otherwise");
}

void save_and_load(World &world) {
  const auto model = one_of(world, world.models);
  const std::string path =
      file_name(world, world.random.chance(97) ? "a.manifact" : "no-such-folder/a.manifact");
  manifact_context *const context = some_context(world);
  const int status = CALL(manifact_model_save, context, model.handle, or_null(world, path.c_str()));
  expect_refused(status, model);
  if (status < 0) return;
  manifact_model *out = unset<manifact_model>();
  const int loaded = CALL(manifact_model_load, context, path.c_str(), &out);
  if (loaded < 0) {
    if (!world.was_disturbed && !world.cancel_pending)
      broken("what was saved cannot be loaded: %s", manifact_context_message(context));
    return;
  }
  compare(world, model.handle, out);
  if (world.models.size() < 4 && world.random.chance(50))
    world.models.push_back({out});
  else
    CALL(manifact_model_free, out);
}

void write_and_load(World &world) {
  const auto model = one_of(world, world.models);
  manifact_context *const context = some_context(world);
  if (world.random.chance(10)) {
    const auto write = or_null(world, refuse, 50);
    expect(
        CALL(manifact_model_write, context, model.handle, write, static_cast<void *>(nullptr)) < 0,
        "a sink that refuses was written to");
    return;
  }
  if (!model) return;
  const std::string bytes = bytes_of(world, model.handle);
  if (bytes.empty()) return;
  manifact_model *out = unset<manifact_model>();
  const int status = CALL(manifact_model_load_memory, context,
                          static_cast<const void *>(bytes.data()), bytes.size(), &out);
  if (status < 0) {
    if (!world.was_disturbed && !world.cancel_pending)
      broken("what was written cannot be loaded: %s", manifact_context_message(context));
    return;
  }
  compare(world, model.handle, out);
  CALL(manifact_model_free, out);
}

// Documents with the features of the model, if there are any.
const Matrix &documents_for(World &world, const manifact_model *model) {
  const Matrix *chosen = &world.random.pick(world.matrices);
  for (const Matrix &X : world.matrices)
    if (chosen->m != manifact_model_features(model)) chosen = &X;
  return *chosen;
}

void load_one(World &world, const std::string &bytes) {
  const std::unique_ptr<char[]> exact(new char[bytes.size()]);  // no byte behind the last one
  std::memcpy(exact.get(), bytes.data(), bytes.size());
  manifact_model *out = unset<manifact_model>();
  const int status = CALL(manifact_model_load_memory, some_context(world),
                          static_cast<const void *>(exact.get()), bytes.size(), &out);
  if (status < 0) return;
  world.forged = true;
  check_model(world, out);
  world.forged = false;
  if (!world.matrices.empty()) (void)assigned(world, out, documents_for(world, out).handle, false);
  expect(!bytes_of(world, out).empty(), "what was loaded cannot be written");
  CALL(manifact_model_free, out);
}

void load_damaged(World &world) {
  if (world.models.empty()) return;
  const std::string bytes = bytes_of(world, world.random.pick(world.models).handle);
  if (bytes.empty()) return;
  const Calm calm(world);
  for (int variant = 0; variant < 4; ++variant) load_one(world, damaged_model(world, bytes));
}

}  // namespace

std::string bytes_of(World &world, const manifact_model *model) {
  const Calm calm(world);
  std::string bytes;
  const int status =
      CALL(manifact_model_write, some_context(world), model, append, static_cast<void *>(&bytes));
  if (status < 0)
    expect(world.cancel_pending || status == MANIFACT_ERROR_NULL || status == MANIFACT_ERROR_HANDLE,
           "a model cannot be written");
  return status < 0 ? std::string() : bytes;
}

std::string file_name(World &world, const char *ending) {
  if (world.folder.empty()) throw std::runtime_error("no folder");
  return world.folder + "/" + ending;
}

const std::vector<Action> file_actions = {
    {save_and_load, 2}, {write_and_load, 2}, {load_damaged, 4}};

}  // namespace sequences
