// Package manifact clusters documents, and any other feature vectors, by graph-regularized matrix
// factorization.
//
// A Matrix holds documents, which are its rows; a Vectorizer makes one of texts. A Solver is a
// method with its options, and fits a Model, which has the clusters and assigns new documents.
// ClusterTexts does all of it with the defaults.
//
// Handles are freed by Close, or with the garbage collection. A Solver, and a Vectorizer until it
// is finished, serve one call at a time; all others are immutable and may be used by several
// goroutines at once. Labels are numbers from 0, and -1 is none or not known.
//
// The methods and their options are those of the command "manifact methods" and "manifact options
// METHOD".
package manifact
