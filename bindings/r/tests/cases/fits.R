X <- counts_of_blocks

test("texts", {
  fit <- manifact(setNames(texts, paste0("d", 1:120)), 3)
  same_partition(classes, fit$cluster)
  stopifnot(names(fit$cluster)[7] == "d7", fit$size == 40, fit$method == "auto",
            identical(levels(factor(topics(fit, 3)$topic)), c("1", "2", "3")),
            all(topics(fit, 5)$term %in% unlist(words)), all(nchar(fit$titles) > 0))
  german <- manifact(texts, 3, vectorizer = list(language = "none", ngrams = 2))
  stopifnot(any(grepl(" ", topics(german, 30)$term)))
  same_partition(manifact(factor(texts), 3)$cluster, fit$cluster)
})

test("missing texts are empty documents", {
  fit <- suppressWarnings(manifact(c(texts, NA, ""), 3))
  stopifnot(is.na(fit$cluster[121:122]), identical(fit$cluster[1:120], manifact(texts, 3)$cluster))
})

test("matrices of all kinds give the same fit", {
  fit <- manifact(X, 3, "lccf")
  same_partition(block, fit$cluster)
  V <- topic_matrix(fit, "memberships")
  for (other in list(as(X, "RsparseMatrix"), as(X, "TsparseMatrix")))
    stopifnot(identical(topic_matrix(manifact(other, 3, "lccf"), "memberships"), V))
  dense <- as.matrix(X)
  of_dense <- manifact(dense, 3, "nmf")
  for (other in list(as.data.frame(dense), `storage.mode<-`(dense, "integer"),
                     Matrix::Matrix(dense, sparse = FALSE)))
    stopifnot(identical(unname(topic_matrix(manifact(other, 3, "nmf"), "memberships")),
                        unname(topic_matrix(of_dense, "memberships"))))
})

test("logical sparse matrices", {
  pattern <- X > 0
  stopifnot(identical(manifact(pattern, 3)$cluster, manifact(pattern * 1, 3)$cluster))
})

test("names of rows and columns", {
  named <- X
  dimnames(named) <- list(paste0("r", 1:150), paste0("c", 1:60))
  fit <- manifact(named, 3)
  stopifnot(names(fit$cluster)[1] == "r1", all(grepl("^c", topics(fit)$term)),
            rownames(topic_matrix(fit, "proportions"))[150] == "r150",
            is.numeric(topics(manifact(X, 3))$term), topics(manifact(X, 3), names = 60:1)$term > 0)
})

test("options by name", suppressWarnings({
  warned <- caught(manifact(X, 3, "lccf", max_iterations = 5), "manifact_warning")
  stopifnot(grepl("max-iterations", warned$message))
  fits <- list(manifact(X, 3, "lccf", max_iterations = 5, neighbors = 7),
               manifact(X, 3, "lccf", max.iterations = 5, neighbors = "7"),
               manifact(X, 3, "lccf", `max-iterations` = 5L, neighbors = 7, lambda = NULL))
  for (fit in fits) stopifnot(identical(manifact_bytes(fit), manifact_bytes(fits[[1]])))
  stopifnot(fits[[1]]$status == "ITERATION_LIMIT",
            summary(fits[[1]])$options[["max-iterations"]] == "5",
            summary(manifact(X, 3, keep_data = FALSE))$options[["keep-data"]] == "no",
            as.numeric(summary(manifact(X, 3, "lccf", lambda = 1e5))$options[["lambda"]]) == 1e5)
  same_partition(manifact(X, 3, seed = 1)$cluster, block)
}))

test("refused options", {
  unknown <- caught(manifact(X, 3, neigbors = 5), "manifact_error")
  stopifnot(grepl("neigbors", unknown$message), unknown$status == "ERROR_OPTION",
            grepl("neighbors", message_of(manifact(X, 3, neighbors = 0), "manifact_error")),
            grepl("nosuch", message_of(manifact(X, 3, "nosuch"), "manifact_error")),
            grepl("must have names", message_of(manifact(X, 3, "lccf", 5))),
            grepl("one value", message_of(manifact(X, 3, neighbors = 1:2))),
            grepl("one value", message_of(manifact(X, 3, neighbors = NA))),
            grepl("whole number", message_of(manifact(X, 2.5))),
            grepl("k must be a number", message_of(manifact(X, "three"))),
            caught(manifact(X, 200), "manifact_error")$status == "ERROR_ARGUMENT")
})

test("missing numbers", {
  bad <- points
  bad[3, 2] <- NA
  wrong <- caught(manifact(bad, 3), "manifact_error")
  stopifnot(wrong$status == "ERROR_VALUE", grepl("NaN", wrong$message))
  sparse <- X
  sparse@x[5] <- NA
  stopifnot(caught(manifact(sparse, 3), "manifact_error")$status == "ERROR_VALUE",
            grepl("class \"list\"", message_of(manifact(list(1), 3))),
            grepl("character vector", message_of(manifact(1:3, 3))))
  broken <- X
  broken@p[2] <- 1000L
  stopifnot(caught(manifact(broken, 3), "manifact_error")$status == "ERROR_STRUCTURE")
})

