# What users have documents in, and data frames of results.
fit <- manifact(texts, 3)
named <- setNames(texts, paste0("n", 1:120))

has <- function(package) {
  if (!requireNamespace(package, quietly = TRUE)) skip(paste("there is no package", package))
}

test("data frames with a column of texts", {
  frame <- data.frame(id = names(named), class = classes, body = texts)
  told <- caught(found <- manifact(frame, 3), "message")
  stopifnot(grepl('column "body"; text_field names another', conditionMessage(told)))
  found <- suppressMessages(manifact(frame, 3))
  stopifnot(identical(found$cluster, setNames(fit$cluster, names(named))),
            identical(found$titles, fit$titles), found$text_field == "body",
            identical(predict(found, frame[5:1, 3:1])[["n5"]], found$cluster[["n5"]]),
            add_documents(found, frame[1:5, ])$size == c(42, 42, 41))
  silent <- manifact(frame, 3, text_field = "body")
  stopifnot(identical(silent$cluster, found$cluster),
            identical(topics(manifact(frame, 3, text_field = c("body", "class")), 30)$topic,
                      topics(manifact(paste(texts, classes, sep = "\n"), 3), 30)$topic))
  numbered <- data.frame(id = 1e5 * 1:120, body = texts)
  stopifnot(names(manifact(numbered, 3, text_field = "body")$cluster)[c(1, 10)] ==
              c("100000", "1000000"))
  numbered$id <- numbered$id / 1e5 + 0.5 * (1:120 == 2)
  stopifnot(names(manifact(numbered, 3, text_field = "body")$cluster)[1:3] == c("1", "2.5", "3"))
  one <- data.frame(words = texts, row.names = names(named))
  stopifnot(identical(suppressMessages(manifact(one, 3))$cluster, found$cluster),
            suppressMessages(suggest_k(frame, to = 5))$k == 3)
  says <- function(words, code) stopifnot(grepl(words, message_of(code), fixed = TRUE))
  says('several columns of x could be the texts: "a", "b"; text_field names one',
       manifact(data.frame(a = texts, b = rev(texts)), 3))
  says('columns of x are no numbers: "Species"', manifact(iris, 3))
  says('x has no column "text" (text_field); its columns are "id", "class", "body"',
       manifact(frame, 3, text_field = "text"))
  says("text_field names columns of a data frame", manifact(texts, 3, text_field = "text"))
})

test("missing texts in a data frame", {
  frame <- data.frame(text = c(texts, NA, ""))
  found <- suppressWarnings(suppressMessages(manifact(frame, 3)))
  stopifnot(is.na(found$cluster[121:122]), identical(found$cluster[1:120], fit$cluster))
})

test("tm", {
  has("tm")
  corpus <- tm::VCorpus(tm::VectorSource(texts))
  simple <- tm::SimpleCorpus(tm::VectorSource(named))
  stopifnot(identical(unname(manifact(corpus, 3)$cluster), fit$cluster),
            names(manifact(corpus, 3)$cluster) == 1:120,
            identical(unname(manifact(simple, 3)$cluster), fit$cluster))
  counts <- tm::DocumentTermMatrix(corpus)
  found <- manifact(counts, 3)
  same_partition(classes, found$cluster)
  stopifnot(identical(manifact(tm::TermDocumentMatrix(corpus), 3)$cluster, found$cluster),
            all(topics(found, 3)$term %in% tm::Terms(counts)),
            names(found$cluster)[7] == "7",
            identical(predict(found, counts[, rev(seq_len(ncol(counts)))]), found$cluster),
            grepl('weighting = "none"', message_of(manifact(tm::weightTfIdf(counts), 3), "warning")))
})

test("slam", {
  has("slam")
  X <- counts_of_blocks
  triplets <- slam::as.simple_triplet_matrix(as.matrix(X))
  stopifnot(identical(topic_matrix(manifact(triplets, 3, "lccf"), "memberships"),
                      topic_matrix(manifact(X, 3, "lccf"), "memberships")))
})

test("quanteda", {
  # As its objects are stored: a class of matrices beyond dgCMatrix, and texts with attributes.
  methods::setClass("trial_dfm", contains = "dgCMatrix", slots = c(docvars = "data.frame"))
  X <- counts_of_blocks
  dfm <- methods::new("trial_dfm", X, docvars = data.frame(docname_ = 1:150))
  stopifnot(identical(manifact(dfm, 3)$cluster, manifact(X, 3)$cluster))
  corpus <- structure(texts, docvars = data.frame(docname_ = names(named)),
                      class = c("corpus", "character"))
  stopifnot(identical(manifact(corpus, 3)$cluster, setNames(fit$cluster, names(named))))
})

test("columns are matched by name", {
  X <- counts_of_blocks
  dimnames(X) <- list(NULL, paste0("c", 1:60))
  of_counts <- manifact(X, 3)
  of_numbers <- manifact(as.matrix(X), 3, "nmf", weighting = "none", scaling = "none")
  stopifnot(identical(unname(predict(of_counts, X[, 60:1])), of_counts$cluster),
            identical(predict(of_numbers, as.matrix(X)[, 60:1], "memberships"),
                      predict(of_numbers, as.matrix(X), "memberships")))
})

test("tidy, glance and augment", {
  has("generics")
  named_fit <- manifact(named, 3)
  tidied <- generics::tidy(named_fit)
  stopifnot(identical(names(tidied), c("topic", "title", "size")), tidied$size == fit$size,
            identical(generics::tidy(named_fit, "terms", 4), topics(named_fit, 4)))
  documents <- generics::tidy(named_fit, "documents")
  stopifnot(nrow(documents) == 360, documents$name[121] == "n1", documents$document[121] == 1,
            abs(tapply(documents$proportion, documents$document, sum) - 1) < 1e-9)
  row <- generics::glance(named_fit)
  stopifnot(nrow(row) == 1, row$topics == 3, row$documents == 120, row$unassigned == 0)
  frame <- data.frame(id = names(named), text = texts)
  found <- generics::augment(named_fit, frame)
  stopifnot(identical(found[1:2], frame), found$.topic == fit$cluster,
            found$.title == fit$titles[fit$cluster],
            found$.proportion == apply(topic_matrix(fit, "proportions"), 1, max),
            identical(generics::augment(named_fit, newdata = frame$text[7:9])$.topic,
                      fit$cluster[7:9]),
            identical(generics::augment(named_fit)$document, 1:120),
            identical(names(generics::augment(manifact(as.matrix(iris[1:4]), 3),
                                              as.matrix(iris[1:4])))[1:5],
                      c(names(iris)[1:4], ".topic")),
            grepl("data has 3 rows, but the fit has 120 documents",
                  message_of(generics::augment(named_fit, frame[1:3, ]))))
})
