# Fits and their results.

manifact <- function(x, k, method = "auto", ..., labels = NULL, pairs = NULL, texts = NULL,
                     vectorizer = NULL, graph = NULL, initial = NULL, numbers_of = NULL,
                     background = NULL, vectors = NULL, text_field = NULL, threads = 0,
                     verbose = FALSE, progress = NULL) {
  call <- match.call()
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
  documents <- set_documents(solver, x, vectorizer, background, progress$report)
  if (!is.null(vectors)) set_vectors(documents, vectors)
  n <- .Call(r_matrix_size, documents)[1]
  if (!is.null(labels)) labels <- labels_of(labels)
  if (!is.null(labels) || !is.null(pairs))
    done(.Call(r_set_constraints, solver, constraints_of(n, labels, pairs)))
  if (!is.null(texts)) set_texts(solver, texts, vectorizer, progress$report)
  if (!is.null(graph)) done(.Call(r_set_graph, solver, graph_of(graph)))
  if (!is.null(initial)) set_initial(solver, initial)
  if (!is.null(numbers_of)) done(.Call(r_set_numbers_of, solver, numbers_of$handle))
  suggestion <- NULL
  if (identical(k, "auto")) {
    suggestion <- suggestion_of(done(.Call(r_suggest_k, solver, documents, 0, 0, progress$report)))
    k <- suggestion$k
  }
  handle <- done(.Call(r_fit, solver, documents, k, progress$report))
  fit <- fit_of(handle, names_of_documents(x), call)
  fit$classes <- levels(labels)
  fit$suggestion <- suggestion
  fit$text_field <- chosen$field
  for (warning in fit$warnings)
    warning(structure(class = c("manifact_warning", "warning", "condition"),
                      list(message = warning, call = call)))
  fit
}

# The handle of the documents. The solver gets the vectorizer of texts, or of terms.
set_documents <- function(solver, x, vectorizer, background, report) {
  if (is_text(x)) {
    if (inherits(vectorizer, "manifact_vectorizer")) {
      handle <- vectorizer$handle
      documents <- done(.Call(r_transform, handle, texts_of(x), report))
    } else {
      counted <- count_texts(x, as.list(vectorizer), solver, report)
      handle <- counted$vectorizer
      documents <- counted$counts
    }
    done(.Call(r_set_vectorizer, solver, handle))
    if (!is.null(background)) set_background(documents, background, handle, report)
    done(.Call(r_set_column, solver, "excerpt", beginnings(texts_of(x))))
    return(documents)
  }
  documents <- named_matrix_of(x)
  if (!is.null(background)) set_background(documents, background, NULL, report)
  if (inherits(vectorizer, "manifact_vectorizer"))
    done(.Call(r_set_vectorizer, solver, vectorizer$handle))
  else if (!is.null(colnames(x)) && is(x, "sparseMatrix"))  # of counts: its columns are terms
    done(.Call(r_set_vectorizer, solver, done(.Call(r_vectorizer_of_terms, colnames(x)))))
  documents
}

# The document frequencies of a larger collection: texts, or counts with the same columns.
set_background <- function(documents, background, vectorizer, report) {
  if (is_text(background) && is.null(vectorizer))
    stop("background holds texts, but x is a matrix: give the counts of the same columns")
  others <- if (is_text(background)) done(.Call(r_transform, vectorizer, texts_of(background),
                                                report))
            else matrix_of(background)
  on.exit(free(others))
  done(.Call(r_set_background, documents, others))
}

# A vector for each document beside its words.
set_vectors <- function(documents, vectors) {
  beside <- matrix_of(vectors)
  on.exit(free(beside))
  done(.Call(r_set_vectors, documents, beside))
}

# Texts that describe documents of other features.
set_texts <- function(solver, texts, vectorizer, report) {
  options <- if (inherits(vectorizer, "manifact_vectorizer")) list() else as.list(vectorizer)
  counted <- count_texts(texts, options, solver, report)
  done(.Call(r_set_texts, solver, counted$counts, counted$vectorizer))
  done(.Call(r_set_column, solver, "excerpt", beginnings(texts_of(texts))))
}