test("words for unknown labels", {
  codes <- function(x) as.integer(manifact:::labels_of(x))
  stopifnot(identical(codes(c("b", "", "a", NA)), c(2L, NA, 1L, NA)),
            identical(codes(c(2, NaN, 1, NA)), c(2L, NA, 1L, NA)),
            identical(codes(factor(c("b", "", "a"), levels = c("b", "", "a"))), c(1L, NA, 2L)))
  for (word in c("unknown", "Unlabeled", "nan", "NULL", "?", "(blank)")) {
    told <- caught(found <- codes(c("b", word, "a", "b", word)), "warning")
    stopifnot(grepl("2 of labels are unknown", conditionMessage(told)),
              grepl(word, conditionMessage(told), fixed = TRUE),
              identical(suppressWarnings(codes(c("b", word, "a", "b", word))),
                        c(2L, NA, 1L, 2L, NA)))
  }
  stopifnot(evaluate(c("x", "", "y"), c("u", "u", "v"))[["accuracy"]] == 1,
            evaluate(c(1, NaN, 2), c(5, 5, 6))[["accuracy"]] == 1)
})

test("pairs out of range", {
  three <- diag(3)
  for (pair in list(c(0, 1), c(1, 4)))
    stopifnot(grepl(sprintf("pair 1 is (%d, %d), but the documents are 1 to 3", pair[1], pair[2]),
                    message_of(manifact(three, 2, "rcf", pairs = data.frame(pair[1], pair[2]))),
                    fixed = TRUE))
})

test("labels", {
  known <- rep(NA, 120)
  known[1:9] <- classes[1:9]
  for (labels in list(known, factor(known), as.integer(factor(known)) + 4L)) {
    fit <- manifact(texts, 3, "rcf", labels = labels)
    same_partition(classes, fit$cluster)
    stopifnot(fit$cluster[1:9] == as.integer(factor(known))[1:9])
  }
  stopifnot(identical(manifact(texts, 3, "rcf", labels = known)$classes, sort(names(words))),
            grepl("not negative", message_of(manifact(texts, 3, "rcf", labels = rep(-1, 120)))),
            grepl("2 labels", message_of(manifact(texts, 3, "rcf", labels = 1:2))),
            inherits(caught(manifact(texts, 3, "kmeans", labels = known)), "manifact_error"))
})

test("pairs", {
  pairs <- data.frame(first = c(1, 1), second = c(4, 2), weight = c(1, -1))
  fits <- lapply(list(pairs, as.list(pairs), as.matrix(pairs)), function(each)
    manifact(texts, 3, "semi-lccf", pairs = each))
  for (fit in fits) stopifnot(identical(fit$cluster, fits[[1]]$cluster))
  stopifnot(nrow(violations(fits[[1]])) == 0,
            manifact(texts, 3, "rcf", pairs = cbind(1:3, 4:6))$cluster[1:3] > 0)
  wrong <- violations(manifact(texts, 3, "semi-lccf", pairs = list(1, 4, -0.01)))
  stopifnot(wrong$first == 1, wrong$second == 4, wrong$weight == -0.01,
            inherits(caught(manifact(texts, 3, "rcf", pairs = cbind(1, 500))), "manifact_error"),
            grepl("pairs must have", message_of(manifact(texts, 3, "rcf", pairs = 1:3))))
})

test("graphs and starts", {
  graph <- knn_graph(X, neighbors = 5)
  fit <- manifact(X, 3, "ncut", graph = graph)
  stopifnot(inherits(graph, "dgCMatrix"), Matrix::isSymmetric(graph))
  same_partition(block, fit$cluster)
  same_partition(block, manifact(X, 3, "kmeans", initial = block)$cluster)
  same_partition(block, manifact(X, 3, "kmeans", initial = factor(letters[block]))$cluster)
  for (wrong in list(block - 1, block + 0.7, as.character(block), rep(Inf, 150)))
    stopifnot(grepl("initial must be a factor or whole numbers from 1",
                    message_of(manifact(X, 3, "kmeans", initial = wrong))))
  first <- manifact(X, 3, "lccf")
  stopifnot(manifact(X, 3, "lccf", initial = first)$iterations < first$iterations)
  weights <- fit_graph(X, "ncut", neighbors = 5, graph_weight = "binary")
  stopifnot(all(weights@x == 1), dim(weights) == 150,
            grepl("cosine, binary, heat", message_of(knn_graph(X, weight = "no"))))
})

