package manifact

// #include "bridge.h"
import "C"

import (
	"context"
	"runtime/cgo"
	"sync/atomic"
	"unsafe"
)

// Vectorizer counts the terms of texts. Set options, Add texts, then Finish; or FitTransform, which
// does both. A finished Vectorizer is immutable and may be used by several goroutines at once;
// before, a second call returns ErrBusy.
type Vectorizer struct {
	h *handle
	// own is the context that adding and finishing use; nil if the Vectorizer was made finished.
	own *C.manifact_context
	// finished is set when Finish has a result.
	finished atomic.Bool
}

func newVectorizer(pointer *C.manifact_vectorizer, own *C.manifact_context) *Vectorizer {
	v := &Vectorizer{own: own}
	v.h = newHandle(unsafe.Pointer(pointer), func(p unsafe.Pointer) {
		C.manifact_vectorizer_free((*C.manifact_vectorizer)(p))
		if own != nil {
			C.manifact_context_free(own)
		}
	})
	v.finished.Store(own == nil)
	return v
}

func (v *Vectorizer) handle() *handle {
	if v == nil {
		return nil
	}
	return v.h
}

func (s *scope) vectorizer(v *Vectorizer) *C.manifact_vectorizer {
	return (*C.manifact_vectorizer)(s.hold(v.handle()))
}

func (s *scope) optionalVectorizer(v *Vectorizer) *C.manifact_vectorizer {
	if v == nil {
		return nil
	}
	pointer, _ := s.vectorizerToRead(v)
	return pointer
}

func (s *scope) vectorizerAlone(v *Vectorizer) *C.manifact_vectorizer {
	return (*C.manifact_vectorizer)(s.alone(v.handle()))
}

// vectorizerToRead is the pointer of a call that reads: a Vectorizer that is not finished serves
// one call at a time.
func (s *scope) vectorizerToRead(v *Vectorizer) (pointer *C.manifact_vectorizer, finished bool) {
	if v != nil && v.finished.Load() {
		return s.vectorizer(v), true
	}
	return s.vectorizerAlone(v), false
}

// NewVectorizer makes a Vectorizer with the default rules: English words, no stemming, single
// words.
func NewVectorizer() (*Vectorizer, error) {
	own, err := newContext()
	if err != nil {
		return nil, err
	}
	var out *C.manifact_vectorizer
	if err := failedOn(onContext{own},
		Status(C.manifact_vectorizer_create(own, &out))); err != nil {
		C.manifact_context_free(own)
		return nil, err
	}
	return newVectorizer(out, own), nil
}

// VectorizerFromTerms makes a finished Vectorizer with the given terms. It names the features of a
// matrix.
func VectorizerFromTerms(terms []string) (*Vectorizer, error) {
	bytes, offsets := joined(terms)
	var out *C.manifact_vectorizer
	err := withContext(context.Background(), nil, func(c *C.manifact_context) C.manifact_status {
		return C.manifact_vectorizer_from_terms(c, start(bytes), int64s(offsets),
			C.int64_t(len(terms)), &out)
	})
	if err != nil {
		return nil, err
	}
	return newVectorizer(out, nil), nil
}

// onVectorizer makes calls on a Vectorizer, whose context has its threads, progress and token.
type onVectorizer struct {
	pointer *C.manifact_vectorizer
	own     *C.manifact_context
}

func (t onVectorizer) setThreads(count int) Status { return onContext{t.own}.setThreads(count) }

func (t onVectorizer) setProgress(h cgo.Handle) Status { return onContext{t.own}.setProgress(h) }

func (t onVectorizer) setToken(token *C.manifact_cancel_token) Status {
	return onContext{t.own}.setToken(token)
}

func (t onVectorizer) message() string {
	if message := text(C.manifact_vectorizer_message(t.pointer)); message != "" || t.own == nil {
		return message
	}
	return onContext{t.own}.message()
}

func (t onVectorizer) errno() int { return 0 }

