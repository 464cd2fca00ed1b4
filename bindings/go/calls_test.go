package manifact_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"manifact.internal/manifact"
)

// endless makes a solver whose fits end only when they are stopped.
func endless(t testing.TB) *manifact.Solver {
	return newSolver(t, "lccf", "max-iterations", int64(1e9), "tolerance", 0)
}

func TestCancelDuringFit(t *testing.T) {
	m, solver := makeCounts(300).matrix(t), endless(t)
	ctx, cancel := context.WithCancel(context.Background())
	updates := 0
	_, err := solver.Fit(ctx, m, 3, manifact.OnProgress(func(p manifact.Progress) error {
		if p.Stage == "fit" {
			if updates++; updates == 3 {
				cancel()
			}
		}
		return nil
	}))
	is(t, err, manifact.ErrCancelled, "context canceled")
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("%v is not context.Canceled", err)
	}
	// The request stops that fit only.
	check(t, solver.Set("max-iterations", 5))
	must(solver.Fit(context.Background(), m, 3))(t)
}

func TestDeadline(t *testing.T) {
	m, solver := makeCounts(300).matrix(t), endless(t)
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	_, err := solver.Fit(ctx, m, 3)
	is(t, err, manifact.ErrCancelled, "deadline")
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("%v is not context.DeadlineExceeded", err)
	}
}

