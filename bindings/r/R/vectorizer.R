# Texts to counts of words.

# list(vectorizer, counts): handles. `options` are those of the vectorizer; the limits of a solver
# apply where they have none.
count_texts <- function(texts, options = list(), solver = NULL, report = NULL) {
  stop_words <- options$stop_words
  own_words <- is.character(stop_words) && !(length(stop_words) == 1 &&
                                               stop_words %in% c("auto", "none"))
  if (own_words) options$stop_words <- NULL
  texts <- texts_of(texts)
  settings <- option_texts(options)
  made <- done(.Call(r_vectorizer, settings$names, settings$values,
                     if (own_words) stop_words else character(), solver))
  done(.Call(r_count, made, texts, report))
}

manifact_vectorizer <- function(texts, ..., threads = 0, verbose = FALSE, progress = NULL) {
  use_threads(threads)
  progress <- progress_of(verbose, progress)
  texts <- documents_of(texts)
  on.exit(progress$close())
  counted <- count_texts(texts, list(...), NULL, progress$report)
  terms <- .Call(r_terms, counted$vectorizer)
  structure(list(counts = sparse_of(counted$counts, list(names(texts), terms)), terms = terms,
                 handle = counted$vectorizer), class = "manifact_vectorizer")
}

predict.manifact_vectorizer <- function(object, newdata, threads = 0, ...) {
  use_threads(threads)
  newdata <- documents_of(newdata)
  counts <- done(.Call(r_transform, object$handle, texts_of(newdata), NULL))
  sparse_of(counts, list(names(newdata), object$terms))
}

print.manifact_vectorizer <- function(x, ...) {
  cat("Vectorizer of", length(x$terms), "terms, from", nrow(x$counts), "texts\n")
  invisible(x)
}
