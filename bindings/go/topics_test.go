package manifact_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"manifact.internal/manifact"
)

// textModel is a fit of texts, with its counts.
func textModel(t testing.TB, texts []string, options ...any) (*manifact.Model, *manifact.Matrix,
	*manifact.Vectorizer) {
	t.Helper()
	vectorizer := must(manifact.NewVectorizer())(t)
	counts := must(vectorizer.FitTransform(context.Background(), texts, manifact.Threads(2)))(t)
	solver := newSolver(t, "lccf", options...)
	check(t, solver.SetVectorizer(vectorizer))
	check(t, solver.SetColumn("excerpt", texts))
	return must(solver.Fit(context.Background(), counts, 3))(t), counts, vectorizer
}

func TestTexts(t *testing.T) {
	texts := makeTexts(90)
	model, counts, vectorizer := textModel(t, texts)
	terms := vectorizer.Terms()
	if vectorizer.Documents() != 90 || vectorizer.Tokens() != 90*17 ||
		len(terms) != counts.Columns() || vectorizer.Replaced() != 0 {
		t.Fatal(vectorizer.Documents(), vectorizer.Tokens(), terms)
	}
	for c := 0; c < 3; c++ {
		top := must(model.TopTerms(c, manifact.ScoreExclusivity, 5))(t)
		topic := ""
		for _, line := range words {
			if strings.Contains(line, top[0].Name) {
				topic = line
			}
		}
		for _, term := range top {
			if !strings.Contains(topic, term.Name) || terms[term.Index] != term.Name {
				t.Fatal(top)
			}
		}
		if model.Title(c) == "" {
			t.Fatal("no title")
		}
	}
	same(t, "columns", model.ColumnNames(), []string{"excerpt"})
	same(t, "excerpts", must(model.Column("excerpt"))(t), texts)
	_, err := model.Column("none")
	is(t, err, manifact.ErrArgument, "")
	labels := must(model.AssignTexts(context.Background(), texts[:6]))(t)
	same(t, "labels", labels, model.Labels()[:6])
	own := model.Vectorizer()
	defer own.Close()
	same(t, "terms", own.Terms(), terms)

	quick := must(manifact.ClusterTexts(context.Background(), "lccf", texts, 3))(t)
	same(t, "labels", quick.Labels(), model.Labels())
}

func TestVectorizer(t *testing.T) {
	v := must(manifact.NewVectorizer())(t)
	check(t, v.Set("ngrams", 2))
	check(t, v.Set("stop-words", "none"))
	check(t, v.AddStopWords("the", "of"))
	if got := must(v.Get("ngrams"))(t); got != int64(2) {
		t.Fatal(got)
	}
	check(t, v.Set("min_df", 2))
	check(t, v.Reset("min-df"))
	is(t, v.Set("ngrams", 9), manifact.ErrOption, "ngrams")
	check(t, v.Add(context.Background(), []string{"red sails", ""}))
	is(t, v.Set("ngrams", 1), manifact.ErrArgument, "")
	check(t, v.Add(context.Background(), []string{"red moon of a planet", "\xff moon"}))
	_, err := v.Transform(context.Background(), []string{"red"})
	is(t, err, manifact.ErrArgument, "")
	counts := must(v.Finish(context.Background()))(t)
	if counts.Rows() != 4 || v.Replaced() != 1 {
		t.Fatal(counts.Rows(), v.Replaced())
	}
	is(t, v.Add(context.Background(), []string{"more"}), manifact.ErrArgument, "finished")
	again, terms, err := v.TransformCounted(context.Background(), []string{"red sails and red"})
	check(t, err)
	defer again.Close()
	if terms[0] < 4 {
		t.Fatal(terms)
	}
	names := must(manifact.VectorizerFromTerms([]string{"moon", "red", ""}))(t)
	same(t, "terms", names.Terms(), []string{"moon", "red", ""})
	is(t, names.Add(context.Background(), []string{"more"}), manifact.ErrArgument, "finished")
	_, err = manifact.VectorizerFromTerms(nil)
	is(t, err, manifact.ErrEmpty, "")
	empty := must(manifact.NewVectorizer())(t)
	_, err = empty.Finish(context.Background())
	is(t, err, manifact.ErrEmpty, "")
}

