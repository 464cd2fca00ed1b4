package manifact

// #include "bridge.h"
import "C"

import (
	"context"
	"runtime/cgo"
	"unsafe"
)

// Solver is a method and its options. It serves one call at a time: another one, from a different
// goroutine or from a progress function, returns ErrBusy. Use a Solver for each goroutine; they may
// share matrices, graphs and models.
type Solver struct{ h *handle }

func newSolver(pointer *C.manifact_solver) *Solver {
	return &Solver{newHandle(unsafe.Pointer(pointer), func(p unsafe.Pointer) {
		C.manifact_solver_free((*C.manifact_solver)(p))
	})}
}

func (v *Solver) handle() *handle {
	if v == nil {
		return nil
	}
	return v.h
}

func (s *scope) solver(v *Solver) *C.manifact_solver {
	return (*C.manifact_solver)(s.alone(v.handle()))
}

func makeSolver(f func(*C.manifact_context, **C.manifact_solver) C.manifact_status) (*Solver,
	error) {
	var out *C.manifact_solver
	err := withContext(context.Background(), nil, func(c *C.manifact_context) C.manifact_status {
		return f(c, &out)
	})
	if err != nil {
		return nil, err
	}
	return newSolver(out), nil
}

// NewSolver makes a solver of a method, for example "auto", with the defaults of the method.
func NewSolver(method string) (*Solver, error) {
	var s scope
	defer s.end()
	name := s.text(method)
	if s.err != nil {
		return nil, s.err
	}
	return makeSolver(func(c *C.manifact_context, out **C.manifact_solver) C.manifact_status {
		return C.manifact_solver_create(c, name, out)
	})
}

// SolverFromModel makes a solver with the method and the options of a model.
func SolverFromModel(model *Model) (*Solver, error) {
	var s scope
	defer s.end()
	m := s.model(model)
	if s.err != nil {
		return nil, s.err
	}
	return makeSolver(func(c *C.manifact_context, out **C.manifact_solver) C.manifact_status {
		return C.manifact_solver_create_from_model(c, m, out)
	})
}

type onSolver struct{ pointer *C.manifact_solver }

func (t onSolver) setThreads(count int) Status {
	name := C.CString("threads")
	defer C.free(unsafe.Pointer(name))
	return Status(C.manifact_solver_set_int64(t.pointer, name, C.int64_t(count)))
}

func (t onSolver) setProgress(h cgo.Handle) Status {
	return Status(C.manifact_go_solver_progress(t.pointer, C.uintptr_t(h)))
}

func (t onSolver) setToken(token *C.manifact_cancel_token) Status {
	return Status(C.manifact_solver_set_cancel_token(t.pointer, token))
}

func (t onSolver) message() string { return text(C.manifact_solver_message(t.pointer)) }
func (t onSolver) errno() int      { return 0 }

// change makes a short call on the solver.
func (v *Solver) change(s *scope, f func(*C.manifact_solver) C.manifact_status) error {
	pointer := s.solver(v)
	if s.err != nil {
		return s.err
	}
	return failedOn(onSolver{pointer}, Status(f(pointer)))
}

// Method returns the name of the method.
func (v *Solver) Method() string {
	var s scope
	defer s.end()
	pointer := (*C.manifact_solver)(s.hold(v.handle()))
	if s.err != nil {
		return ""
	}
	return text(C.manifact_solver_method(pointer))
}

func solverSetters(p *C.manifact_solver) setters {
	return setters{
		setInt64: func(n *C.char, v C.int64_t) C.manifact_status {
			return C.manifact_solver_set_int64(p, n, v)
		},
		setDouble: func(n *C.char, v C.double) C.manifact_status {
			return C.manifact_solver_set_double(p, n, v)
		},
		setBool: func(n *C.char, v C.manifact_bool) C.manifact_status {
			return C.manifact_solver_set_bool(p, n, v)
		},
		setText: func(n, v *C.char) C.manifact_status {
			return C.manifact_solver_set_text(p, n, v)
		},
		getText: func(n, buffer *C.char, size C.size_t) C.manifact_status {
			return C.manifact_solver_get_text(p, n, buffer, size)
		},
		textSize: func(n *C.char, size *C.size_t) C.manifact_status {
			return C.manifact_solver_get_text_size(p, n, size)
		},
		getInt64: func(n *C.char, v *C.int64_t) C.manifact_status {
			return C.manifact_solver_get_int64(p, n, v)
		},
		getDouble: func(n *C.char, v *C.double) C.manifact_status {
			return C.manifact_solver_get_double(p, n, v)
		},
		getBool: func(n *C.char, v *C.manifact_bool) C.manifact_status {
			return C.manifact_solver_get_bool(p, n, v)
		},
	}
}

// Set sets an option by its name, in which _ and - are equal. The value is an integer, a float, a
// bool or a string; a string is the text of a value of any type. Whole numbers convert both ways.
// An unknown name, or a value that the option does not have, is ErrOption and changes nothing.
func (v *Solver) Set(name string, value any) error {
	var s scope
	defer s.end()
	pointer := s.solver(v)
	if s.err != nil {
		return s.err
	}
	status := solverSetters(pointer).set(&s, name, value)
	if s.err != nil {
		return s.err
	}
	return failedOn(onSolver{pointer}, status)
}

