#include "children.hpp"

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <map>
#include <new>

#include "actions.hpp"

#if defined(__SANITIZE_ADDRESS__)
#define WITH_LEAK_CHECK
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WITH_LEAK_CHECK
#endif
#endif
#ifdef WITH_LEAK_CHECK
#include <sanitizer/lsan_interface.h>
#endif

namespace sequences {
namespace {

constexpr unsigned longest = 20;  // seconds of processor time of a sequence; ten times as many of
                                  // the clock, for one that waits
constexpr std::int64_t chunk = 200;

// A child ends by _exit, which does not check for leaks.
bool has_leaks() {
#ifdef WITH_LEAK_CHECK
  return __lsan_do_recoverable_leak_check() != 0;
#else
  return false;
#endif
}

// Findings that differ only in numbers, names or details are of one kind.
std::string kind_of(const std::string &call, const std::string &text) {
  std::string plain = call + ": ";
  bool quoted = false;
  for (const char c : text.substr(0, 70)) {
    quoted ^= c == '\'';
    const bool digit = c >= '0' && c <= '9';
    if (!quoted && (!digit || plain.back() != '#')) plain += digit ? '#' : c;
  }
  return plain;
}

struct Child {
  pid_t process = 0;
  Trace *trace = nullptr;
  std::vector<std::int64_t> seeds;
  std::string folder;
};

class Driver {
 public:
  Driver(const Request &request, const Header &header) : request_(request), header_(header) {
    base_ = (std::filesystem::temp_directory_path() / ("api-sequences-" + std::to_string(getpid())))
                .string();
    for (std::int64_t j = 0; j < request.jobs; ++j) {
      Child child;
      void *const shared =
          mmap(nullptr, sizeof(Trace), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
      if (shared == MAP_FAILED) throw std::bad_alloc();
      child.trace = new (shared) Trace;
      child.folder = base_ + "/" + std::to_string(j);
      std::filesystem::create_directories(child.folder);
      children_.push_back(std::move(child));
    }
  }
  ~Driver() {
    std::error_code ignored;
    std::filesystem::remove_all(base_, ignored);
  }

  Outcome run() {
    begin_ = std::chrono::steady_clock::now();
    std::int64_t running = 0;
    for (Child &child : children_) running += start(child) ? 1 : 0;
    while (running > 0) {
      int status = 0;
      const pid_t ended = wait(&status);
      for (Child &child : children_)
        if (child.process == ended) {
          collect(child, status);
          if (!start(child)) --running;
        }
    }
    outcome_.seconds = elapsed();
    rusage used{};
    getrusage(RUSAGE_CHILDREN, &used);
    outcome_.processor = static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                         1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    outcome_.calls.resize(most_functions), outcome_.successes.resize(most_functions),
        outcome_.fits.resize(most_methods);
    for (const Child &child : children_) {
      outcome_.faults += child.trace->faults;
      for (std::size_t f = 0; f < most_functions; ++f)
        outcome_.calls[f] += child.trace->calls[f],
            outcome_.successes[f] += child.trace->successes[f];
      for (std::size_t f = 0; f < most_methods; ++f) outcome_.fits[f] += child.trace->fits[f];
    }
    return outcome_;
  }

 private:
  double elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }
  bool late() const { return request_.seconds >= 0 && elapsed() >= request_.seconds; }

  // The seeds of the next child: those that are kept, then the others.
  std::vector<std::int64_t> next_seeds() {
    std::vector<std::int64_t> seeds;
    if (outcome_.findings > 0 && !request_.keep_going) return seeds;
    if (!left_.empty()) return std::exchange(left_, {});
    if (!kept_given_) {
      kept_given_ = true;
      seeds = request_.kept;
      if (!seeds.empty()) return seeds;
    }
    for (std::int64_t i = 0;
         i < chunk && !late() && (request_.count < 0 || given_ < request_.count); ++i)
      seeds.push_back(request_.first + given_++);
    return seeds;
  }