func TestEmbeddingsWithTexts(t *testing.T) {
	texts := makeTexts(60)
	v := must(manifact.NewVectorizer())(t)
	counts := must(v.FitTransform(context.Background(), texts))(t)
	points := make([]float32, 60*3)
	for i := 0; i < 60; i++ {
		points[3*i+i%3] = 1 + float32(i%7)/10
	}
	m := must(manifact.FromDense(60, 3, points))(t)
	solver := newSolver(t, "kmeans")
	check(t, solver.SetTexts(counts, v))
	model := must(solver.Fit(context.Background(), m, 3))(t)
	if top := must(model.TopTerms(0, manifact.ScoreLift, 2))(t); top[0].Name == "" {
		t.Fatal(top)
	}
	own := model.TextVectorizer()
	if own == nil || len(own.Terms()) != counts.Columns() {
		t.Fatal("another vectorizer")
	}
	check(t, own.Close())
	check(t, solver.SetTexts(nil, nil))
}

func TestEdits(t *testing.T) {
	ctx := context.Background()
	model, counts, _ := textModel(t, makeTexts(90))
	merged := must(model.Merge(ctx, []int64{0, 2}, nil))(t)
	if merged.Clusters() != 2 || model.Clusters() != 3 {
		t.Fatal(merged.Clusters())
	}
	split := must(merged.Split(ctx, 0, 2, nil))(t)
	hidden := must(split.Hide([]int64{1}))(t)
	named := must(hidden.Rename(0, "first"))(t)
	if split.Clusters() != 3 || hidden.Clusters() != 2 || named.TopicName(0) != "first" ||
		named.Title(0) != "first" {
		t.Fatal(split.Clusters(), hidden.Clusters(), named.TopicName(0))
	}
	edits := named.Edits()
	if len(edits) != 4 || !strings.HasPrefix(edits[0].Text, "merge") || len(edits[0].Map) != 3 ||
		edits[0].Map[0] != edits[0].Map[2] {
		t.Fatal(edits)
	}
	if reduced := must(model.Reduce(ctx, manifact.LinkageWard, 2, nil))(t); reduced.Clusters() != 2 {
		t.Fatal(reduced.Clusters())
	}
	_, err := model.Merge(ctx, []int64{0}, nil)
	is(t, err, manifact.ErrArgument, "")
	_, err = model.Hide([]int64{5})
	is(t, err, manifact.ErrArgument, "5")

	tree := must(model.Tree(ctx, manifact.LinkageAverage))(t)
	if len(tree.Steps) != 2 || len(tree.Heights) != 2 || len(tree.Order) != 3 ||
		tree.Heights[0] > tree.Heights[1] {
		t.Fatalf("%+v", tree)
	}
	group := must(model.TreeCut(ctx, manifact.LinkageAverage, 2))(t)
	if len(group) != 3 || group[0] != 0 {
		t.Fatal(group)
	}
	numbers := must(model.TopicNumbers(ctx, nil, manifact.ScoreExclusivity, 5))(t)
	also := must(model.TopicNumbers(ctx, counts, manifact.ScoreExclusivity, 5))(t)
	for c := 0; c < 3; c++ {
		if math.IsNaN(numbers.Coherence[c]) || numbers.Coherence[c] != also.Coherence[c] ||
			numbers.Diversity[c] <= 0 || numbers.Separation[c] <= 0 ||
			numbers.Weakness[c] == manifact.WeaknessEmpty {
			t.Fatalf("%+v %+v", numbers, also)
		}
	}
	for _, share := range must(model.Stability(ctx, nil, 2))(t) {
		if share < .5 || share > 1 {
			t.Fatal(share)
		}
	}
}

