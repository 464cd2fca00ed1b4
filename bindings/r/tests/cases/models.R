X <- counts_of_blocks
fit <- manifact(X, 3, "lccf")
of_texts <- manifact(setNames(texts, paste0("d", 1:120)), 3)

test("new documents", {
  part <- manifact(X[1:100, ], 3, "lccf")
  same_partition(block[101:150], predict(part, X[101:150, ]))
  shares <- predict(part, X[101:150, ], "proportions")
  stopifnot(dim(shares) == c(50, 3), abs(rowSums(shares) - 1) < 1e-12,
            max.col(shares) == predict(part, X[101:150, ]),
            dim(predict(part, X[101:150, ], "memberships")) == c(50, 3),
            predict(part, X[101:150, ], "margin") > 0,
            identical(is.na(predict(part, X[101:150, ], min_membership = 0.999)),
                      apply(shares, 1, max) < 0.999),
            identical(predict(part), part$cluster),
            identical(predict(part, type = "margin"), topic_matrix(part, "margin")))
  named <- predict(of_texts, c(a = "ship and sail", b = "zzz", c = NA))
  stopifnot(names(named) == c("a", "b", "c"), !is.na(named[1]), is.na(named[2:3]),
            grepl("cannot assign texts", message_of(predict(fit, "ship"))),
            caught(predict(fit, X[, 1:5]), "manifact_error")$status == "ERROR_MISMATCH")
  flowers <- manifact(iris[, 1:4], 3)
  stopifnot(identical(predict(flowers, iris[, 4:1]), predict(flowers, iris[, 1:4])),
            identical(predict(flowers, cbind(row = 1:150, iris[, 4:1])), flowers$cluster),
            all(topics(flowers)$term %in% names(iris)),
            grepl("missing.*Sepal.Width", message_of(predict(flowers, iris[, -(2:2)][, 1:3]))),
            grepl("cannot assign texts", message_of(predict(flowers, "ship"))))
})

test("arrays", {
  for (which in c("memberships", "associations", "proportions"))
    stopifnot(dim(topic_matrix(fit, which)) == c(150, 3))
  for (which in c("basis", "centroids")) stopifnot(dim(topic_matrix(fit, which)) == c(60, 3))
  stopifnot(length(topic_matrix(fit, "history")) == fit$iterations + 1,
            topic_matrix(fit, "history")[fit$iterations + 1] == fit$objective,
            length(topic_matrix(fit, "cosines")) == 150,
            abs(diag(topic_matrix(fit, "similarities")) - 1) < 1e-12,
            is.null(topic_matrix(manifact(X, 3, "kmeans"), "associations")),
            is.null(topic_matrix(fit, "core")))
  blocks <- manifact(X, 3, "drcc")
  stopifnot(length(topic_matrix(blocks, "feature_labels")) == 60,
            sum(topic_matrix(blocks, "feature-sizes")) == 60,
            nrow(topic_matrix(blocks, "feature-memberships")) == 60,
            nrow(topic_matrix(blocks, "core")) == 3)
  centers <- t(vapply(1:3, function(c) topic_matrix(fit, "centroids")[, c], numeric(60)))
  stopifnot(all(max.col(rowsum(centers, 1:3) %*% kronecker(diag(3), rep(1, 20))) ==
                  block[match(1:3, fit$cluster)]))
})

test("terms and documents", {
  best <- topics(of_texts, 4, "lift")
  stopifnot(nrow(best) == 12, best$rank == rep(1:4, 3), best$title %in% of_texts$titles,
            tapply(best$score, best$topic, function(s) all(diff(s) <= 0)),
            nrow(topics(fit, 0)) == 0,
            grepl("score must be one of", message_of(topics(fit, score = "no"))))
  near <- representatives(of_texts, 2)
  stopifnot(of_texts$cluster[near$document] == near$topic,
            near$name[1] == paste0("d", near$document[1]))
})

test("changes", {
  merged <- merge_topics(fit, c(1, 3))
  stopifnot(merged$k == 2, merged$size[1] == sum(fit$size[c(1, 3)]), fit$k == 3,
            split_topic(merged, 1, 2)$k == 3, reduce_topics(fit, 2)$k == 2,
            reduce_topics(fit, 2, "average")$k == 2)
  hidden <- hide_topics(of_texts, 2)
  stopifnot(is.na(hidden$cluster) == (of_texts$cluster == 2), names(hidden$cluster)[1] == "d1")
  named <- rename_topic(fit, 2, "\u00e9t\u00e9")
  stopifnot(named$titles[2] == "\u00e9t\u00e9", topics(named, 1)$title[2] == "\u00e9t\u00e9")
  without <- manifact(X, 3, "lccf", keep_data = FALSE)
  stopifnot(inherits(caught(merge_topics(without, 1:2)), "manifact_error"),
            merge_topics(without, 1:2, x = X)$k == 2,
            inherits(caught(merge_topics(fit, c(1, 7))), "manifact_error"),
            grepl("whole numbers", message_of(merge_topics(fit, c(1, NA)))),
            grepl("name must be a text", message_of(rename_topic(fit, 1, 3))))
})

