#include "report/kept_documents.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace cli {
namespace {

struct KeptColumn {
  const char *name;
  std::vector<std::string> Documents::*texts;
};
constexpr KeptColumn kept_columns[] = {{"id", &Documents::ids},
                                       {"label", &Documents::labels},
                                       {"date", &Documents::dates},
                                       {"excerpt", &Documents::excerpts}};

}  // namespace

void keep_documents(const Session &session, manifact_solver *solver, const Documents &documents,
                    bool all) {
  for (const KeptColumn &column : kept_columns) {
    const std::vector<std::string> &texts = documents.*column.texts;
    if (texts.empty() || (!all && column.texts != &Documents::excerpts)) continue;
    std::string bytes;
    std::vector<std::int64_t> offsets{0};
    for (const std::string &text : texts) {
      bytes += text;
      offsets.push_back(static_cast<std::int64_t>(bytes.size()));
    }
    session.check(manifact_solver_set_column(solver, column.name, bytes.data(), offsets.data(),
                                             static_cast<std::int64_t>(texts.size())),
                  solver);
  }
}

Documents kept_documents(const manifact_model *model) {
  Documents documents;
  for (const KeptColumn &column : kept_columns) {
    const char *bytes = nullptr;
    const std::int64_t *ends = nullptr;
    if (manifact_model_column(model, column.name, &bytes, &ends) < 0) continue;
    std::int64_t begin = 0;
    for (std::int64_t i = 0; i < manifact_model_documents(model); begin = ends[i++])
      (documents.*column.texts)
          .emplace_back(bytes + begin, static_cast<std::size_t>(ends[i] - begin));
  }
  return documents;
}

}  // namespace cli