func TestTopicsLiveOn(t *testing.T) {
	ctx := context.Background()
	model, counts, vectorizer := textModel(t, makeTexts(90))
	merged := must(model.Merge(ctx, []int64{0, 2}, nil))(t)
	rows := make([]int64, 90)
	for i := range rows {
		rows[i] = int64(i)
	}
	found := must(model.Compare(ctx, merged, rows))(t)
	if found.Before[0] != manifact.ChangeJoined || found.Before[1] != manifact.ChangeStayed ||
		found.After[0] != manifact.ChangeJoined || found.Forward[0] != 1 || len(found.Backward) != 6 {
		t.Fatalf("%+v", found)
	}
	if same := must(model.Compare(ctx, model, nil))(t); same.Partners[2] != 2 ||
		same.After[2] != manifact.ChangeStayed {
		t.Fatalf("%+v", same)
	}
	if common := must(model.CommonDocuments(ctx, merged))(t); len(common) != 90 {
		t.Fatal(common)
	}
	labels, number, err := model.NewTopics(ctx)
	if err != nil || number != 0 || len(labels) != 90 {
		t.Fatal(labels, number, err)
	}
	grouped := must(model.RenameGroup([]int64{2, 0}, "both"))(t)
	if grouped.GroupName([]int64{0, 2}) != "both" || grouped.GroupName([]int64{0, 1}) != "" {
		t.Fatal("names of groups")
	}
	again := must(manifact.SolverFromModel(model))(t)
	all, topics, common, err := again.Join(ctx, model, model)
	if err != nil || len(topics) != 3 || topics[2] != 2 || all.Documents()+common != 180 {
		t.Fatal(topics, common, err)
	}
	_, err = model.Compare(ctx, merged, rows[1:])
	is(t, err, manifact.ErrLength, "")
	solver := must(manifact.NewSolver("kmeans"))(t)
	check(t, solver.SetVectorizer(vectorizer))
	if err := solver.SetNumbersOf(model); err != nil {
		t.Fatal(err)
	}
	if again := must(solver.Fit(ctx, counts, 3))(t); again.Clusters() != 3 {
		t.Fatal(again.Clusters())
	}
}

func TestTime(t *testing.T) {
	texts := makeTexts(90)
	periods := make([]int32, 90)
	for i := range periods {
		periods[i] = int32(i / 30)
		if i >= 60 {
			texts[i] += " comeback"
		}
	}
	model, _, _ := textModel(t, texts)
	counts := must(model.Timeline(periods, 3))(t)
	total := int64(0)
	for _, row := range counts {
		for _, count := range row {
			total += count
		}
	}
	if total != 90 || len(counts) != 3 {
		t.Fatal(counts)
	}
	rising := must(model.Trends(context.Background(), nil, periods, 0, manifact.Rising, 3))(t)
	if len(rising) == 0 || rising[0].Name != "comeback" {
		t.Fatal(rising)
	}
	must(model.Trends(context.Background(), nil, periods, 0, manifact.Falling, 3))(t)
	_, err := model.Timeline(periods[1:], 3)
	is(t, err, manifact.ErrLength, "")
	_, err = model.Trends(context.Background(), nil, periods[1:], 0, manifact.Rising, 3)
	is(t, err, manifact.ErrLength, "")
}

func TestEvidence(t *testing.T) {
	ctx := context.Background()
	model, X, _ := textModel(t, makeTexts(90))
	if !model.HasAdditiveScore() || model.ScoreRule() == "" {
		t.Fatal(model.ScoreRule())
	}
	explained := must(model.Explain(ctx, X, nil, 0))(t)
	defer explained.Contributions.Close()
	indptr, _, values, err := explained.Contributions.CSR()
	check(t, err)
	for i, score := range explained.Scores {
		sum := explained.Rests[i]
		for _, value := range values[indptr[i]:indptr[i+1]] {
			sum += value
		}
		if math.Abs(sum-score) > 1e-12*math.Max(1, math.Abs(score)) {
			t.Fatal(i, sum, score)
		}
	}
	_, err = model.Explain(ctx, X, []int32{0}, 0)
	is(t, err, manifact.ErrLength, "")
	tests := must(model.GroupTests(model.Labels(), 3))(t)
	if len(tests) != 3 || tests[0].Adjusted > 1e-6 {
		t.Fatal(tests)
	}
	must(model.GroupTerms(ctx, nil, model.Labels(), 0, 0, 3))(t)
	known := must(manifact.NewConstraints(90, model.Labels(), nil))(t)
	defer known.Close()
	asked := must(model.SuggestLabels(ctx, nil, nil, 6))(t)
	if len(asked) != 6 || asked[0].Score < 0 || model.Phrases(0) != model.Title(0) {
		t.Fatal(asked, model.Phrases(0))
	}
	if none := must(model.SuggestLabels(ctx, X, known, 6))(t); len(none) != 0 {
		t.Fatal(none)
	}
	seeds := []manifact.Seed{{Topic: 0, Columns: []int64{0}}, {Topic: 1, Columns: []int64{1}}}
	seeded := must(manifact.LabelBySeeds(ctx, X, seeds, 2, 3))(t)
	if len(seeded.Labels) != 90 || len(seeded.Matched) != 2 {
		t.Fatal(seeded)
	}
}

