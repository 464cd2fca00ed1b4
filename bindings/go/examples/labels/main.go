// Labels and memberships of a fit, for the test across languages, whose driver in C says what is
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

	"manifact"
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

func fit(input, method string, k int, options []string) (*manifact.Model, error) {
	solver, err := manifact.NewSolver(method)
	if err != nil {
		return nil, err
	}
	for _, option := range options {
		name, value, _ := strings.Cut(option, "=")
		if err := solver.Set(name, value); err != nil {
			return nil, err
		}
	}
	X, err := read(solver, input)
	if err != nil {
		return nil, err
	}
	return solver.Fit(context.Background(), X, k)
}

func main() {
	if len(os.Args) < 4 {
		log.Fatal("usage: labels INPUT METHOD K [NAME=VALUE...]")
	}
	model, err := fit(os.Args[1], os.Args[2], integer(os.Args[3]), os.Args[4:])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.Trim(fmt.Sprint(model.Labels()), "[]"))
	for _, value := range model.Memberships().Values {
		fmt.Printf("%016x", math.Float64bits(value))
	}
	fmt.Println()
}
