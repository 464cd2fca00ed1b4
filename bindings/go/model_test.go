package manifact_test

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"manifact.internal/manifact"
)

func fit(t testing.TB, method string, m *manifact.Matrix, options ...any) *manifact.Model {
	t.Helper()
	return must(newSolver(t, method, options...).Fit(context.Background(), m, 3))(t)
}

func TestModel(t *testing.T) {
	a := makeCounts(90)
	m := a.matrix(t)
	model := fit(t, "lccf", m, "seed", 7)
	if model.Documents() != 90 || model.Features() != 60 || model.Clusters() != 3 ||
		model.Method() != "lccf" || model.Status() < 0 || model.FeatureClusters() != 0 {
		t.Fatal("the sizes of the model are wrong")
	}
	labels, sizes := model.Labels(), model.Sizes()
	counted := make([]int64, 3)
	for _, label := range labels {
		counted[label]++
	}
	same(t, "sizes", sizes, counted)
	if e := must(manifact.Evaluate(a.classes, labels))(t); e.Accuracy < .95 {
		t.Fatalf("%+v", e)
	}
	history := model.History()
	if len(history) != model.Iterations()+1 || history[len(history)-1] != model.Objective() {
		t.Fatal("the history does not end with the objective")
	}
	for name, d := range map[string][3]int{"V": shape(model.Memberships()),
		"W": shape(model.Associations())} {
		if d != [3]int{90, 3, 270} {
			t.Fatal(name, d)
		}
	}
	if shape(model.Basis()) != [3]int{60, 3, 180} || shape(model.Centroids()) != [3]int{60, 3, 180} {
		t.Fatal("the basis or the centroids have another shape")
	}
	proportions := must(model.Proportions())(t)
	margins := must(model.Margins())(t)
	for i := 0; i < 90; i++ {
		row := proportions.Row(i)
		if sum := row[0] + row[1] + row[2]; math.Abs(sum-1) > 1e-12 {
			t.Fatalf("row %d sums to %v", i, sum)
		}
		if margins[i] < 0 || margins[i] > 1 || proportions.At(i, 2) != row[2] {
			t.Fatal(margins[i])
		}
	}
	if len(model.Cosines()) != 90 || len(must(model.Cohesion())(t)) != 3 ||
		math.Abs(must(model.Similarities())(t).At(1, 1)-1) > 1e-12 {
		t.Fatal("cosines, cohesion or similarities")
	}
	documents, clusters, err := model.Map()
	check(t, err)
	if shape(documents) != [3]int{90, 2, 180} || shape(clusters) != [3]int{3, 3, 9} {
		t.Fatal("the map has another shape")
	}
	if model.Option("seed") != "7" || model.Options()["seed"] != "7" || model.Option("none") != "" ||
		len(model.Diagnostics()) == 0 || model.MinMembership() != 0 {
		t.Fatal(model.Options(), model.Diagnostics())
	}
	// Slices are copies.
	labels[0] = 17
	if model.Labels()[0] == 17 {
		t.Fatal("the labels of the model were changed")
	}
}

func shape(d manifact.Dense) [3]int { return [3]int{d.Rows, d.Columns, len(d.Values)} }

func TestMethodsWithoutFactors(t *testing.T) {
	m := makeCounts(60).matrix(t)
	model := fit(t, "kmeans", m)
	if model.Associations().Values != nil || model.FeatureLabels() != nil ||
		model.Core().Values != nil || model.Vectorizer() != nil || model.TextVectorizer() != nil {
		t.Fatal("k-means has factors")
	}
	_, err := model.ConceptDocuments(0, 3)
	is(t, err, manifact.ErrArgument, "")
	_, err = model.Blocks(manifact.BlockMass)
	is(t, err, manifact.ErrArgument, "")

	both := fit(t, "drcc", m)
	l := both.FeatureClusters()
	if l < 2 || len(both.FeatureLabels()) != 60 || len(both.FeatureSizes()) != l ||
		shape(both.FeatureMemberships()) != [3]int{60, l, 60 * l} ||
		shape(both.Core()) != [3]int{3, l, 3 * l} ||
		shape(must(both.Blocks(manifact.BlockLift))(t)) != [3]int{3, l, 3 * l} ||
		len(must(both.FeatureClusterFeatures(0, 4))(t)) != 4 {
		t.Fatal("the feature clusters are wrong")
	}
}

