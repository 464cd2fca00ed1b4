package manifact_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"manifact.internal/manifact"
)

var texts = makeTexts(90)

func Example() {
	ctx := context.Background()
	model, err := manifact.ClusterTexts(ctx, "auto", texts, 3)
	if err != nil {
		log.Fatal(err)
	}
	defer model.Close()
	for topic := 0; topic < model.Clusters(); topic++ {
		fmt.Println(topic, model.Sizes()[topic], model.Title(topic))
	}
	labels, err := model.AssignTexts(ctx, []string{"a comet in orbit", "flour and sugar"})
	fmt.Println(labels, err)
	// Output:
	// 0 30 sail, captain, island
	// 1 30 butter, bake, oven
	// 2 30 star, orbit, planet
	// [2 1] <nil>
}

// A matrix of counts, a method with options, and the documents of a cluster.
func ExampleSolver() {
	ctx := context.Background()
	X, err := manifact.FromCSR(4, 3, // rows 0 and 1, rows 2 and 3 are alike
		[]int32{0, 2, 3, 4, 6}, []int32{0, 1, 0, 2, 1, 2}, []float32{3, 1, 2, 2, 1, 4})
	if err != nil {
		log.Fatal(err)
	}
	defer X.Close()
	solver, err := manifact.NewSolver("kmeans")
	if err != nil {
		log.Fatal(err)
	}
	defer solver.Close()
	for name, value := range map[string]any{"seed": 1, "weighting": "none"} {
		if err := solver.Set(name, value); err != nil {
			log.Fatal(err)
		}
	}
	model, err := solver.Fit(ctx, X, 2)
	if err != nil {
		log.Fatal(err)
	}
	defer model.Close()
	fmt.Println(model.Labels(), model.Sizes())
	nearest, err := model.Representatives(1, 1)
	fmt.Println(nearest[0].Index, err)
	// Output:
	// [0 0 1 1] [2 2]
	// 2 <nil>
}

// The status of an error is its kind; its message names the cause and the place.
func ExampleError() {
	solver, err := manifact.NewSolver("lccf")
	if err != nil {
		log.Fatal(err)
	}
	defer solver.Close()
	err = solver.Set("neighbors", "many")
	fmt.Println(errors.Is(err, manifact.ErrOption))
	fmt.Println(err)
	// Output:
	// true
	// manifact: option 'neighbors' takes an integer, not 'many'
}

// A function sees how far a fit is, and may stop it, as a context.Context does.
func ExampleOnProgress() {
	X, err := manifact.FromDense(4, 2, []float64{1, 0, 2, .1, 0, 1, .1, 2})
	if err != nil {
		log.Fatal(err)
	}
	defer X.Close()
	solver, err := manifact.NewSolver("nmf")
	if err != nil {
		log.Fatal(err)
	}
	defer solver.Close()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, err = solver.Fit(ctx, X, 2, manifact.OnProgress(func(p manifact.Progress) error {
		if p.Stage == "fit" && p.Done == 2 {
			return errors.New("two updates are enough")
		}
		return nil
	}))
	fmt.Println(errors.Is(err, manifact.ErrCancelled), err)
	// Output:
	// true manifact: cancelled during fit: two updates are enough
}

// Some labels decide which clusters are found.
func ExampleNewConstraints() {
	known, err := manifact.NewConstraints(6, []int32{0, -1, 1, -1, -1, 1},
		[]manifact.Pair{{First: 0, Second: 1, Weight: 1}, {First: 1, Second: 2, Weight: -1}})
	if err != nil {
		log.Fatal(err)
	}
	defer known.Close()
	classes, err := known.List(manifact.ConstraintsClasses)
	for _, class := range classes {
		fmt.Printf("class %d: %d documents\n", class.First, class.Second)
	}
	fmt.Println(known.Count(manifact.ConstraintsContradictions), err)
	// Output:
	// class 0: 1 documents
	// class 1: 2 documents
	// 0 <nil>
}

// Rules for words, and counts of new texts by the same rules.
func ExampleVectorizer() {
	ctx := context.Background()
	vectorizer, err := manifact.NewVectorizer()
	if err != nil {
		log.Fatal(err)
	}
	defer vectorizer.Close()
	for name, value := range map[string]any{"ngrams": 2, "stop-words": "auto"} {
		if err := vectorizer.Set(name, value); err != nil {
			log.Fatal(err)
		}
	}
	counts, err := vectorizer.FitTransform(ctx, []string{"the red planet", "a red dwarf"})
	if err != nil {
		log.Fatal(err)
	}
	defer counts.Close()
	fmt.Printf("%d %q\n", counts.Rows(), vectorizer.Terms())
	more, err := vectorizer.Transform(ctx, []string{"red, red planet"})
	if err != nil {
		log.Fatal(err)
	}
	defer more.Close()
	_, terms, values, err := more.CSR()
	fmt.Println(terms, values, err)
	// Output:
	// 2 ["dwarf" "planet" "red" "red dwarf" "red planet"]
	// [1 2 4] [1 2 1] <nil>
}

// Topics are changed without another fit; the model that they come from stays as it is.
func ExampleModel_Merge() {
	ctx := context.Background()
	model, err := manifact.ClusterTexts(ctx, "auto", texts, 3)
	if err != nil {
		log.Fatal(err)
	}
	defer model.Close()
	merged, err := model.Merge(ctx, []int64{0, 2}, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer merged.Close()
	named, err := merged.Rename(0, "travel")
	if err != nil {
		log.Fatal(err)
	}
	defer named.Close()
	fmt.Println(model.Sizes(), named.Sizes(), named.Title(0))
	for _, edit := range named.Edits() {
		fmt.Println(edit.Text, edit.Map)
	}
	// Output:
	// [30 30 30] [60 30] travel
	// merge 0 2 [0 1 0]
	// rename 0 travel [0 1]
}

// The graph of the nearest neighbors of four points, as a list of edges.
func ExampleKNNGraph() {
	ctx := context.Background()
	X, err := manifact.FromDense(4, 2, []float64{1, 0, 2, .1, 0, 1, .1, 2})
	if err != nil {
		log.Fatal(err)
	}
	defer X.Close()
	graph, err := manifact.KNNGraph(ctx, X, manifact.KNN{Neighbors: 1,
		Weight: manifact.WeightBinary})
	if err != nil {
		log.Fatal(err)
	}
	defer graph.Close()
	weights, err := graph.Matrix()
	if err != nil {
		log.Fatal(err)
	}
	defer weights.Close()
	indptr, indices, _, err := weights.CSR()
	for i := 0; i < graph.Vertices(); i++ {
		fmt.Println(i, indices[indptr[i]:indptr[i+1]], err)
	}
	// Output:
	// 0 [1] <nil>
	// 1 [0] <nil>
	// 2 [3] <nil>
	// 3 [2] <nil>
}
