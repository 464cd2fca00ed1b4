#include "report_classes.hpp"

namespace cli {

using nlohmann::ordered_json;

ordered_json evaluation_object(const Session &session, const manifact_model *model, const Classes &classes) {
  const std::int32_t *labels = manifact_model_labels(model);
  const std::int64_t n = manifact_model_documents(model), k = manifact_model_clusters(model);
  const std::vector<std::int64_t> predicted(labels, labels + n);
  double accuracy = 0, nmi = 0, ari = 0, purity = 0;
  session.check(manifact_evaluate(session.context(), classes.numbers.data(), predicted.data(), n, &accuracy, &nmi, nullptr, &ari, &purity));
  std::vector<std::vector<std::int64_t>> table(static_cast<std::size_t>(k + 1), std::vector<std::int64_t>(classes.names.size()));
  for (std::size_t i = 0; i < predicted.size(); ++i)
    if (classes.numbers[i] >= 0)
      ++table[static_cast<std::size_t>(predicted[i] < 0 ? k : predicted[i])][static_cast<std::size_t>(classes.numbers[i])];
  return {{"accuracy", accuracy}, {"nmi", nmi}, {"ari", ari}, {"purity", purity}, {"classes", classes.names}, {"table", table}};
}

}  // namespace cli