set_initial <- function(solver, initial) {
  if (inherits(initial, "manifact")) done(.Call(r_set_start_model, solver, initial$handle))
  else if (is.matrix(initial)) stop("initial must be clusters or a fit, not a matrix")
  else done(.Call(r_set_start_labels, solver, whole_groups(initial, "initial")))
}

# An object of class "manifact" of the handle of a model.
fit_of <- function(handle, names = NULL, call = NULL) {
  info <- .Call(r_model_info, handle)
  names(info$cluster) <- names
  titles <- info$titles
  titles[titles == ""] <- paste("topic", seq_along(titles))[titles == ""]
  structure(list(cluster = info$cluster, size = info$size, k = info$k, titles = titles,
                 method = info$method, status = info$status, converged = info$converged,
                 iterations = info$iterations, objective = info$objective,
                 warnings = vapply(info$warnings, in_r, "", USE.NAMES = FALSE),
                 call = call, handle = handle), class = "manifact")
}

# What a changed model keeps of the one that it was made from.
changed <- function(object, handle, documents = names(object$cluster)) {
  fit <- fit_of(handle, documents, object$call)
  fit$classes <- object$classes
  fit$text_field <- object$text_field
  fit
}

predict.manifact <- function(object, newdata = NULL,
                             type = c("cluster", "proportions", "memberships", "margin"),
                             min_membership = 0, threads = 0, verbose = FALSE, progress = NULL,
                             ...) {
  type <- match.arg(type)
  if (is.null(newdata)) {
    if (type == "cluster") return(object$cluster)
    return(topic_matrix(object, type))
  }
  use_threads(threads)
  progress <- progress_of(verbose, progress)
  newdata <- documents_of(newdata, fields_in(newdata, object$text_field))
  documents <- new_documents(object, newdata, progress$report)
  on.exit({
    progress$close()
    free(documents)
  })
  names <- names_of_documents(newdata)
  if (type == "memberships") {
    found <- done(.Call(r_assign, object$handle, documents, progress$report))$memberships
    return(`dimnames<-`(found, list(names, object$titles)))
  }
  found <- done(.Call(r_assign_proportions, object$handle, documents, min_membership,
                      progress$report))
  if (type == "proportions") return(`dimnames<-`(found$proportions, list(names, object$titles)))
  `names<-`(if (type == "cluster") found$cluster else found$margin, names)
}

score_rule <- function(object) .Call(r_score_rule, object$handle)

explain <- function(object, newdata, n = 0, topics = NULL, threads = 0, verbose = FALSE,
                    progress = NULL) {
  use_threads(threads)
  progress <- progress_of(verbose, progress)
  newdata <- documents_of(newdata, fields_in(newdata, object$text_field))
  documents <- new_documents(object, newdata, progress$report)
  on.exit({
    progress$close()
    free(documents)
  })
  if (!is.null(topics)) topics <- whole_groups(topics, "topics")
  found <- done(.Call(r_explain, object$handle, documents, topics, n, progress$report))
  vectorizer <- .Call(r_model_vectorizer, object$handle, FALSE)
  features <- if (is.null(vectorizer)) .Call(r_feature_names, object$handle)
              else .Call(r_terms, vectorizer)
  found$contributions <- sparse_of(found$contributions,
                                   list(names_of_documents(newdata), features))
  found
}

# The handle of documents with the features of a fit.
new_documents <- function(object, newdata, report)
  counted_documents(object, newdata, report)$documents

# The same, and the numbers of terms of texts.
counted_documents <- function(object, newdata, report) {
  vectorizer <- .Call(r_model_vectorizer, object$handle, FALSE)
  if (!is_text(newdata)) return(list(documents = named_matrix_of(newdata)))
  if (is.null(vectorizer))
    stop("the fit has no terms, so that it cannot assign texts")
  done(.Call(r_transform_counted, vectorizer, texts_of(newdata), report))
}