test("trees", {
  five <- manifact(X, 5, "kmeans")
  for (linkage in c("ward", "average")) {
    tree <- topic_tree(five, linkage)
    stopifnot(inherits(tree, "hclust"), sort(tree$order) == 1:5, diff(tree$height) >= 0,
              length(unique(cutree(tree, 3))) == 3,
              attr(as.dendrogram(five, linkage), "members") == 5)
    # A group of the tree is next to itself in the order.
    for (k in 2:4) stopifnot(length(rle(cutree(tree, k)[tree$order])$lengths) == k)
  }
  stopifnot(identical(as.hclust(five)$merge, topic_tree(five)$merge),
            grepl("two topics", message_of(topic_tree(manifact(X, 1)))),
            grepl("ward, average", message_of(topic_tree(five, "single"))))
})

test("quality, time and trends", {
  quality <- topic_quality(of_texts)
  stopifnot(quality$size == 40, quality$diversity > 0.5, is.na(quality$weakness))
  stopifnot(topic_stability(of_texts, 3) > 0.9)
  years <- rep(c(2001:2003, NA), each = 30)
  timeline <- topic_timeline(of_texts, years)
  stopifnot(dim(timeline) == c(3, 3), rowSums(timeline) == 30, rownames(timeline)[1] == "2001")
  later <- ifelse(seq_along(texts) > 60, paste(texts, "new"), texts)
  trend <- topic_trends(manifact(later, 3), 1, rep(1:12, each = 10))
  stopifnot(trend$term[1] == "new", trend$score[1] > 4.5)
})

test("explanations, seed words and groups", {
  why <- explain(of_texts, texts)
  stopifnot(score_rule(of_texts)$additive,
            all.equal(unname(Matrix::rowSums(why$contributions)) + why$rest, why$score))
  stopifnot(diff(explain(of_texts, texts, n = 2)$contributions@p) >= 0)
  differ <- topic_groups(of_texts, factor(of_texts$cluster))
  stopifnot(differ$adjusted < 1e-6, differ$p_value <= differ$adjusted)
  odd <- topic_group_terms(of_texts, 1, "a", rep(c("a", "b"), 60))
  stopifnot(identical(names(odd), c("rank", "term", "score")))
  counted <- matrix(rep(c(2, 0, 0, 1, 0, 3, 0, 1), 20), 40, 4, byrow = TRUE,
                    dimnames = list(NULL, c("a", "b", "c", "d")))
  counted <- Matrix::Matrix(counted, sparse = TRUE)
  seeded <- seed_labels(counted, list(one = "a", two = list("b")))
  stopifnot(length(seeded$labels) == 40, seeded$matched == c(20, 20),
            seeded$labels[seeded$labels == "one" & !is.na(seeded$labels)] == "one")
})

test("the next labels to ask about", {
  asked <- suggest_labels(fit, 5)
  known <- rep(NA, length(fit$cluster))
  known[asked$document] <- fit$cluster[asked$document]
  others <- suggest_labels(fit, 5, known)
  stopifnot(nrow(asked) == 5, !anyDuplicated(c(asked$document, others$document)),
            asked$margin >= 0)
})

test("the next pairs to ask about", {
  asked <- suggest_pairs(of_texts, 4)
  stopifnot(nrow(asked) == 4, asked$first < asked$second, asked$margin >= 0)
  known <- data.frame(first = asked$first, second = asked$second, weight = -1)
  again <- suggest_pairs(of_texts, 4, pairs = known)
  stopifnot(!any(paste(again$first, again$second) %in% paste(asked$first, asked$second)))
})

test("topics together have names", {
  named <- rename_topic(of_texts, c(3, 1), "both")
  stopifnot(group_name(named, c(1, 3)) == "both", group_name(named, 1:2) == "",
            group_name(rename_topic(named, c(1, 3), ""), c(1, 3)) == "")
})

