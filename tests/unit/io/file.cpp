// io/file: a file is there whole or not at all, and whatever goes wrong is said with its name.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <functional>
#include <thread>

#include "support/expect_error.hpp"
#include "support/written_files.hpp"

namespace manifact {
namespace {

using Names = std::set<std::string>;

// Runs `body` in a process of its own; true when it returned true.
bool in_child(const std::function<bool()> &body) {
  const pid_t child = fork();
  if (child == 0) {
    bool good = false;
    try {
      good = body();
    } catch (...) {
    }
    _exit(good ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(AtomicFile, a_committed_file_is_whole_and_alone) {
  const TemporaryFolder folder;
  const std::string text = long_text();
  write_file(folder / "x", text);
  EXPECT_EQ(slurp(folder / "x"), text);
  write_file(folder / "x", "");
  EXPECT_EQ(slurp(folder / "x"), "");
  EXPECT_EQ(folder.names(), Names{"x"});
}

TEST(AtomicFile, many_small_writes_equal_one_large_one) {
  const TemporaryFolder folder;
  const std::string text = long_text();
  AtomicFile file((folder / "x").c_str(), Packing::plain);
  for (std::size_t at = 0; at < text.size(); at += 777)
    file.write(text.data() + at, std::min<std::size_t>(777, text.size() - at));
  file.commit();
  EXPECT_EQ(slurp(folder / "x"), text);
}

TEST(AtomicFile, without_a_commit_the_old_file_stays_and_nothing_else) {
  const TemporaryFolder folder;
  spill(folder / "x", "old");
  {
    AtomicFile file((folder / "x").c_str(), Packing::plain);
    AtomicFile other((folder / "y").c_str(), Packing::plain);
    const std::string text = long_text();
    file.write(text.data(), text.size());
    other.write(text.data(), text.size());
    EXPECT_EQ(folder.names().size(), 3u) << "two temporary files beside the old one";
  }
  EXPECT_EQ(slurp(folder / "x"), "old");
  EXPECT_EQ(folder.names(), Names{"x"});
}

TEST(AtomicFile, a_replaced_file_leaves_its_mode_and_a_new_one_follows_the_umask) {
  const TemporaryFolder folder;
  const auto mode = [&](const char *name) {
    struct stat info {};
    stat((folder / name).c_str(), &info);
    return info.st_mode & 07777;
  };
  const mode_t before = umask(027);
  write_file(folder / "new", "x");
  write_file(folder / "old", "x");
  umask(before);
  EXPECT_EQ(mode("new"), 0640u);
  chmod((folder / "old").c_str(), 0604);
  write_file(folder / "old", "y");
  EXPECT_EQ(mode("old"), 0604u);
}

TEST(AtomicFile, symbolic_links_stay_and_their_target_is_replaced) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "deep");
  spill(folder / "deep/target", "old");
  std::filesystem::create_symlink("deep/target", folder / "link");
  std::filesystem::create_symlink(folder / "link", folder / "link to a link");
  std::filesystem::create_symlink("deep/absent", folder / "dangling");
  write_file(folder / "link to a link", "new");
  write_file(folder / "dangling", "made");
  EXPECT_EQ(slurp(folder / "deep/target"), "new");
  EXPECT_EQ(slurp(folder / "deep/absent"), "made");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "dangling"));
  EXPECT_EQ(folder.names(), (Names{"deep", "link", "link to a link", "dangling"}));
}

TEST(AtomicFile, a_full_device_is_an_error_that_names_it) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  expect_error(Status::io, "cannot write '/dev/full': No space left on device",
               [] { write_file("/dev/full", "x"); });
  expect_error(Status::io, "cannot write '/dev/full': No space left on device",
               [] { write_file("/dev/full", long_text()); });
}

TEST(AtomicFile, a_pipe_is_written_directly) {
  const TemporaryFolder folder;
  const std::string path = folder / "pipe", text = long_text();
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  std::string seen;
  std::thread reader([&] { seen = slurp(path); });
  write_file(path, text);
  reader.join();
  EXPECT_EQ(seen, text);
  EXPECT_TRUE(std::filesystem::is_fifo(path));
  EXPECT_EQ(folder.names(), Names{"pipe"});
}

TEST(AtomicFile, standard_output_led_to_a_file_is_appended_to_and_not_replaced) {
  if (!std::filesystem::exists("/dev/stdout")) GTEST_SKIP() << "this system has no /dev/stdout";
  const TemporaryFolder folder;
  EXPECT_TRUE(in_child([&] {
    const int file = open((folder / "out").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(file, STDOUT_FILENO);
    if (write(STDOUT_FILENO, "before ", 7) != 7) return false;
    write_file("/dev/stdout", "written ");
    return write(STDOUT_FILENO, "after", 5) == 5;
  }));
  EXPECT_EQ(slurp(folder / "out"), "before written after");
}

TEST(AtomicFile, a_full_disk_leaves_the_old_file_and_nothing_else) {
  const TemporaryFolder folder;
  spill(folder / "old", "old");
  for (const std::string name : {"old", "new"}) {
    EXPECT_TRUE(in_child([&] {
      signal(SIGXFSZ, SIG_IGN);
      const rlimit limit{100'000, 100'000};
      setrlimit(RLIMIT_FSIZE, &limit);
      try {
        write_file(folder / name, long_text());
      } catch (const Error &error) {
        return error.status() == Status::io &&
               std::string_view(error.what()) ==
                   "cannot write '" + (folder / name) + "': File too large";
      }
      return false;
    })) << name;
  }
  EXPECT_EQ(slurp(folder / "old"), "old");
  EXPECT_EQ(folder.names(), Names{"old"});
}

TEST(AtomicFile, places_that_cannot_be_written_are_named) {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string &name, const std::string &reason) {
    expect_error(Status::io, "cannot write '" + (folder / name) + "': " + reason,
                 [&] { write_file(folder / name, "x"); });
  };
  spill(folder / "file", "x");
  refused("", "Is a directory");
  refused("absent/x", "No such file or directory");
  refused("file/x", "Not a directory");
  expect_error(Status::io, "nnn': File name too long",
               [&] { write_file(folder / std::string(300, 'n'), "x"); });
  expect_error(Status::io, "cannot write '': No such file or directory",
               [] { write_file("", "x"); });
  EXPECT_EQ(folder.names(), Names{"file"});
  if (geteuid() == 0) return;  // the superuser may write everywhere
  chmod((folder / "file").c_str(), 0444);
  refused("file", "Permission denied");
}

TEST(AtomicFile, gzip_reads_back_and_is_the_same_every_time) {
  NEEDS_GZIP();
  const TemporaryFolder folder;
  const std::string text = long_text();
  for (const std::string &content : {std::string(), std::string("x"), text}) {
    write_file(folder / "a.gz", content, Packing::by_name);
    write_file(folder / "b.gz", content, Packing::by_name);
    EXPECT_EQ(slurp(folder / "a.gz"), slurp(folder / "b.gz"));
    EXPECT_EQ(slurp(folder / "a.gz").substr(0, 2), "\x1f\x8b");
    EXPECT_TRUE(read_file(folder / "a.gz") == content);
    EXPECT_TRUE(read_file(folder / "a.gz", 1).size() == content.size());
  }
  EXPECT_LT(slurp(folder / "a.gz").size(), text.size() / 2);
  write_file(folder / "plain.gz", "x", Packing::plain);
  EXPECT_EQ(slurp(folder / "plain.gz"), "x");
}

}  // namespace
}  // namespace manifact
