#include "commands/kept_numbers.hpp"

#include <filesystem>
#include <utility>
#include <vector>

#include "handles.hpp"
#include "report/comparison.hpp"
#include "terminal/failure.hpp"
#include "terminal/numbers.hpp"
#include "terminal/utf8.hpp"

namespace cli {
namespace {

Model earlier_model(const Session &session, const std::string &path) {
  manifact_model *handle = nullptr;
  session.check(manifact_model_load(session.stoppable(), path.c_str(), &handle));
  return Model(handle);
}

}  // namespace

Model model_of_numbers(Session &session, const std::optional<std::string> &given,
                       const std::optional<std::string> &like, bool has_labels) {
  if (given && *given == "no") return nullptr;
  if (given && has_labels)
    throw Failure("--keep-numbers " + escaped(*given) +
                  ": topics of known labels have the numbers of these; leave out one of both");
  if (given) return earlier_model(session, *given);
  if (!like || has_labels) return nullptr;
  const std::filesystem::path beside =
      std::filesystem::path(*like).parent_path() / "model.manifact";
  if (!std::filesystem::is_regular_file(beside)) return nullptr;
  try {
    return earlier_model(session, beside.native());
  } catch (const Failure &failure) {
    if (failure.code != 1) throw;
    session.warn("--like " + escaped(*like) +
                 ": topics do not keep the numbers of that run: " + failure.text);
    return nullptr;
  }
}

void keep_numbers(Session &session, const Model &before, manifact_solver *solver) {
  if (before) session.check(manifact_solver_set_numbers_of(solver, before.get()), solver);
}

void tell_numbers(Session &session, const Model &before, const manifact_model *after) {
  if (!before) return;
  nlohmann::ordered_json object;
  try {
    object = comparison_object(session, {before.get(), ""}, {after, ""}, ComparedBy::automatic);
  } catch (const Failure &failure) {
    if (failure.code != bad_input) throw;
    return;  // the fit has warned
  }
  const std::int64_t k = manifact_model_clusters(after);
  std::int64_t kept = 0;
  for (const auto &change : object["changes"])
    if ((change["change"] == "stayed" || change["change"] == "moved") &&
        change["before"][0]["topic"] == change["after"][0]["topic"])
      ++kept;
  session.note(std::to_string(kept) + " of " + counted(k, "topic") +
               " live on from the earlier model and have their numbers, compared by " +
               object["by"].get<std::string>() + "; manifact topics diff shows it");
}

}  // namespace cli
