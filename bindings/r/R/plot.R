# Pictures of a fit.

plot.manifact <- function(x, type = c("map", "sizes", "history", "tree"), ...) {
  switch(match.arg(type), map = plot_map(x, ...), sizes = plot_sizes(x, ...),
         history = plot(seq_along(topic_matrix(x, "history")) - 1, topic_matrix(x, "history"),
                        type = "l", xlab = "update", ylab = "objective", ...),
         tree = plot(topic_tree(x), xlab = "", ylab = "distance", main = "", sub = "", ...))
  invisible(x)
}

# The documents at topic_positions(), and the titles of the topics, the largest first, as far as they
# do not overlap. A model without its documents has the map of disks only.
plot_map <- function(x, ...) {
  places <- tryCatch(topic_positions(x), error = function(e) topic_map(x)$documents)
  places <- places[is.finite(places$x) & !is.na(places$topic), ]
  plot(places$x, places$y, asp = 1, axes = FALSE, xlab = "", ylab = "", pch = 20, cex = 0.5,
       col = hcl.colors(max(x$k, 2), "Dark 3", alpha = 0.6)[places$topic], ...)
  labels <- map_labels(places, x$size, x$titles)
  text(labels$x, labels$y, labels$title, font = 2)
}

# A title stands at the document nearest to the middle of its topic.
map_labels <- function(places, sizes, titles) {
  kept <- NULL
  for (topic in order(-sizes)) {
    own <- places[places$topic == topic, ]
    if (nrow(own) == 0) next
    at <- which.min((own$x - median(own$x))^2 + (own$y - median(own$y))^2)
    one <- data.frame(x = own$x[at], y = own$y[at], title = titles[topic],
                      width = strwidth(titles[topic], font = 2),
                      height = 1.2 * strheight(titles[topic], font = 2))
    free <- is.null(kept) || !any(abs(kept$x - one$x) < (kept$width + one$width) / 2 &
                                    abs(kept$y - one$y) < (kept$height + one$height) / 2)
    if (free) kept <- rbind(kept, one)
  }
  kept
}

plot_sizes <- function(x, ...) {
  before <- par(mar = c(5, 12, 1, 1))
  on.exit(par(before))
  barplot(rev(x$size), names.arg = substr(rev(x$titles), 1, 30), horiz = TRUE, las = 1,
          xlab = "documents", ...)
}

plot.manifact_suggestion <- function(x, ...) {
  rows <- x$rows[!is.na(x$rows$score), ]
  plot(rows$k, rows$score, type = "h", xlab = "number of topics", ylab = "score", ...)
  points(rows$k, rows$score, pch = ifelse(rows$k == x$k, 19, 1))
  invisible(x)
}
