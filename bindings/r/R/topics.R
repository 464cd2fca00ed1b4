# Topics: what describes them, and changes without another fit.

# The names of the terms of a fit, NULL if they have none.
term_names <- function(object) {
  vectorizer <- .Call(r_model_vectorizer, object$handle, TRUE)
  if (is.null(vectorizer)) vectorizer <- .Call(r_model_vectorizer, object$handle, FALSE)
  if (!is.null(vectorizer)) .Call(r_terms, vectorizer)
  else .Call(r_feature_names, object$handle)
}

# A data frame from lists of index and score, one for each topic.
stacked <- function(topics, found, name, of) {
  counts <- vapply(found, function(one) length(one$index), 0L)
  index <- as.double(unlist(lapply(found, `[[`, "index")))
  frame <- data.frame(topic = rep(as.integer(topics), counts), rank = sequence(counts))
  frame[[name]] <- if (is.null(of)) index else of[index]
  frame$score <- as.double(unlist(lapply(found, `[[`, "score")))
  frame
}

topics <- function(object, n = 10, score = "exclusivity", names = NULL) {
  found <- lapply(seq_len(object$k), function(topic)
    done(.Call(r_top_terms, object$handle, topic, score, n)))
  frame <- stacked(seq_len(object$k), found, "term",
                   if (is.null(names)) term_names(object) else names)
  frame$title <- object$titles[frame$topic]
  frame[c("topic", "title", "rank", "term", "score")]
}

representatives <- function(object, n = 5) {
  found <- lapply(seq_len(object$k), function(topic)
    done(.Call(r_representatives, object$handle, topic, n)))
  frame <- stacked(seq_len(object$k), found, "document", NULL)
  names(frame)[names(frame) == "score"] <- "cosine"
  if (!is.null(names(object$cluster))) frame$name <- names(object$cluster)[frame$document]
  frame
}

topic_matrix <- function(object, which = c("proportions", "memberships", "associations", "basis",
                                           "centroids", "similarities", "cosines", "margin",
                                           "history", "feature-labels", "feature-sizes",
                                           "feature-memberships", "core")) {
  which <- match.arg(gsub("_", "-", which), eval(formals(topic_matrix)$which))
  handle <- object$handle
  documents <- names(object$cluster)
  found <- switch(which, proportions = done(.Call(r_proportions, handle)),
                  similarities = done(.Call(r_similarities, handle)),
                  margin = done(.Call(r_margins, handle)),
                  done(.Call(r_model_array, handle, which)))
  if (which %in% c("proportions", "memberships", "associations") && !is.null(found))
    dimnames(found) <- list(documents, object$titles)
  if (which == "similarities") dimnames(found) <- list(object$titles, object$titles)
  if (which %in% c("cosines", "margin")) names(found) <- documents
  found
}

topic_map <- function(object) {
  found <- done(.Call(r_map, object$handle))
  documents <- data.frame(x = found$documents[, 1], y = found$documents[, 2],
                          topic = unname(object$cluster))
  if (!is.null(names(object$cluster))) documents$name <- names(object$cluster)
  list(documents = documents,
       topics = data.frame(title = object$titles, x = found$topics[, 1], y = found$topics[, 2],
                           radius = found$topics[, 3]))
}

topic_positions <- function(object, x = NULL) {
  found <- done(.Call(r_positions, object$handle, optional_matrix(x), NULL))
  places <- data.frame(x = found$positions[, 1], y = found$positions[, 2],
                       topic = unname(object$cluster))
  if (!is.null(names(object$cluster))) places$name <- names(object$cluster)
  structure(places, quality = c(trustworthiness = found$quality[1], continuity = found$quality[2]))
}

edited <- function(object, routine, ..., x = NULL, takes_x = TRUE, threads = 0) {
  use_threads(threads)
  documents <- if (takes_x) list(optional_matrix(x))
  handle <- done(do.call(.Call, c(list(routine, object$handle, ...), documents, list(NULL))))
  changed(object, handle)
}

merge_topics <- function(object, topics, x = NULL) edited(object, r_merge, topics, x = x)

split_topic <- function(object, topic, parts = 2, x = NULL, threads = 0)
  edited(object, r_split, topic, parts, x = x, threads = threads)

hide_topics <- function(object, topics) edited(object, r_hide, topics, takes_x = FALSE)

reduce_topics <- function(object, k, linkage = "ward", x = NULL)
  edited(object, r_reduce, k, linkage, x = x)

rename_topic <- function(object, topic, name)
  edited(object, r_rename, topic, name, takes_x = FALSE)

group_name <- function(object, topics) .Call(r_group_name, object$handle, topics)

