# What the library says of itself.

manifact_version <- function() numeric_version(.Call(r_version))

manifact_has_feature <- function(feature) .Call(r_has_feature, feature)

manifact_memory <- function() `names<-`(.Call(r_memory), c("now", "peak"))

manifact_methods <- function() as.data.frame(.Call(r_methods))

manifact_options <- function(method = NULL) {
  if (!is.null(method) && !identical(method, "vectorizer")) {
    solver <- new_solver(method, list())
    on.exit(free(solver))
  }
  options <- as.data.frame(.Call(r_options, method))
  if (!is.null(method) && !identical(method, "vectorizer"))
    options$default <- vapply(options$name, function(name)
      done(.Call(r_solver_option, solver, name)), "", USE.NAMES = FALSE)
  if (is.null(method)) options$dense <- NULL
  options
}
