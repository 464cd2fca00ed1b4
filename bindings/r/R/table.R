# Columns of Arrow.

manifact_table <- function(x) {
  handle <- table_handle(x)
  columns <- .Call(r_table_columns, handle)
  structure(list(handle = handle, rows = columns$rows, names = columns$names,
                 types = columns$types, chosen = seq_along(columns$names)),
            class = "manifact_table")
}

# Streams and arrays of nanoarrow as they are, tables and readers of arrow by its own export, and
# what nanoarrow makes a stream of.
table_handle <- function(x) {
  if (inherits(x, "nanoarrow_array_stream")) return(done(.Call(r_table_of_stream, x)))
  if (inherits(x, c("ArrowTabular", "RecordBatchReader"))) {
    reader <- if (inherits(x, "RecordBatchReader")) x else
      getExportedValue("arrow", "as_record_batch_reader")(x)
    stream <- .Call(r_empty_stream)
    reader$export_to_c(stream)
    return(done(.Call(r_table_of_stream, stream)))
  }
  if (is.list(x) && identical(sort(names(x)), c("array", "schema")))
    return(done(.Call(r_table, x$schema, x$array)))
  if (typeof(x) == "externalptr" && is.null(attr(x, "class")))
    return(done(.Call(r_table_of_stream, x)))
  if (!requireNamespace("nanoarrow", quietly = TRUE))
    stop("an object of class \"", class(x)[1], "\" is no stream of Arrow; the package nanoarrow ",
         "makes one of it, and is not installed")
  done(.Call(r_table_of_stream, getExportedValue("nanoarrow", "as_nanoarrow_array_stream")(x)))
}

is_table <- function(x) inherits(x, "manifact_table")

names.manifact_table <- function(x) unclass(x)$names[unclass(x)$chosen]

length.manifact_table <- function(x) length(unclass(x)$chosen)

dim.manifact_table <- function(x) c(unclass(x)$rows, length(unclass(x)$chosen))

types_of <- function(x) unclass(x)$types[unclass(x)$chosen]

# The numbers of columns, by their names or places among those chosen.
columns_of <- function(x, i) {
  names <- names(x)
  places <- if (is.character(i)) match(i, names) else match(i, seq_along(names))
  if (anyNA(places))
    stop("no column ", paste(i[is.na(places)], collapse = ", "), "; there are ",
         paste(names, collapse = ", "))
  twice <- is.character(i) & i %in% names[duplicated(names)]
  if (any(twice)) stop("several columns have the name ", i[twice][1])
  unclass(x)$chosen[places]
}

`[.manifact_table` <- function(x, i) {
  all <- unclass(x)
  all$chosen <- columns_of(x, i)
  structure(all, class = "manifact_table")
}

`[[.manifact_table` <- function(x, i) {
  column <- columns_of(x, i)
  if (length(column) != 1) stop("one column must be chosen")
  all <- unclass(x)
  switch(all$types[column],
         numbers = done(.Call(r_table_numbers, all$handle, column)),
         times = .POSIXct(done(.Call(r_table_numbers, all$handle, column)), tz = "UTC"),
         vectors = as.matrix(x[i]),
         nulls = rep(NA, all$rows),
         done(.Call(r_table_texts, all$handle, column)))
}

`$.manifact_table` <- function(x, name) x[[name]]

as.matrix.manifact_table <- function(x, ...) {
  names <- if (all(types_of(x) == "numbers")) names(x)
  as.matrix(sparse_of(matrix_of_table(x), list(NULL, names)))
}

# The handle of a matrix of numbers and vectors.
matrix_of_table <- function(x) {
  unread <- !types_of(x) %in% c("numbers", "vectors")
  if (any(unread))
    stop("the table has columns that are no numbers: ",
         paste0(names(x)[unread], " (", types_of(x)[unread], ")", collapse = ", "),
         "; choose the others with [")
  done(.Call(r_table_matrix, unclass(x)$handle, unclass(x)$chosen))
}

print.manifact_table <- function(x, ...) {
  cat("Table of ", unclass(x)$rows, " rows and ", length(x), " columns of Arrow\n", sep = "")
  if (length(x) > 0) cat(paste0("  ", names(x), ": ", types_of(x), "\n"), sep = "")
  invisible(x)
}