  bool start(Child &child) {
    child.seeds = next_seeds();
    child.process = 0;
    if (child.seeds.empty()) return false;
    child.trace->done = 0;
    child.trace->found = false;
    std::fflush(nullptr);
    const pid_t process = fork();
    if (process < 0) throw std::bad_alloc();
    if (process == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);  // no child outlives a driver that was ended
      _exit(work(child));
    }
    child.process = process;
    return true;
  }

  int work(const Child &child) const {
    for (const std::int64_t seed : child.seeds) {
      if (late() && given_ > 0 && request_.count < 0 && child.seeds != request_.kept) break;
      const itimerval limit{{0, 0}, {longest, 0}};
      setitimer(ITIMER_PROF, &limit, nullptr);
      alarm(10 * longest);
      const std::int64_t before = memory::faults();
      const bool is_right = run_one(seed, request_, header_, child.folder, *child.trace);
      child.trace->faults += memory::faults() - before;
      if (!is_right) return 1;
      child.trace->done.fetch_add(1);
    }
    if (!has_leaks()) return 0;
    std::snprintf(child.trace->finding, sizeof child.trace->finding,
                  "this sequence, or one before it in its child, leaked memory");
    child.trace->found = true;
    return 1;
  }

  void collect(Child &child, int status) {
    Trace &trace = *child.trace;
    const std::int64_t done = trace.done;
    outcome_.sequences += done;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
    if (!trace.found) {
      const char *const how =
          WIFSIGNALED(status) && (WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGPROF)
              ? "it did not end in time"
              : "it crashed";
      std::snprintf(trace.finding, sizeof trace.finding, "%s (%s %d)", how,
                    WIFSIGNALED(status) ? "signal" : "exit code",
                    WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    }
    report(trace);
    ++outcome_.sequences;
    for (auto s = static_cast<std::size_t>(done) + 1; s < child.seeds.size(); ++s)
      left_.push_back(child.seeds[s]);
  }

  void report(const Trace &trace) {
    ++outcome_.findings;
    if (++kinds_[kind_of(trace.call.load(), trace.finding)] > 1) return;
    std::printf("FOUND seed %lld step %lld %s: %s\n", static_cast<long long>(trace.seed),
                static_cast<long long>(trace.step), trace.call.load(), trace.finding);
    std::fflush(stdout);
  }

  const Request &request_;
  const Header &header_;
  std::string base_;
  std::vector<Child> children_;
  std::vector<std::int64_t> left_;  // by a child that ended early
  std::map<std::string, std::int64_t> kinds_;
  std::int64_t given_ = 0;
  bool kept_given_ = false;
  Outcome outcome_;
  std::chrono::steady_clock::time_point begin_;
};

// Memory of operator new that is left after a sequence.
std::int64_t leftover(std::int64_t seed, const Request &request, const Header &header,
                      const std::string &folder, Trace &trace) {
  const std::int64_t before = memory::live();
  bool is_foreign = false;
  {
    World world(static_cast<std::uint64_t>(seed), header, trace, request.mild, request.brief,
                request.verbose);
    world.folder = folder;
    run_sequence(world);
    is_foreign = world.has_foreign_leak;
  }
  return is_foreign ? 0 : memory::live() - before;
}

}  // namespace

bool run_one(std::int64_t seed, const Request &request, const Header &header,
             const std::string &folder, Trace &trace) {
  trace.seed = seed;
  trace.step = 0;
  if (request.verbose) std::fprintf(stderr, "seed %lld\n", static_cast<long long>(seed));
  try {
    // What the library or this program keeps permanently is present the second time.
    if (leftover(seed, request, header, folder, trace) == 0) return true;
    const std::int64_t left = leftover(seed, request, header, folder, trace);
    if (left == 0) return true;
    std::snprintf(trace.finding, sizeof trace.finding, "%lld blocks of operator new are left",
                  static_cast<long long>(left));
  } catch (const Finding &finding) {
    std::snprintf(trace.finding, sizeof trace.finding, "%s", finding.text);
  } catch (const std::exception &error) {
    std::snprintf(trace.finding, sizeof trace.finding, "an exception came through: %s",
                  error.what());
  }
  trace.found = true;
  return false;
}

Outcome run(const Request &request, const Header &header) { return Driver(request, header).run(); }

}  // namespace sequences