// Get returns the value of an option that is in effect, as an int64, a float64, a bool or a string.
func (v *Solver) Get(name string) (any, error) {
	var s scope
	defer s.end()
	pointer := s.solver(v)
	if s.err != nil {
		return nil, s.err
	}
	value, status := solverSetters(pointer).get(&s, name)
	if s.err != nil {
		return nil, s.err
	}
	return value, failedOn(onSolver{pointer}, status)
}

// optionName is nil for "".
func (s *scope) optionName(name string) *C.char {
	if name == "" {
		return nil
	}
	return s.text(name)
}

// Reset restores the default of an option, of all options for "".
func (v *Solver) Reset(name string) error {
	var s scope
	defer s.end()
	called := s.optionName(name)
	return v.change(&s, func(p *C.manifact_solver) C.manifact_status {
		return C.manifact_solver_reset(p, called)
	})
}

// SetGraph sets the graph of the documents to use instead of building one; nil restores building.
func (v *Solver) SetGraph(graph *Graph) error {
	var s scope
	defer s.end()
	g := (*C.manifact_graph)(s.optional(graph.handle()))
	return v.change(&s, func(p *C.manifact_solver) C.manifact_status {
		return C.manifact_solver_set_graph(p, g)
	})
}

// SetFeatureGraph is SetGraph for the graph of the features, for methods that use one.
func (v *Solver) SetFeatureGraph(graph *Graph) error {
	var s scope
	defer s.end()
	g := (*C.manifact_graph)(s.optional(graph.handle()))
	return v.change(&s, func(p *C.manifact_solver) C.manifact_status {
		return C.manifact_solver_set_feature_graph(p, g)
	})
}

// SetConstraints sets what is known about the documents, for methods that use it; nil removes it.
func (v *Solver) SetConstraints(constraints *Constraints) error {
	var s scope
	defer s.end()
	c := (*C.manifact_constraints)(s.optional(constraints.handle()))
	return v.change(&s, func(p *C.manifact_solver) C.manifact_status {
		return C.manifact_solver_set_constraints(p, c)
	})
}

// SetVectorizer sets the finished Vectorizer that made the features. Models of later fits, and
// their files, include it. nil removes it.
func (v *Solver) SetVectorizer(vectorizer *Vectorizer) error {
	var s scope
	defer s.end()
	w := s.optionalVectorizer(vectorizer)
	return v.change(&s, func(p *C.manifact_solver) C.manifact_status {
		return C.manifact_solver_set_vectorizer(p, w)
	})
}

// SetTexts attaches the texts of documents whose features have no names, such as embeddings: their
// counts and the Vectorizer that made them. Models of later fits describe their clusters by these
// terms. nil counts remove them.
func (v *Solver) SetTexts(counts *Matrix, vectorizer *Vectorizer) error {
	var s scope
	defer s.end()
	x, w := s.optionalMatrix(counts), s.optionalVectorizer(vectorizer)
	return v.change(&s, func(p *C.manifact_solver) C.manifact_status {
		return C.manifact_solver_set_texts(p, x, w)
	})
}

// SetColumn sets texts of the documents that their models keep, such as names or dates; nil removes
// the column. The column "excerpt" gives topics their titles.
func (v *Solver) SetColumn(name string, texts []string) error {
	var s scope
	defer s.end()
	called := s.text(name)
	bytes, offsets := joined(texts)
	first := start(bytes)
	if texts == nil {
		first = nil
	}
	return v.change(&s, func(p *C.manifact_solver) C.manifact_status {
		return C.manifact_solver_set_column(p, called, first, int64s(offsets),
			C.int64_t(len(texts)))
	})
}

// SetStartLabels starts fits from a clustering, -1 for documents without a cluster; nil removes the
// start.
func (v *Solver) SetStartLabels(labels []int32) error {
	var s scope
	defer s.end()
	return v.change(&s, func(p *C.manifact_solver) C.manifact_status {
		return C.manifact_solver_set_start_labels(p, int32s(labels), C.int64_t(len(labels)))
	})
}

// SetStartFactors starts fits from the factors W and V, documents x clusters; W may have no values:
// then it is V with columns that sum to 1. V without values removes the start.
func (v *Solver) SetStartFactors(W, V Dense) error {
	if len(V.Values) != V.Rows*V.Columns || len(W.Values) != W.Rows*W.Columns ||
		len(W.Values) > 0 && (W.Rows != V.Rows || W.Columns != V.Columns) {
		return wrong(ErrLength, "W and V must have the same shape, and a value for each entry")
	}
	var s scope
	defer s.end()
	return v.change(&s, func(p *C.manifact_solver) C.manifact_status {
		return C.manifact_solver_set_start_factors(p, float64s(W.Values), float64s(V.Values),
			C.int64_t(V.Rows), C.int64_t(V.Columns))
	})
}

