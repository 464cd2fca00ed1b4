package manifact

import "context"

// ClusterTexts clusters texts by a method, for example "auto", with its default options: it counts
// their words, fits, and gives the model the vocabulary and the texts, from which the titles of the
// topics are made. Use a Vectorizer and a Solver to set options.
func ClusterTexts(ctx context.Context, method string, texts []string, clusters int,
	options ...CallOption) (*Model, error) {
	vectorizer, err := NewVectorizer()
	if err != nil {
		return nil, err
	}
	defer vectorizer.Close()
	solver, err := NewSolver(method)
	if err != nil {
		return nil, err
	}
	defer solver.Close()
	counts, err := vectorizer.FitTransform(ctx, texts, options...)
	if err != nil {
		return nil, err
	}
	defer counts.Close()
	if err := solver.SetVectorizer(vectorizer); err != nil {
		return nil, err
	}
	if err := solver.SetColumn("excerpt", texts); err != nil {
		return nil, err
	}
	return solver.Fit(ctx, counts, clusters, options...)
}

// AssignTexts returns the topic of each text, -1 for none, by a model whose features are the terms
// of a Vectorizer.
func (m *Model) AssignTexts(ctx context.Context, texts []string,
	options ...CallOption) ([]int32, error) {
	vectorizer := m.Vectorizer()
	if vectorizer == nil {
		if _, err := m.handle().acquire(); err != nil {
			return nil, err
		}
		m.h.release()
		return nil, wrong(ErrArgument, "the model has no vectorizer")
	}
	defer vectorizer.Close()
	counts, err := vectorizer.Transform(ctx, texts, options...)
	if err != nil {
		return nil, err
	}
	defer counts.Close()
	return m.Assign(ctx, counts, options...)
}
