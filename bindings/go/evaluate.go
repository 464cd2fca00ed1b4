package manifact

// #include "bridge.h"
import "C"

import (
	"context"
	"unsafe"
)

// Evaluation compares a clustering with known classes; every measure is 1 for equal partitions.
type Evaluation struct {
	// Accuracy is the share of documents on the best one-to-one matching of clusters to classes.
	Accuracy float64
	// NMI is the mutual information over the larger entropy, NMISqrt over the geometric mean.
	NMI, NMISqrt float64
	// ARI is the adjusted Rand index.
	ARI float64
	// Purity is the share of documents in the largest class of their cluster.
	Purity float64
}

// Evaluate compares clusters with classes. A class of -1 is not known, and its document is left
// out; a cluster of -1 is none, which counts as wrong in accuracy and purity.
func Evaluate(truth, predicted []int32) (Evaluation, error) {
	if len(truth) != len(predicted) {
		return Evaluation{}, wrong(ErrLength, "there are %d classes and %d clusters", len(truth),
			len(predicted))
	}
	known := (*C.int32_t)(unsafe.Pointer(first(truth)))
	found := (*C.int32_t)(unsafe.Pointer(first(predicted)))
	var accuracy, nmi, nmiSqrt, ari, purity C.double
	err := withContext(context.Background(), nil, func(c *C.manifact_context) C.manifact_status {
		return C.manifact_evaluate(c, known, found, C.int64_t(len(truth)),
			&accuracy, &nmi, &nmiSqrt, &ari, &purity)
	})
	if err != nil {
		return Evaluation{}, err
	}
	return Evaluation{float64(accuracy), float64(nmi), float64(nmiSqrt), float64(ari),
		float64(purity)}, nil
}