func TestRankings(t *testing.T) {
	m := makeCounts(60).matrix(t)
	model := fit(t, "lccf", m)
	for _, found := range [][]manifact.Scored{
		must(model.TopFeatures(0, manifact.ScoreLift, 5))(t),
		must(model.Representatives(0, 5))(t), must(model.ConceptDocuments(0, 5))(t)} {
		if len(found) != 5 {
			t.Fatal(found)
		}
		for i := 1; i < 5; i++ {
			if found[i].Score > found[i-1].Score {
				t.Fatalf("not sorted: %v", found)
			}
		}
	}
	terms := must(model.TopTerms(1, manifact.ScoreExclusivity, 3))(t)
	if len(terms) != 3 || terms[0].Name != "" {
		t.Fatal(terms)
	}
	if found := must(model.Representatives(0, 0))(t); len(found) != 0 {
		t.Fatal(found)
	}
	_, err := model.TopFeatures(3, manifact.ScoreLift, 5)
	is(t, err, manifact.ErrArgument, "there is no topic 3: 0 to 2")
	_, err = model.Representatives(-1, 5)
	is(t, err, manifact.ErrArgument, "there is no topic -1: 0 to 2")
	_, err = model.TopFeatures(0, manifact.ScoreLift, -1)
	is(t, err, manifact.ErrArgument, "-1")
}

func TestAssign(t *testing.T) {
	a := makeCounts(90)
	m := a.matrix(t)
	model := fit(t, "lccf", m)
	labels := must(model.Assign(context.Background(), m, manifact.Threads(2)))(t)
	if e := must(manifact.Evaluate(a.classes, labels))(t); e.Accuracy < .95 {
		t.Fatalf("%+v", e)
	}
	also, memberships, err := model.AssignMemberships(context.Background(), m)
	check(t, err)
	same(t, "labels", also, labels)
	if shape(memberships) != [3]int{90, 3, 270} {
		t.Fatal(shape(memberships))
	}
	given := must(model.AssignProportions(context.Background(), m, 0))(t)
	same(t, "labels", given.Labels, labels)
	none := must(model.AssignProportions(context.Background(), m, 1))(t)
	unassigned := 0
	for _, label := range none.Labels {
		if label == -1 {
			unassigned++
		}
	}
	if unassigned == 0 || len(given.Margins) != 90 {
		t.Fatal(unassigned)
	}
	_, err = model.AssignProportions(context.Background(), m, math.NaN())
	is(t, err, manifact.ErrArgument, "")
	other := must(manifact.FromDense(1, 2, []float64{1, 2}))(t)
	_, err = model.Assign(context.Background(), other)
	is(t, err, manifact.ErrMismatch, "")
	_, err = model.AssignTexts(context.Background(), []string{"a text"})
	is(t, err, manifact.ErrArgument, "vectorizer")
}

// failing is a writer that accepts some bytes.
type failing struct{ left int }

var errFull = errors.New("full")

func (f *failing) Write(data []byte) (int, error) {
	if len(data) > f.left {
		return f.left, errFull
	}
	f.left -= len(data)
	return len(data), nil
}

func TestFilesOfModels(t *testing.T) {
	m := makeCounts(60).matrix(t)
	model := fit(t, "lccf", m)
	path := filepath.Join(t.TempDir(), "model.manifact")
	check(t, model.Save(path))
	file := must(os.ReadFile(path))(t)

	var buffer bytes.Buffer
	if count := must(model.WriteTo(&buffer))(t); count != int64(len(file)) {
		t.Fatal(count)
	}
	if !bytes.Equal(buffer.Bytes(), file) || !bytes.Equal(must(model.MarshalBinary())(t), file) {
		t.Fatal("other bytes than those of the file")
	}
	var kept manifact.Model
	defer kept.Close()
	var stream bytes.Buffer
	check(t, gob.NewEncoder(&stream).Encode(model))
	check(t, gob.NewDecoder(&stream).Decode(&kept))
	for _, read := range []*manifact.Model{must(manifact.LoadModel(path))(t), &kept,
		must(manifact.ReadModel(bytes.NewReader(file)))(t)} {
		same(t, "labels", read.Labels(), model.Labels())
		same(t, "memberships", read.Memberships().Values, model.Memberships().Values)
	}

	if _, err := model.WriteTo(&failing{100}); err != errFull {
		t.Fatal(err)
	}
	if _, err := model.WriteTo(short{}); err != io.ErrShortWrite {
		t.Fatal(err)
	}
	file[len(file)/2] ^= 1
	_, err := manifact.ModelFromBytes(file)
	is(t, err, manifact.ErrCorrupt, "")
	_, err = manifact.ModelFromBytes(nil)
	if err == nil {
		t.Fatal("a model of no bytes")
	}
	_, err = manifact.LoadModel(filepath.Join(t.TempDir(), "none"))
	is(t, err, manifact.ErrIO, "none")
}

type short struct{}

func (short) Write(data []byte) (int, error) { return len(data) / 2, nil }

type panicking struct{}

func (panicking) Write([]byte) (int, error) { panic("no writer") }

func TestPanicOfWriter(t *testing.T) {
	model := fit(t, "kmeans", makeCounts(30).matrix(t))
	defer func() {
		if recover() != "no writer" {
			t.Fatal("no panic")
		}
	}()
	model.WriteTo(panicking{})
}
