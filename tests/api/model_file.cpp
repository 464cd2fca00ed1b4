// The model file: what is saved is loaded, byte for byte; what is damaged is refused; what cannot
// be written leaves nothing behind.
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "support/corpus.hpp"
#include "support/temporary_folder.hpp"

namespace {

using api::bytes;
using manifact::slurp;
using manifact::spill;

class ModelFile : public testing::Test {
 protected:
  support::Model fitted(const std::string &method, const support::Settings &settings = {}) {
    support::Settings all = {{"restarts", "1"}, {"max-iterations", "5"}};
    all.insert(all.end(), settings.begin(), settings.end());
    return api::fit(context.get(), method, all, X.get(), 3);
  }

  // The status of loading damaged bytes; what comes out is freed.
  int status_of(const std::string &data) {
    manifact_model *model = nullptr;
    const int status = manifact_model_load_memory(context.get(), data.data(), data.size(), &model);
    EXPECT_EQ(model == nullptr, status < 0);
    EXPECT_EQ(std::string(manifact_context_message(context.get())).empty(), status >= 0);
    manifact_model_free(model);
    return status;
  }

  manifact::TemporaryFolder folder;
  api::Corpus c = api::corpus(20, 18);
  support::Context context = support::context();
  support::Matrix X = api::csr(context.get(), c);
};

template <class T>
std::vector<T> copied(const T *view, int64_t size) {
  return view != nullptr ? std::vector<T>(view, view + size) : std::vector<T>();
}

TEST_F(ModelFile, loaded_model_is_the_saved_one_in_every_view) {
  for (const std::string &method : api::methods())
    for (const char *weight : {"cosine", "local-scaling", "heat"}) {
      const bool graph = manifact_method_uses_option(method.c_str(), "graph-weight") == 1;
      const support::Model a =
          fitted(method, graph ? support::Settings{{"graph-weight", weight}} : support::Settings{});
      const std::string path = folder / method;
      ASSERT_EQ(manifact_model_save(context.get(), a.get(), path.c_str()), MANIFACT_OK);
      EXPECT_EQ(slurp(path), bytes(context.get(), a.get()));
      manifact_model *loaded = nullptr;
      ASSERT_EQ(manifact_model_load(context.get(), path.c_str(), &loaded), MANIFACT_OK)
          << manifact_context_message(context.get());
      const support::Model b(loaded);
      EXPECT_EQ(bytes(context.get(), b.get()), bytes(context.get(), a.get()));
      const int64_t n = c.n, m = c.m, k = 3;
      EXPECT_EQ(support::labels(b.get()), support::labels(a.get()));
      EXPECT_EQ(support::history(b.get()), support::history(a.get()));
      EXPECT_EQ(copied(manifact_model_sizes(b.get()), k), copied(manifact_model_sizes(a.get()), k));
      EXPECT_EQ(support::memberships(b.get()), support::memberships(a.get()));
      for (const auto view : {manifact_model_associations, manifact_model_centroids}) {
        const int64_t size = (view == manifact_model_centroids ? m : n) * k;
        EXPECT_EQ(copied(view(b.get()), size), copied(view(a.get()), size));
      }
      const int64_t l = manifact_model_feature_clusters(a.get());
      EXPECT_EQ(manifact_model_feature_clusters(b.get()), l);
      EXPECT_EQ(copied(manifact_model_feature_labels(b.get()), l > 0 ? m : 0),
                copied(manifact_model_feature_labels(a.get()), l > 0 ? m : 0));
      EXPECT_EQ(copied(manifact_model_feature_sizes(b.get()), l),
                copied(manifact_model_feature_sizes(a.get()), l));
      EXPECT_EQ(copied(manifact_model_feature_memberships(b.get()), m * l),
                copied(manifact_model_feature_memberships(a.get()), m * l));
      EXPECT_EQ(copied(manifact_model_core(b.get()), k * l),
                copied(manifact_model_core(a.get()), k * l));
      for (const auto number : {manifact_model_documents, manifact_model_features,
                                manifact_model_clusters, manifact_model_iterations,
                                manifact_model_diagnostic_count, manifact_model_warning_count})
        EXPECT_EQ(number(b.get()), number(a.get()));
      EXPECT_EQ(manifact_model_status(b.get()), manifact_model_status(a.get()));
      EXPECT_EQ(manifact_model_converged(b.get()), manifact_model_converged(a.get()));
      EXPECT_EQ(manifact_model_objective(b.get()), manifact_model_objective(a.get()));
      EXPECT_STREQ(manifact_model_method(b.get()), manifact_model_method(a.get()));
      for (int64_t i = 0; i < manifact_model_diagnostic_count(a.get()); ++i) {
        const char *names[2], *values[2];
        EXPECT_EQ(manifact_model_diagnostic(a.get(), i, &names[0], &values[0]), MANIFACT_OK);
        EXPECT_EQ(manifact_model_diagnostic(b.get(), i, &names[1], &values[1]), MANIFACT_OK);
        EXPECT_STREQ(names[1], names[0]);
        EXPECT_STREQ(values[1], values[0]);
      }
      std::vector<int32_t> first(20), second(20);
      EXPECT_EQ(manifact_model_assign(context.get(), a.get(), X.get(), first.data(), nullptr, n),
                MANIFACT_OK);
      EXPECT_EQ(manifact_model_assign(context.get(), b.get(), X.get(), second.data(), nullptr, n),
                MANIFACT_OK);
      EXPECT_EQ(second, first);
    }
}

TEST_F(ModelFile, holds_no_time_no_host_and_no_path) {
  const support::Model model = fitted("lccf");
  ASSERT_EQ(manifact_model_save(context.get(), model.get(), (folder / "a").c_str()), MANIFACT_OK);
  ASSERT_EQ(manifact_model_save(context.get(), model.get(), (folder / "b").c_str()), MANIFACT_OK);
  EXPECT_EQ(slurp(folder / "a"), slurp(folder / "b"));
  EXPECT_EQ(slurp(folder / "a").find("manifact-test"), std::string::npos);
}

TEST_F(ModelFile, every_truncation_is_refused) {
  const std::string whole = bytes(context.get(), fitted("lccf").get());
  for (size_t size = 0; size < whole.size(); ++size) {
    const int status = status_of(whole.substr(0, size));
    ASSERT_TRUE(status == MANIFACT_ERROR_CORRUPT || (size < 8 && status == MANIFACT_ERROR_FORMAT))
        << size << ": " << manifact_status_name(status);
  }
  EXPECT_EQ(status_of(whole), MANIFACT_OK);
  EXPECT_EQ(status_of(whole + '\0'), MANIFACT_ERROR_CORRUPT);
}

TEST_F(ModelFile, every_changed_byte_is_noticed) {
  const std::string whole = bytes(context.get(), fitted("kmeans").get());
  for (size_t at = 0; at < whole.size(); ++at)
    for (const int change : {1, 0x80, 0xff}) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ change);
      const int status = status_of(damaged);
      ASSERT_TRUE(status == MANIFACT_ERROR_CORRUPT || (at < 8 && status == MANIFACT_ERROR_FORMAT) ||
                  (at < 16 && status == MANIFACT_ERROR_VERSION))
          << "byte " << at << ": " << manifact_status_name(status);
    }
}