// SetStartFeatures starts the features from G, features x feature clusters; without values it
// removes the start.
func (v *Solver) SetStartFeatures(G Dense) error {
	if len(G.Values) != G.Rows*G.Columns {
		return wrong(ErrLength, "G must have a value for each entry")
	}
	var s scope
	defer s.end()
	return v.change(&s, func(p *C.manifact_solver) C.manifact_status {
		return C.manifact_solver_set_start_features(p, float64s(G.Values), C.int64_t(G.Rows),
			C.int64_t(G.Columns))
	})
}

// SetStartModel starts fits from a model of the same documents; nil removes the start.
func (v *Solver) SetStartModel(model *Model) error {
	var s scope
	defer s.end()
	m := (*C.manifact_model)(s.optional(model.handle()))
	return v.change(&s, func(p *C.manifact_solver) C.manifact_status {
		return C.manifact_solver_set_start_model(p, m)
	})
}

// SetNumbersOf gives the topics of fits the numbers of those of an earlier model that they live on
// from; nil: numbers by decreasing size.
func (v *Solver) SetNumbersOf(model *Model) error {
	var s scope
	defer s.end()
	m := (*C.manifact_model)(s.optional(model.handle()))
	return v.change(&s, func(p *C.manifact_solver) C.manifact_status {
		return C.manifact_solver_set_numbers_of(p, m)
	})
}

// run makes a long call on the solver.
func (v *Solver) run(ctx context.Context, s *scope, options []CallOption,
	f func(*C.manifact_solver) C.manifact_status) error {
	pointer := s.solver(v)
	if s.err != nil {
		return s.err
	}
	return run(ctx, onSolver{pointer}, options, func() C.manifact_status { return f(pointer) })
}

// Fit clusters the rows of X. The status of the model shows whether the limit of iterations was
// reached, or clusters are empty. The solver can be used again, and X closed.
func (v *Solver) Fit(ctx context.Context, X Data, clusters int,
	options ...CallOption) (*Model, error) {
	var s scope
	defer s.end()
	x := s.data(X)
	var out *C.manifact_model
	err := v.run(ctx, &s, options, func(p *C.manifact_solver) C.manifact_status {
		return C.manifact_solver_fit(p, x, C.int64_t(clusters), &out)
	})
	if err != nil {
		return nil, err
	}
	return newModel(out), nil
}

// Refit fits the documents that a model keeps again, into as many clusters as it has topics, after
// Update or edits.
func (v *Solver) Refit(ctx context.Context, model *Model, options ...CallOption) (*Model, error) {
	var s scope
	defer s.end()
	m := s.model(model)
	var out *C.manifact_model
	err := v.run(ctx, &s, options, func(p *C.manifact_solver) C.manifact_status {
		return C.manifact_solver_refit(p, m, &out)
	})
	if err != nil {
		return nil, err
	}
	return newModel(out), nil
}

// Join fits the documents of two models together. It also returns the number of each topic of the
// other model in the new one, -1 if all of its documents are in topics of the first, and the number
// of documents of both.
func (v *Solver) Join(ctx context.Context, model, other *Model, options ...CallOption) (*Model,
	[]int64, int, error) {
	var s scope
	defer s.end()
	m, o := s.model(model), s.model(other)
	if s.err != nil {
		return nil, nil, 0, s.err
	}
	topics := make([]int64, clustersOf(o))
	var common C.int64_t
	var out *C.manifact_model
	err := v.run(ctx, &s, options, func(p *C.manifact_solver) C.manifact_status {
		return C.manifact_solver_join(p, m, o, int64s(topics), C.int64_t(len(topics)), &common, &out)
	})
	if err != nil {
		return nil, nil, 0, err
	}
	return newModel(out), topics, int(common), nil
}

// Graph returns the graph of the documents that a fit of X would use.
func (v *Solver) Graph(ctx context.Context, X Data, options ...CallOption) (*Graph, error) {
	var s scope
	defer s.end()
	x := s.data(X)
	var out *C.manifact_graph
	err := v.run(ctx, &s, options, func(p *C.manifact_solver) C.manifact_status {
		return C.manifact_solver_graph(p, x, &out)
	})
	if err != nil {
		return nil, err
	}
	return newGraph(out), nil
}

// SuggestK evaluates the numbers of clusters from .. to for a fit of X and suggests one; 0 stands
// for 2 and 40.
func (v *Solver) SuggestK(ctx context.Context, X Data, from, to int,
	options ...CallOption) (*Suggestion, error) {
	var s scope
	defer s.end()
	x := s.data(X)
	var out *C.manifact_suggestion
	err := v.run(ctx, &s, options, func(p *C.manifact_solver) C.manifact_status {
		return C.manifact_solver_suggest_k(p, x, C.int64_t(from), C.int64_t(to), &out)
	})
	if err != nil {
		return nil, err
	}
	defer C.manifact_suggestion_free(out)
	return suggestionOf(out), nil
}

// Close frees the solver. Its models remain valid.
func (v *Solver) Close() error { return v.handle().close() }
