# Pictures of a fit.

plot.manifact <- function(x, type = c("map", "sizes", "history", "tree"), ...) {
  switch(match.arg(type), map = plot_map(x, ...), sizes = plot_sizes(x, ...),
         history = plot(seq_along(topic_matrix(x, "history")) - 1, topic_matrix(x, "history"),
                        type = "l", xlab = "update", ylab = "objective", ...),
         tree = plot(topic_tree(x), xlab = "", ylab = "distance", main = "", sub = "", ...))
  invisible(x)
}

plot_map <- function(x, ...) {
  map <- topic_map(x)
  disks <- map$topics
  documents <- map$documents[!is.na(map$documents$topic), ]
  reach <- function(at) range(at - disks$radius, at + disks$radius)
  plot(documents$x, documents$y, asp = 1, axes = FALSE, xlab = "", ylab = "", pch = 20, cex = 0.5,
       xlim = reach(disks$x), ylim = reach(disks$y),
       col = hcl.colors(max(x$k, 2), "Dark 3")[documents$topic], ...)
  symbols(disks$x, disks$y, circles = pmax(disks$radius, 1e-9), inches = FALSE, add = TRUE,
          fg = "gray")
  text(disks$x, disks$y, disks$title)
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