func TestCancelledBefore(t *testing.T) {
	m, solver := makeCounts(30).matrix(t), endless(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	called := false
	progress := manifact.OnProgress(func(manifact.Progress) error { called = true; return nil })
	_, err := solver.Fit(ctx, m, 3, progress)
	is(t, err, manifact.ErrCancelled, "context canceled")
	_, err = manifact.KNNGraph(ctx, m, manifact.KNN{}, progress)
	is(t, err, manifact.ErrCancelled, "context canceled")
	if called {
		t.Fatal("a call ran")
	}
}

func TestNoGoroutineIsLeft(t *testing.T) {
	m, solver := makeCounts(30).matrix(t), newSolver(t, "lccf")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	before := runtime.NumGoroutine()
	for i := 0; i < 20; i++ {
		must(solver.Fit(ctx, m, 3))(t)
	}
	// A goroutine that has said that it is done may still be ending.
	for i := 0; runtime.NumGoroutine() > before && i < 1000; i++ {
		time.Sleep(time.Millisecond)
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Fatalf("%d goroutines, %d before", after, before)
	}
}

func TestErrorOfProgress(t *testing.T) {
	m, solver := makeCounts(100).matrix(t), endless(t)
	enough := errors.New("enough")
	_, err := solver.Fit(context.Background(), m, 3,
		manifact.OnProgress(func(manifact.Progress) error { return enough }))
	is(t, err, manifact.ErrCancelled, "enough")
	if !errors.Is(err, enough) {
		t.Fatalf("%v does not wrap the error of the function", err)
	}
	_, err = manifact.KNNGraph(context.Background(), m, manifact.KNN{},
		manifact.OnProgress(func(manifact.Progress) error { return enough }))
	if err != nil && !errors.Is(err, enough) {
		t.Fatal(err)
	}
}

func TestPanicOfProgress(t *testing.T) {
	m, solver := makeCounts(100).matrix(t), endless(t)
	func() {
		defer func() {
			if value := recover(); value != "stop" {
				t.Fatalf("the panic is %v", value)
			}
		}()
		solver.Fit(context.Background(), m, 3,
			manifact.OnProgress(func(manifact.Progress) error { panic("stop") }))
		t.Fatal("no panic")
	}()
	// The solver is free again.
	check(t, solver.Set("max-iterations", 5))
	must(solver.Fit(context.Background(), m, 3))(t)
}

func TestProgress(t *testing.T) {
	m, solver := makeCounts(100).matrix(t), newSolver(t, "lccf", "seed", 1)
	stages := map[string]bool{}
	var last manifact.Progress
	model := must(solver.Fit(context.Background(), m, 3,
		manifact.OnProgress(func(p manifact.Progress) error {
			stages[p.Stage] = true
			if p.Stage == "fit" {
				last = p
			}
			return nil
		})))(t)
	if !stages["graph"] || !stages["fit"] || last.Done < 1 || last.Objective <= 0 {
		t.Fatalf("stages %v, last %+v", stages, last)
	}
	// A later call without the function does not call it.
	count := len(stages)
	stages["none"] = true
	must(solver.Fit(context.Background(), m, 3))(t)
	if len(stages) != count+1 || model.Clusters() != 3 {
		t.Fatal("progress of a call without a function")
	}
}

func TestBusyInProgress(t *testing.T) {
	m, solver := makeCounts(100).matrix(t), newSolver(t, "lccf")
	var set, fit, other error
	must(solver.Fit(context.Background(), m, 3, manifact.OnProgress(func(manifact.Progress) error {
		set = solver.Set("seed", 2)
		_, fit = solver.Fit(context.Background(), m, 3)
		second, err := manifact.NewSolver("kmeans") // another solver is free
		if err == nil {
			defer second.Close()
			var model *manifact.Model
			if model, err = second.Fit(context.Background(), m, 3); err == nil {
				model.Close()
			}
		}
		other = err
		return nil
	})))(t)
	is(t, set, manifact.ErrBusy, manifact.ErrBusy.Error())
	is(t, fit, manifact.ErrBusy, manifact.ErrBusy.Error())
	check(t, other)
}

func TestBusyVectorizer(t *testing.T) {
	v := must(manifact.NewVectorizer())(t)
	var get, transform error
	documents, tokens, replaced, terms, calls := 0, 0, 0, []string{"none"}, 0
	busy := manifact.OnProgress(func(manifact.Progress) error {
		_, get = v.Get("ngrams")
		_, transform = v.Transform(context.Background(), []string{"red sails"})
		documents, tokens, replaced, terms = v.Documents(), v.Tokens(), v.Replaced(), v.Terms()
		calls++
		return nil
	})
	check(t, v.Add(context.Background(), makeTexts(3000), busy))
	if calls == 0 {
		t.Fatal("no progress")
	}
	is(t, get, manifact.ErrBusy, manifact.ErrBusy.Error())
	is(t, transform, manifact.ErrBusy, manifact.ErrBusy.Error())
	if documents != -1 || tokens != -1 || replaced != -1 || terms != nil {
		t.Fatal(documents, tokens, replaced, terms)
	}
	if v.Documents() != 3000 {
		t.Fatal(v.Documents())
	}
	must(v.Finish(context.Background()))(t)
	is(t, v.Set("ngrams", 2), manifact.ErrArgument, "")
	// Reading a finished vectorizer does not repeat the message of an earlier failure.
	_, err := v.Get("no-option")
	is(t, err, manifact.ErrOption, manifact.ErrOption.Error())
}

func TestCloseInProgress(t *testing.T) {
	m, err := manifact.FromDense(4, 2, []float64{1, 0, 1, .1, 0, 1, .1, 1})
	check(t, err)
	solver := must(manifact.NewSolver("kmeans"))(t)
	model := must(solver.Fit(context.Background(), m, 2,
		manifact.OnProgress(func(manifact.Progress) error {
			m.Close()
			solver.Close()
			return nil
		})))(t)
	if model.Documents() != 4 {
		t.Fatal("another model")
	}
	if _, err := solver.Fit(context.Background(), m, 2); err != manifact.ErrClosed {
		t.Fatal(err)
	}
}

func TestClosedAndNil(t *testing.T) {
	m, err := manifact.FromDense(4, 2, []float64{1, 0, 1, .1, 0, 1, .1, 1})
	check(t, err)
	solver := must(manifact.NewSolver("kmeans"))(t)
	for i := 0; i < 2; i++ {
		check(t, m.Close())
	}
	if m.Rows() != 0 {
		t.Fatal("rows of a closed matrix")
	}
	closed := []error{}
	_, err = solver.Fit(context.Background(), m, 2)
	closed = append(closed, err)
	_, err = solver.Fit(context.Background(), nil, 2)
	closed = append(closed, err)
	_, err = manifact.KNNGraph(context.Background(), nil, manifact.KNN{})
	closed = append(closed, err)
	var none *manifact.Model
	_, err = none.Assign(context.Background(), m)
	closed = append(closed, err)
	_, err = none.Update(context.Background(), nil, nil, nil)
	closed = append(closed, err, new(manifact.Solver).Set("seed", 1))
	for i, err := range closed {
		if err != manifact.ErrClosed {
			t.Fatalf("%d: %v", i, err)
		}
	}
	if none.Labels() != nil || none.Clusters() != 0 || none.Close() != nil {
		t.Fatal("values of no model")
	}
}

func TestStatus(t *testing.T) {
	if s := manifact.ErrOption.String(); s != "ERROR_OPTION" {
		t.Fatal(s)
	}
	if s := manifact.FewerClusters.String(); s != "FEWER_CLUSTERS" {
		t.Fatal(s)
	}
	if s := manifact.ErrMemory.Error(); !strings.Contains(s, "memory") {
		t.Fatal(s)
	}
	if v := manifact.Version(); strings.Count(v, ".") != 2 {
		t.Fatal(v)
	}
}
