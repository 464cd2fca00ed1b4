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
	vectorizer, err := m.words()
	if err != nil {
		return nil, err
	}
	defer vectorizer.Close()
	counts, err := vectorizer.Transform(ctx, texts, options...)
	if err != nil {
		return nil, err
	}
	defer counts.Close()
	return m.Assign(ctx, counts, options...)
}

// UpdateTexts adds texts to a model whose features are the terms of a Vectorizer, without a new
// fit, as Update does. Their terms are counted for EditDrift, and the column "excerpt" of the model
// gets the texts unless columns have it.
func (m *Model) UpdateTexts(ctx context.Context, texts []string, columns []Column,
	options ...CallOption) (*Model, error) {
	vectorizer, err := m.words()
	if err != nil {
		return nil, err
	}
	defer vectorizer.Close()
	counts, terms, err := vectorizer.TransformCounted(ctx, texts, options...)
	if err != nil {
		return nil, err
	}
	defer counts.Close()
	keepsExcerpts := false
	for _, name := range m.ColumnNames() {
		keepsExcerpts = keepsExcerpts || name == "excerpt"
	}
	for _, column := range columns {
		keepsExcerpts = keepsExcerpts && column.Name != "excerpt"
	}
	if keepsExcerpts {
		columns = append([]Column{{Name: "excerpt", Texts: texts}}, columns...)
	}
	return m.Update(ctx, counts, terms, columns, options...)
}

// words returns the Vectorizer of the model, which is to be closed.
func (m *Model) words() (*Vectorizer, error) {
	if vectorizer := m.Vectorizer(); vectorizer != nil {
		return vectorizer, nil
	}
	if _, err := m.handle().acquire(); err != nil {
		return nil, err
	}
	m.h.release()
	return nil, wrong(ErrArgument, "the model has no vectorizer")
}