// change makes a call that no other call on the Vectorizer may accompany.
func (v *Vectorizer) change(ctx context.Context, options []CallOption,
	f func(*C.manifact_vectorizer) C.manifact_status) error {
	var s scope
	defer s.end()
	pointer := s.vectorizerAlone(v)
	if s.err != nil {
		return s.err
	}
	if v.own == nil {
		return wrong(ErrArgument, "the vectorizer is finished")
	}
	return run(ctx, onVectorizer{pointer, v.own}, options,
		func() C.manifact_status { return f(pointer) })
}

func vectorizerSetters(p *C.manifact_vectorizer) setters {
	return setters{
		setInt64: func(n *C.char, v C.int64_t) C.manifact_status {
			return C.manifact_vectorizer_set_int64(p, n, v)
		},
		setDouble: func(n *C.char, v C.double) C.manifact_status {
			return C.manifact_vectorizer_set_double(p, n, v)
		},
		setBool: func(n *C.char, v C.manifact_bool) C.manifact_status {
			return C.manifact_vectorizer_set_bool(p, n, v)
		},
		setText: func(n, v *C.char) C.manifact_status {
			return C.manifact_vectorizer_set_text(p, n, v)
		},
		getText: func(n, buffer *C.char, size C.size_t) C.manifact_status {
			return C.manifact_vectorizer_get_text(p, n, buffer, size)
		},
		textSize: func(n *C.char, size *C.size_t) C.manifact_status {
			return C.manifact_vectorizer_get_text_size(p, n, size)
		},
		getInt64: func(n *C.char, v *C.int64_t) C.manifact_status {
			return C.manifact_vectorizer_get_int64(p, n, v)
		},
		getDouble: func(n *C.char, v *C.double) C.manifact_status {
			return C.manifact_vectorizer_get_double(p, n, v)
		},
		getBool: func(n *C.char, v *C.manifact_bool) C.manifact_status {
			return C.manifact_vectorizer_get_bool(p, n, v)
		},
	}
}

// Set sets an option, such as language, ngrams or min-df, before the first text is added: see
// Solver.Set.
func (v *Vectorizer) Set(name string, value any) error {
	var s scope
	defer s.end()
	pointer := s.vectorizerAlone(v)
	if s.err != nil {
		return s.err
	}
	status := vectorizerSetters(pointer).set(&s, name, value)
	if s.err != nil {
		return s.err
	}
	return failedOn(onVectorizer{pointer, v.own}, status)
}

// Get returns the value of an option as an int64, a float64, a bool or a string.
func (v *Vectorizer) Get(name string) (any, error) {
	var s scope
	defer s.end()
	pointer, finished := s.vectorizerToRead(v)
	if s.err != nil {
		return nil, s.err
	}
	value, status := vectorizerSetters(pointer).get(&s, name)
	if s.err != nil {
		return nil, s.err
	}
	if finished { // which stores no message
		return value, failed(status, "")
	}
	return value, failedOn(onVectorizer{pointer, v.own}, status)
}

// Reset restores the default of an option, of all options for "".
func (v *Vectorizer) Reset(name string) error {
	var s scope
	defer s.end()
	pointer := s.vectorizerAlone(v)
	called := s.optionName(name)
	if s.err != nil {
		return s.err
	}
	return failedOn(onVectorizer{pointer, v.own},
		Status(C.manifact_vectorizer_reset(pointer, called)))
}

// TakeLimits sets min-df and max-df to those of a Solver, so that words that are too rare or too
// frequent use no memory. Before the first text.
func (v *Vectorizer) TakeLimits(solver *Solver) error {
	var s scope
	defer s.end()
	from := s.solver(solver)
	if s.err != nil {
		return s.err
	}
	return v.change(context.Background(), nil, func(p *C.manifact_vectorizer) C.manifact_status {
		return C.manifact_vectorizer_take_limits(p, from)
	})
}

// AddStopWords adds stop words to those of the language, before the first text is added.
func (v *Vectorizer) AddStopWords(words ...string) error {
	bytes, offsets := joined(words)
	return v.change(context.Background(), nil, func(p *C.manifact_vectorizer) C.manifact_status {
		return C.manifact_vectorizer_add_stop_words(p, start(bytes), int64s(offsets),
			C.int64_t(len(words)))
	})
}