TEST_F(ModelFile, random_damage_never_gets_through) {
  const std::string whole =
      bytes(context.get(), fitted("lccf", {{"readout", "cosine-kmeans"}}).get());
  uint64_t state = 2463534242ULL;
  const auto below = [&](size_t bound) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return static_cast<size_t>(state % bound);
  };
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = whole;
    const size_t from = below(whole.size()), to = below(whole.size()), length = 1 + below(64);
    switch (below(4)) {
      case 0:
        damaged.replace(from, length, whole.substr(to, length));
        break;
      case 1:
        damaged.erase(from, length);
        break;
      case 2:
        damaged.insert(from, whole.substr(to, length));
        break;
      case 3:
        for (size_t i = 0; i < length; ++i)
          damaged[below(damaged.size())] = static_cast<char>(below(256));
    }
    ASSERT_TRUE(damaged == whole || status_of(damaged) < 0) << round;
  }
}

TEST_F(ModelFile, what_is_no_model_is_told_apart_from_a_damaged_one) {
  manifact_model *model = nullptr;
  spill(folder / "text", "not a model at all, but long enough to be read as a header\n");
  spill(folder / "empty", "");
  EXPECT_EQ(manifact_model_load(context.get(), (folder / "text").c_str(), &model),
            MANIFACT_ERROR_FORMAT);
  EXPECT_NE(std::string(manifact_context_message(context.get())).find("text"), std::string::npos);
  EXPECT_EQ(manifact_model_load(context.get(), (folder / "empty").c_str(), &model),
            MANIFACT_ERROR_FORMAT);
  EXPECT_EQ(manifact_model_load(context.get(), (folder / "missing").c_str(), &model),
            MANIFACT_ERROR_IO);
  EXPECT_EQ(manifact_model_load(context.get(), (folder / ".").c_str(), &model), MANIFACT_ERROR_IO);
  EXPECT_EQ(manifact_model_load_memory(context.get(), "", 0, &model), MANIFACT_ERROR_FORMAT);
}

