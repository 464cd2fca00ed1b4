# Graphs of neighbors, the number of clusters, and the comparison with known classes.

knn_graph <- function(x, neighbors = 5, weight = NULL, rule = "or", bandwidth = 0,
                      search = "auto", recall = 0.95, seed = 0, threads = 0, verbose = FALSE,
                      progress = NULL, metric = "cosine") {
  use_threads(threads)
  x <- documents_of(x)
  if (is.null(weight)) weight <- if (metric == "euclidean") "local-scaling" else "cosine"
  progress <- progress_of(verbose, progress)
  documents <- matrix_of(x)
  on.exit({
    progress$close()
    free(documents)
  })
  graph_matrix(done(.Call(r_knn_graph, documents, neighbors, metric, weight, rule, bandwidth,
                          search, recall, seed, progress$report)), rownames(x))
}

fit_graph <- function(x, method = "auto", ..., threads = 0, verbose = FALSE, progress = NULL) {
  use_threads(threads)
  progress <- progress_of(verbose, progress)
  solver <- new_solver(method, list(...))
  x <- documents_of(x)
  documents <- matrix_of(x)
  on.exit({
    progress$close()
    free(solver)
    free(documents)
  })
  graph_matrix(done(.Call(r_solver_graph, solver, documents, progress$report)), rownames(x))
}

# The weights of a graph, a dgCMatrix; frees the graph.
graph_matrix <- function(graph, names) {
  handle <- done(.Call(r_graph_matrix, graph))
  free(graph)
  sparse_of(handle, list(names, names))
}

graph_of <- function(graph) done(.Call(r_graph_of_matrix, matrix_of(graph), "symmetric"))

suggest_k <- function(x, from = NULL, to = NULL, method = "ncut", ..., background = NULL,
                      text_field = NULL, threads = 0, verbose = FALSE, progress = NULL) {
  use_threads(threads)
  chosen <- chosen_documents(x, text_field)
  x <- chosen$x
  if (!is.null(background)) background <- documents_of(background, chosen$field)
  progress <- progress_of(verbose, progress)
  solver <- new_solver(method, list(...))
  documents <- NULL
  on.exit({
    progress$close()
    free(solver)
    if (!is.null(documents)) free(documents)
  })
  counted <- if (is_text(x)) count_texts(x, list(), solver, progress$report)
  documents <- if (is_text(x)) counted$counts else matrix_of(x)
  if (!is.null(background))
    set_background(documents, background, counted$vectorizer, progress$report)
  suggestion_of(done(.Call(r_suggest_k, solver, documents, if (is.null(from)) 0 else from,
                           if (is.null(to)) 0 else to, progress$report)))
}

suggestion_of <- function(found) {
  rows <- as.data.frame(found[c("ks", "eigenvalue", "gap", "stability", "score", "status", "why")])
  names(rows)[1] <- "k"
  structure(list(k = found$k, reason = found$reason, rows = rows, warnings = found$warnings),
            class = "manifact_suggestion")
}

print.manifact_suggestion <- function(x, ...) {
  cat("Suggested number of topics: ", x$k, "\n", x$reason, "\n", sep = "")
  for (warning in x$warnings) cat("warning: ", warning, "\n", sep = "")
  invisible(x)
}

evaluate <- function(truth, predicted) {
  codes <- function(x) as.integer(labels_of(x))
  found <- done(.Call(r_evaluate, codes(truth), codes(predicted)))
  `names<-`(found, c("accuracy", "nmi", "nmi_sqrt", "ari", "purity"))
}
