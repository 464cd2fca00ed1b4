# Documents, labels and pairs of R for the library.

# A handle of a matrix, documents x features. A fit keeps the names of the columns, and finds the
# columns of new documents by them.
named_matrix_of <- function(x) {
  if (is_table(x)) return(matrix_of_table(x))
  documents <- matrix_of(x)
  if (!is.null(colnames(x))) done(.Call(r_set_feature_names, documents, colnames(x)))
  documents
}

matrix_of <- function(x) {
  if (is_table(x)) return(matrix_of_table(x))
  if (inherits(x, "dgCMatrix")) return(done(.Call(r_sparse, x@Dim, x@p, x@i, x@x)))
  if (is(x, "sparseMatrix"))
    return(matrix_of(as(as(as(x, "dMatrix"), "generalMatrix"), "CsparseMatrix")))
  if (is.data.frame(x) || is(x, "Matrix")) x <- as.matrix(x)
  if (!is.matrix(x) || !(is.numeric(x) || is.logical(x)))
    stop("the documents must be a character vector, or a matrix with a row for each document, ",
         "not an object of class \"", class(x)[1], "\"")
  if (!is.double(x)) storage.mode(x) <- "double"
  done(.Call(r_dense, dim(x), x))
}

optional_matrix <- function(x) if (is.null(x)) NULL else named_matrix_of(x)

is_text <- function(x)
  if (is_table(x)) identical(types_of(x), "texts") else
    is.character(x) && is.null(dim(x)) || is.factor(x)

texts_of <- function(x) {
  if (is_table(x) && is_text(x)) return(x[[1]])
  names <- names(x)
  if (is.factor(x)) x <- as.character(x)
  if (!is_text(x)) stop("the texts must be a character vector")
  structure(x, names = names)
}

# What an excerpt is made of, so that long texts are not copied; the library cuts it.
beginnings <- function(texts) {
  heads <- substr(texts, 1, 2000)
  is_enough <- nchar(gsub("[[:cntrl:][:space:]]+", " ", heads)) >= 1000
  ifelse(is_enough, heads, texts)
}

names_of_documents <- function(x)
  if (!is_table(x)) if (is_text(x)) names(x) else rownames(x)

# A dgCMatrix of a handle.
sparse_of <- function(handle, names = list(NULL, NULL)) {
  slots <- done(.Call(r_matrix_slots, handle))
  free(handle)
  new("dgCMatrix", p = slots$p, i = slots$i, x = slots$x, Dim = slots$Dim, Dimnames = names)
}

# The words for an unknown class, as the program has them: those for a missing value, and those of
# labels, in any case of letters.
missing_words <- c(
  "NA", "N/A", "n/a", "#N/A", "#NA", "#N/A N/A", "NULL", "Null", "null", "None", "NaT", "nat",
  "\\N", "<NA>", "[deleted]", "[removed]", "1.#QNAN", "-1.#IND",
  outer(c("", "-", "+"), c("nan", "NaN", "NAN", "Nan"), paste0))
label_words <- c("unknown", "unlabeled", "unlabelled", "missing", "(blank)", "(none)", "--", ".",
                 "*")

# Names with NA for empty ones and for the words above, with a warning for words.
known_names <- function(names, what) {
  words <- trimws(as.character(names))
  unknown <- !is.na(words) & (words %in% c("", "-", "?", missing_words) |
                                tolower(words) %in% label_words)
  if (any(unknown & words != "")) {
    shown <- sort(unique(words[unknown & words != ""]))
    warning(sum(unknown & words != ""), " ", what, " unknown: ",
            paste0('"', shown, '"', collapse = ", "), call. = FALSE)
  }
  names[unknown] <- NA
  names
}

# Labels as a factor without unused levels; NA is unknown.
labels_of <- function(labels) {
  if (is.numeric(labels) && any(labels < 0 | labels != floor(labels), na.rm = TRUE))
    stop("labels must be whole numbers that are not negative, or NA if they are not known")
  if (is.numeric(labels)) labels[is.nan(labels)] <- NA
  if (is.character(labels) || is.factor(labels)) labels <- known_names(labels, "of labels are")
  factor(labels)
}

# Numbers of groups: those of a factor, or whole numbers from 1; NA is unknown.
whole_groups <- function(groups, name) {
  if (is.factor(groups)) groups <- factor(known_names(groups, paste("of", name, "are")))
  if (is.factor(groups) || all(is.na(groups))) return(as.integer(groups))
  if (!is.numeric(groups) ||
      any(groups < 1 | groups >= 2^31 | groups != floor(groups), na.rm = TRUE))
    stop(name, " must be a factor or whole numbers from 1, or NA if they are not known")
  as.integer(groups)
}

constraints_of <- function(n, labels, pairs) {
  pairs <- pairs_of(pairs)
  done(.Call(r_constraints, n, if (!is.null(labels)) as.integer(labels), pairs$first, pairs$second,
             pairs$weight))
}

seed_labels <- function(x, topics, k = length(topics), weights = NULL, threads = 0) {
  use_threads(threads)
  x <- documents_of(x)
  documents <- named_matrix_of(x)
  on.exit(free(documents))
  columns_of <- function(seed) {
    if (!is.character(seed)) return(as.double(seed))
    found <- match(seed, colnames(x))
    if (anyNA(found)) stop("x has no column ", paste(seed[is.na(found)], collapse = ", "))
    as.double(found)
  }
  seeds <- lapply(unlist(lapply(topics, as.list), recursive = FALSE), columns_of)
  of_topic <- rep(seq_along(topics), lengths(topics))
  if (is.null(weights)) weights <- lapply(topics, function(topic) rep(1, length(topic)))
  if (!identical(as.integer(lengths(weights)), as.integer(lengths(topics))))
    stop("weights must have the shape of topics")
  found <- done(.Call(r_seed_labels, documents, as.double(unlist(seeds)),
                      as.integer(lengths(seeds)), as.integer(of_topic),
                      as.double(unlist(weights)),
                      length(topics), k, NULL))
  if (!is.null(names(topics))) found$labels <- factor(names(topics)[found$labels], names(topics))
  found
}

# Pairs of documents with weights: a data frame, a list or a matrix of two or three columns.
pairs_of <- function(pairs) {
  if (is.null(pairs)) return(list(first = numeric(), second = numeric(), weight = numeric()))
  if (is.matrix(pairs)) pairs <- as.data.frame(pairs)
  if (!is.list(pairs) || !length(pairs) %in% 2:3 || length(pairs[[1]]) != length(pairs[[2]]))
    stop("pairs must have a column of first documents, one of second documents, and possibly one ",
         "of weights")
  pairs <- unname(as.list(pairs))
  weight <- if (length(pairs) == 3) as.double(pairs[[3]]) else 1
  list(first = as.double(pairs[[1]]), second = as.double(pairs[[2]]),
       weight = rep_len(weight, length(pairs[[1]])))
}

# Periods as whole numbers from 1, with their names.
periods_of <- function(periods) {
  if (is.numeric(periods)) periods <- factor(periods, levels = sort(unique(periods)))
  periods <- as.factor(periods)
  list(codes = as.integer(periods), names = levels(periods))
}
