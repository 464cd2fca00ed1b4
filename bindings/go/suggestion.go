package manifact

// #include "bridge.h"
import "C"

// Suggestion is the evaluation of several numbers of clusters.
type Suggestion struct {
	// K is the suggested number, Reason one sentence.
	K        int
	Reason   string
	Rows     []SuggestionRow
	Warnings []string
}

// SuggestionRow is the evaluation of one number of clusters.
type SuggestionRow struct {
	K int
	// Eigenvalue is the K-th smallest of the normalized Laplacian, Gap its relative distance to the
	// next one, Stability the similarity of the clusterings of samples. Score is K Gap Stability.
	// They are NaN if they were not computed.
	Eigenvalue, Gap, Stability, Score float64
	// Status is OK, NotConverged or the error of a number that could not be evaluated; Why is a
	// sentence if it is not OK or the stability was not computed.
	Status Status
	Why    string
}

func suggestionOf(p *C.manifact_suggestion) *Suggestion {
	made := &Suggestion{K: int(C.manifact_suggestion_k(p)),
		Reason: text(C.manifact_suggestion_reason(p))}
	for i := C.int64_t(0); i < C.manifact_suggestion_count(p); i++ {
		var k C.int64_t
		var eigenvalue, gap, stability, score C.double
		var status C.manifact_status
		var why *C.char
		C.manifact_suggestion_row(p, i, &k, &eigenvalue, &gap, &stability, &score, &status, &why)
		made.Rows = append(made.Rows, SuggestionRow{int(k), float64(eigenvalue), float64(gap),
			float64(stability), float64(score), Status(status), text(why)})
	}
	for i := C.int64_t(0); i < C.manifact_suggestion_warning_count(p); i++ {
		made.Warnings = append(made.Warnings, text(C.manifact_suggestion_warning(p, i)))
	}
	return made
}
