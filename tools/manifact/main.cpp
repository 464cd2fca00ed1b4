// The command line program, written against the public header only.
#include <manifact/manifact.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <exception>
#include <new>
#include <string>
#include <system_error>

#include "commands/commands.hpp"
#include "terminal/failure.hpp"
#include "terminal/interrupts.hpp"
#include "terminal/messages.hpp"
#include "terminal/refused_memory.hpp"

namespace cli {
namespace {

constexpr const char *description =
    "Manifact clusters documents, text or any other feature vectors, by\n"
    "graph-regularized matrix factorization.";

constexpr const char *footer = R"(Examples:
  manifact cluster news.csv -k 10                   ten topics of a table
  manifact cluster mails/ -k 10 -o topics           mail or files, into topics/
  manifact assign topics/model.manifact new.jsonl   topics of new documents
  manifact evaluate classes.txt topics/labels.txt   accuracy, NMI, ARI, purity

manifact help COMMAND, or manifact COMMAND --help, explains a command.
Exit codes: 0 success, possibly with warnings; 1 bad input or usage;
2 numerical failure; 3 internal error; 130 cancelled.
)";

// Large arrays return to the system as soon as they are freed: by default glibc raises this
// threshold to 32 MB, which costs a tenth of the peak memory. Smaller ones are used again, and at
// most 2 MB of them are kept: with 16 MB a table of 8 MB needs 10 MB more at its peak.
void bound_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 8 << 20);
  mallopt(M_TRIM_THRESHOLD, 2 << 20);
#endif
}

void parse_and_run(int argc, char **argv) {
  CommandLine line(description, std::string("manifact ") + manifact_version(), footer);
  for (const auto add : {add_cluster, add_assign, add_topics, add_update, add_evaluate, add_graph,
                         add_vectorize, add_convert, add_suggest_k, add_suggest_pairs,
                         add_suggest_labels, add_label, add_methods, add_options, add_completions})
    add(line);
  line.run(argc, argv);
}

int guarded(int argc, char **argv) {
  bound_freed_memory();
  tell_refused_memory();
  try {
    const Interrupts interrupts;
    parse_and_run(argc, argv);
    return succeeded;
  } catch (const Failure &failure) {
    if (!failure.text.empty()) print_message(failure.text);
    return failure.code;
  } catch (const std::bad_alloc &) {
    print_message("out of memory");
    return bad_input;
  } catch (const std::system_error &error) {
    const bool starts = error.code() == std::errc::resource_unavailable_try_again;
    print_message((starts ? "a thread cannot be started: " : "internal error, please report it: ") +
                  std::string(error.what()));
    return starts ? bad_input : internal_failure;
  } catch (const std::exception &error) {
    print_message(std::string("internal error, please report it: ") + error.what());
    return internal_failure;
  }
}

}  // namespace
}  // namespace cli

int main(int argc, char **argv) { return cli::guarded(argc, argv); }
