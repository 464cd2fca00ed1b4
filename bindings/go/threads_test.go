package manifact_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
	"time"

	"manifact.internal/manifact"
)

// goroutines runs a function eight times at once.
func goroutines(t *testing.T, f func(number int) error) {
	t.Helper()
	var group sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		group.Add(1)
		go func(i int) {
			defer group.Done()
			errs[i] = f(i)
		}(i)
	}
	group.Wait()
	for _, err := range errs {
		check(t, err)
	}
}

func TestGoroutinesOnSharedHandles(t *testing.T) {
	m := makeCounts(150).matrix(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	graph := must(manifact.KNNGraph(ctx, m, manifact.KNN{Neighbors: 5}))(t)
	model := fit(t, "lccf", m, "neighbors", 5, "seed", 3)
	labels, assigned := model.Labels(), must(model.Assign(ctx, m))(t)
	texts := makeTexts(30)
	vectorizer := must(manifact.NewVectorizer())(t)
	counts := must(vectorizer.FitTransform(ctx, texts))(t)
	goroutines(t, func(number int) error {
		solver, err := manifact.NewSolver("lccf")
		if err != nil {
			return err
		}
		defer solver.Close()
		if err := solver.Set("seed", 3); err != nil {
			return err
		}
		if number%2 == 0 {
			err = solver.SetGraph(graph)
		} else {
			err = solver.Set("neighbors", 5)
		}
		if err != nil {
			return err
		}
		for i := 0; i < 5; i++ {
			own, err := solver.Fit(ctx, m, 3, manifact.Threads(1+number%3),
				manifact.OnProgress(func(manifact.Progress) error { return nil }))
			if err != nil {
				return err
			}
			if !equal(own.Labels(), labels) {
				return errors.New("other labels")
			}
			own.Close()
			found, err := model.Assign(ctx, m)
			if err != nil {
				return err
			}
			if !equal(found, assigned) {
				return errors.New("other labels of assign")
			}
			again, err := vectorizer.Transform(ctx, texts)
			if err != nil {
				return err
			}
			if again.Entries() != counts.Entries() {
				return errors.New("other counts")
			}
			again.Close()
		}
		return nil
	})
}

func equal(a, b []int32) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return len(a) == len(b)
}

// One solver that eight goroutines fit: each call has a result or is ErrBusy, and at least one has
// a result.
func TestGoroutinesOnOneSolver(t *testing.T) {
	m, solver := makeCounts(90).matrix(t), newSolver(t, "lccf")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var mutex sync.Mutex
	results := 0
	goroutines(t, func(int) error {
		model, err := solver.Fit(ctx, m, 3)
		if errors.Is(err, manifact.ErrBusy) {
			return nil
		}
		if err == nil {
			mutex.Lock()
			results++
			mutex.Unlock()
			model.Close()
		}
		return err
	})
	if results == 0 {
		t.Fatal("no fit has a result")
	}
}

// Closing while others use a handle frees it when they are done.
func TestCloseWhileInUse(t *testing.T) {
	a := makeCounts(90)
	for i := 0; i < 10; i++ {
		m, err := manifact.FromCSR(a.rows, a.columns, a.indptr, a.indices, a.values)
		check(t, err)
		goroutines(t, func(number int) error {
			if number == 7 {
				return m.Close()
			}
			graph, err := manifact.KNNGraph(context.Background(), m, manifact.KNN{})
			if err == nil {
				err = graph.Close()
			} else if err == manifact.ErrClosed {
				err = nil
			}
			return err
		})
	}
}

// settled is the number of live handles after the finalizers of those that are not used have run.
func settled(t *testing.T, want int64) int64 {
	t.Helper()
	for i := 0; manifact.Live() > want && i < 100; i++ {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	return manifact.Live()
}

func TestFinalizers(t *testing.T) {
	before := settled(t, 0)
	func() {
		m, err := manifact.FromDense(4, 2, []float64{1, 0, 1, .1, 0, 1, .1, 1})
		check(t, err)
		solver, err := manifact.NewSolver("kmeans")
		check(t, err)
		_, err = solver.Fit(context.Background(), m, 2)
		check(t, err)
	}()
	if live := settled(t, before); live > before {
		t.Fatalf("%d handles are left", live-before)
	}
}
