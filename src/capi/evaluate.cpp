#include "capi/handles.hpp"
#include "evaluation/evaluation.hpp"

using namespace manifact;

int manifact_evaluate(manifact_context *context, const int32_t *truth, const int32_t *predicted,
                      int64_t n, double *accuracy, double *nmi, double *nmi_sqrt, double *ari,
                      double *purity) {
  return call(context, [&] {
    require(truth, "truth");
    require(predicted, "predicted");
    const Scores scores = evaluate(truth, predicted, n);
    if (accuracy != nullptr) *accuracy = scores.accuracy;
    if (nmi != nullptr) *nmi = scores.nmi;
    if (nmi_sqrt != nullptr) *nmi_sqrt = scores.nmi_sqrt;
    if (ari != nullptr) *ari = scores.ari;
    if (purity != nullptr) *purity = scores.purity;
    return MANIFACT_OK;
  });
}
