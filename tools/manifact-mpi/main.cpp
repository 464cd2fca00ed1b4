// Clustering of documents on several machines, started by mpirun.
#include <manifact/manifact_mpi.h>

#include <exception>
#include <new>
#include <string>

#include "cluster.hpp"
#include "host_watch.hpp"
#include "ranks.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"
#include "terminal/messages.hpp"
#include "terminal/refused_memory.hpp"

namespace cli {
namespace {

constexpr const char *description =
    "Manifact for several machines: clusters documents that are divided among the\n"
    "processes that mpirun starts.";

constexpr const char *footer = R"(Examples:
  mpirun -np 4 manifact-mpi cluster counts.mtx -k 20 -o topics
  mpirun -np 16 --hostfile hosts manifact-mpi cluster counts.mtx -k 20 -o topics

Exit codes: 0 success, possibly with warnings; 1 bad input or usage;
2 numerical failure; 3 internal error; 130 cancelled.
)";

// Only the first rank prints what all ranks know.
int failed(const std::string &sentence, int code) {
  if (own_rank() == 0 && !sentence.empty() && !ended_by_launcher()) print_message(sentence);
  return code;
}

int guarded(int argc, char **argv) {
  tell_refused_memory();
  try {
    CommandLine line(description, std::string("manifact-mpi ") + manifact_version(), footer);
    add_divided_cluster(line);
    line.run(argc, argv);
    return succeeded;
  } catch (const Failure &failure) {
    return failed(failure.text, failure.code);
  } catch (const std::exception &error) {
    print_message("rank " + std::to_string(own_rank()) + ": " + error.what());
    MPI_Abort(MPI_COMM_WORLD, internal_failure);
    return internal_failure;
  }
}

}  // namespace
}  // namespace cli

int main(int argc, char **argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  const cli::HostWatch watch;
  const int code = [&] {
    const cli::Interrupts interrupts(true);
    return cli::guarded(argc, argv);
  }();
  MPI_Finalize();
  return code;
}
