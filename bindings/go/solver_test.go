package manifact_test

import (
	"context"
	"math"
	"testing"

	"manifact.internal/manifact"
)

func TestOptions(t *testing.T) {
	solver := newSolver(t, "lccf", "neighbors", 5, "max_iterations", uint8(7), "lambda", 12,
		"tolerance", float32(.5), "keep-data", false, "start", "lsi", "seed", "3")
	type named string
	check(t, solver.Set("weighting", named("none")))
	for name, want := range map[string]any{"neighbors": int64(5), "max-iterations": int64(7),
		"lambda": 12., "tolerance": .5, "keep_data": false, "start": "lsi", "seed": int64(3),
		"weighting": "none"} {
		got, err := solver.Get(name)
		check(t, err)
		if got != want {
			t.Fatalf("%s is %v (%T) and not %v (%T)", name, got, got, want, want)
		}
	}
	check(t, solver.Reset("lambda"))
	fresh := must(newSolver(t, "lccf").Get("lambda"))(t)
	if got := must(solver.Get("lambda"))(t); got != fresh {
		t.Fatalf("lambda is %v and not %v", got, fresh)
	}
	check(t, solver.Reset(""))
	if got := must(solver.Get("max-iterations"))(t); got == int64(7) {
		t.Fatal("max-iterations was not reset")
	}
	is(t, solver.Set("max-iterations", 2.5), manifact.ErrOption, "max-iterations")
	is(t, solver.Set("no-such", 1), manifact.ErrOption, "no-such")
	is(t, solver.Set("neighbors", -1), manifact.ErrOption, "neighbors")
	is(t, solver.Set("neighbors", []int{1}), manifact.ErrOption, "[]int")
	is(t, solver.Set("neighbors", nil), manifact.ErrOption, "neighbors")
	is(t, solver.Set("seed", uint64(math.MaxUint64)), manifact.ErrOption, "too large")
	is(t, solver.Set("a\x00b", 1), manifact.ErrArgument, "NUL")
	_, err := solver.Get("no-such")
	is(t, err, manifact.ErrOption, "no-such")
	_, err = manifact.NewSolver("no-such")
	is(t, err, manifact.ErrOption, "no-such")
}

func TestListing(t *testing.T) {
	names := map[string]bool{}
	for _, method := range manifact.Methods() {
		names[method.Name] = method.Summary != "" && method.Reference != ""
	}
	if !names["lccf"] || !names["auto"] {
		t.Fatal(names)
	}
	found := 0
	for _, option := range manifact.Options() {
		if option.Name == "weighting" {
			found++
			if option.Type != manifact.TypeText || len(option.Words) < 3 || option.Summary == "" {
				t.Fatalf("%+v", option)
			}
		}
		if option.Name == "update" && option.Expert {
			found++
		}
		if option.Name == "neighbors" && manifact.MethodUses("lccf", "neighbors") {
			found++
			if option.Type != manifact.TypeInt64 || option.Maximum <= option.Minimum || option.Expert {
				t.Fatalf("%+v", option)
			}
		}
	}
	if found != 3 || manifact.MethodUses("kmeans", "neighbors") ||
		manifact.MethodUses("vectorizer", "neighbors") || !manifact.MethodUses("vectorizer", "ngrams") {
		t.Fatal("the methods and their options do not agree")
	}
	if words := manifact.MethodOptionWords("lccf", "weighting"); len(words) < 3 {
		t.Fatal(words)
	}
}

func TestConstraints(t *testing.T) {
	a := makeCounts(90)
	labels := make([]int32, a.rows)
	for i := range labels {
		labels[i] = -1
		if i < 12 {
			labels[i] = a.classes[i]
		}
	}
	known := must(manifact.NewConstraints(a.rows, labels,
		[]manifact.Pair{{First: 20, Second: 23, Weight: 1}, {First: 20, Second: 21, Weight: -1}}))(t)
	if known.Documents() != a.rows || known.Count(manifact.ConstraintsLabeled) != 12 ||
		known.Count(manifact.ConstraintsClasses) != 3 ||
		known.Count(manifact.ConstraintsContradictions) != 0 {
		t.Fatal("the counts of the constraints are wrong")
	}
	classes := must(known.List(manifact.ConstraintsClasses))(t)
	if len(classes) != 3 || classes[0] != (manifact.Pair{First: 0, Second: 4, Weight: 1}) {
		t.Fatalf("class 0 was lost: %v", classes)
	}
	m, solver := a.matrix(t), newSolver(t, "rcf")
	check(t, solver.SetConstraints(known))
	model := must(solver.Fit(context.Background(), m, 3))(t)
	measures := must(manifact.Evaluate(a.classes, model.Labels()))(t)
	if measures.Accuracy < .95 || measures.ARI < .9 || measures.NMI < .9 || measures.Purity < .95 {
		t.Fatalf("%+v", measures)
	}
	must(model.Violations())(t)
	asked := must(manifact.SuggestPairs(context.Background(), m, known, 3, 0, 5))(t)
	if len(asked) == 0 || len(asked) > 5 {
		t.Fatal(asked)
	}
	must(manifact.SuggestPairs(context.Background(), m, nil, 3, 0, 1))(t)

	opposed := must(manifact.NewConstraints(4, nil,
		[]manifact.Pair{{First: 0, Second: 1, Weight: 1}, {First: 1, Second: 0, Weight: -1}}))(t)
	if opposed.Count(manifact.ConstraintsContradictions) != 1 {
		t.Fatal("the contradiction is not counted")
	}
	_, err := manifact.NewConstraints(3, []int32{0, 1}, nil)
	is(t, err, manifact.ErrLength, "2 labels of 3 documents")
	_, err = manifact.NewConstraints(3, []int32{0, -2, 1}, nil)
	is(t, err, manifact.ErrValue, "")
	_, err = manifact.NewConstraints(3, nil, []manifact.Pair{{First: 0, Second: 3, Weight: 1}})
	is(t, err, manifact.ErrStructure, "")
	is(t, newSolver(t, "kmeans").SetConstraints(known), manifact.ErrOption, "")
	check(t, solver.SetConstraints(nil))
}

