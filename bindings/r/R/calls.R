# Calls of the library: failures become conditions, options become texts.

done <- function(value) {
  if (!inherits(value, "manifact_failure")) return(value)
  kind <- if (value$status == "ERROR_CANCELLED") "manifact_cancelled"
  stop(structure(class = c(kind, "manifact_error", "error", "condition"),
                 list(message = in_r(value$message), call = NULL, status = value$status)))
}

# A sentence of the library with numbers of rows, columns, documents, topics and pairs from 1, and
# with the names of arguments of this package. What is quoted stays as it is.
in_r <- function(sentence) {
  if (is.null(sentence) || is.na(sentence)) return(sentence)
  quoted <- gregexpr("'[^']*'", sentence)
  parts <- regmatches(sentence, quoted, invert = TRUE)[[1]]
  parts <- vapply(parts, plain_in_r, "", USE.NAMES = FALSE)
  regmatches(sentence, quoted, invert = TRUE) <- list(parts)
  sentence
}

plain_in_r <- function(text) {
  places <- paste0("\\b(row|column|document|topic|cluster|pair) -?[0-9]+\\b(?! (of|x) )|",
                   "(?<=: |are )0 to [0-9]+|there are 0 to [0-9]+|",
                   "(?<=is )\\(-?[0-9]+, -?[0-9]+\\)|\\bS\\([0-9]+,[0-9]+\\)|",
                   "\\bK\\[[0-9]+\\]\\[[0-9]+\\]|",
                   "\\b(indices|indptr|labels|truth|predicted|values)\\[[0-9]+\\]")
  found <- gregexpr(places, text, perl = TRUE)
  regmatches(text, found) <- list(vapply(regmatches(text, found)[[1]], count_from_1, ""))
  text <- sub(" (counted from 0)", "", text, fixed = TRUE)
  for (name in names(argument_names))
    text <- gsub(paste0("\\b", name, "\\b"), argument_names[[name]], text)
  text
}

count_from_1 <- function(text) {
  numbers <- gregexpr("-?[0-9]+", text)
  regmatches(text, numbers) <-
    list(format(as.numeric(regmatches(text, numbers)[[1]]) + 1, scientific = FALSE, trim = TRUE))
  text
}

argument_names <- c(n_clusters = "k", n_topics = "the number of topics", X = "x", S = "graph")

use_threads <- function(threads) invisible(done(.Call(r_set_threads, threads)))

free <- function(handle) invisible(.Call(r_free, handle))

# The text of the value of an option.
option_text <- function(value, name) {
  if (length(value) != 1 || is.na(value)) stop("the option ", name, " must be one value")
  if (is.logical(value)) return(if (value) "yes" else "no")
  if (is.numeric(value)) return(sprintf("%.17g", value))
  as.character(value)
}

# list(names, values) of options; NULL leaves an option at its default.
option_texts <- function(options) {
  options <- options[!vapply(options, is.null, NA)]
  names <- names(options)
  if (length(options) > 0 && (is.null(names) || any(names == "")))
    stop("options must have names, such as neighbors = 5")
  list(names = gsub(".", "-", as.character(names), fixed = TRUE),
       values = as.character(mapply(option_text, options, names)))
}

new_solver <- function(method, options) {
  texts <- option_texts(options)
  done(.Call(r_solver, method, texts$names, texts$values))
}

# The function to report to: that of the caller, a bar, or none. `close` ends it.
progress_of <- function(verbose, progress) {
  if (is.function(progress)) return(list(report = progress, close = function() NULL))
  if (!is.null(progress)) stop("progress must be a function")
  if (isTRUE(verbose)) bar() else list(report = NULL, close = function() NULL)
}

# A line on standard error that is written over.
bar <- function() {
  shown <- ""
  show <- function(line) {
    if (line == shown) return()
    cat("\r", formatC(line, width = -nchar(shown)), sep = "", file = stderr())
    shown <<- line
  }
  list(report = function(stage, done, total, objective, change) {
         share <- if (total > 0) sprintf("%3.0f %%", 100 * done / total) else format(done)
         show(paste0(stage, ": ", share))
         FALSE
       },
       close = function() if (shown != "") {
         show("")
         cat("\r", file = stderr())
       })
}
