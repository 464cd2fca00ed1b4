// What a fit finds, for the test across languages, whose driver in C says what is
// read and printed: labels INPUT METHOD K [NAME=VALUE...].
package main

import (
	"context"
	"fmt"
	"log"
	"math"
	"os"
	"strconv"
	"strings"

	"manifact.internal/manifact"
)

func number[T int | float64](text string, parse func(string) (T, error)) T {
	value, err := parse(text)
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func integer(text string) int { return number(text, strconv.Atoi) }

func real(text string) float64 {
	return number(text, func(text string) (float64, error) { return strconv.ParseFloat(text, 64) })
}

func dense(rows, columns int, lines []string) (*manifact.Matrix, error) {
	var values []float64
	for _, value := range strings.Fields(strings.Join(lines, " ")) {
		values = append(values, real(value))
	}
	return manifact.FromDense(rows, columns, values)
}

func sparse(rows, columns int, lines []string) (*manifact.Matrix, error) {
	indptr, indices, values := []int64{0}, []int32{}, []float64{}
	for _, line := range lines {
		for _, entry := range strings.Fields(line) {
			column, value, _ := strings.Cut(entry, ":")
			indices = append(indices, int32(integer(column)))
			values = append(values, real(value))
		}
		indptr = append(indptr, int64(len(indices)))
	}
	return manifact.FromCSR(rows, columns, indptr, indices, values)
}

func counts(solver *manifact.Solver, texts []string) (*manifact.Matrix, error) {
	vectorizer, err := manifact.NewVectorizer()
	if err != nil {
		return nil, err
	}
	X, err := vectorizer.FitTransform(context.Background(), texts)
	if err != nil {
		return nil, err
	}
	if err := solver.SetColumn("excerpt", texts); err != nil {
		return nil, err
	}
	return X, solver.SetVectorizer(vectorizer)
}

func read(solver *manifact.Solver, input string) (*manifact.Matrix, error) {
	content, err := os.ReadFile(input)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimSuffix(string(content), "\n"), "\n")
	if strings.HasSuffix(input, ".txt") {
		return counts(solver, lines)
	}
	size := strings.Fields(lines[0])
	if strings.HasSuffix(input, ".csr") {
		return sparse(integer(size[0]), integer(size[1]), lines[1:])
	}
	return dense(integer(size[0]), integer(size[1]), lines[1:])
}

func fit(input, method string, k int, options []string) (*manifact.Model,
	*manifact.Matrix, error) {
	solver, err := manifact.NewSolver(method)
	if err != nil {
		return nil, nil, err
	}
	for _, option := range options {
		name, value, _ := strings.Cut(option, "=")
		if err := solver.Set(name, value); err != nil {
			return nil, nil, err
		}
	}
	X, err := read(solver, input)
	if err != nil {
		return nil, nil, err
	}
	model, err := solver.Fit(context.Background(), X, k)
	return model, X, err
}

func printBits(values ...float64) {
	for _, value := range values {
		fmt.Printf("%016x", math.Float64bits(value))
	}
}

func printExplanation(model *manifact.Model, X *manifact.Matrix) error {
	explained, err := model.Explain(context.Background(), X, nil, 3)
	if err != nil {
		return err
	}
	_, _, values, err := explained.Contributions.CSR()
	printBits(explained.Scores...)
	printBits(explained.Rests...)
	printBits(values...)
	return err
}

func printGroups(model *manifact.Model) error {
	groups := make([]int32, len(model.Labels()))
	for i := range groups {
		groups[i] = int32(i % 2)
	}
	tests, err := model.GroupTests(groups, 2)
	for _, test := range tests {
		printBits(test.Statistic, test.P, test.Adjusted, test.Expected)
	}
	return err
}

func printSeeds(X *manifact.Matrix, k int) error {
	third := int64(X.Columns() / 3)
	seeds := []manifact.Seed{{Topic: 0, Columns: []int64{0}},
		{Topic: 1, Columns: []int64{third}, Weight: 2},
		{Topic: 2, Columns: []int64{2 * third, 2*third + 1}}}
	found, err := manifact.LabelBySeeds(context.Background(), X, seeds, 3, k)
	if err == nil {
		all := fmt.Sprint(found.Labels, found.Matched, found.Chosen)
		fmt.Print(strings.Join(strings.FieldsFunc(all, func(r rune) bool {
			return strings.ContainsRune("[] ", r)
		}), " "))
	}
	return err
}

func printTitles(model *manifact.Model) error {
	var titles []string
	for topic := 0; topic < model.Clusters(); topic++ {
		titles = append(titles, model.Title(topic))
	}
	fmt.Print(strings.Join(titles, " | "))
	return nil
}

func printDrift(model *manifact.Model, input string) error {
	content, err := os.ReadFile(input)
	if err != nil {
		return err
	}
	texts := strings.Split(string(content), "\n")[:6]
	for i := range texts {
		texts[i] += " tungsten"
	}
	grown, err := model.UpdateTexts(context.Background(), texts, nil)
	if err != nil {
		return err
	}
	drift, err := grown.EditDrift(0)
	fmt.Print(drift.Documents, drift.Far, drift.Unassigned, drift.Terms, drift.Unknown)
	return err
}

// The line that f prints, "-" unless is.
func line(is bool, f func() error) {
	if !is {
		fmt.Print("-")
	} else if err := f(); err != nil {
		log.Fatal(err)
	}
	fmt.Println()
}

func main() {
	if len(os.Args) < 4 {
		log.Fatal("usage: labels INPUT METHOD K [NAME=VALUE...]")
	}
	k := integer(os.Args[3])
	model, X, err := fit(os.Args[1], os.Args[2], k, os.Args[4:])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.Trim(fmt.Sprint(model.Labels()), "[]"))
	printBits(model.Memberships().Values...)
	fmt.Println()
	isText := strings.HasSuffix(os.Args[1], ".txt")
	line(!isText && model.HasAdditiveScore(), func() error { return printExplanation(model, X) })
	line(true, func() error { return printGroups(model) })
	line(strings.HasSuffix(os.Args[1], ".csr"), func() error { return printSeeds(X, k) })
	line(isText, func() error { return printTitles(model) })
	line(isText, func() error { return printDrift(model, os.Args[1]) })
}
