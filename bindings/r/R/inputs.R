# What users of R have documents in, as what the library takes: texts with names, or a matrix.

# `text_field` names the columns of a data frame that are read as texts.
documents_of <- function(x, text_field = NULL) {
  if (is.data.frame(x)) return(documents_of_frame(x, text_field))
  if (!is.null(text_field))
    stop("text_field names columns of a data frame, but x is of class \"", class(x)[1], "\"")
  if (inherits(x, "Corpus")) return(texts_of_tm(x))
  if (inherits(x, "simple_triplet_matrix")) return(matrix_of_triplets(x))
  # The texts of quanteda are a character vector, whose names are in an attribute. Its matrix of
  # counts is a dgCMatrix.
  if (inherits(x, "corpus") && is.character(x)) {
    docvars <- attr(x, "docvars")
    return(structure(as.vector(unclass(x)), names = docvars[["docname_"]]))
  }
  x
}

# As documents_of(); list(x, field), the field of a frame of texts.
chosen_documents <- function(x, text_field) {
  if (is.data.frame(x) && is.null(text_field)) text_field <- guessed_text_field(x)
  list(x = documents_of(x, text_field), field = if (is.data.frame(x)) text_field)
}

# The field of a fit for new documents, if they are a frame.
fields_in <- function(x, text_field) if (is.data.frame(x)) text_field

documents_of_frame <- function(x, text_field) {
  if (is.null(text_field)) text_field <- guessed_text_field(x)
  if (is.null(text_field)) return(x)
  if (!is.character(text_field) || length(text_field) == 0)
    stop("text_field must be the names of columns of x")
  unknown <- setdiff(text_field, names(x))
  if (length(unknown) > 0)
    stop("x has no column \"", unknown[1], "\" (text_field); its columns are ",
         paste0('"', names(x), '"', collapse = ", "))
  parts <- lapply(x[text_field], as.character)
  texts <- do.call(paste, c(lapply(parts, function(part) ifelse(is.na(part), "", part)),
                            sep = "\n"))
  structure(texts, names = names_of_frame(x, text_field))
}

# Names of columns that hold texts, or names, of documents. The first ones are preferred.
text_names <- c("text", "body", "content", "contents", "description", "message", "abstract",
                "article", "document", "review", "comment", "tweet", "post", "question", "summary")
document_names <- c("doc_id", "docid", "id")

names_of_frame <- function(x, text_field) {
  places <- match(document_names, tolower(names(x)))
  places <- places[!is.na(places) & !names(x)[places] %in% text_field]
  if (length(places) > 0) return(written(x[[places[1]]]))
  if (is.character(attr(x, "row.names"))) row.names(x)
}

# As texts; numbers without an exponent, which as.character() gives 100000.
written <- function(names) {
  if (!is.numeric(names)) return(as.character(names))
  whole <- !is.na(names) & names == trunc(names) & abs(names) < 2^53
  ifelse(whole, sprintf("%.0f", names), as.character(names))
}

# The column of a frame that holds texts, with a message; NULL for a frame of numbers.
guessed_text_field <- function(x) {
  is_number <- vapply(x, function(column) is.numeric(column) || is.logical(column), NA)
  if (all(is_number)) return(NULL)
  could_be <- vapply(x, function(column) is.character(column) || is.factor(column), NA)
  # Texts have blanks in them; labels and names seldom have several.
  is_text <- could_be
  is_text[could_be] <- vapply(x[could_be], function(column) {
    texts <- as.character(column)
    mean(grepl("[[:alnum:]][[:space:]]+[^[:space:]]+[[:space:]]+[[:alnum:]]", texts)) > 0.5
  }, NA)
  usual <- match(text_names, tolower(names(x)))
  usual <- usual[!is.na(usual) & could_be[usual]]
  found <- if (length(usual) > 0) names(x)[usual[1]] else names(x)[is_text]
  if (length(found) == 1) {
    message("the texts are in the column \"", found, "\"; text_field names another one")
    return(found)
  }
  others <- paste0('"', names(x)[!is_number], '"', collapse = ", ")
  if (length(found) > 1)
    stop("several columns of x could be the texts: ", paste0('"', found, '"', collapse = ", "),
         "; text_field names one, or those to join")
  stop("columns of x are no numbers: ", others, "; text_field names one that holds texts, ",
       "x[sapply(x, is.numeric)] has the numbers")
}

# A corpus of tm: a list of documents, or texts.
texts_of_tm <- function(x) {
  contents <- unclass(x)$content
  if (is.character(contents)) return(contents)
  if (!is.list(contents)) stop("the texts of a corpus of class \"", class(x)[1], "\" are elsewhere")
  texts <- vapply(contents, function(document) {
    if (!is.character(document$content))
      stop("a document of class \"", class(document)[1], "\" has no text; ",
           "as.PlainTextDocument of tm makes one of it")
    paste(document$content, collapse = "\n")
  }, "")
  identifiers <- vapply(contents, function(document) {
    id <- document$meta$id
    if (is.null(id) || length(id) != 1) "" else as.character(id)
  }, "")
  structure(as.vector(texts), names = if (any(identifiers != "")) as.vector(identifiers))
}

# A matrix of slam, with a row for each document; those of tm may have columns for them.
matrix_of_triplets <- function(x) {
  weighting <- attr(x, "weighting")
  if (length(weighting) == 2 && !weighting[2] %in% c("tf", "bin"))
    warning("the entries are weighted (", weighting[1], "), and weighted again like counts unless ",
            "weighting = \"none\"; a matrix weighted by weightTf has counts", call. = FALSE)
  made <- sparseMatrix(i = x$i, j = x$j, x = as.double(x$v), dims = c(x$nrow, x$ncol),
                       dimnames = if (!is.null(x$dimnames)) unname(x$dimnames))
  if (inherits(x, "TermDocumentMatrix")) Matrix::t(made) else made
}