func TestUpdate(t *testing.T) {
	ctx := context.Background()
	texts := makeTexts(90)
	model, _, v := textModel(t, texts[:60])
	more, terms, err := v.TransformCounted(ctx, texts[60:])
	check(t, err)
	defer more.Close()
	numbers := make([]string, 30)
	for i := range numbers {
		numbers[i] = strings.Repeat("x", i%4)
	}
	updated := must(model.Update(ctx, more, terms, []manifact.Column{
		{Name: "excerpt", Texts: texts[60:]}, {Name: "number", Texts: numbers}}))(t)
	if updated.Documents() != 90 {
		t.Fatal(updated.Documents())
	}
	same(t, "excerpts", must(updated.Column("excerpt"))(t), texts)
	same(t, "numbers", must(updated.Column("number"))(t)[60:], numbers)
	drift := must(updated.EditDrift(0))(t)
	if drift.Documents != 30 || drift.Terms != 30*17 {
		t.Fatalf("%+v", drift)
	}
	byTexts := must(model.UpdateTexts(ctx, texts[60:], []manifact.Column{
		{Name: "number", Texts: numbers}}))(t)
	if found := must(byTexts.EditDrift(0))(t); found != drift {
		t.Fatalf("%+v", found)
	}
	same(t, "excerpts", must(byTexts.Column("excerpt"))(t), texts)
	byTexts = must(model.UpdateTexts(ctx, []string{texts[60] + " tungsten"}, nil))(t)
	same(t, "excerpts of texts", must(byTexts.Column("excerpt"))(t)[60:],
		[]string{texts[60] + " tungsten"})
	drift = must(byTexts.EditDrift(0))(t)
	if drift.Terms != 18 || drift.Unknown != 1 {
		t.Fatalf("%+v", drift)
	}
	_, err = updated.GroupTests(make([]int32, 3), 1)
	is(t, err, manifact.ErrLength, "groups has 3 entries, but the model has 90 documents")
	_, err = updated.Timeline(make([]int32, 91), 1)
	is(t, err, manifact.ErrLength, "periods has 91 entries, but the model has 90 documents")
	_, err = updated.EditDrift(1)
	is(t, err, manifact.ErrArgument, "")
	plain := must(model.Update(ctx, more, nil, nil))(t)
	same(t, "labels", plain.Labels(), updated.Labels())

	solver := must(manifact.SolverFromModel(updated))(t)
	if solver.Method() != "lccf" {
		t.Fatal(solver.Method())
	}
	refit := must(solver.Refit(ctx, updated))(t)
	if refit.Documents() != 90 || len(refit.Edits()) != 0 {
		t.Fatal(refit.Documents(), refit.Edits())
	}
	_, err = model.Update(ctx, more, terms[1:], nil)
	is(t, err, manifact.ErrLength, "29 numbers of terms of 30 documents")
	_, err = model.Update(ctx, more, nil, []manifact.Column{{Name: "a", Texts: numbers[1:]}})
	is(t, err, manifact.ErrLength, `"a" has 29 texts`)
	_, err = model.Update(ctx, more, nil, []manifact.Column{{Name: "a b", Texts: numbers}})
	is(t, err, manifact.ErrArgument, "")
}

func TestTakeLimits(t *testing.T) {
	v, solver := must(manifact.NewVectorizer())(t), newSolver(t, "lccf", "min-df", 3)
	check(t, v.TakeLimits(solver))
	if got := must(v.Get("min-df"))(t); got != must(solver.Get("min-df"))(t) {
		t.Fatal(got)
	}
}