// Add counts texts, in any number of calls. The texts are not kept. If a call fails, none of its
// texts is counted.
func (v *Vectorizer) Add(ctx context.Context, texts []string, options ...CallOption) error {
	bytes, offsets := joined(texts)
	return v.change(ctx, options, func(p *C.manifact_vectorizer) C.manifact_status {
		return C.manifact_vectorizer_add_many(p, start(bytes), int64s(offsets),
			C.int64_t(len(texts)))
	})
}

// Finish fixes the terms and returns the counts, a row for each text that was added.
func (v *Vectorizer) Finish(ctx context.Context, options ...CallOption) (*Matrix, error) {
	var out *C.manifact_matrix
	err := v.change(ctx, options, func(p *C.manifact_vectorizer) C.manifact_status {
		return C.manifact_vectorizer_finish(p, &out)
	})
	if err != nil {
		return nil, err
	}
	v.finished.Store(true)
	return newMatrix(out), nil
}

// FitTransform adds texts and finishes.
func (v *Vectorizer) FitTransform(ctx context.Context, texts []string,
	options ...CallOption) (*Matrix, error) {
	if err := v.Add(ctx, texts, options...); err != nil {
		return nil, err
	}
	return v.Finish(ctx, options...)
}

// Transform returns the counts of new texts by the rules and the terms of a finished Vectorizer.
func (v *Vectorizer) Transform(ctx context.Context, texts []string,
	options ...CallOption) (*Matrix, error) {
	counts, _, err := v.transform(ctx, texts, nil, options)
	return counts, err
}

// TransformCounted is Transform with the number of terms of each text, known or not: see Update.
func (v *Vectorizer) TransformCounted(ctx context.Context, texts []string,
	options ...CallOption) (*Matrix, []int64, error) {
	return v.transform(ctx, texts, make([]int64, len(texts)), options)
}

func (v *Vectorizer) transform(ctx context.Context, texts []string, terms []int64,
	options []CallOption) (*Matrix, []int64, error) {
	var s scope
	defer s.end()
	pointer, _ := s.vectorizerToRead(v)
	if s.err != nil {
		return nil, nil, s.err
	}
	bytes, offsets := joined(texts)
	counts, err := makeMatrix(ctx, options,
		func(c *C.manifact_context, out **C.manifact_matrix) C.manifact_status {
			return C.manifact_vectorizer_transform_counted(c, pointer, start(bytes),
				int64s(offsets), C.int64_t(len(texts)), int64s(terms), out)
		})
	if err != nil {
		return nil, nil, err
	}
	return counts, terms, nil
}

func (v *Vectorizer) number(f func(*C.manifact_vectorizer) C.int64_t) int {
	var s scope
	defer s.end()
	pointer, _ := s.vectorizerToRead(v)
	if s.err != nil {
		return -1
	}
	return int(f(pointer))
}

// Documents returns the number of texts that were added; -1 if the Vectorizer is closed, or is not
// finished and in use by another call. So do Tokens and Replaced.
func (v *Vectorizer) Documents() int {
	return v.number(func(p *C.manifact_vectorizer) C.int64_t {
		return C.manifact_vectorizer_documents(p)
	})
}

// Tokens returns the number of words that were counted.
func (v *Vectorizer) Tokens() int {
	return v.number(func(p *C.manifact_vectorizer) C.int64_t {
		return C.manifact_vectorizer_tokens(p)
	})
}

// Replaced returns the number of parts that were not UTF-8.
func (v *Vectorizer) Replaced() int {
	return v.number(func(p *C.manifact_vectorizer) C.int64_t {
		return C.manifact_vectorizer_replaced(p)
	})
}

// Terms returns the terms, in the order of the columns of the counts; nil until finished.
func (v *Vectorizer) Terms() []string {
	var s scope
	defer s.end()
	pointer, _ := s.vectorizerToRead(v)
	if s.err != nil {
		return nil
	}
	var terms []string
	for i := C.int64_t(0); i < C.manifact_vectorizer_terms(pointer); i++ {
		terms = append(terms, text(C.manifact_vectorizer_term(pointer, i)))
	}
	return terms
}

// Close frees the Vectorizer. Solvers and models that use it keep it.
func (v *Vectorizer) Close() error { return v.handle().close() }