test("the number of topics", {
  suggestion <- suggest_k(X, 2, 8)
  stopifnot(suggestion$k == 3, nrow(suggestion$rows) == 7, suggestion$rows$k == 2:8,
            suggestion$rows$status == "OK")
  fit <- manifact(X, "auto")
  stopifnot(fit$k == fit$suggestion$k, suggest_k(texts, to = 6)$k == 3)
  capture.output(print(suggestion))
})

test("texts that describe points", {
  fit <- manifact(points[1:120, ], 3, texts = texts)
  stopifnot(all(topics(fit, 3)$term %in% unlist(c(words, common))))
})

test("vectorizer", {
  vectorizer <- manifact_vectorizer(texts, stop_words = c("ship", "oven"))
  stopifnot(!"ship" %in% vectorizer$terms, is(vectorizer$counts, "dgCMatrix"),
            identical(colnames(vectorizer$counts), vectorizer$terms),
            validObject(vectorizer$counts),
            identical(predict(vectorizer, texts), vectorizer$counts),
            sum(predict(vectorizer, "sail sail ship")) == 2)
  fit <- manifact(vectorizer$counts, 3, vectorizer = vectorizer)
  same_partition(classes, predict(fit, texts))
  same_partition(classes, manifact(texts, 3, vectorizer = vectorizer)$cluster)
  accents <- manifact_vectorizer(c("caf\u00e9 au lait", "caf\u00e9 noir"), language = "none")
  latin <- manifact_vectorizer(iconv(c("caf\u00e9 au lait", "caf\u00e9 noir"), "UTF-8", "latin1"),
                               language = "none")
  stopifnot("caf\u00e9" %in% accents$terms, identical(accents$terms, latin$terms),
            inherits(caught(manifact_vectorizer(texts, stemmin = TRUE)), "manifact_error"))
  if (manifact_has_feature("stemming"))
    stopifnot(length(manifact_vectorizer(c("sail", "sails"), stemming = TRUE)$terms) == 1)
})

test("evaluation", {
  found <- evaluate(c("a", "a", "b", NA), c(2, 2, 1, 1))
  stopifnot(found == 1, names(found)[1] == "accuracy",
            evaluate(c(1, 1, 2, 2), c(1, 1, 2, NA))[["accuracy"]] == 0.75,
            grepl("documents", message_of(evaluate(1:3, 1:2))))
})

test("lists", {
  methods <- manifact_methods()
  stopifnot("lccf" %in% methods$name, nchar(methods$summary) > 0)
  options <- manifact_options("lccf")
  neighbors <- options[options$name == "neighbors", ]
  stopifnot(neighbors$type == "integer", neighbors$minimum == 1, neighbors$default == "5",
            !neighbors$expert, options$expert[options$name == "update"],
            sum(!options$expert) <= 16, !anyNA(manifact_options()$expert),
            nrow(manifact_options()) > nrow(options),
            "stemming" %in% manifact_options("vectorizer")$name,
            manifact_version() >= "0.2.0", !manifact_has_feature("nosuch"))
})

test("messages count from 1 and name the arguments", {
  bad <- as.matrix(X)
  bad[5, 3] <- NA
  sparse <- methods::as(bad, "CsparseMatrix")
  negative <- as.matrix(X)
  negative[5, 3] <- -1
  fit <- manifact(X, 3, "lccf")
  says <- function(words, code) stopifnot(grepl(words, message_of(code, "manifact_error"),
                                                fixed = TRUE))
  says("row 5, column 3 is NaN", manifact(bad, 3))
  says("row 5, column 3 is NaN", manifact(sparse, 3))
  says("row 5, column 3 is negative", manifact(negative, 3, "nmf"))
  says("k is 151, but", manifact(X, 151))
  says("pair 2 is (1, 151), but the documents are 1 to 150",
       manifact(X, 3, "rcf", pairs = cbind(c(1, 1), c(2, 151))))
  says("there is no topic 4: 1 to 3", merge_topics(fit, c(1, 4)))
  says("there is no topic 0: 1 to 3", rename_topic(fit, 0, "none"))
  says("topic 2 is given twice", merge_topics(fit, c(2, 2)))
  graph <- Matrix::sparseMatrix(c(1, 2), c(2, 1), x = c(1, 2), dims = c(150, 150))
  says("(1,2)", manifact(X, 3, "ncut", graph = graph))
  in_r <- manifact:::in_r
  stopifnot(in_r("column 'row 3' of row 3") == "column 'row 3' of row 4",
            in_r("method 'x' needs 2 documents") == "method 'x' needs 2 documents",
            in_r("the entries of row 1, column 1 (counted from 0) have an infinite sum") ==
              "the entries of row 2, column 2 have an infinite sum",
            in_r("the documents are 3 x 4, but the model was fitted to 5 x 6") ==
              "the documents are 3 x 4, but the model was fitted to 5 x 6")
})