print.manifact <- function(x, n = 5, ...) {
  cat("Clustering of ", length(x$cluster), " documents into ", x$k, " topics by ", x$method, "\n\n",
      sep = "")
  best <- topics(x, n)
  terms <- vapply(split(best$term, factor(best$topic, seq_len(x$k))), paste, "", collapse = ", ")
  print(data.frame(documents = x$size, terms = terms, row.names = seq_len(x$k)), right = FALSE)
  unassigned <- sum(is.na(x$cluster))
  if (unassigned > 0) cat("\n", unassigned, " documents have no topic\n", sep = "")
  invisible(x)
}

summary.manifact <- function(object, n = 5, ...) {
  diagnostics <- .Call(r_model_diagnostics, object$handle)
  structure(list(fit = object, n = n, options = .Call(r_model_options, object$handle),
                 diagnostics = diagnostics, edits = .Call(r_model_info, object$handle)$edits),
            class = "summary.manifact")
}

print.summary.manifact <- function(x, ...) {
  print(x$fit, x$n)
  cat("\nstatus ", x$fit$status, ", ", x$fit$iterations, " updates, objective ",
      format(x$fit$objective), if (x$edits > 0) paste0(", ", x$edits, " edits"), "\n", sep = "")
  for (warning in x$fit$warnings) cat("warning: ", warning, "\n", sep = "")
  if (length(x$diagnostics) > 0) {
    cat("\nDiagnostics\n")
    print(noquote(cbind(value = x$diagnostics)))
  }
  invisible(x)
}

add_documents <- function(object, x, threads = 0, verbose = FALSE, progress = NULL) {
  use_threads(threads)
  progress <- progress_of(verbose, progress)
  x <- documents_of(x, fields_in(x, object$text_field))
  counted <- counted_documents(object, x, progress$report)
  documents <- counted$documents
  on.exit({
    progress$close()
    free(documents)
  })
  handle <- done(.Call(r_update, object$handle, documents, counted$terms,
                       if (is_text(x)) beginnings(texts_of(x)), progress$report))
  names <- names_of_documents(x)
  before <- names(object$cluster)
  n <- .Call(r_matrix_size, documents)[1]
  if (!is.null(names) || !is.null(before)) {
    if (is.null(before)) before <- rep("", length(object$cluster))
    names <- c(before, if (is.null(names)) rep("", n) else names)
  }
  changed(object, handle, names)
}

drift <- function(object, edit = NULL) {
  edits <- .Call(r_model_info, object$handle)$edits
  if (is.null(edit)) edit <- edits
  if (!is.numeric(edit) || length(edit) != 1 || is.na(edit) || edit < 1 || edit > edits)
    stop("there is no edit ", format(edit), ": the fit has ", edits)
  .Call(r_drift, object$handle, edit)
}

refit <- function(object, threads = 0, verbose = FALSE, progress = NULL) {
  use_threads(threads)
  progress <- progress_of(verbose, progress)
  on.exit(progress$close())
  changed(object, done(.Call(r_refit, object$handle, progress$report)))
}

join_topics <- function(object, other, threads = 0, verbose = FALSE, progress = NULL) {
  use_threads(threads)
  progress <- progress_of(verbose, progress)
  on.exit(progress$close())
  rows <- done(.Call(r_common_documents, object$handle, other$handle))
  found <- done(.Call(r_join, object$handle, other$handle, progress$report))
  names <- names(object$cluster)
  if (!is.null(names) && !is.null(names(other$cluster)))
    names <- c(names, names(other$cluster)[setdiff(seq_along(other$cluster), rows)])
  if (length(names) != length(object$cluster) + length(other$cluster) - found$common) names <- NULL
  list(fit = changed(object, found$model, names), topics = found$topics, common = found$common)
}
