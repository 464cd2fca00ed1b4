# Calls of the library: failures become conditions, options become texts.

done <- function(value) {
  if (!inherits(value, "manifact_failure")) return(value)
  kind <- if (value$status == "ERROR_CANCELLED") "manifact_cancelled"
  stop(structure(class = c(kind, "manifact_error", "error", "condition"),
                 list(message = value$message, call = NULL, status = value$status)))
}

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
