#include "commands/new_model.hpp"

#include <optional>
#include <utility>

#include "commands/corpus.hpp"
#include "commands/results.hpp"
#include "commands/solving.hpp"
#include "output/file.hpp"
#include "output/foreign.hpp"
#include "report/feature_names.hpp"
#include "report/kept_documents.hpp"
#include "report/report.hpp"
#include "terminal/failure.hpp"
#include "terminal/shell.hpp"

namespace cli {
namespace {

void write_folder(Session &session, const NewModel &to, const Named &named) {
  const std::vector<std::string> names = result_names(to.path, to.input_count);
  ResultDirectory results(to.path, names);
  if (!to.force) refuse_foreign_files(to.path, names);
  ModelSummary findings = look_at(session, named);
  findings.classes = known_classes(session, named.documents, std::nullopt);
  findings.evaluation = evaluation(session, findings.classes, named.model.get());
  findings.timeline = timeline_of(session, named.model.get(), named.documents, "auto", nullptr);
  place_documents(session, findings);
  const Report report = report_page(session, findings, named.documents, {}, {to.from});
  write_results(session, results, findings, named.documents, std::nullopt,
                json_text(summary_object(session, findings)), report, to.table);
}

}  // namespace

Named named(const Session &session, Model model) {
  const manifact_model *const handle = model.get();
  Named all{std::move(model), make_solver(session, manifact_model_method(handle), {}),
            kept_documents(handle), names_of_features(handle), names_of_terms(handle)};
  return all;
}

ModelSummary look_at(const Session &session, const Named &named) {
  ModelSummary findings =
      look_at(session, named.model.get(), named.solver.get(), named.features, named.terms);
  findings.documents = &named.documents;
  return findings;
}

void NewModel::check(const std::string &command, const std::optional<std::string> &output,
                     const std::vector<std::string> &inputs) {
  if (!output)
    throw Failure(command + ": -o is missing (a model NAME.manifact, or a folder for the results)");
  path = *output;
  refuse_dash(path, "the result is a model or a folder");
  std::vector<std::string> read = inputs;
  read.push_back(from);
  if (is_file()) require_writable_file(path);
  refuse_overwriting(is_file() ? std::vector<std::string>{path} : result_paths(path), read);
}

bool NewModel::is_file() const { return path.ends_with(".manifact"); }

std::string NewModel::model_word() const {
  return shell_path(path, is_file() ? "" : "/model.manifact");
}

void NewModel::save(Session &session, const manifact_model *model) const {
  session.progress().clear();
  session.check(manifact_model_save(session.stoppable(), model, path.c_str()));
}

void NewModel::write(Session &session, Model model) const {
  if (is_file()) return save(session, model.get());
  session.progress().clear();
  write_folder(session, *this, named(session, std::move(model)));
}

}  // namespace cli
