package manifact

// #include "bridge.h"
import "C"

// Scored is a feature, a term or a document, by its index from 0, with its score.
type Scored struct {
	Index int64
	Score float64
}

// Term is a term with its score.
type Term struct {
	Name string
	Scored
}

// ranking fills indices and scores of at most count entries.
type ranking func(p *C.manifact_model, count C.int64_t, indices *C.int64_t, scores *C.double,
	found *C.int64_t) C.manifact_status

// rankedOf is the ranking of one of the topics or feature clusters, whose number clusters() is.
func rankedOf(m *Model, what string, of int, clusters func(*C.manifact_model) C.int64_t, count int,
	f ranking) ([]Scored, error) {
	if count < 0 {
		return nil, wrong(ErrArgument, "the count is %d", count)
	}
	var s scope
	defer s.end()
	p := s.model(m)
	if s.err != nil {
		return nil, s.err
	}
	if all := int(clusters(p)); all > 0 && (of < 0 || of >= all) {
		return nil, wrong(ErrArgument, "there is no %s %d: 0 to %d", what, of, all-1)
	}
	// One more entry than asked for, so that the arrays have addresses.
	indices, scores := make([]int64, count+1), make([]float64, count+1)
	var found C.int64_t
	status := Status(f(p, C.int64_t(count), int64s(indices), float64s(scores), &found))
	if err := failed(status, ""); err != nil {
		return nil, err
	}
	made := make([]Scored, int(found))
	for i := range made {
		made[i] = Scored{indices[i], scores[i]}
	}
	return made, nil
}

func ranked(m *Model, topic, count int, f ranking) ([]Scored, error) {
	topics := func(p *C.manifact_model) C.int64_t { return C.manifact_model_clusters(p) }
	return rankedOf(m, "topic", topic, topics, count, f)
}

// TopFeatures returns the features that describe a cluster best, at most count.
func (m *Model) TopFeatures(cluster int, score Score, count int) ([]Scored, error) {
	return ranked(m, cluster, count, func(p *C.manifact_model, n C.int64_t, indices *C.int64_t,
		scores *C.double, found *C.int64_t) C.manifact_status {
		return C.manifact_model_top_features(p, C.int64_t(cluster), C.manifact_score(score), n,
			indices, scores, found)
	})
}

// TopTerms returns the terms that describe a cluster best, at most count: of the texts that were
// attached, else of the features. The names are "" if the model has no Vectorizer.
func (m *Model) TopTerms(cluster int, score Score, count int) ([]Term, error) {
	found, err := ranked(m, cluster, count, func(p *C.manifact_model, n C.int64_t, indices *C.int64_t,
		scores *C.double, found *C.int64_t) C.manifact_status {
		return C.manifact_model_top_terms(p, C.int64_t(cluster), C.manifact_score(score), n,
			indices, scores, found)
	})
	if err != nil {
		return nil, err
	}
	return m.named(found), nil
}

func (m *Model) named(found []Scored) []Term {
	return ask(m, func(p *C.manifact_model) []Term {
		names := C.manifact_model_text_vectorizer(p)
		if names == nil {
			names = C.manifact_model_vectorizer(p)
		}
		terms := make([]Term, len(found))
		for i, one := range found {
			terms[i].Scored = one
			if names != nil {
				terms[i].Name = text(C.manifact_vectorizer_term(names, C.int64_t(one.Index)))
			} else if name := C.manifact_model_feature_name(p, C.int64_t(one.Index)); name != nil {
				terms[i].Name = text(name)
			}
		}
		return terms
	})
}

// Representatives returns the documents of a cluster nearest to its centroid, with their cosines.
func (m *Model) Representatives(cluster, count int) ([]Scored, error) {
	return ranked(m, cluster, count, func(p *C.manifact_model, n C.int64_t, documents *C.int64_t,
		cosines *C.double, found *C.int64_t) C.manifact_status {
		return C.manifact_model_representatives(p, C.int64_t(cluster), n, documents, cosines,
			found)
	})
}

// ConceptDocuments returns the documents with the largest entries in a column of W.
func (m *Model) ConceptDocuments(cluster, count int) ([]Scored, error) {
	return ranked(m, cluster, count, func(p *C.manifact_model, n C.int64_t, documents *C.int64_t,
		weights *C.double, found *C.int64_t) C.manifact_status {
		return C.manifact_model_concept_documents(p, C.int64_t(cluster), n, documents, weights,
			found)
	})
}

// FeatureClusterFeatures returns the features of a feature cluster with the largest memberships.
func (m *Model) FeatureClusterFeatures(featureCluster, count int) ([]Scored, error) {
	all := func(p *C.manifact_model) C.int64_t { return C.manifact_model_feature_clusters(p) }
	return rankedOf(m, "feature cluster", featureCluster, all, count, func(p *C.manifact_model,
		n C.int64_t, features *C.int64_t, memberships *C.double,
		found *C.int64_t) C.manifact_status {
		return C.manifact_model_feature_cluster_features(p, C.int64_t(featureCluster), n, features,
			memberships, found)
	})
}

// Violations returns the constraints of the fit that the clusters violate. Second is -1 for a
// document outside the cluster of its class.
func (m *Model) Violations() ([]Pair, error) {
	var s scope
	defer s.end()
	p := s.model(m)
	if s.err != nil {
		return nil, s.err
	}
	count := C.manifact_model_violation_count(p)
	return listPairs(int(count), func(first, second *C.int64_t, weights *C.double,
		found *C.int64_t) C.manifact_status {
		return C.manifact_model_violations(p, count, first, second, weights, found)
	})
}