topic_tree <- function(object, linkage = "ward") {
  if (object$k < 2) stop("a tree needs two topics or more")
  use_threads(0)
  tree <- done(.Call(r_tree, object$handle, linkage, NULL))
  structure(list(merge = tree$merge, height = tree$height, order = tree$order,
                 labels = object$titles, method = linkage, call = object$call,
                 dist.method = NULL), class = "hclust")
}

as.hclust.manifact <- function(x, linkage = "ward", ...) topic_tree(x, linkage)

as.dendrogram.manifact <- function(object, linkage = "ward", ...)
  as.dendrogram(topic_tree(object, linkage))

topic_quality <- function(object, x = NULL, n = 10, score = "exclusivity") {
  use_threads(0)
  found <- done(.Call(r_quality, object$handle, optional_matrix(x), score, n, NULL))
  data.frame(topic = seq_len(object$k), title = object$titles, size = object$size,
             as.data.frame(found))
}

topic_stability <- function(object, samples = 10, x = NULL, threads = 0, verbose = FALSE,
                            progress = NULL) {
  use_threads(threads)
  progress <- progress_of(verbose, progress)
  on.exit(progress$close())
  found <- done(.Call(r_stability, object$handle, optional_matrix(x), samples, progress$report))
  `names<-`(found, object$titles)
}

topic_timeline <- function(object, periods) {
  periods <- periods_of(periods)
  found <- done(.Call(r_timeline, object$handle, periods$codes, length(periods$names)))
  `dimnames<-`(found, list(periods$names, object$titles))
}

topic_groups <- function(object, groups) {
  groups <- periods_of(groups)
  test <- done(.Call(r_group_test, object$handle, groups$codes, length(groups$names)))
  colnames(test) <- c("statistic", "p_value", "adjusted", "expected")
  data.frame(topic = seq_len(object$k), title = object$titles, test)
}

topic_group_terms <- function(object, topic, group, groups, n = 10, x = NULL) {
  groups <- periods_of(groups)
  if (!is.numeric(group)) group <- match(as.character(group), groups$names)
  if (is.na(group)) stop("there is no such group")
  use_threads(0)
  found <- done(.Call(r_group_terms, object$handle, optional_matrix(x), groups$codes, topic, group,
                      n, NULL))
  stacked(topic, list(found), "term", term_names(object))[c("rank", "term", "score")]
}

suggest_labels <- function(object, n = 1, labels = NULL, pairs = NULL, x = NULL) {
  use_threads(0)
  known <- NULL
  if (!is.null(labels) || !is.null(pairs)) {
    if (!is.null(labels)) labels <- labels_of(labels)
    known <- constraints_of(length(object$cluster), labels, pairs)
  }
  found <- done(.Call(r_suggest_labels, object$handle, optional_matrix(x), known, n, NULL))
  data.frame(document = found[[1]], margin = found[[2]])
}

suggest_pairs <- function(object, n = 1, labels = NULL, pairs = NULL) {
  use_threads(0)
  known <- NULL
  if (!is.null(labels) || !is.null(pairs)) {
    if (!is.null(labels)) labels <- labels_of(labels)
    known <- constraints_of(length(object$cluster), labels, pairs)
  }
  as.data.frame(done(.Call(r_suggest_pairs, object$handle, known, n, NULL)))
}

topic_changes <- function(object, later, by = c("auto", "documents", "terms")) {
  by <- match.arg(by)
  use_threads(0)
  rows <- done(.Call(r_common_documents, object$handle, later$handle))
  common <- sum(!is.na(rows))
  smaller <- min(length(object$cluster), length(later$cluster))
  if (by == "auto") by <- if (2 * common >= smaller) "documents" else "terms"
  found <- done(.Call(r_compare, object$handle, later$handle, if (by == "documents") rows))
  words <- c("stayed", "moved", "split", "joined", "appeared", "vanished")
  titles <- list(object$titles, later$titles)
  dimnames(found$forward) <- dimnames(found$backward) <- titles
  list(by = by, common = common, forward = found$forward, backward = found$backward,
       partners = found$partners, before = words[found$before], after = words[found$after])
}

new_topics <- function(object) {
  use_threads(0)
  done(.Call(r_new_topics, object$handle))
}

topic_trends <- function(object, topic, periods, direction = c("rising", "falling"), n = 10,
                         x = NULL) {
  direction <- if (match.arg(direction) == "rising") 1 else -1
  use_threads(0)
  found <- done(.Call(r_trends, object$handle, optional_matrix(x), periods_of(periods)$codes, topic,
                      direction, n, NULL))
  stacked(topic, list(found), "term", term_names(object))[c("rank", "term", "score")]
}

violations <- function(object) as.data.frame(done(.Call(r_violations, object$handle)))
