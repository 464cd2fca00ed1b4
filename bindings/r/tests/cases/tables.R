# A stream that this test makes itself; nanoarrow and arrow if they are installed.
build <- tempfile("stream")
dir.create(build)
file.copy(file.path(folder, "support", "stream.c"), build)
made <- suppressWarnings(system2(file.path(R.home("bin"), "R"),
                                 c("CMD", "SHLIB", shQuote(file.path(build, "stream.c"))),
                                 stdout = FALSE, stderr = FALSE))
can_produce <- made == 0
producer <- if (can_produce) dyn.load(file.path(build, paste0("stream", .Platform$dynlib.ext)))
produced <- function(what, ...) {
  if (!can_produce) skip("no compiler makes the producer of Arrow")
  .Call(getNativeSymbolInfo(paste0("produced_", what), producer)$address, ...)
}
row <- 0:119

test("columns of a stream", {
  table <- manifact_table(produced("stream", FALSE))
  stopifnot(identical(dim(table), c(120, 4)), identical(names(table), c("id", "text", "x", "vector")),
            identical(table$x, row / 4), identical(table[["id"]], as.double(row)),
            identical(which(is.na(table$text)), which(row %% 10 == 9)),
            table$text[1:2] == c("ship harbor captain sail", "oven flour butter sugar"),
            identical(unname(table$vector), cbind(row, -row, deparse.level = 0) + 0),
            identical(as.matrix(table[c("x", "id")]), cbind(x = row / 4, id = row + 0)),
            any(grepl("vector: vectors", capture.output(print(table)))))
  rm(table)
  gc()
  stopifnot(produced("held") == 0)
})

test("an array and its schema", {
  table <- manifact_table(list(schema = produced("schema"), array = produced("array")))
  stopifnot(nrow(table) == 60, identical(table$x, row[1:60] / 4))
  rm(table)
  gc()
  stopifnot(produced("held") == 0)
})

test("fits of columns", {
  table <- manifact_table(produced("stream", FALSE))
  fit <- suppressWarnings(manifact(table["text"], 3, "kmeans"))  # of empty texts
  plain <- suppressWarnings(manifact(table$text, 3, "kmeans"))
  stopifnot(identical(fit$cluster, plain$cluster), is.na(fit$cluster[10]),
            identical(predict(fit, table["text"]), predict(plain, table$text)))
  points <- cbind(id = row + 0, x = row / 4)
  stopifnot(identical(manifact(table[c("id", "x")], 3, "kmeans")$cluster,
                      manifact(points, 3, "kmeans")$cluster),
            manifact(table["vector"], 2, "kmeans")$k == 2)
  rm(table)
})

test("what is no column", {
  table <- manifact_table(produced("stream", FALSE))
  stopifnot(grepl("no column day", message_of(table$day)), grepl("no column 9", message_of(table[9])),
            grepl("text \\(texts\\)", message_of(as.matrix(table))),
            grepl("columns that are no numbers", message_of(manifact(table, 3))))
  rm(table)
})

test("streams that fail, or were taken before", {
  stopifnot(grepl("the wire was cut", message_of(manifact_table(produced("stream", TRUE)))))
  stream <- produced("stream", FALSE)
  manifact_table(stream)
  stopifnot(grepl("taken before", message_of(manifact_table(stream))))
  gc()
  stopifnot(produced("held") == 0)
  if (!requireNamespace("nanoarrow", quietly = TRUE))
    stopifnot(grepl("nanoarrow", message_of(manifact_table(data.frame(a = 1)))))
})

test("nanoarrow and arrow", {
  frame <- data.frame(text = texts, x = seq_along(texts) / 2)
  has <- function(package) requireNamespace(package, quietly = TRUE)
  if (!has("nanoarrow") && !has("arrow")) skip("neither nanoarrow nor arrow is installed")
  if (has("nanoarrow")) stopifnot(identical(manifact_table(frame)$text, texts),
                                  identical(manifact_table(frame)$x, frame$x))
  if (has("arrow"))
    stopifnot(identical(manifact_table(getExportedValue("arrow", "arrow_table")(frame))$text, texts))
})

test("a background of other documents", {
  small <- texts[1:30]
  with <- manifact(small, 3, "lccf", background = texts)
  without <- manifact(small, 3, "lccf")
  same <- manifact(small, 3, "lccf", background = small)
  weights <- function(fit) topic_matrix(fit, "memberships")
  stopifnot(isTRUE(all.equal(weights(same), weights(without))),
            !isTRUE(all.equal(weights(with), weights(without))))
  made <- manifact_vectorizer(small)
  counts <- predict(made, texts)
  by_counts <- manifact(made$counts, 3, "lccf", background = counts)
  stopifnot(identical(unname(by_counts$cluster), unname(with$cluster)),
            inherits(suggest_k(small, to = 5, background = texts), "manifact_suggestion"),
            grepl("give the counts", message_of(manifact(made$counts, 3, background = texts))),
            inherits(caught(manifact(made$counts, 3, background = counts[, -1])), "manifact_error"))
})

test("vectors beside words", {
  set.seed(3)
  vectors <- diag(3)[as.integer(factor(classes)), ] + rnorm(360, sd = 0.1)
  fit <- manifact(texts, 3, vectors = vectors)
  same_partition(classes, fit$cluster)
  stopifnot(inherits(caught(manifact(texts, 3, vectors = vectors[-1, ])), "manifact_error"))
})
