// Clustering of documents on several machines, started by mpirun.
#include <manifact/manifact_mpi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <string_view>

#include "cluster.hpp"
#include "links.hpp"
#include "ranks.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"
#include "terminal/messages.hpp"

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

// The processes that the launcher of another MPI starts do not know each other: each would do all
// the work.
void refuse_lone_ranks() {
  if (rank_count() > 1) return;
  constexpr std::array sizes{"PMI_SIZE",     "OMPI_COMM_WORLD_SIZE", "MPI_LOCALNRANKS",
                             "MPIEXEC_SIZE", "MV2_COMM_WORLD_SIZE",  "SLURM_NTASKS"};
  constexpr std::array ranks{"PMI_RANK",  "OMPI_COMM_WORLD_RANK", "MPI_LOCALRANKID",
                             "PMIX_RANK", "MV2_COMM_WORLD_RANK",  "SLURM_PROCID"};
  const auto number = [](const char *name) {
    const char *const value = std::getenv(name);
    return value == nullptr ? -1L : std::strtol(value, nullptr, 10);
  };
  for (const char *name : sizes) {
    // A job script of Slurm has one task of several: only srun sets the number of its steps.
    const bool is_slurm = std::string_view(name).starts_with("SLURM");
    if (number(name) < 2 || (is_slurm && number("SLURM_STEP_NUM_TASKS") < 2)) continue;
    const bool first = std::none_of(ranks.begin(), ranks.end(),
                                    [&](const char *rank) { return number(rank) > 0; });
    throw Failure(!first ? ""
                         : "the launcher started " + std::to_string(number(name)) + " processes (" +
                               name +
                               "), but MPI knows only one: start them by the mpirun of the MPI "
                               "with which this program was built, or a single one by its mpirun "
                               "-np 1 or with " +
                               name + " unset",
                  bad_input);
  }
}

int guarded(int argc, char **argv) {
  try {
    refuse_lone_ranks();
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
  const cli::Links links;
  const int code = [&] {
    const cli::Interrupts interrupts(true);
    return cli::guarded(argc, argv);
  }();
  MPI_Finalize();
  return code;
}
