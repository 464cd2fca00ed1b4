#include "readers/modules/apart.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <new>
#include <system_error>
#include <type_traits>
#include <utility>

#include "terminal/failure.hpp"

namespace cli {
namespace {

enum class Outcome : char { matrix, failure, out_of_memory };

// The other process has ended before the end of what it sends.
struct Ended {};

class File {
 public:
  explicit File(int number) : number_(number) {}
  ~File() { close(number_); }
  File(const File &) = delete;
  File &operator=(const File &) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

// Passes values in one order: Passing is Sending or Receiving.
class Sending {
 public:
  explicit Sending(int file) : file_(file) {}

  void bytes(const void *data, std::size_t size) {
    const char *from = static_cast<const char *>(data);
    while (size > 0) {
      const ssize_t done = write(file_, from, size);
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) throw Ended();
      from += done;
      size -= static_cast<std::size_t>(done);
    }
  }
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void value(const T &value) { bytes(&value, sizeof value); }
  void value(const std::string &text) {
    value(text.size());
    bytes(text.data(), text.size());
  }
  void value(const std::vector<std::string> &texts) {
    value(texts.size());
    for (const std::string &text : texts) value(text);
  }
  void value(const Buffer &buffer) {
    value(buffer.size());
    bytes(buffer.data(), buffer.size());
  }

 private:
  int file_;
};

class Receiving {
 public:
  explicit Receiving(int file) : file_(file) {}

  void bytes(void *data, std::size_t size) {
    char *to = static_cast<char *>(data);
    while (size > 0) {
      const ssize_t done = read(file_, to, size);
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) throw Ended();
      to += done;
      size -= static_cast<std::size_t>(done);
    }
  }
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void value(T &value) { bytes(&value, sizeof value); }
  void value(std::string &text) {
    text.resize(size());
    bytes(text.data(), text.size());
  }
  void value(std::vector<std::string> &texts) {
    const std::size_t count = size();
    for (std::size_t i = 0; i < count; ++i) value(texts.emplace_back());
  }
  void value(Buffer &buffer) {
    buffer.resize(size());
    bytes(buffer.data(), buffer.size());
  }

 private:
  std::size_t size() {
    std::size_t size = 0;
    value(size);
    return size;
  }

  int file_;
};

template <class Passing, class N>
void pass_numbers(Passing &passing, N &numbers) {
  passing.value(numbers.type);
  passing.value(numbers.count);
  passing.value(numbers.bytes);
}

template <class Passing, class D>
requires std::is_same_v<std::remove_const_t<D>, DenseArrays>
void pass_arrays(Passing &passing, D &dense) {
  passing.value(dense.name);
  passing.value(dense.rows);
  passing.value(dense.columns);
  passing.value(dense.by_columns);
  pass_numbers(passing, dense.values);
}

template <class Passing, class S>
requires std::is_same_v<std::remove_const_t<S>, SparseArrays>
void pass_arrays(Passing &passing, S &sparse) {
  passing.value(sparse.name);
  passing.value(sparse.layout);
  passing.value(sparse.rows);
  passing.value(sparse.columns);
  pass_numbers(passing, sparse.starts);
  pass_numbers(passing, sparse.indices);
  pass_numbers(passing, sparse.values);
}

template <class Passing, class M>
void pass_names(Passing &passing, M &matrix) {
  passing.value(matrix.ids);
  passing.value(matrix.labels);
  passing.value(matrix.features);
  passing.value(matrix.kinds);
  passing.value(matrix.note);
}

void send(Sending &out, const Hdf5Matrix &matrix) {
  out.value(Outcome::matrix);
  out.value(matrix.arrays.index());
  std::visit([&](const auto &arrays) { pass_arrays(out, arrays); }, matrix.arrays);
  pass_names(out, matrix);
}

void receive(Receiving &in, Hdf5Matrix &matrix) {
  Outcome outcome = Outcome::failure;
  in.value(outcome);
  if (outcome == Outcome::out_of_memory) throw std::bad_alloc();
  if (outcome == Outcome::failure) {
    Exit code = bad_input;
    std::string sentence;
    in.value(code);
    in.value(sentence);
    throw Failure(sentence, code);
  }
  std::size_t kind = 0;
  in.value(kind);
  if (kind == 0)
    matrix.arrays.emplace<0>();
  else
    matrix.arrays.emplace<1>();
  std::visit([&](auto &arrays) { pass_arrays(in, arrays); }, matrix.arrays);
  pass_names(in, matrix);
}

// What no intact file needs: the library of HDF5 reads some damaged ones for ever.
void limit_processor_time(const std::string &path) {
  constexpr std::uintmax_t at_least = 30, bytes_a_second = 1'000'000;
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(path, unknown);
  const rlim_t seconds = at_least + (unknown ? 3600 : size / bytes_a_second);
  const rlimit limit{seconds, seconds};
  setrlimit(RLIMIT_CPU, &limit);
}

[[noreturn]] void read_and_send(int file, const std::string &path,
                                const std::function<void(Hdf5Matrix &)> &read) {
  // It ends with its parent, and by signals that only ask the parent to end.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGPIPE})
    signal(number, SIG_DFL);
  limit_processor_time(path);
  // The last words of the C library.
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
  try {
    Sending out(file);
    try {
      Hdf5Matrix matrix;
      read(matrix);
      send(out, matrix);
    } catch (const Failure &failure) {
      out.value(Outcome::failure);
      out.value(failure.code);
      out.value(failure.text);
    } catch (const std::bad_alloc &) {
      out.value(Outcome::out_of_memory);
    }
  } catch (...) {
    _exit(1);
  }
  _exit(0);
}

}  // namespace

void read_apart(const std::string &path, const std::function<void(Hdf5Matrix &)> &read,
                Hdf5Matrix &matrix) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return read(matrix);
  const File out(ends[0]);
  pid_t child = -1;
  {
    const File in(ends[1]);
    child = fork();
    if (child == 0) read_and_send(in.number(), path, read);
  }
  // Without a second process, in this one.
  if (child < 0) return read(matrix);
  const auto ended = [&] {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
  };
  try {
    Receiving receiving(out.number());
    receive(receiving, matrix);
  } catch (const Ended &) {
    const int status = ended();
    const int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (number == SIGINT || number == SIGTERM || number == SIGHUP) throw Failure("", cancelled);
    throw Failure(path + ": the library of HDF5 ended while it read the file, which is damaged");
  } catch (...) {
    kill(child, SIGKILL);
    ended();
    throw;
  }
  ended();
}

}  // namespace cli