func TestEvaluate(t *testing.T) {
	e := must(manifact.Evaluate([]int32{0, 0, 1, 1, -1}, []int32{7, 7, 3, 3, 3}))(t)
	if e.Accuracy != 1 || e.ARI != 1 || e.Purity != 1 {
		t.Fatalf("%+v", e)
	}
	_, err := manifact.Evaluate([]int32{0}, []int32{0, 1})
	is(t, err, manifact.ErrLength, "1 classes and 2 clusters")
	_, err = manifact.Evaluate(nil, nil)
	is(t, err, manifact.ErrLength, "")
}

func TestGraphs(t *testing.T) {
	a := makeCounts(60)
	m := a.matrix(t)
	graph := must(manifact.KNNGraph(context.Background(), m, manifact.KNN{Neighbors: 5},
		manifact.Threads(2)))(t)
	if graph.Vertices() != 60 || graph.Edges() < 150 || graph.Components() < 1 ||
		graph.Isolated() != 0 {
		t.Fatalf("%d vertices, %d edges", graph.Vertices(), graph.Edges())
	}
	search, recall, _, err := graph.SearchInfo()
	check(t, err)
	if search != manifact.SearchExact || recall != 1 {
		t.Fatal(search, recall)
	}
	weights := must(graph.Matrix())(t)
	if weights.Entries() != 2*graph.Edges() {
		t.Fatalf("%d entries of %d edges", weights.Entries(), graph.Edges())
	}
	again := must(manifact.GraphFromMatrix(weights, manifact.RuleSymmetric))(t)
	solver := newSolver(t, "lccf", "neighbors", 5)
	own := must(solver.Graph(context.Background(), m))(t)
	if own.Vertices() != 60 {
		t.Fatal("another graph")
	}
	check(t, solver.SetGraph(again))
	must(solver.Fit(context.Background(), m, 3))(t)
	check(t, solver.SetGraph(nil))
	is(t, newSolver(t, "kmeans").SetGraph(graph), manifact.ErrOption, "")
	adaptive := must(manifact.AdaptiveGraph(context.Background(), m, 5, manifact.GammaRow, 0,
		1<<30))(t)
	if adaptive.Edges() < 100 {
		t.Fatal(adaptive.Edges())
	}
	_, err = manifact.KNNGraph(context.Background(), m, manifact.KNN{Neighbors: -1})
	is(t, err, manifact.ErrArgument, "")
}

func TestStarts(t *testing.T) {
	a := makeCounts(60)
	m, solver := a.matrix(t), newSolver(t, "lccf", "max-iterations", 3)
	check(t, solver.SetStartLabels(a.classes))
	model := must(solver.Fit(context.Background(), m, 3))(t)
	if model.Option("start") != "given" {
		t.Fatal(model.Option("start"))
	}
	check(t, solver.SetStartFactors(model.Associations(), model.Memberships()))
	must(solver.Fit(context.Background(), m, 3))(t)
	check(t, solver.SetStartFactors(manifact.Dense{}, model.Memberships()))
	check(t, solver.SetStartModel(model))
	must(solver.Fit(context.Background(), m, 3))(t)
	check(t, solver.SetStartModel(nil))
	other := manifact.Dense{Rows: 2, Columns: 3, Values: make([]float64, 6)}
	is(t, solver.SetStartFactors(other, model.Memberships()), manifact.ErrLength, "shape")
	is(t, solver.SetStartFeatures(manifact.Dense{Rows: 2, Columns: 2}), manifact.ErrLength, "")
	nmf := newSolver(t, "nmf", "max-iterations", 3)
	check(t, nmf.SetStartFeatures(must(newSolver(t, "nmf").Fit(context.Background(), m,
		3))(t).Basis()))
	must(nmf.Fit(context.Background(), m, 3))(t)
}

func TestSuggestK(t *testing.T) {
	m := makeCounts(120).matrix(t)
	suggestion := must(newSolver(t, "lccf").SuggestK(context.Background(), m, 2, 6))(t)
	if suggestion.K != 3 || suggestion.Reason == "" || len(suggestion.Rows) != 5 ||
		suggestion.Rows[1].K != 3 || suggestion.Rows[1].Score <= 0 {
		t.Fatalf("%+v", suggestion)
	}
	_, err := newSolver(t, "lccf").SuggestK(context.Background(), m, 6, 2)
	is(t, err, manifact.ErrArgument, "")
}