test("topics live on", {
  found <- topic_changes(of_texts, merge_topics(of_texts, c(1, 3)))
  stopifnot(found$by == "documents", found$before[c(1, 3)] == "joined", found$before[2] == "stayed",
            found$after == c("joined", "stayed"), dim(found$forward) == c(3, 2),
            all.equal(unname(rowSums(found$forward)), rep(1, 3)))
  same <- topic_changes(of_texts, of_texts, "terms")
  stopifnot(same$partners == 1:3, same$after == "stayed")
  numbered <- manifact(texts, 3, method = "kmeans", numbers_of = of_texts)
  stopifnot(mean(numbered$cluster == of_texts$cluster) > .5)
  stopifnot(new_topics(of_texts)$count == 0)
})

test("two fits are joined", {
  even <- seq(2, 120, 2)
  one <- manifact(texts[-even], 3)
  all <- join_topics(one, manifact(texts[even], 3))
  stopifnot(all$common == 0, sort(all$topics) == 1:3, length(all$fit$cluster) == 120)
  same_partition(c(classes[-even], classes[even]), all$fit$cluster)
  same <- join_topics(one, one)
  stopifnot(same$common == 60, same$topics == 1:3, identical(same$fit$size, one$size))
})

test("more documents", {
  part <- manifact(texts[1:90], 3)
  grown <- add_documents(part, texts[91:120])
  stopifnot(length(grown$cluster) == 120, identical(grown$cluster[1:90], part$cluster))
  same_partition(classes, grown$cluster)
  same_partition(classes, refit(grown)$cluster)
  stopifnot(summary(grown)$edits == 1)
  more <- drift(add_documents(part, paste(texts[91:120], "tungsten")))
  words <- drift(grown)
  rows <- drift(add_documents(fit, X[1:7, ]))
  stopifnot(more$documents == 30, more$unknown == words$unknown + 30,
            more$terms == words$terms + 30, words$terms > 30, words$unassigned == 0,
            rows$documents == 7, is.na(rows$terms), is.na(rows$unknown),
            is.null(drift(rename_topic(grown, 1, "x"))),
            identical(drift(rename_topic(grown, 1, "x"), 1), words),
            grepl("there is no edit 2: the fit has 1", message_of(drift(grown, 2))),
            grepl("periods has 3 entries, but the fit has 120 documents",
                  message_of(topic_timeline(grown, 1:3))),
            grepl("groups has 2 entries, but the fit has 120 documents",
                  message_of(topic_groups(grown, c("a", "b")))))
})

test("printing and pictures", {
  shown <- capture.output(print(fit), print(summary(fit)), print(manifact_vectorizer(texts)))
  stopifnot(any(grepl("150 documents into 3 topics by lccf", shown)), any(grepl("status", shown)))
  file <- tempfile(fileext = ".pdf")
  pdf(file)
  for (type in c("map", "sizes", "history", "tree")) plot(of_texts, type)
  plot(hide_topics(fit, 1))
  plot(suggest_k(X, 2, 6))
  dev.off()
  map <- topic_map(of_texts)
  distance <- outer(map$documents$x, map$topics$x, "-")^2 +
    outer(map$documents$y, map$topics$y, "-")^2
  places <- topic_positions(of_texts)
  stopifnot(file.size(file) > 0, max.col(-distance) == map$documents$topic,
            nrow(places) == length(of_texts$cluster), attr(places, "quality") <= 1 |
              is.nan(attr(places, "quality")))
  labels <- data.frame(x = c(0, 1, 0.01), y = 0, topic = 1:3)
  pdf(NULL)
  plot(labels$x, labels$y)
  stopifnot(nrow(manifact:::map_labels(labels, c(3, 2, 1), rep("title", 3))) == 2)
  dev.off()
  # A crowd of titles: those that are drawn do not overlap, whatever the size of the picture.
  set.seed(1)
  crowd <- data.frame(x = rnorm(3000), y = rnorm(3000), topic = rep(1:60, 50))
  titles <- substr(strrep("a long title ", 5), 1, rep(4:50, length.out = 60))
  for (size in c(4, 7, 14)) {
    pdf(NULL, width = size, height = size)
    plot(crowd$x, crowd$y)
    kept <- manifact:::map_labels(crowd, 60:1, titles)
    wide <- outer(strwidth(kept$title, font = 2), strwidth(kept$title, font = 2), "+") / 2
    high <- outer(strheight(kept$title, font = 2), strheight(kept$title, font = 2), "+") / 2
    apart <- abs(outer(kept$x, kept$x, "-")) >= wide | abs(outer(kept$y, kept$y, "-")) >= high
    stopifnot(nrow(kept) > 1, nrow(kept) < 60, kept$title[1] == titles[1],
              apart[upper.tri(apart)])
    dev.off()
  }
  unlink(file)
})
