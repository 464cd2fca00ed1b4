# Labels and memberships of a fit, for bindings/tests/cross_language.py, which says what is read and
# printed: labels.R INPUT METHOD K [NAME=VALUE...] [-- INPUT...]
suppressPackageStartupMessages(library(manifact))

read <- function(file) {
  lines <- readLines(file, encoding = "UTF-8")
  if (grepl("[.]txt$", file)) return(lines)
  size <- scan(text = lines[1], quiet = TRUE)
  parts <- strsplit(lines[-1], " ")
  if (grepl("[.]dense$", file)) return(matrix(as.double(unlist(parts)), size[1], byrow = TRUE))
  entries <- strsplit(unlist(parts), ":")
  Matrix::sparseMatrix(i = rep(seq_along(parts), lengths(parts)),
                       j = as.integer(vapply(entries, `[`, "", 1)) + 1L,
                       x = as.double(vapply(entries, `[`, "", 2)), dims = size)
}

print_fit <- function(arguments) {
  given <- strsplit(arguments[-(1:3)], "=")
  options <- setNames(lapply(given, `[`, 2), vapply(given, `[`, "", 1))
  fit <- suppressWarnings(do.call(manifact, c(list(read(arguments[1]), as.integer(arguments[3]),
                                                   arguments[2]), options)))
  cat(ifelse(is.na(fit$cluster), -1L, fit$cluster - 1L))
  cat("\n", format(writeBin(as.vector(t(topic_matrix(fit, "memberships"))), raw(),
                            endian = "big")), "\n", sep = "")
}

words <- commandArgs(TRUE)
between <- words == "--"
for (case in split(words[!between], cumsum(between)[!between])) print_fit(case)
