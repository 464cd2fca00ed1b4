// Sequences run in child processes, so that one that crashes or hangs is reported with its seed and
// the others continue.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "header.hpp"
#include "trace.hpp"

namespace sequences {

struct Request {
  std::int64_t first = 1;
  std::int64_t count = -1;  // -1: as many as the time allows
  double seconds = -1;      // -1: as many as asked for
  std::int64_t jobs = 1;
  bool verbose = false, keep_going = false, mild = false, coverage = false;
  bool brief = false;              // few actions each
  std::vector<std::int64_t> kept;  // seeds that come first
};

struct Outcome {
  std::int64_t sequences = 0, faults = 0, findings = 0;  // faults: allocations that failed
  double seconds = 0, processor = 0;                     // that passed, and of all processors
  std::vector<std::int64_t> calls, successes, fits;      // by function, by method
};

// Runs them, and prints each kind of finding once.
Outcome run(const Request &request, const Header &header);

// One sequence in this process: false when the trace holds a finding.
bool run_one(std::int64_t seed, const Request &request, const Header &header,
             const std::string &folder, Trace &trace);

}  // namespace sequences