TEST_F(ModelFile, sink_may_refuse) {
  const support::Model model = fitted("lccf");
  const size_t size = bytes(context.get(), model.get()).size();
  struct Sink {
    size_t capacity;
    int calls_after;
  };
  for (size_t capacity : {size_t{0}, size_t{1}, size_t{100}, size / 2, size - 1}) {
    Sink sink{capacity, 0};
    const auto take = [](void *user, const void *, size_t bytes_given) {
      Sink &s = *static_cast<Sink *>(user);
      if (s.calls_after > 0) ++s.calls_after;
      if (bytes_given <= s.capacity && s.calls_after == 0) return s.capacity -= bytes_given, 0;
      s.calls_after = std::max(s.calls_after, 1);
      return 1;
    };
    EXPECT_EQ(manifact_model_write(context.get(), model.get(), take, &sink), MANIFACT_ERROR_IO)
        << capacity;
    EXPECT_EQ(sink.calls_after, 1) << "called again after it refused";
  }
}

// Saving where there is no space. The limit is that of a child process, which says by its exit code
// what it saw.
TEST_F(ModelFile, full_disk_is_reported_and_leaves_the_file_before_it_alone) {
  const support::Model model = fitted("lccf");
  spill(folder / "old", "what was there");
  const std::string gz = folder / "x.mtx.gz", old = folder / "old", fresh = folder / "fresh";
  const pid_t child = fork();
  if (child == 0) {
    const rlimit none{64, 64};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &none);
    const bool reported =
        manifact_model_save(context.get(), model.get(), old.c_str()) == MANIFACT_ERROR_IO &&
        std::string(manifact_context_message(context.get())).find(old) != std::string::npos &&
        manifact_model_save(context.get(), model.get(), fresh.c_str()) == MANIFACT_ERROR_IO &&
        manifact_matrix_write(context.get(), X.get(), fresh.c_str()) == MANIFACT_ERROR_IO &&
        manifact_matrix_write(context.get(), X.get(), gz.c_str()) == MANIFACT_ERROR_IO;
    _exit(reported ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(slurp(folder / "old"), "what was there");
  EXPECT_EQ(folder.names(), (std::set<std::string>{"old"}));
}

TEST_F(ModelFile, full_device_is_reported_and_stays_a_device) {
  struct stat info;
  if (stat("/dev/full", &info) != 0 || !S_ISCHR(info.st_mode)) GTEST_SKIP() << "no /dev/full here";
  const support::Model model = fitted("lccf");
  EXPECT_EQ(manifact_model_save(context.get(), model.get(), "/dev/full"), MANIFACT_ERROR_IO);
  EXPECT_EQ(manifact_matrix_write(context.get(), X.get(), "/dev/full"), MANIFACT_ERROR_IO);
  ASSERT_EQ(stat("/dev/full", &info), 0);
  EXPECT_TRUE(S_ISCHR(info.st_mode));
}

TEST_F(ModelFile, places_that_cannot_be_written_are_reported) {
  const support::Model model = fitted("kmeans");
  for (const std::string &place :
       {folder / "no/such/folder/model", folder / ".", std::string("")}) {
    EXPECT_EQ(manifact_model_save(context.get(), model.get(), place.c_str()), MANIFACT_ERROR_IO)
        << place;
    EXPECT_EQ(manifact_matrix_write(context.get(), X.get(), place.c_str()), MANIFACT_ERROR_IO)
        << place;
  }
  EXPECT_EQ(folder.names(), std::set<std::string>());
}

TEST_F(ModelFile, saving_replaces_and_keeps_nothing_else) {
  const support::Model a = fitted("kmeans"), b = fitted("lccf");
  const std::string path = folder / "model";
  ASSERT_EQ(manifact_model_save(context.get(), a.get(), path.c_str()), MANIFACT_OK);
  ASSERT_EQ(manifact_model_save(context.get(), b.get(), path.c_str()), MANIFACT_OK);
  EXPECT_EQ(slurp(path), bytes(context.get(), b.get()));
  EXPECT_EQ(folder.names(), (std::set<std::string>{"model"}));
}

}  // namespace
