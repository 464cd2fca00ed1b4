// Random sequences of calls over all handles of the public API, each decided by its seed alone.
//
//   api-sequences [--seconds S] [--sequences N] [--seed FIRST] [--jobs J] [--kept FILE]
//   [--keep-going] [--mild] [--brief] [--coverage] [-v]
//
// Without --seconds and --sequences: the kept seeds and 1000 more. `--seed X --sequences 1 -v`
// replays one with a log of its calls. `--mild` leaves out numbers of extreme magnitude, `--brief`
// makes sequences of 2 to 8 actions, each with what it needs, instead of 8 to 45, most of them with
// few rows, columns and steps.
// `--coverage` prints how often each function was called and succeeded, and each method fitted. One
// that never was, in a run long enough for all, is a finding. The exit code is 1 if there are
// findings.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <sstream>
#include <string>

#include "children.hpp"
#include "options.hpp"

namespace {

using namespace sequences;

// The seeds at the beginning of the lines; the rest of a line describes the former finding.
std::vector<std::int64_t> kept_seeds(const std::string &path) {
  std::vector<std::int64_t> seeds;
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    if (std::int64_t seed; words >> seed) seeds.push_back(seed);
  }
  if (seeds.empty()) throw std::runtime_error("no seeds in " + path);
  return seeds;
}

constexpr std::int64_t enough_for_all = 1500;

int usage() {
  std::fprintf(stderr,
               "usage: api-sequences [--seconds S] [--sequences N] [--seed FIRST] [--jobs J] "
               "[--kept FILE] [--keep-going] [--mild] [--brief] [--coverage] [-v]\n");
  return 2;
}

// The number of functions and methods that never succeeded.
int tell_coverage(const Outcome &outcome, const Header &header) {
  int missing = 0;
  for (std::size_t f = 0; f < header.functions().size(); ++f) {
    const Function &function = header.functions()[f];
    const bool never =
        outcome.calls[f] == 0 || (function.gives_status && outcome.successes[f] == 0);
    std::printf("%10lld calls %10lld successes  %s%s\n", static_cast<long long>(outcome.calls[f]),
                static_cast<long long>(outcome.successes[f]), function.name.c_str(),
                never ? "  NEVER" : "");
    missing += never ? 1 : 0;
  }
  const std::vector<std::string> methods = method_names();
  for (std::size_t i = 0; i < methods.size(); ++i) {
    std::printf("%10lld fits   %s%s\n", static_cast<long long>(outcome.fits[i]), methods[i].c_str(),
                outcome.fits[i] == 0 ? "  NEVER" : "");
    missing += outcome.fits[i] == 0 ? 1 : 0;
  }
  return missing;
}

bool read_arguments(int count, char **arguments, Request &request) {
  for (int i = 1; i < count; ++i) {
    const std::string name = arguments[i];
    if (name == "-v")
      request.verbose = true;
    else if (name == "--keep-going")
      request.keep_going = true;
    else if (name == "--mild")
      request.mild = true;
    else if (name == "--brief")
      request.brief = true;
    else if (name == "--coverage")
      request.coverage = true;
    else if (i + 1 == count)
      return false;
    else if (name == "--seconds")
      request.seconds = std::atof(arguments[++i]);
    else if (name == "--sequences")
      request.count = std::atoll(arguments[++i]);
    else if (name == "--seed")
      request.first = std::atoll(arguments[++i]);
    else if (name == "--jobs")
      request.jobs = std::max(1LL, std::atoll(arguments[++i]));
    else if (name == "--kept")
      request.kept = kept_seeds(arguments[++i]);
    else
      return false;
  }
  if (request.seconds < 0 && request.count < 0) request.count = 1000;
  return true;
}

int run_all(const Request &request) {
  const Header header(MANIFACT_HEADER);
  const Outcome outcome = run(request, header);
  const int never = request.coverage ? tell_coverage(outcome, header) : 0;
  const int missing = outcome.sequences >= enough_for_all ? never : 0;
  std::printf(
      "%lld sequences in %.1f s (%.0f a second of processor time), %lld failed allocations, "
      "%lld findings%s\n",
      static_cast<long long>(outcome.sequences), outcome.seconds,
      static_cast<double>(outcome.sequences) / outcome.processor,
      static_cast<long long>(outcome.faults), static_cast<long long>(outcome.findings),
      missing > 0 ? ", and something was never called" : "");
  return outcome.findings > 0 || missing > 0 ? 1 : 0;
}

}  // namespace

int main(int count, char **arguments) {
  try {
    Request request;
    return read_arguments(count, arguments, request) ? run_all(request) : usage();
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
