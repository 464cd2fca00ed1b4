# What a fit finds, for bindings/tests/cross_language.py, which says what is read and
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

bits <- function(values) paste(format(writeBin(as.double(values), raw(), endian = "big")),
                               collapse = "")

from_zero <- function(labels) ifelse(is.na(labels), -1L, labels - 1L)

print_explanation <- function(fit, data) {
  if (is.character(data) || !score_rule(fit)$additive) return(cat("-\n"))
  found <- explain(fit, data, 3)
  by_row <- methods::as(Matrix::t(found$contributions), "CsparseMatrix")@x
  cat(bits(c(found$score, found$rest, by_row)), "\n", sep = "")
}

print_seeds <- function(data, k) {
  if (!methods::is(data, "sparseMatrix")) return(cat("-\n"))
  third <- ncol(data) %/% 3L
  found <- seed_labels(data, list(1, third + 1, list(c(2 * third + 1, 2 * third + 2))), k,
                       weights = list(1, 2, 1))
  cat(from_zero(found$labels), found$matched, found$chosen)
  cat("\n")
}

print_fit <- function(arguments) {
  given <- strsplit(arguments[-(1:3)], "=")
  options <- setNames(lapply(given, `[`, 2), vapply(given, `[`, "", 1))
  data <- read(arguments[1])
  k <- as.integer(arguments[3])
  fit <- suppressWarnings(do.call(manifact, c(list(data, k, arguments[2]), options)))
  cat(from_zero(fit$cluster))
  cat("\n", bits(t(topic_matrix(fit, "memberships"))), "\n", sep = "")
  print_explanation(fit, data)
  tests <- topic_groups(fit, rep_len(1:2, length(fit$cluster)))
  cat(bits(t(as.matrix(tests[c("statistic", "p_value", "adjusted", "expected")]))), "\n", sep = "")
  print_seeds(data, k)
  cat(if (is.character(data)) paste(fit$titles, collapse = " | ") else "-", "\n", sep = "")
  grown <- if (is.character(data)) add_documents(fit, paste(data[1:6], "tungsten"))
  cat(if (is.null(grown)) "-" else unlist(drift(grown)))
  cat("\n")
}

words <- commandArgs(TRUE)
between <- words == "--"
for (case in split(words[!between], cumsum(between)[!between])) print_fit(case)
