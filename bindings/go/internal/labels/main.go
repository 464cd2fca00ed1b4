// Labels prints labels and memberships of a fit, for the test across languages, whose driver in C
// says what is read and printed: labels INPUT METHOD K [NAME=VALUE...].
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

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func number(text string) float64 { return must(strconv.ParseFloat(text, 64)) }

func dense(rows, columns int, lines []string) *manifact.Matrix {
	var values []float64
	for _, word := range strings.Fields(strings.Join(lines, " ")) {
		values = append(values, number(word))
	}
	return must(manifact.FromDense(rows, columns, values))
}

func sparse(rows, columns int, lines []string) *manifact.Matrix {
	indptr, indices, values := []int64{0}, []int32{}, []float64{}
	for _, line := range lines {
		for _, entry := range strings.Fields(line) {
			column, value, _ := strings.Cut(entry, ":")
			indices = append(indices, int32(must(strconv.Atoi(column))))
			values = append(values, number(value))
		}
		indptr = append(indptr, int64(len(indices)))
	}
	return must(manifact.FromCSR(rows, columns, indptr, indices, values))
}

func counted(solver *manifact.Solver, texts []string) *manifact.Matrix {
	vectorizer := must(manifact.NewVectorizer())
	counts := must(vectorizer.FitTransform(context.Background(), texts))
	if err := solver.SetVectorizer(vectorizer); err != nil {
		log.Fatal(err)
	}
	return counts
}

func main() {
	if len(os.Args) < 4 {
		log.Fatal("labels INPUT METHOD K [NAME=VALUE...]")
	}
	input := os.Args[1]
	solver := must(manifact.NewSolver(os.Args[2]))
	for _, option := range os.Args[4:] {
		name, value, _ := strings.Cut(option, "=")
		if err := solver.Set(name, value); err != nil {
			log.Fatal(err)
		}
	}
	lines := strings.Split(strings.TrimSuffix(string(must(os.ReadFile(input))), "\n"), "\n")
	var X *manifact.Matrix
	if strings.HasSuffix(input, ".txt") {
		X = counted(solver, lines)
	} else {
		var rows, columns int
		must(fmt.Sscan(lines[0], &rows, &columns))
		make := sparse
		if strings.HasSuffix(input, ".dense") {
			make = dense
		}
		X = make(rows, columns, lines[1:])
	}
	model := must(solver.Fit(context.Background(), X, must(strconv.Atoi(os.Args[3]))))
	fmt.Println(strings.Trim(fmt.Sprint(model.Labels()), "[]"))
	for _, value := range model.Memberships().Values {
		fmt.Printf("%016x", math.Float64bits(value))
	}
	fmt.Println()
}
