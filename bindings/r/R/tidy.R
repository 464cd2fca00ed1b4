# Data frames in the manner of the package broom, whose functions are those of generics.

tidy.manifact <- function(x, matrix = c("topics", "terms", "documents"), n = 10, ...) {
  switch(match.arg(matrix),
         topics = data.frame(topic = seq_len(x$k), title = x$titles, size = x$size),
         terms = topics(x, n),
         documents = tidy_documents(x))
}

tidy_documents <- function(x) {
  shares <- topic_matrix(x, "proportions")
  frame <- data.frame(document = rep(seq_len(nrow(shares)), x$k),
                      topic = rep(seq_len(x$k), each = nrow(shares)),
                      proportion = as.vector(shares))
  if (!is.null(names(x$cluster))) frame$name <- rep(names(x$cluster), x$k)
  frame
}

glance.manifact <- function(x, ...)
  data.frame(topics = x$k, documents = length(x$cluster), unassigned = sum(is.na(x$cluster)),
             method = x$method, status = x$status, converged = x$converged,
             iterations = x$iterations, objective = x$objective)

augment.manifact <- function(x, data = NULL, newdata = NULL, ...) {
  if (!is.null(newdata)) {
    shares <- predict(x, newdata, "proportions")
    topic <- unname(predict(x, newdata))
    margin <- unname(predict(x, newdata, "margin"))
  } else {
    shares <- topic_matrix(x, "proportions")
    topic <- unname(x$cluster)
    margin <- unname(topic_matrix(x, "margin"))
  }
  given <- if (is.null(newdata)) data else newdata
  if (is.null(given)) given <- seq_along(topic)
  frame <- if (is.data.frame(given)) given else frame_of(given)
  if (nrow(frame) != length(topic))
    stop("data has ", nrow(frame), " rows, but the fit has ", length(topic), " documents")
  frame$.topic <- topic
  frame$.title <- x$titles[topic]
  frame$.proportion <- unname(shares[cbind(seq_along(topic), topic)])
  frame$.margin <- margin
  frame
}

frame_of <- function(given) {
  if (is.numeric(given) && is.null(dim(given))) return(data.frame(document = given))
  if (is.matrix(given) && !is.character(given)) return(as.data.frame(given))
  texts <- documents_of(given)
  if (!is_text(texts)) return(data.frame(document = seq_len(nrow(texts))))
  frame <- data.frame(text = as.vector(texts))
  if (!is.null(names(texts))) frame <- cbind(document = names(texts), frame)
  frame
}
